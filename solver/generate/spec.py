"""The specification of a puzzle to generate, and the suggested sizes of boards.

Suggested sizes suit a screen: from about 40 to 120 cells, and clues that can be read.
"""

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from msgspec import Struct

from puzzle.bounds import Bounds
from puzzle.errors import SizeError, alternatives
from puzzle.grid import SQUARE, GridKey
from puzzle.rules import ALL_RULES, PLAIN, Capability, Rules
from puzzle.symmetry import Symmetry, orbits
from puzzle.tilings.catalogue import TILINGS, build_grid
from solver.errors import SpecError
from solver.explain.step import Difficulty
from solver.generate import short_loops


class SuggestedSizes(NamedTuple):
    """Sizes of one tiling as columns x rows: the usual one, and all that are suggested."""

    usual: str
    suggested: tuple[str, ...]


def _sizes(text: str) -> SuggestedSizes:
    """Sizes of a text; the usual one has a star."""
    words = text.split()
    usual = next(word for word in words if word.endswith("*"))
    return SuggestedSizes(usual.rstrip("*"), tuple(word.rstrip("*") for word in words))


SIZES: Mapping[str, SuggestedSizes] = MappingProxyType(
    {
        SQUARE: _sizes("5x5 7x7 8x8 10x10* 12x12 15x15 20x20 10x15"),
        "triangular": _sizes("4x5 5x6* 6x7 7x8"),
        "honeycomb": _sizes("5x6 6x7 7x8* 8x10 10x10"),
        "snub-square": _sizes("3x4 4x4 5x5* 5x6 6x6"),
        "cairo": _sizes("4x5 5x5 6x6* 7x7 8x8"),
        "great-hexagonal": _sizes("3x3 3x4 4x4* 4x5 5x5"),
        "octagonal": _sizes("4x5 5x5 6x6* 6x7 7x7"),
        "kites": _sizes("3x3* 3x4 4x4"),
        "floret": _sizes("3x3 3x4* 4x4"),
        "dodecagonal": _sizes("4x4 4x5 5x5* 5x6 6x6"),
        "great-dodecagonal": _sizes("3x3 3x4* 4x4 4x5"),
        "great-great-dodecagonal": _sizes("2x3 3x3* 3x4"),
        "kagome": _sizes("4x4 4x5 5x5* 5x6 6x6"),
        "compass-dodecagonal": _sizes("3x3 3x4 4x4* 4x5"),
    }
)
"""The suggested sizes by the names of the tilings."""

FULL_SIZES = _sizes("5x5 7x7 9x9* 11x11 13x13 15x15 9x10 10x15")
"""Those of squares where the loop visits every dot: the number of dots is even."""

GENERATED: Mapping[str, Rules] = MappingProxyType(
    {rules.name: rules for rules in ALL_RULES if rules.supports(Capability.GENERATING)}
)
"""The rules of the puzzles that are made, by name."""

MIN_SIDE, MAX_SIDE = 3, 60
"""Minimum and maximum side of a generated board of squares, in cells."""

OTHER_BOUNDS = Bounds(max_side=MAX_SIDE, max_cells=1_000)
"""The largest boards of other tilings; some of their sides count repetitions of several cells."""

LEVELS: Mapping[str, Difficulty] = MappingProxyType(
    {level.name.lower(): level for level in Difficulty}
)
SYMMETRIES: Mapping[str, Symmetry] = MappingProxyType(
    {symmetry.value: symmetry for symmetry in Symmetry}
)
"""Levels and symmetries by the names that people use."""

RECIPE = 6
"""The version of the generator; it changes when a seed gives another puzzle than before."""

SEEDS = 2**32
"""Number of possible seeds when a random one is drawn."""

DEFAULT_ATTEMPTS, RESTRICTED_ATTEMPTS = 200, 20
"""Default maximum number of attempts, without and with restrictions of the clues.

It is smaller with restrictions, since each of these attempts changes its loop many times.
"""

MAX_ATTEMPTS = 10_000
"""Maximum value of `GenerationSpec.attempts`."""


