"""Steps that count the lines around dots and clues: the sum is even or odd.

A dot has two lines or none, and a clue as many as it says. In the sum over dots and clues, edges
that are counted twice do not matter, and the others add up to the clues, apart from an even number.
Where all of them are marked but one, their number decides the last one. A step is explained by
counting only where the count decides it. Without clues, the step follows from the sides of the loop
(`solver.explain.sides`).
"""

from puzzle.model import Board, EdgeState
from solver.explain.budget import UNLIMITED, Budget
from solver.explain.rule_graph import CROSS, UNKNOWN, RuleGraph, States
from solver.explain.shrink import Forced, open_rules, shrink
from solver.explain.step import (
    Argument,
    Deduction,
    LoopReason,
    PatternPlace,
    Step,
)
from solver.explain.techniques import UNCOUNTED, technique_named


def explained_by_counting(
    graph: RuleGraph, board: Board, states: States, step: Step, budget: Budget = UNLIMITED
) -> Step:
    """The step, explained by counting if the count decides it and it is no other pattern.

    >>> from puzzle.moves import parse_marks
    >>> from puzzle.notation.rows import parse_rows
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = parse_rows("...../...2./...../.2.2./.....")
    >>> marks = parse_marks("E2-E3 B5-C5 D5-E5 x D2-E2 x B3-C3 x B4-B5 x E4-E5", puzzle.grid)
    >>> step = Explainer(puzzle).next_step(Board.blank(puzzle).mark(marks))
    >>> step.pattern.name, len(step.pattern.cells), len(step.deductions)
    ('parity', 3, 1)
    """
    if step.technique.name not in UNCOUNTED:
        return step
    return _counted(graph, board, states, step, budget) or step


def _counted(
    graph: RuleGraph, board: Board, states: States, step: Step, budget: Budget
) -> Step | None:
    grid, cells, dots = graph.puzzle.grid, step.cells, step.dots
    if LoopReason() in step.reasons or not dots or not cells:
        return None
    once: set[int] = set()
    for edges in (*(grid.dot_edges[dot] for dot in dots), *(grid.cell_edges[c] for c in cells)):
        once.symmetric_difference_update(edges)
    left = [edge for edge in once if board.marks[edge] is EdgeState.UNKNOWN]
    found = next((one for one in step.deductions if [one.edge] == left), None)
    if found is None:
        return None
    rules = frozenset((*cells, *(graph.cells + dot for dot in dots)))
    if shrink(graph, states, Forced(found.edge, found.state, rules), len(rules), budget):
        return None
    known = frozenset(once - {found.edge})
    if any(_forces(graph, states, known - {edge}, rules, found) for edge in known):
        return None
    place = PatternPlace("parity", cells, dots, (found.edge,))
    technique = technique_named(place.name)
    return Step((found,), technique, step.reasons, known, Argument(()), pattern=place)


def _forces(
    graph: RuleGraph, states: States, known: frozenset[int], rules: frozenset[int], found: Deduction
) -> bool:
    """Whether rules force a deduction when only some edges are known."""
    few = [state if edge in known else UNKNOWN for edge, state in enumerate(states[:-1])]
    with open_rules(graph, [*few, CROSS], rules, (found.edge,)) as solver:
        return solver.forces(found.edge, int(found.state), rules) is not None
