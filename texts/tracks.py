"""What the tracks of dailies are called."""

from types import MappingProxyType

from i18n.messages import Message
from i18n.voice import Voice
from play.calendar import Track

TRACKS = MappingProxyType(
    {Track.EASY: Message("Easy"), Track.NORMAL: Message("Normal"), Track.HARD: Message("Hard")}
)


def track_name(voice: Voice, track: Track | str) -> str:
    """The name of a track, which may be given as it is stored.

    >>> track_name(Voice(), "hard")
    'Hard'
    """
    return voice.say(TRACKS[Track(track)])
