"""Copies of puzzles: turned, mirrored, shifted, and with some clues changed or left out.

A loop has a key that needs no coordinates. Clues are compared with those of many puzzles at all
places at once: each place is a bit of integers, and a shift moves every one.
"""

from cmath import phase, rect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, product
from math import ceil, degrees, radians
from typing import Self, TypeAlias

from msgspec import Struct

from puzzle.clue_rows import Clue, key_of_text
from puzzle.grid import Grid
from puzzle.model import Puzzle, Solution
from puzzle.rules import around, cells_inside, find_loops, lines_at_dots

SHARE = 2 / 3
"""The share of the clues of a puzzle that a copy has at least."""
FINE = 8
"""Points of the raster along the shortest edge, on other tilings than squares."""
PART = 12
"""How many more clues of a puzzle than clues that its loop breaks a part of it has at least.

Boards that people set come that far by chance as rarely as the tests say.
"""
_COUNTS = frozenset(range(13))

Places: TypeAlias = Sequence[tuple[int, int, int]]
"""Clues, the largest first, each with how many points it is below and right of the first one."""


class LoopKey(Struct, frozen=True):
    """What is the same for a loop turned, mirrored or shifted: the sizes of the cells inside at
    each of its dots, in order.

    >>> from puzzle.grid import square_grid
    >>> LoopKey.of(square_grid(1, 2), {0, 2, 4, 5}) == LoopKey.of(square_grid(1, 1), {0, 1, 2, 3})
    True
    """

    text: str

    @classmethod
    def of(cls, grid: Grid, loop: Solution | set[int]) -> Self:
        """The key of a loop."""
        at = dict[int, list[int]]()
        for cell in cells_inside(grid, loop):
            for dot in grid.cell_dots[cell]:
                at.setdefault(dot, []).append(len(grid.cell_dots[cell]))
        [found] = find_loops(grid, loop)
        sizes = [tuple(sorted(at[dot])) for dot in found.dots]
        letters = {each: chr(97 + number) for number, each in enumerate(sorted(set(sizes)))}
        word = "".join(letters[each] for each in sizes)
        turns = (one[n:] + one[:n] for one in (word, word[::-1]) for n in range(len(word)))
        return cls(key_of_text(f"{grid.tiling} {[*letters]} {min(turns)}"))


def places_of(puzzle: Puzzle) -> Places:
    """The clues of a puzzle on the raster of its tiling."""
    scale, means = 1 if puzzle.grid.is_square else FINE, puzzle.grid.cell_means
    clues = [(puzzle.clues[cell] or 0, *means[cell]) for cell in puzzle.clue_cells]
    clues.sort(key=lambda each: -each[0])
    return [
        (clue, round((row - clues[0][1]) * scale), round((col - clues[0][2]) * scale))
        for clue, row, col in clues
    ]


class Originals:
    """Puzzles on one board, each with its loop, None if that is unknown.

    All their images are on one raster, each in a block of twice its side, so that what is less than
    a side away from a cell is in its block. `_cells` has the bits of the points in cells, `_given`
    of those in cells with a clue, and `_met` for each clue of those where a loop meets it.
    `_counters` are the digits, in bits, of a counter at each point, which runs over when it has
    counted as many clues as a copy has.
    """

    def __init__(self, puzzles: Sequence[tuple[Puzzle, Solution | None]]) -> None:
        grid = puzzles[0][0].grid
        images = _images(grid)
        self.tiling = grid.tiling
        self._side = side = 3 + max(map(max, chain(*images)))
        self._points = points = len(images) * (2 * side) ** 2
        places = [
            [(2 * block * side + row + 1) * 2 * side + col + 1 for block, (row, col) in each]
            for each in map(enumerate, zip(*images, strict=True))
        ]
        needed = [ceil(SHARE * len(puzzle.clue_cells)) for puzzle, _ in puzzles]
        self._fewest = min(needed)
        self._counters = [0] * max(needed).bit_length()
        met, cells, given = defaultdict[int, list[int]](list), list[int](), list[int]()
        for number, (puzzle, loop) in enumerate(puzzles):
            for digit in range(len(self._counters)):
                if -needed[number] >> digit & 1:
                    self._counters[digit] |= (1 << points) - 1 << number * points
            of_cells = zip(places, puzzle.clues, _met(puzzle, loop), strict=True)
            for at_first, clue, counts in of_cells:
                here = [number * points + at for at in at_first]
                cells += here
                if clue is not None:
                    given += here
                for each in counts:
                    met[each] += here
        size, near = len(puzzles) * points, () if grid.is_square else (1, 2 * side)
        self._cells, self._given = _bits(cells, near, size), _bits(given, near, size)
        self._met = {clue: _bits(some, near, size) for clue, some in met.items()}
        for clue in (0, 1):  # beside its board a loop has at most a line
            self._met[clue] = self._met.get(clue, 0) | (1 << size) - 1 ^ self._cells

    def find(self, places: Places) -> int | None:
        """The number of the original that has enough of the clues of a puzzle at their places,
        turned or mirrored, and whose loop breaks at most one of its clues; None without one.

        `unbroken` and `one_broken` have the points for the first clue at which a loop breaks none
        of those so far, and at most one.
        """
        unbroken = one_broken = self._cells if len(places) >= self._fewest else 0
        inside = list[tuple[int, int]]()
        for clue, down, right in places:
            bits = 0
            if -self._side < down < self._side > abs(right):
                offset = down * 2 * self._side + right
                inside.append((clue, offset))
                bits = _moved(self._met.get(clue, 0), offset)
            elif clue in (0, 1):
                continue
            one_broken = one_broken & bits | unbroken
            unbroken &= bits
            if not one_broken:
                return None
        counters = [*self._counters]
        for clue, offset in inside:
            carry = _moved(self._given & self._met.get(clue, 0), offset) & one_broken
            for digit, bits in enumerate(counters):
                counters[digit], carry = bits ^ carry, bits & carry
            if carry:
                return (carry.bit_length() - 1) // self._points
        return None


