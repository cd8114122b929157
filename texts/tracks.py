"""What the tracks of dailies are called."""

from types import MappingProxyType

from i18n.localizer import Localizer
from i18n.messages import Message
from play.calendar import Track

TRACKS = MappingProxyType(
    {Track.EASY: Message("Easy"), Track.NORMAL: Message("Normal"), Track.HARD: Message("Hard")}
)


def track_name(localizer: Localizer, track: Track | str) -> str:
    """The name of a track, which may be given as it is stored.

    >>> track_name(Localizer(), "hard")
    'Hard'
    """
    return localizer.say(TRACKS[Track(track)])
