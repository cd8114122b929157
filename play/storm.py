"""Storms: three minutes of drills that grow harder with each right answer."""

from datetime import UTC, datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from puzzle.model import EdgeState

SECONDS = 180
"""The length of a storm."""
MISS_SECONDS = 10
"""The seconds that a wrong answer takes away."""
WIDTH = 4
"""The number of techniques of which the next drill is one."""
TECHNIQUES_PER_ANSWER = 2
"""How many techniques further each right answer leads."""


_EPOCH, _MILLISECOND = datetime.fromtimestamp(0, UTC), timedelta(milliseconds=1)
_LETTERS = {EdgeState.LINE: "L", EdgeState.CROSS: "X"}
_STATES = {letter: state for state, letter in _LETTERS.items()}


class WrongAnswer(Struct, frozen=True):
    """A wrong answer: the number of an edge of a drill, which is a text, and its state.

    >>> wrong = WrongAnswer("corner-3", "ZltTSFJ4HlGRqRPAPqgyNA", 1, EdgeState.CROSS)
    >>> wrong.word
    'corner-3:1X:ZltTSFJ4HlGRqRPAPqgyNA'
    >>> WrongAnswer.from_word(wrong.word) == wrong
    True
    """

    technique: str
    text: str
    choice: int
    state: EdgeState

    @property
    def word(self) -> str:
        """The answer as a word, to be stored."""
        return f"{self.technique}:{self.choice}{_LETTERS[self.state]}:{self.text}"

    @classmethod
    def from_word(cls, word: str) -> "WrongAnswer":
        """The answer of a word. Raises `ValueError` or `LookupError` if it is none."""
        technique, answer, text = word.split(":")
        return cls(technique, text, int(answer[:-1]), _STATES[answer[-1:]])


class Storm(Struct, frozen=True):
    """A storm that began at a millisecond since 1970, with its right and its wrong answers.

    >>> wrong = WrongAnswer("zero", "...", 0, EdgeState.LINE)
    >>> storm = Storm(1_800_000_000_000).answered(None).answered(wrong)
    >>> storm.right, storm.missed, storm.ends_at - Storm(1_800_000_000_000).ends_at
    (1, 1, datetime.timedelta(days=-1, seconds=86390))
    """

    began: int
    right: int = 0
    wrong: tuple[WrongAnswer, ...] = ()

    @classmethod
    def begun(cls, at: datetime) -> "Storm":
        """A storm that begins at an instant."""
        return cls((at - _EPOCH) // _MILLISECOND)

    @property
    def missed(self) -> int:
        """The number of wrong answers."""
        return len(self.wrong)

    @property
    def began_at(self) -> datetime:
        """When it began."""
        return _EPOCH + self.began * _MILLISECOND

    @property
    def ends_at(self) -> datetime:
        """When it ends."""
        return self.began_at + timedelta(seconds=SECONDS - MISS_SECONDS * self.missed)

    @property
    def answers(self) -> int:
        """The number of answers."""
        return self.right + self.missed

    def answered(self, wrong: WrongAnswer | None) -> "Storm":
        """The storm after a wrong answer, or after a right one with None."""
        if wrong is None:
            return replace(self, right=self.right + 1)
        return replace(self, wrong=(*self.wrong, wrong))

    def choices(self, count: int) -> range:
        """The numbers of the techniques of which the next drill is one, of `count` by difficulty.

        >>> Storm(0).choices(50), Storm(0, right=10).choices(50), Storm(0, right=40).choices(50)
        (range(0, 4), range(20, 24), range(46, 50))
        """
        start = min(TECHNIQUES_PER_ANSWER * self.right, max(0, count - WIDTH))
        return range(start, min(count, start + WIDTH))
