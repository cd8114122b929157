"""Arguments a person can follow, once it is known which few rules force an edge.

Two kinds are tried: going forward to the conclusion by single rules and by corners, and
supposing the opposite. The one with fewer inferences wins. Where supposing leads nowhere, the
two states of a further edge are told apart.
"""

from collections.abc import Collection

from puzzle.model import EdgeState
from solver.explain.field import CROSS, LINE, Field, States
from solver.explain.reasoning import Reasoning
from solver.explain.step import Argument, Deduction

MOST_CASES = 2
"""How deep cases are nested."""
MOST_CASE_RULES = 12
"""With more rules than this, cases are not nested: too many edges to choose from."""


def argue(
    field: Field, states: States, edge: int, state: int, rules: Collection[int]
) -> Argument | None:
    """The shortest argument found that these rules force the edge; None without one.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.field import UNKNOWN
    >>> field = Field(Puzzle(square_grid(2, 2), (3, None, None, None)))
    >>> found = argue(field, [UNKNOWN] * 12 + [CROSS], 0, LINE, {0, 4})
    >>> [inference.fact.relation for inference in found.inferences[:1]]
    [<Relation.ALIKE: 'both are lines or neither is'>]
    >>> found.inferences[-1].fact
    EdgesAre(edges=(0, 6), state=<EdgeState.LINE: 1>)
    """
    opposite = EdgeState.CROSS if state == LINE else EdgeState.LINE
    found = [Reasoning(field, states, rules).reach(edge, state)]
    for with_corners in (False, True):
        if found[-1] is None:
            reasoning = Reasoning(field, states, rules, with_corners=with_corners)
            found.append(reasoning.refute(edge, opposite))
    arguments = [argument for argument in found if argument is not None]
    if arguments:
        return min(arguments, key=lambda argument: len(argument.inferences))
    for depth in range(1, 1 + (MOST_CASES if len(rules) <= MOST_CASE_RULES else 1)):
        argument = _by_cases(Reasoning(field, states, rules), Deduction(edge, opposite), depth)
        if argument is not None:
            return argument
    return None


def _by_cases(reasoning: Reasoning, supposed: Deduction, depth: int) -> Argument | None:
    """The argument that supposing this leaves a further edge no state at all."""
    argument = reasoning.refute(supposed.edge, supposed.state)
    if argument is not None or depth == 0:
        return argument
    found: list[Argument] = []
    for other in reasoning.open_edges():
        cases = []
        for guess in (LINE, CROSS):
            case = _by_cases(reasoning.copy(), Deduction(other, EdgeState(guess)), depth - 1)
            if case is None:
                break
            cases.append(case)
        else:
            found.append(reasoning.with_cases(supposed, (cases[0], cases[1])))
    return min(found, key=_length, default=None)


def _length(argument: Argument) -> int:
    return sum(1 for _ in argument.all_inferences())