class PuzzleParts:
    """Finds parts of some puzzles on a board, among any other clues.

    A shift of an image of one of the puzzles, each with its loop, is a bit of integers: those at
    which the first cell of the board has a clue of the puzzle are in `_same`, and those at which
    the loop breaks its clue are in `_broken`, by clues.
    """

    def __init__(self, puzzles: Sequence[tuple[Puzzle, Solution | None]], board: Grid) -> None:
        grid = puzzles[0][0].grid
        images, scale = _images(grid), 1 if grid.is_square else FINE
        side = 3 + max(map(max, chain(*images)))
        top, left = (min(each) for each in zip(*board.cell_means, strict=True))
        places = [
            (round((row - top) * scale), round((col - left) * scale))
            for row, col in board.cell_means
        ]
        rows, cols = (side + 3 + max(each) for each in zip(*places, strict=True))
        self._offsets = [row * cols + col for row, col in places]
        self._points = points = len(images) * rows * cols
        self._needed = [min(PART, ceil(SHARE * len(each.clue_cells))) for each, _ in puzzles]
        same, met, cells = defaultdict[int, list[int]](list), defaultdict[int, list[int]](list), []
        for number, (puzzle, loop) in enumerate(puzzles):
            at_cells = zip(zip(*images, strict=True), puzzle.clues, _met(puzzle, loop), strict=True)
            for at_images, clue, counts in at_cells:
                here = [
                    ((number * len(images) + image) * rows + side - row) * cols + side - col
                    for image, (row, col) in enumerate(at_images)
                ]
                cells += here
                for each in counts:
                    met[each] += here
                    same[each] += here if clue is not None else []
        size, near = len(puzzles) * points, () if grid.is_square else (1, cols)
        self._inside = _bits(cells, near, size)
        self._same = {clue: _bits(some, near, size) for clue, some in same.items()}
        self._broken = {c: self._inside & ~_bits(some, near, size) for c, some in met.items()}

    def find(self, clues: Sequence[Clue]) -> int | None:
        """The number of a puzzle of which the clues of the board have a part; None without one.

        `digits` are those, in bits, of a counter for each shift, which runs over at a part.
        """
        given = [
            (at, clue) for at, clue in zip(self._offsets, clues, strict=True) if clue is not None
        ]
        if len(given) < min(self._needed):
            return None
        length, every = (len(given) + PART).bit_length(), (1 << self._points) - 1
        digits = [0] * (length + 1)
        for number, needed in enumerate(self._needed):
            for digit in range(length):
                if -needed >> digit & 1:
                    digits[digit] |= every << number * self._points
        for offset, clue in given:
            carry, borrow = (
                some.get(clue, other) << offset
                for some, other in ((self._same, 0), (self._broken, self._inside))
            )
            for digit, bits in enumerate(digits):
                digits[digit], carry = bits ^ carry, bits & carry
                if not carry:
                    break
            for digit, bits in enumerate(digits):
                digits[digit], borrow = bits ^ borrow, borrow & ~bits
                if not borrow:
                    break
        return (digits[-1].bit_length() - 1) // self._points if digits[-1] else None


def _moved(bits: int, offset: int) -> int:
    return bits >> offset if offset >= 0 else bits << -offset


def _bits(points: Iterable[int], near: Iterable[int], size: int) -> int:
    """The bits of points, and of those near to them."""
    octets = bytearray(size // 8 + 1)
    for point in points:
        octets[point >> 3] |= 1 << (point & 7)
    bits = int.from_bytes(octets, "little")
    for offset in near:
        bits |= bits << offset | bits >> offset
    return bits


def _images(grid: Grid) -> list[list[tuple[int, int]]]:
    """The points of the cells of a board, turned and mirrored as its edges allow."""
    scale, images = 1 if grid.is_square else FINE, []
    dots = [complex(*dot) for dot in grid.dots]
    edges = [dots[end] - dots[start] for start, end in grid.edge_dots]
    ways = edges[0], edges[0].conjugate()
    angles = {round(degrees(phase(edge * way))) % 180 for edge, way in product(edges, ways)}
    for angle, half, flip in product(angles, (0, 180), (1, -1)):
        turn = rect(scale, radians(angle + half))
        turned = [complex(*mean) * turn for mean in grid.cell_means]
        top, left = min(at.real for at in turned), min(at.imag * flip for at in turned)
        images.append([(round(at.real - top), round(at.imag * flip - left)) for at in turned])
    return images


def _met(puzzle: Puzzle, loop: Solution | None) -> Iterator[frozenset[int]]:
    """For each cell, which clues a loop meets; any in a blank cell if the loop is unknown."""
    variant = puzzle.rules.variant
    visited = lines_at_dots(puzzle.grid, loop or ())
    for cell, clue in enumerate(puzzle.clues):
        count = clue
        if loop is not None:
            count = variant.count(around(puzzle.grid, cell, loop, visited))
        yield _COUNTS if count is None else frozenset({count, *variant.signs})
