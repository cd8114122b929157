"""The clues of a puzzle as bitboards, and the constants that propagation needs for them."""

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from puzzle.clue_rows import Clue
from puzzle.model import Puzzle
from puzzle.rules import Capability, require
from solver.bitboard.layout import BitLayout, bits_at


class ClueBits(NamedTuple):
    """The positions of the cells with each clue."""

    zeros: int = 0
    ones: int = 0
    twos: int = 0
    threes: int = 0
    fours: int = 0

    @classmethod
    def of(cls, layout: BitLayout, clues: Sequence[Clue]) -> "ClueBits":
        """The positions of clues given for every cell in order, None for a blank cell."""
        places: tuple[list[int], ...] = [], [], [], [], []
        for place, clue in zip(layout.cells, clues, strict=True):
            if clue is not None:
                places[clue].append(place)
        return cls(*map(bits_at, places))

    def without(self, cells: int) -> "ClueBits":
        """These clues without those of some cells, given by `BitLayout.cell_bits`.

        >>> ClueBits(0, 0b0110, 0b1000).without(0b1100)
        ClueBits(zeros=0, ones=2, twos=0, threes=0, fours=0)
        """
        return ClueBits(*(bits & ~cells for bits in self))


class BitRules(Struct, frozen=True):
    """A layout and clues on it; cheap to make, so that clues can be dropped one after the other.

    A cell with clue k has k lines and 4 - k crosses. So in a board of two halves, `once` has the
    cells where one line, or one cross, is all there may be: 1s among the lines, 3s among the
    crosses. `twice` and `thrice` are the same for two and three. `odd` has the 1s and 3s twice.
    """

    layout: BitLayout
    clues: ClueBits
    once: int
    twice: int
    thrice: int
    odd: int

    @classmethod
    def of(cls, layout: BitLayout, clues: ClueBits) -> "BitRules":
        """The rules of a board with these clues."""
        _, ones, twos, threes, _ = clues
        shift = layout.shift
        return cls(
            layout=layout,
            clues=clues,
            once=ones | threes << shift,
            twice=twos | twos << shift,
            thrice=threes | ones << shift,
            odd=ones | threes | (ones | threes) << shift,
        )

    @classmethod
    def of_puzzle(cls, puzzle: Puzzle, layout: BitLayout | None = None) -> "BitRules":
        """The rules of a puzzle; give the `layout` of its grid when it is known already.

        Raises `ValueError` when the grid is not square, and `RulesError` for other rules than the
        plain ones.
        """
        require(puzzle, Capability.FAST_SEARCH)
        layout = layout or BitLayout.of(puzzle.grid)
        return cls.of(layout, ClueBits.of(layout, puzzle.clues))

    def without(self, cells: int) -> "BitRules":
        """The same board without the clues of some cells, given by `BitLayout.cell_bits`."""
        return BitRules.of(self.layout, self.clues.without(cells))

    def met_by(self, horizontal: int, vertical: int) -> bool:
        """Whether these lines, and no others, meet every clue and leave no dot with 1, 3 or 4.

        >>> from puzzle.grid import square_grid
        >>> rules = BitRules.of_puzzle(Puzzle(square_grid(1, 2), (4, 1)))
        >>> [rules.met_by(*rules.layout.edge_bits(edges)) for edges in ((0, 2, 4, 5), (0, 2, 4))]
        [True, False]
        """
        width = self.layout.width
        one, two, three, four = at_least(horizontal, horizontal << 1, vertical, vertical << width)
        if one ^ two or three:
            return False
        one, two, three, four = at_least(horizontal, horizontal >> width, vertical, vertical >> 1)
        zeros, ones, twos, threes, fours = self.clues
        too_many = zeros & one | ones & two | twos & three | threes & four
        enough = ones & one | twos & two | threes & three | fours & four
        return not too_many and enough == ones | twos | threes | fours


def at_least(a: int, b: int, c: int, d: int) -> tuple[int, int, int, int]:
    """The positions at which at least one, two, three and all four of these boards have a bit."""
    any_ab, any_cd, both_ab, both_cd = a | b, c | d, a & b, c & d
    return (
        any_ab | any_cd,
        both_ab | both_cd | any_ab & any_cd,
        both_ab & any_cd | any_ab & both_cd,
        both_ab & both_cd,
    )
