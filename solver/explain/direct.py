"""What follows from one reason alone: a clue, a dot, or a loop that would close too early."""

from collections import deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from solver.explain.chains import closing_edges
from solver.explain.field import BROKEN, CROSS, LINE, UNKNOWN, Field, States
from solver.explain.step import Subloop


class RuleDeduction(NamedTuple):
    """Edges that one rule forces into a state, given the states of other edges."""

    rule: int
    edges: tuple[int, ...]
    state: int
    given: frozenset[int]
    subloop: Subloop | None = None


def find_direct(field: Field, states: States) -> Iterator[RuleDeduction]:
    """All that single reasons force, those of clues first, then of dots, then of loops.

    An edge may be forced by several.
    """
    for rule in field.rules:
        found = apply_rule(field, states, rule)
        if found is not None:
            yield found
    for edge, subloop in closing_edges(field, states):
        yield premature_loop(field, edge, subloop)


def premature_loop(field: Field, edge: int, subloop: Subloop) -> RuleDeduction:
    """That an edge is a cross because it would close a subloop."""
    given = frozenset(subloop.edges) - {edge}
    return RuleDeduction(field.loop_rule, (edge,), CROSS, given, subloop)


def apply_rule(field: Field, states: States, rule: int) -> RuleDeduction | None:
    """What a clue or dot forces on its edges, or None.

    `given` are the lines that fill it, or the crosses that leave no choice.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> field = Field(Puzzle(square_grid(1, 1), (4,)))
    >>> apply_rule(field, [UNKNOWN] * 4 + [CROSS], 0)
    RuleDeduction(rule=0, edges=(0, 3, 1, 2), state=1, given=frozenset(), subloop=None)
    """
    edges = field.layout.real_edges[rule]
    around = [states[edge] for edge in edges]
    lines = around.count(LINE)
    state = field.verdicts[rule][lines][around.count(UNKNOWN)]
    if state in {UNKNOWN, BROKEN}:
        return None
    unknown = tuple(edge for edge in edges if states[edge] == UNKNOWN)
    filled = lines == (2 if rule >= field.cells else field.clues[rule])
    given = [edge for edge in edges if states[edge] == LINE] if filled else None
    if given is None:
        given = [edge for edge in edges if states[edge] != UNKNOWN]
        if rule < field.cells:
            given = [edge for edge in given if states[edge] == CROSS]
    return RuleDeduction(rule, unknown, state, frozenset(given))


def close(
    field: Field, states: States, dirty: Iterable[int] | None = None
) -> Iterator[RuleDeduction]:
    """Mark all that single reasons force, over and over, in place, and tell each as it is found.

    Clues and dots go first, loops where those say no more. `dirty` are the rules that may have
    something new to say, all of them unless given. All must be taken for all to be marked.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> field, states = Field(Puzzle(square_grid(1, 2), (4, None))), [UNKNOWN] * 7 + [CROSS]
    >>> sum(len(found.edges) for found in close(field, states))
    7
    >>> states[:7]
    [1, 2, 1, 2, 1, 1, 2]
    """
    yield from _close_locally(field, states, field.rules if dirty is None else dirty)
    while closing := list(closing_edges(field, states)):
        for edge, subloop in closing:
            states[edge] = CROSS
            yield premature_loop(field, edge, subloop)
        rules = sorted({rule for edge, _ in closing for rule in field.edge_rules[edge]})
        yield from _close_locally(field, states, rules)


def _close_locally(field: Field, states: States, dirty: Iterable[int]) -> Iterator[RuleDeduction]:
    """Mark all that clues and dots force, beginning with those that are dirty."""
    queue = deque(dirty)
    waiting = set(queue)
    while queue:
        rule = queue.popleft()
        waiting.remove(rule)
        found = apply_rule(field, states, rule)
        if found is None:
            continue
        for edge in found.edges:
            states[edge] = found.state
            new = [other for other in field.edge_rules[edge] if other not in waiting]
            waiting.update(new)
            queue += new
        yield found
