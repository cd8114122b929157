"""Errors for invalid puzzle texts and puzzle values."""

from collections.abc import Iterable

from puzzle.lazy_messages import LazyMessage, lazy, lazy_plural


def alternatives(names: Iterable[str]) -> str:
    """Names as a choice.

    >>> alternatives(["text", "rows", "json"]), alternatives(["text"])
    ('text, rows or json', 'text')
    """
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


class PuzzleError(ValueError):
    """Base class of all errors about puzzle texts and puzzle values.

    >>> str(PuzzleError("this clue is too large"))
    'this clue is too large'
    """

    @property
    def sentence(self) -> str:
        """What the error tells; a `LazyMessage` can be translated."""
        sentence: str = self.args[0]
        return sentence

    def __str__(self) -> str:
        return str(self.sentence)


class RulesError(PuzzleError):
    """Something is not supported for the rules of a puzzle; its argument is the sentence.

    >>> str(RulesError("There are no hints for Touch Slitherlink."))
    'There are no hints for Touch Slitherlink.'
    """


class SizeError(PuzzleError):
    """The size of a board is outside the `Bounds`, or the board has no cells.

    >>> str(SizeError("0x4", "a board has at least one row and one column"))
    'The size 0x4 cannot be used: a board has at least one row and one column.'
    """

    def __init__(self, size: str, reason: str) -> None:
        super().__init__(size, reason)
        self.size = size
        self.reason = reason

    @property
    def sentence(self) -> str:
        """What the error tells."""
        return lazy("The size {size} cannot be used: {reason}.", size=self.size, reason=self.reason)


class NotationError(PuzzleError):
    """A text cannot be parsed in the notation that it seems to use.

    - `notation`: the name of that notation; empty when none was recognised.
    - `problem`: what is wrong.
    - `place`: where, with its preposition and counted from 1, as in "in row 2, column 3"; may be
      empty.
    - `remedy`: how to correct it; may be empty.

    >>> str(NotationError("rows of cells", "there are 3 cells", "in row 2", "add one cell"))
    'Read as rows of cells: in row 2, there are 3 cells; add one cell.'
    >>> str(NotationError("", "There is no puzzle here"))
    'There is no puzzle here.'
    """

    def __init__(self, notation: str, problem: str, place: str = "", remedy: str = "") -> None:
        super().__init__(notation, problem, place, remedy)
        self.notation = notation
        self.problem = problem
        self.place = place
        self.remedy = remedy

    @property
    def sentence(self) -> str:
        """What the error tells."""
        told = self.problem
        if self.place:
            told = lazy("{place}, {problem}", place=self.place, problem=told)
        if self.remedy:
            told = lazy("{problem}; {remedy}.", problem=told, remedy=self.remedy)
        else:
            told = lazy("{problem}.", problem=told)
        if self.notation:
            told = lazy("Read as {notation}: {problem}", notation=self.notation, problem=told)
        return told


class AmbiguousTextError(NotationError):
    """A text may be one of several boards, or perhaps none.

    - `candidates`: their game IDs, the likeliest first.
    - `readings`: how each of them was read.

    >>> error = AmbiguousTextError(("3x3:i", "3x4:l"), (lazy("as it stands"), lazy("above")))
    >>> str(error), error.candidates
    ('The text may be 2 boards; choose one of them.', ('3x3:i', '3x4:l'))
    """

    def __init__(self, candidates: tuple[str, ...], readings: tuple[LazyMessage, ...]) -> None:
        problem = lazy_plural(
            "It is not certain that the text is this board",
            "The text may be {count} boards",
            len(candidates),
        )
        remedy = lazy("say whether it is") if len(candidates) == 1 else lazy("choose one of them")
        super().__init__("", problem, remedy=remedy)
        self.args = (candidates, readings)
        self.candidates = candidates
        self.readings = readings