class GenerationSpec(Struct, frozen=True, dict=True):
    """The specification of a puzzle; the same specification always gives the same puzzle.

    - `rows`, `cols`: from 3 to 60 cells; on other tilings than squares, the size in game IDs.
    - `level`: the level that the puzzle's rating must have.
    - `symmetry`: the symmetry of the cells with clues; none on other tilings than squares.
    - `seed`: the seed of the random generator.
    - `mask`: the cells that may have a clue; None means all.
    - `values`: the clues that may be shown; None means all. No clue is as large as its cell has
      sides, which occurs only in a loop around a single cell.
    - `attempts`: maximum number of attempts; None means 200, or 20 with a mask or fewer values.
    - `seconds`: no attempt begins after so many seconds; None is no limit. It never changes which
      puzzle is generated, only whether one is.
    - `recipe`: the version of the generator that the seed belongs to; only `RECIPE` is possible, so
      a seed of another version is refused and never gives another puzzle.
    - `short`: whether the loop is one of `solver.generate.short_loops` instead of one that winds
      over the board. Every cell may have a clue then, and some step needs several reasons.
    - `tiling`: the name of a periodic tiling.
    - `rules`: the rules of the puzzle. All but the plain ones are for squares, where every cell may
      have a clue of any value, and the loop is not short.

    Raises `SpecError` when no puzzle can satisfy the specification, and `PuzzleError` when the
    board cannot have the symmetry.

    >>> GenerationSpec(10, 12, Difficulty.HARD, seed=7).size
    '12x10'
    >>> GenerationSpec(7, 6, symmetry=Symmetry.NONE, tiling="kagome").size
    '6x7 kagome'
    >>> GenerationSpec(2, 12)
    Traceback (most recent call last):
    ...
    solver.errors.SpecError: A puzzle of 12x2 cannot be made; a side has from 3 to 60 cells.
    """

    rows: int
    cols: int
    level: Difficulty = Difficulty.NORMAL
    symmetry: Symmetry = Symmetry.ROT180
    seed: int = 0
    mask: frozenset[int] | None = None
    values: frozenset[int] | None = None
    attempts: int | None = None
    seconds: float | None = None
    recipe: int = RECIPE
    short: bool = False
    tiling: str = SQUARE
    rules: Rules = PLAIN

    def __post_init__(self) -> None:
        if self.recipe != RECIPE:
            raise SpecError(f"of recipe {self.recipe}", f"this version of Ouro has recipe {RECIPE}")
        self._check_board()
        if not self.rules.is_plain:
            self._check_rules()
        if not 1 <= self.most_attempts <= MAX_ATTEMPTS:
            problem = f"take from 1 to {MAX_ATTEMPTS}"
            raise SpecError(f"in {self.most_attempts} attempts", problem)
        if self.seconds is not None and not self.seconds >= 0:
            raise SpecError(f"in {self.seconds} seconds", "give zero or more")
        if self.values is not None:
            self._check_values(self.values)
        if self.mask is not None and not self.mask <= set(range(self.cells)):
            raise SpecError("with this mask", f"it names cells that are not on a {self.size} board")
        if self.short:
            self._check_short()
        if not self.groups:
            problem = "no cells that belong together by the symmetry are all in it"
            raise SpecError("with this mask", problem)

    def _check_board(self) -> None:
        """Raise `SpecError` for a tiling, a size or a symmetry that is not possible."""
        if self.tiling not in SIZES:
            raise SpecError(f"on the tiling {self.tiling!r}", f"choose {alternatives(SIZES)}")
        if self.tiling == SQUARE:
            sides = range(MIN_SIDE, MAX_SIDE + 1)
            if self.rows not in sides or self.cols not in sides:
                problem = f"a side has from {MIN_SIDE} to {MAX_SIDE} cells"
                raise SpecError(f"of {self.size}", problem)
            return
        try:
            TILINGS[self.tiling].check(self.rows, self.cols, OTHER_BOUNDS)
        except SizeError as error:
            raise SpecError(f"of {self.size}", f"{error.reason}") from None
        if self.symmetry is not Symmetry.NONE:
            problem = "on other tilings than squares, clues have no symmetry; choose none"
            raise SpecError(f"with symmetry {self.symmetry.value}", problem)

    def _check_rules(self) -> None:
        """Raise `SpecError` for what no puzzle of a variant can be made with."""
        rules, with_rules = self.rules, f"of {self.rules.title}"
        if rules.name not in GENERATED:
            raise SpecError(with_rules, f"choose {alternatives(GENERATED)}")
        if self.tiling != SQUARE:
            raise SpecError(f"{with_rules} on the tiling {self.tiling!r}", "it needs squares")
        if self.short or not self.is_unrestricted:
            raise SpecError(with_rules, "it needs all cells and clues, and no short loop")
        if not rules.variant.is_possible(build_grid(self.grid_key)):
            problem = "a loop that visits every dot needs a side with an odd number of cells"
            raise SpecError(f"of {self.size}", problem)

    def _check_values(self, values: frozenset[int]) -> None:
        """Raise `SpecError` unless some values are given, all of which are possible."""
        possible = possible_values(self.grid_key)
        if not values or not values <= possible:
            given = ", ".join(map(str, sorted(values))) or "none"
            raise SpecError(f"with clues of {given}", f"choose some of 0 to {max(possible)}")

    def _check_short(self) -> None:
        """Raise `SpecError` if there are no short loops of this size, or clues are restricted."""
        if self.tiling != SQUARE:
            raise SpecError("with a short loop", "it needs squares")
        least, most = short_loops.MIN_SIDE, short_loops.MAX_SIDE
        if not least <= min(self.rows, self.cols) <= max(self.rows, self.cols) <= most:
            problem = f"a side has {least} or {most} cells"
            raise SpecError(f"of {self.size} with a short loop", problem)
        if not self.is_unrestricted:
            raise SpecError("with a short loop", "it needs all cells and clues")

    @property
    def size(self) -> str:
        """The size as columns x rows, and the tiling or rules if they are not the usual ones."""
        size = f"{self.cols}x{self.rows}"
        if self.tiling != SQUARE:
            return f"{size} {self.tiling}"
        return size if self.rules.is_plain else f"{size} {self.rules.name}"

    @property
    def grid_key(self) -> GridKey:
        """The key of the board."""
        return TILINGS[self.tiling].key(self.rows, self.cols)

    @property
    def cells(self) -> int:
        """The number of cells of the board."""
        return TILINGS[self.tiling].cells(self.rows, self.cols)

    @property
    def is_unrestricted(self) -> bool:
        """Whether every cell may have a clue of any value."""
        return self.mask is None and not self.are_values_restricted

    @property
    def are_values_restricted(self) -> bool:
        """Whether some clues may not be shown."""
        return self.values is not None and self.values != possible_values(self.grid_key)

    @property
    def shown_values(self) -> frozenset[int]:
        """The clues that may be shown."""
        return possible_values(self.grid_key) if self.values is None else self.values

    @property
    def most_attempts(self) -> int:
        """Maximum number of attempts."""
        if self.attempts is not None:
            return self.attempts
        return DEFAULT_ATTEMPTS if self.is_unrestricted else RESTRICTED_ATTEMPTS

    @cached_property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """The groups of cells, within the mask, that have clues together or not at all."""
        mask = self.mask
        together: Iterable[tuple[int, ...]] = zip(range(self.cells), strict=True)
        if self.tiling == SQUARE:
            together = orbits(self.rows, self.cols, self.symmetry)
        return tuple(cells for cells in together if mask is None or mask.issuperset(cells))

    def attempt_seed(self, attempt: int) -> str:
        """The seed of one attempt, a text that differs for all specifications and attempts.

        >>> GenerationSpec(10, 12, Difficulty.HARD, seed=7).attempt_seed(0)
        '7/12x10/HARD/rot180/0'
        """
        parts = [str(self.seed), f"{self.cols}x{self.rows}", self.level.name, self.symmetry.value]
        if self.mask is not None:
            parts.append(",".join(map(str, sorted(self.mask))))
        if self.values is not None and self.are_values_restricted:
            between = "" if self.tiling == SQUARE else ","
            parts.append(between.join(map(str, sorted(self.values))))
        if self.short:
            parts.append("short")
        if self.tiling != SQUARE:
            parts.append(self.tiling)
        if not self.rules.is_plain:
            parts.append(self.rules.name)
        return "/".join([*parts, str(attempt)])


def sizes_of(tiling: str, rules: Rules = PLAIN) -> SuggestedSizes:
    """The suggested sizes of a tiling with some rules.

    >>> sizes_of("square").usual, sizes_of("square", Rules("full")).usual
    ('10x10', '9x9')
    """
    is_full = tiling == SQUARE and rules.variant.visits_every_dot
    return FULL_SIZES if is_full else SIZES[tiling]


def default_symmetry(tiling: str) -> Symmetry:
    """The symmetry of the cells with clues where none is asked for.

    >>> default_symmetry("square").value, default_symmetry("honeycomb").value
    ('rot180', 'none')
    """
    return Symmetry.ROT180 if tiling == SQUARE else Symmetry.NONE


def possible_values(key: GridKey) -> frozenset[int]:
    """The clues that a board may have: all but the number of sides of its largest cells.

    >>> sorted(possible_values(GridKey("honeycomb", 3, 3)))
    [0, 1, 2, 3, 4, 5]
    """
    return frozenset(range(max(map(len, build_grid(key).cell_edges))))
