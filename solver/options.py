"""Options of a search, among them the SAT solvers of python-sat that it can use.

They change its speed but not the set of solutions.
"""

from collections.abc import Callable, Mapping
from enum import Enum
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any

import pysolvers
from msgspec import Struct
from msgspec.structs import replace
from pysat._utils import MainThread
from pysat.solvers import Solver

from puzzle.model import Puzzle
from puzzle.rules import Capability
from solver.encoding import Clause
from solver.errors import OptionError

MainThread.check = staticmethod(lambda: False)
"""Without this, python-sat handles Control-C during each of its calls from the main thread, by a
jump out of compiled code, which may leave the memory of the process in disorder. So Python does,
after the call; whoever imports python-sat imports this module too."""


class Backend(Struct, frozen=True):
    """A SAT solver of python-sat.

    - `name`: its name in python-sat.
    - `handle`: the attribute of python-sat's solver object that holds the compiled solver.
    - `functions`: the prefix of its compiled functions in `pysolvers`.
    - `cardinality`: whether it supports native cardinality constraints ("at most k of these").
    """

    name: str
    handle: str
    functions: str
    cardinality: bool = False

    def open(self) -> Solver:
        """Create a new solver; the caller must call its `delete` method."""
        return Solver(name=self.name)

    def clause_adder(self, solver: Solver) -> Callable[[Clause], object]:
        """The compiled function that adds a clause.

        python-sat wraps it in two Python calls, which take longer than the compiled function.
        """
        return self._function(solver, "add_cl")

    def bound_adder(self, solver: Solver) -> Callable[[Clause, int], object]:
        """The compiled function that adds a cardinality constraint, "at most k of these"."""
        return self._function(solver, "add_am")

    def _function(self, solver: Solver, name: str) -> Callable[..., Any]:
        function: Callable[..., Any] = getattr(pysolvers, f"{self.functions}_{name}")
        return partial(function, getattr(solver.solver, self.handle))


BACKENDS: Mapping[str, Backend] = MappingProxyType(
    {
        backend.name: backend
        for backend in (
            Backend("cadical195", "cadical", "cadical195"),
            Backend("cadical153", "cadical", "cadical153"),
            Backend("glucose42", "glucose", "glucose421"),
            Backend("gluecard3", "gluecard", "gluecard3", cardinality=True),
            Backend("gluecard4", "gluecard", "gluecard41", cardinality=True),
            Backend("minicard", "minicard", "minicard", cardinality=True),
            Backend("minisat22", "minisat", "minisat22"),
            Backend("maplesat", "maplesat", "maplesat"),
        )
    }
)


class Phase(Enum):
    """The value that a SAT solver tries first for an undecided edge: a cross or a line."""

    CROSS = "cross"
    LINE = "line"


class CutPolicy(Struct, frozen=True):
    """After how many rounds the `cuts` method adds stronger techniques.

    - `negation`: rounds of plain negation before anchored cuts are added, with variables of edges.
    - `enclosure`: rounds before minimum cuts are searched for.
    - `narrow`: maximum number of edges of a minimum cut.
    - `searches`: number of subloops per round for which a minimum cut is searched for.
    - `patching`: rounds before the subloops of a model are joined (see `solver.patching`).
    """

    negation: int = 80
    enclosure: int = 80
    narrow: int = 8
    searches: int = 2
    patching: int = 110


