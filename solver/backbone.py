"""The backbone: the edges that all solutions share, found without enumerating all solutions.

The first solution is the first estimate of the backbone. Each round adds a clause that requires
a solution in which some edge of the estimate differs, and removes from the estimate the edges
that differ. When there is no such solution, the estimate is the backbone. Every solution makes
the estimate smaller, so there are at most as many of these rounds as edges.

Each clause has fewer literals than the one before and implies it, so no clause is removed.

Source: complement of the backbone estimate, algorithm 4 in M. Janota, I. Lynce, J.
Marques-Silva, Algorithms for computing backbones of propositional formulae, AI Communications
28(2), 2015.
"""

from msgspec import Struct
from msgspec.structs import replace

from puzzle.model import Puzzle
from solver.agreement import Agreement, agreed
from solver.encoding import Clause, edge_variable
from solver.options import DEFAULT_OPTIONS, Options
from solver.report import DEFAULT_LIMITS, Limits, Outcome, Stats
from solver.search import NO_ASSUMPTIONS, Assumptions, open_search

BACKEND = "cadical195"
"""The default of `Options.backend` in this module, which was the fastest of those measured."""


class Backbone(Struct, frozen=True):
    """The edges that are a line in all solutions, and those that are a cross in all.

    - `outcome`: how many solutions are known to exist; with NONE, `edges` is empty.
    - `complete`: false when a limit ended the search. Then all solutions found so far share
      `edges`, but others may not.
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
    """Find the edges that all solutions with the assumed marks share.

    `Limits.solutions` is ignored. `Options.inside` None means True here. Raises the errors of
    `solver.search.solve`.

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
    """The clause that some edge has another state than in `shared`."""
    absent = [-edge_variable(edge) for edge in sorted(shared.lines)]
    return absent + [edge_variable(edge) for edge in sorted(shared.crosses)]
