"""The names of the tracks of dailies."""

from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message
from play.tracks import Track, is_track

TRACKS = MappingProxyType({track: Message(track.rules.title.message) for track in Track})


def track_name(localizer: Localizer, track: Track | str) -> str:
    """The name of a track, given as a `Track` or its stored value, which may be of a newer version.

    >>> track_name(Localizer(), "hard"), track_name(Localizer(), "giant")
    ('Hard', 'giant')
    """
    if isinstance(track, str) and not is_track(track):
        return track
    return localizer.say(TRACKS[Track(track)])
