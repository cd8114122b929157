"""How to search: everything that changes speed but never the answer."""

from dataclasses import dataclass, replace
from enum import Enum

from puzzle.grid import Grid
from solver.backends import BACKENDS
from solver.errors import OptionError


class Phase(Enum):
    """What a solver tries first for an edge nobody has decided: a cross or a line."""

    CROSS = "cross"
    LINE = "line"


@dataclass(frozen=True, slots=True)
class CutPolicy:
    """When the `cuts` method turns to stronger means, in rounds of search.

    After `negation` rounds of plain negation, anchored cuts join; after `enclosure` rounds,
    separations of at most `narrow` edges are looked for, on `searches` subloops a round; after
    `patching` rounds, the subloops of a model are joined before they are cut.
    """

    negation: int = 80
    enclosure: int = 80
    narrow: int = 8
    searches: int = 2
    patching: int = 110


@dataclass(frozen=True, slots=True)
class Options:
    """Choices of a search; the same options and puzzle give the same solutions in order.

    - `method`: a name in `solver.connectivity.METHODS`.
    - `backend`: a name in `solver.backends.BACKENDS`; None chooses by the size of the grid.
    - `seed`: of the backend's random choices; MiniSat and its kin have none.
    - `phase`: what is tried first for an edge.
    - `inside`: whether each cell gets a variable "inside the loop"; None chooses by size.
    - `inprocessing`: whether CaDiCaL simplifies its clauses between conflicts.
    - `policy`: see `CutPolicy`; None chooses by size.
    - `patch`: the most cells turned to join two subloops of a model, see
      `solver.patching`; 0 joins none, None is 4 for `cuts` and 0 for published methods.
    - `keep_unconstrained`: forbid subloops that touch no clue, too, until a model has none,
      instead of leaving them out of it.
    - `generations`: how far the `automaton` method lets reachability spread; None takes a
      bound that no loop exceeds.

    Raises `OptionError` for a backend or a bound that does not exist.
    """

    method: str = "cuts"
    backend: str | None = None
    seed: int = 0
    phase: Phase = Phase.CROSS
    inside: bool | None = None
    inprocessing: bool = False
    policy: CutPolicy | None = None
    patch: int | None = None
    keep_unconstrained: bool = False
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
"""What a search uses when nothing is asked for."""

LARGE_CELLS = 1_500
"""From so many cells on, a grid counts as large."""

SMALL = Options(backend="minicard", inside=False, policy=CutPolicy(), patch=4)
LARGE = Options(
    backend="cadical195",
    inside=True,
    policy=CutPolicy(negation=0, enclosure=30, patching=0),
    patch=4,
)
"""What measured best on small and on large grids: see docs/benchmarks.md."""


def fitted(options: Options, grid: Grid) -> Options:
    """The options with every None replaced by what suits the grid's size.

    >>> from puzzle.grid import square_grid
    >>> fitted(Options(seed=3), square_grid(50, 60)).inside
    True
    """
    choice = LARGE if len(grid.cells) >= LARGE_CELLS else SMALL
    names = ("backend", "inside", "policy", "patch")
    if options.method != DEFAULT_OPTIONS.method:  # published methods stay what they are
        choice = replace(choice, patch=0)
    open_choices = {n: getattr(choice, n) for n in names if getattr(options, n) is None}
    return replace(options, **open_choices)