class Options(Struct, frozen=True):
    """Options of a search; the same options and puzzle give the same solutions in the same order.

    - `method`: a name in `solver.connectivity.METHODS`.
    - `backend`: a name in `solver.options.BACKENDS`; None chooses by the size of the grid.
    - `seed`: the seed of CaDiCaL and Glucose 4.2; the other backends ignore it.
    - `phase`: the value that CaDiCaL tries first for an edge, or with `cells` whether it tries
      first that a cell is inside (LINE) or outside; the other backends ignore it, and so do all
      with `cells` where `has_few_clues`.
    - `inside`: whether each cell gets a variable "inside the loop"; None chooses by size.
    - `cells`: whether the formula has variables of cells, and of edges only where a cut needs them
      (see `solver.variables`); for the method `cuts` on square grids. None means yes for it, unless
      `inside` is given.
    - `inprocessing`: whether CaDiCaL simplifies its clauses between conflicts.
    - `policy`: see `CutPolicy`; None chooses by size.
    - `patch`: maximum number of cells flipped to join two subloops of a model (see
      `solver.patching`); 0 joins none; None means 4 for `cuts` and 0 for the other methods.
    - `keep_unconstrained`: whether subloops that touch no clue are forbidden until a model has
      none; otherwise they are dropped from the model.
    - `propagate`: whether `solver.presolve` applies the rules before the search; None means yes
      for `cuts` and no for the other methods, which are then as published.
    - `generations`: number of generations of the `automaton` method; None means a number that
      suffices for every loop.

    Raises `OptionError` when there is no such backend, or a number is negative.
    """

    method: str = "cuts"
    backend: str | None = None
    seed: int = 0
    phase: Phase = Phase.CROSS
    inside: bool | None = None
    cells: bool | None = None
    inprocessing: bool = False
    policy: CutPolicy | None = None
    patch: int | None = None
    keep_unconstrained: bool = False
    propagate: bool | None = None
    generations: int | None = None

    def __post_init__(self) -> None:
        if self.backend is not None and self.backend not in BACKENDS:
            raise OptionError("backend", self.backend, f"choose one of {', '.join(BACKENDS)}")
        if self.seed < 0:
            raise OptionError("seed", self.seed, "give zero or more")
        if self.generations is not None and self.generations < 0:
            raise OptionError("generations", self.generations, "give zero or more")
        if self.patch is not None and self.patch < 0:
            raise OptionError("patch", self.patch, "give zero or more")


DEFAULT_OPTIONS = Options()
"""The options of a search whose caller gives none."""

MANY_CELLS = 1_500
"""Minimum number of cells of a grid that counts as large."""

SMALL = Options(backend="minicard", inside=False, policy=CutPolicy(), patch=4, propagate=True)
LARGE = Options(
    backend="cadical195",
    inside=True,
    policy=CutPolicy(negation=0, enclosure=30, patching=0),
    patch=4,
    propagate=True,
)
SMALL_CELLS = replace(SMALL, policy=CutPolicy(enclosure=10, patching=60))
SMALL_FEW_CLUES = replace(SMALL, policy=CutPolicy(enclosure=20, patching=10))
LARGE_CELLS = replace(LARGE, backend="glucose42", policy=CutPolicy(enclosure=10, patching=0))
"""The fastest options measured on small and on large grids: see docs/benchmarks.md."""

FEW_CLUES = 0.25
"""Maximum share of the cells that have a clue above 0 on a board with few clues."""


def has_few_clues(puzzle: Puzzle) -> bool:
    """Whether subloops have so much room that they grow by a cell in each round of a search.

    >>> from puzzle.grid import square_grid
    >>> has_few_clues(Puzzle(square_grid(2, 2), (3, None, 0, None)))
    True
    """
    return sum(map(bool, puzzle.clues)) <= FEW_CLUES * len(puzzle.clues)


def fitted(options: Options, puzzle: Puzzle) -> Options:
    """The options with each None in them replaced by the default for the puzzle.

    It depends on the number of cells, on whether few of them have clues, and on the rules: some
    need variables of cells beside those of edges, and without `Capability.FAST_SEARCH` there are
    no `cells`, `patch` and `propagate`.

    >>> from puzzle.grid import square_grid
    >>> fitted(Options(seed=3), Puzzle(square_grid(50, 60), (None,) * 3000)).inside
    True
    """
    grid = puzzle.grid
    is_large = len(grid.cells) >= MANY_CELLS
    rules = puzzle.rules
    if not rules.supports(Capability.FAST_SEARCH):
        inside = True if rules.variant.signs else options.inside
        options = replace(options, cells=False, patch=0, propagate=False, inside=inside)
    return _fitted(options, grid.is_square, has_few_clues(puzzle), is_large)


@lru_cache(maxsize=64)
def _fitted(options: Options, is_square: bool, few_clues: bool, is_large: bool) -> Options:
    """See `fitted`."""
    cells = options.cells if options.cells is not None else options.inside is None
    cells = cells and options.method == DEFAULT_OPTIONS.method and is_square
    small_cells = SMALL_FEW_CLUES if few_clues else SMALL_CELLS
    by_size = (small_cells, LARGE_CELLS) if cells else (SMALL, LARGE)
    choice = by_size[is_large]
    names = ("backend", "inside", "policy", "patch", "propagate")
    if options.method != DEFAULT_OPTIONS.method:  # published methods have neither
        choice = replace(choice, patch=0, propagate=False)
    open_choices = {n: getattr(choice, n) for n in names if getattr(options, n) is None}
    return replace(options, cells=cells, **open_choices)
