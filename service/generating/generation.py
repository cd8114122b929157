"""Gives people new puzzles: of the bank, or generated when it has none of their kind."""

from __future__ import annotations

import re
import secrets
from types import MappingProxyType
from typing import Self

from msgspec import Struct

from jobs.generating import GenerateAnswer, GenerateRequest, make_puzzle
from play.par import TimedBoard
from puzzle.bounds import Bounds
from puzzle.errors import RulesError, SizeError
from puzzle.grid import SQUARE, Grid, square_grid
from puzzle.notation import parse_loopy
from puzzle.rules import PLAIN, Capability, Rules, require, squares_only
from puzzle.symmetry import Symmetry, symmetry_of
from puzzle.tilings.catalogue import TILINGS
from service.errors import InputError, Problem
from service.generating.bank import give_out
from service.generating.daily_generation import unsaved_puzzle
from service.running.clock import Clock
from service.running.interaction_claims import store_claim
from service.running.quotas import Quotas
from service.running.readers import Reader, begin_change
from solver.explain.step import Difficulty
from solver.generate.spec import GENERATED, SIZES, GenerationSpec, default_symmetry, sizes_of
from store import puzzles
from store.database import Database
from store.records import StoredPuzzle
from store.transaction import Connection
from workers.pool import Priority, WorkPool

SHORTEST, LONGEST = 5, 20
"""Minimum and maximum side of a board in cells; the largest boards take a few seconds at Expert."""
TRIED_CELLS = 4_000
"""Maximum total cells of the loops tried for an Expert or Extreme puzzle, about ten seconds.

That is 160 loops of 5x5, of which up to 20 were needed, and 10 of 20x20, where one or two do. Other
levels are quicker to try, and large Easy boards with animals need more.
"""
FEWEST, MOST = 20, 150
"""Minimum and maximum number of cells of boards on other tilings than squares."""
SCORES = MappingProxyType(
    {Difficulty.EASY: 0, Difficulty.NORMAL: 6, Difficulty.HARD: 32, Difficulty.EXPERT: 300}
)
"""The usual scores of puzzles by their level: medians of 5x5 to 15x15. Extreme ones have none."""
QUICK_CELLS = 225
"""Maximum number of cells of an Expert board that is made within a second."""
SEEDS = 10**9
"""Seeds are smaller than this number."""

TILING_NAMES = tuple(SIZES)
"""The names of the tilings on which puzzles are made."""
RULES_MADE = GENERATED
"""The rules of which puzzles are made, by name."""

_SIZE = re.compile(r"\s*(\d{1,3})(?:(?:\s*[x\u00d7*,]\s*|\s+)(\d{1,3}))?\s*", re.IGNORECASE)


