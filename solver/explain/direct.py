"""What follows from one reason alone: a clue, a dot, or a loop that would close too early."""

from collections.abc import Iterator
from typing import NamedTuple

from solver.explain.chains import closing_edges
from solver.explain.field import BROKEN, CROSS, LINE, UNKNOWN, Field, States
from solver.explain.step import Subloop


class Found(NamedTuple):
    """Edges that one rule forces into a state, given the states of other edges."""

    rule: int
    edges: tuple[int, ...]
    state: int
    given: frozenset[int]
    subloop: Subloop | None = None


def find_direct(field: Field, states: States) -> Iterator[Found]:
    """All that single reasons force, those of clues first, then of dots, then of loops.

    An edge may be forced by several.
    """
    for rule in field.rules:
        found = apply_rule(field, states, rule)
        if found is not None:
            yield found
    for edge, subloop in closing_edges(field, states):
        given = frozenset(subloop.edges) - {edge}
        yield Found(field.loop_rule, (edge,), CROSS, given, subloop)


def apply_rule(field: Field, states: States, rule: int) -> Found | None:
    """What a clue or dot forces on its edges, or None.

    `given` are the lines that fill it, or the crosses that leave no choice.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> field = Field(Puzzle(square_grid(1, 1), (4,)))
    >>> apply_rule(field, [UNKNOWN] * 4 + [CROSS], 0)
    Found(rule=0, edges=(0, 3, 1, 2), state=1, given=frozenset(), subloop=None)
    """
    edges = field.layout.real_edges[rule]
    unknown = tuple(edge for edge in edges if states[edge] == UNKNOWN)
    if not unknown:
        return None
    lines = sum(states[edge] == LINE for edge in edges)
    state = field.verdicts[rule][lines][len(unknown)]
    if state in {UNKNOWN, BROKEN}:
        return None
    filled = lines == (2 if rule >= field.cells else field.clues[rule])
    given = [edge for edge in edges if states[edge] == LINE] if filled else None
    if given is None:
        given = [edge for edge in edges if states[edge] != UNKNOWN]
        if rule < field.cells:
            given = [edge for edge in given if states[edge] == CROSS]
    return Found(rule, unknown, state, frozenset(given))


def close(field: Field, states: States) -> int:
    """Mark all that single reasons force, over and over, in place; how many edges that is.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> states = [UNKNOWN] * 7 + [CROSS]
    >>> close(Field(Puzzle(square_grid(1, 2), (4, None))), states), states[:7]
    (7, [1, 2, 1, 2, 1, 1, 2])
    """
    marked = _close_locally(field, states, list(field.rules))
    while closing := [edge for edge, _ in closing_edges(field, states)]:
        for edge in closing:
            states[edge] = CROSS
        dirty = sorted({rule for edge in closing for rule in field.edge_rules[edge]})
        marked += len(closing) + _close_locally(field, states, dirty)
    return marked


def _close_locally(field: Field, states: States, dirty: list[int]) -> int:
    """Mark all that clues and dots force, beginning with those that are dirty."""
    marked = 0
    waiting = set(dirty)
    edges_of, verdicts = field.layout.real_edges, field.verdicts
    while dirty:
        rule = dirty.pop()
        waiting.remove(rule)
        edges = edges_of[rule]
        lines = sum(states[edge] == LINE for edge in edges)
        unknown = [edge for edge in edges if states[edge] == UNKNOWN]
        state = verdicts[rule][lines][len(unknown)]
        if state in {UNKNOWN, BROKEN}:
            continue
        marked += len(unknown)
        for edge in unknown:
            states[edge] = state
            new = [other for other in field.edge_rules[edge] if other not in waiting]
            waiting.update(new)
            dirty += new
    return marked
