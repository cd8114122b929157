"""The help and the wrong submission that were counted last, so that none is counted twice.

The dearest hint of a step and the dearest check are counted once for each board: asking again,
without a change of the marks, or for less, adds nothing, and for more the difference. A wrong
submission is counted once until other lines are submitted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from hashlib import blake2b

from msgspec import Struct
from msgspec.structs import replace

from play.clock import Help
from puzzle.model import Board

_DIGEST_BYTES = 8


class Charges(Struct, frozen=True):
    """The help counted for the last board that had any, and the last wrong submission.

    `board` is a digest of the marks of that board, `wrong` one of the lines that were submitted.
    Each help has its kind and a number: 0, or which other hint it was.

    >>> from puzzle.notation import parse_loopy
    >>> board = Board.of_lines(parse_loopy("1x2:33"), frozenset({0}))
    >>> charges = Charges().with_help(board, Help.HINT)
    >>> [charges.has_help(board, each) for each in (Help.NUDGE, Help.STEP, Help.CHECK_COUNT)]
    [True, False, False]
    >>> charges.dearest(board, Help.STEP), charges.has_help(board, Help.NUDGE, another=1)
    (<Help.HINT: 'hints'>, False)
    >>> Charges.from_text(charges.to_text()) == charges
    True
    """

    board: str = ""
    helps: frozenset[tuple[Help, int]] = frozenset()
    wrong: str = ""

    def has_help(self, board: Board, help_: Help, another: int = 0) -> bool:
        """Whether a kind of help was counted for this board, or a dearer one."""
        found = self.dearest(board, help_, another)
        return found is not None and found.penalty >= help_.penalty

    def dearest(self, board: Board, help_: Help, another: int = 0) -> Help | None:
        """The dearest hint or check that was counted for this board; None for none."""
        given = self.helps if self.board == _digest(board.marks) else ()
        found = (each for each, number in given if number == another)
        alike = (each for each in found if each.is_check is help_.is_check)
        return max(alike, key=lambda each: each.penalty, default=None)

    def with_help(self, board: Board, help_: Help, another: int = 0) -> Charges:
        """The charges after a kind of help for a board."""
        digest = _digest(board.marks)
        before = self.helps if self.board == digest else frozenset[tuple[Help, int]]()
        return replace(self, board=digest, helps=before | {(help_, another)})

    def has_mistake(self, lines: Collection[int]) -> bool:
        """Whether these wrong lines were the last ones that were submitted."""
        return self.wrong == _digest(sorted(lines))

    def with_mistake(self, lines: Collection[int]) -> Charges:
        """The charges after wrong lines were submitted."""
        return replace(self, wrong=_digest(sorted(lines)))

    def to_text(self) -> str:
        """The charges as they are stored."""
        names = ",".join(
            sorted(
                f"{kind.value}+{number}" if number else kind.value for kind, number in self.helps
            )
        )
        return f"{self.board}:{names}:{self.wrong}"

    @classmethod
    def from_text(cls, text: str | None) -> Charges:
        """Stored charges; none for None. Raises `ValueError` for other texts."""
        if text is None:
            return cls()
        board, names, wrong = text.split(":")
        helps = (name.partition("+") for name in names.split(",") if name)
        return cls(
            board, frozenset((Help(kind), int(number or 0)) for kind, _, number in helps), wrong
        )


def _digest(numbers: Iterable[int]) -> str:
    """A digest by which boards are distinguished."""
    text = ",".join(str(int(number)) for number in numbers)
    return blake2b(text.encode(), digest_size=_DIGEST_BYTES).hexdigest()