class PuzzleOptions(Struct, frozen=True):
    """The kind of puzzle that a person requests; sides in cells, or as game IDs have them."""

    cols: int
    rows: int
    level: Difficulty = Difficulty.NORMAL
    symmetry: Symmetry = Symmetry.ROT180
    tiling: str = SQUARE
    rules: Rules = PLAIN

    @classmethod
    def asked(
        cls,
        size: str | None,
        tiling: str,
        level: Difficulty,
        symmetry: Symmetry | None,
        rules: Rules = PLAIN,
    ) -> Self:
        """Options as a person asks for them; None stands for what is usual on the tiling.

        Raises `InputError` as `parse_size` does, and for a size on which no loop keeps the rules;
        `RulesError` for other rules than the plain ones on other tilings than squares.

        >>> PuzzleOptions.asked(None, "kagome", Difficulty.HARD, None).spec(7).size
        '5x5 kagome'
        """
        if not rules.is_plain and tiling != SQUARE:
            raise RulesError(squares_only(rules))
        cols, rows = parse_size(size or sizes_of(tiling, rules).usual, tiling)
        if tiling == SQUARE and not rules.variant.is_possible(square_grid(rows, cols)):
            raise InputError(Problem.NO_FULL_LOOP, {"size": f"{cols}x{rows}"})
        return cls(cols, rows, level, symmetry or default_symmetry(tiling), tiling, rules)

    @classmethod
    def like(cls, stored: StoredPuzzle) -> Self:
        """Options for another puzzle like a stored one, within what can be generated.

        Raises `RulesError` for rules of which no puzzles are made.

        >>> options = PuzzleOptions.like(StoredPuzzle("4x6:3v3", "key", level="hard"))
        >>> options.cols, options.rows, options.level.name, options.symmetry.name
        (5, 6, 'HARD', 'ROT180')
        """
        puzzle = parse_loopy(stored.notation)
        require(puzzle, Capability.GENERATING)
        name = (stored.level or "").upper()
        level = Difficulty[name] if name in Difficulty.__members__ else Difficulty.NORMAL
        if not puzzle.grid.is_square:
            return cls._like_tiled(puzzle.grid, level)
        cols, rows = (
            min(max(side, SHORTEST), LONGEST) for side in (puzzle.grid.cols, puzzle.grid.rows)
        )
        symmetry = symmetry_of(puzzle)
        if symmetry is Symmetry.ROT90 and cols != rows:
            symmetry = Symmetry.ROT180
        if not puzzle.rules.variant.is_possible(square_grid(rows, cols)):
            cols -= 1  # a side was shortened
        return cls(cols, rows, level, symmetry, rules=puzzle.rules)

    @classmethod
    def _like_tiled(cls, grid: Grid, level: Difficulty) -> Self:
        """Options for a board like a grid of other cells than squares, of the usual size if not."""
        tiling = grid.tiling if grid.tiling in SIZES else SQUARE
        symmetry = default_symmetry(tiling)
        if tiling != SQUARE and FEWEST <= len(grid.cells) <= MOST:
            return cls(grid.cols, grid.rows, level, symmetry, tiling)
        return cls.asked(None, tiling, level, symmetry)

    def spec(self, seed: int) -> GenerationSpec:
        """The generator's specification for these options and a seed.

        >>> PuzzleOptions(20, 10, Difficulty.EXPERT).spec(7).attempts
        20
        """
        cells = TILINGS[self.tiling].cells(self.rows, self.cols)
        return GenerationSpec(
            self.rows,
            self.cols,
            self.level,
            self.symmetry,
            seed,
            attempts=TRIED_CELLS // cells if self.level >= Difficulty.EXPERT else None,
            tiling=self.tiling,
            rules=self.rules,
        )


def timed_kinds(size: str | None) -> dict[tuple[str, str], tuple[PuzzleOptions, TimedBoard]]:
    """The kinds of plain puzzles on squares that are made within a second, by level and size.

    All suggested sizes, or the given one; raises `InputError` as `PuzzleOptions.asked` does.

    >>> kinds = timed_kinds(None)
    >>> len(kinds), ("hard", "10x10") in kinds, ("expert", "20x20") in kinds
    (31, True, False)
    """
    found = {}
    for each in (size,) if size else sizes_of(SQUARE).suggested:
        for level, score in SCORES.items():
            options = PuzzleOptions.asked(each, SQUARE, level, None)
            grid = square_grid(options.rows, options.cols)
            if level < Difficulty.EXPERT or len(grid.cells) <= QUICK_CELLS:
                name, edges = level.name.lower(), len(grid.edge_dots)
                board = TimedBoard("", edges, name, score, SQUARE, PLAIN.name)
                found[name, f"{options.cols}x{options.rows}"] = options, board
    return found


def suggested_sizes(tiling: str, rules: str = PLAIN.name) -> tuple[str, ...]:
    """Sizes that suit a chat, columns x rows; those of squares for an unknown tiling.

    >>> suggested_sizes("kites"), suggested_sizes("square", "full")[:3]
    (('3x3', '3x4', '4x4'), ('5x5', '7x7', '9x9'))
    """
    of = tiling if tiling in SIZES else SQUARE
    return sizes_of(of, GENERATED.get(rules, PLAIN)).suggested


