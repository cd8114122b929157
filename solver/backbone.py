"""The edges that all solutions share, found without looking at all solutions.

The first solution is the first estimate. A clause then asks for a solution in which some
edge of the estimate differs; what differs leaves the estimate, until there is no such
solution. The estimate is the backbone then. Every solution found makes it smaller, so there
are at most as many rounds as edges. (Complement of the backbone estimate: M. Janota,
I. Lynce, J. Marques-Silva, Algorithms for computing backbones of propositional formulae,
AI Communications 28(2), 2015, algorithm 4.)

Each clause holds fewer literals than the one before and implies it, so all of them can stay
in the solver.
"""

from dataclasses import dataclass, replace

from puzzle.model import Puzzle
from solver.agreement import Agreement, agreed
from solver.encoding import Clause, edge_variable
from solver.options import DEFAULT_OPTIONS, Options
from solver.report import DEFAULT_LIMITS, Limits, Outcome, Stats
from solver.search import NO_ASSUMPTIONS, Assumptions, open_search

BACKEND = "cadical195"
"""What `Options.backend` None means here: see the measurements in docs/methods.md."""


@dataclass(frozen=True, slots=True)
class Backbone:
    """The lines and crosses of all solutions.

    If not `complete`, a limit ended the search: all solutions found so far share `edges`,
    and others may not. The outcome says how many solutions there are, as far as it is
    known; NONE has no edges.
    """

    outcome: Outcome
    complete: bool
    edges: Agreement
    stats: Stats


def find_backbone(
    puzzle: Puzzle,
    limits: Limits = DEFAULT_LIMITS,
    options: Options = DEFAULT_OPTIONS,
    assume: Assumptions = NO_ASSUMPTIONS,
) -> Backbone:
    """The edges common to all solutions that have the assumed marks.

    The limit of solutions plays no part. Where the options leave it open, cells have
    variables here. Raises as `solver.search.solve` does.

    >>> from puzzle.grid import square_grid
    >>> backbone = find_backbone(Puzzle(square_grid(1, 3), (3, None, None)))
    >>> backbone.outcome, sorted(backbone.edges.lines), sorted(backbone.edges.crosses)
    (<Outcome.MULTIPLE: 'multiple'>, [0, 1, 3, 4, 6], [7])
    """
    inside = options.inside is None or options.inside
    options = replace(options, backend=options.backend or BACKEND, inside=inside)
    found, shared = 0, Agreement()
    with open_search(puzzle, limits, options, assume) as search:
        for solution in search.solutions():
            found += 1
            if found == 1:
                shared = agreed(puzzle.grid, [solution])
            elif len(smaller := shared.restricted_to(solution)) < len(shared):
                shared = smaller
            else:
                search.cut_last_model()
            if not shared:
                break
            search.require(_some_edge_differs(shared))
        complete = search.complete or (found > 0 and not shared)
        return Backbone(Outcome.of(found, complete), complete, shared, search.stats)


def _some_edge_differs(shared: Agreement) -> Clause:
    absent = [-edge_variable(edge) for edge in sorted(shared.lines)]
    return absent + [edge_variable(edge) for edge in sorted(shared.crosses)]