def parse_size(text: str, tiling: str = SQUARE) -> tuple[int, int]:
    """Columns and rows from a text such as `12x10`, `12 10`, or `12` for equal sides.

    Raises `InputError` for other text and for sizes out of range.

    >>> parse_size("12x10"), parse_size("12")
    ((12, 10), (12, 12))
    """
    cols, rows = parse_sides(text)
    if tiling != SQUARE:
        _check_tiled_size(cols, rows, tiling)
        return cols, rows
    if not (SHORTEST <= cols <= LONGEST and SHORTEST <= rows <= LONGEST):
        values = {"size": f"{cols}x{rows}", "shortest": SHORTEST, "longest": LONGEST}
        raise InputError(Problem.SIZE_OUT_OF_RANGE, values)
    return cols, rows


def parse_sides(text: str) -> tuple[int, int]:
    """Like `parse_size`, for sizes of any range; raises `InputError` for other text."""
    match = _SIZE.fullmatch(text)
    if match is None:
        raise InputError(Problem.NO_SIZE)
    return int(match[1]), int(match[2] or match[1])


def _check_tiled_size(cols: int, rows: int, tiling: str) -> None:
    """Raise `InputError` for a board of other cells than squares that is out of range."""
    kind = TILINGS[tiling]
    try:
        kind.check(rows, cols, Bounds(max_cells=MOST))
        is_large_enough = kind.cells(rows, cols) >= FEWEST
    except SizeError:
        is_large_enough = False
    if not is_large_enough:
        examples = ", ".join(f"`{size}`" for size in SIZES[tiling].suggested)
        values = {"size": f"{cols}x{rows}", "fewest": FEWEST, "most": MOST, "examples": examples}
        raise InputError(Problem.TILED_SIZE_OUT_OF_RANGE, values)


class Generation(Struct, eq=False):
    """Draws puzzles from the bank in a database, or generates them in a worker pool."""

    database: Database
    pool: WorkPool
    quotas: Quotas
    now: Clock

    async def generate(
        self, reader: Reader, options: PuzzleOptions, seed: int | None = None
    ) -> StoredPuzzle:
        """A new puzzle, which is stored.

        With `seed` it is generated, and the same options and seed give the same again. Without, it
        is drawn from the bank: no person was given it before, and it has no seed; if the bank has
        none, it is generated from a random seed. It has a lower level where none of the level is
        found. Raises `InputError` for a symmetry that the board cannot have, beyond the person's
        daily quota of puzzles, and if no puzzle was found;
        `AlreadyClaimed` if another handler has claimed the interaction, before anything is done.
        """
        if options.tiling != SQUARE and options.symmetry is not Symmetry.NONE:
            raise InputError(Problem.NO_SYMMETRY)
        if options.symmetry is Symmetry.ROT90 and options.cols != options.rows:
            raise InputError(Problem.NOT_SQUARE)
        spec = options.spec(secrets.randbelow(SEEDS) if seed is None else seed)
        if seed is not None:
            await self.quotas.count_puzzle(reader)
        elif (drawn := await self._draw(reader, spec)) is not None:
            return drawn
        request = GenerateRequest(spec, or_easier=True)
        made = await self.pool.run(
            make_puzzle, request, person=reader.person, priority=Priority.LONG
        )
        if not isinstance(made, GenerateAnswer):
            raise InputError(Problem.NOT_GENERATED)
        record = unsaved_puzzle(made)

        async def add(connection: Connection) -> StoredPuzzle:
            await store_claim(connection, reader.claim, self.now())
            return await puzzles.add(connection, record)

        return await self.database.write(add)

    async def _draw(self, reader: Reader, spec: GenerationSpec) -> StoredPuzzle | None:
        """Count a puzzle of a person and draw it from the bank; None if the bank has none."""

        now = self.now()

        async def draw(connection: Connection) -> StoredPuzzle | None:
            await begin_change(connection, reader, now)
            await self.quotas.take_puzzle(connection, reader.person, now)
            return await give_out(connection, spec)

        return await self.database.write(draw)
