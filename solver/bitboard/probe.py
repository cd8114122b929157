"""One-step look-ahead: suppose a state of an edge, and see what follows by propagation."""

from collections.abc import Iterator
from dataclasses import dataclass

from solver.bitboard.layout import EdgeBits
from solver.bitboard.propagate import NEVER, propagate
from solver.bitboard.rules import BitRules
from solver.bitboard.state import BitState, Contradiction, Propagated, Solved, Stuck

NOTHING = EdgeBits(0, 0)


@dataclass(frozen=True, slots=True)
class Probed:
    """The result of look-ahead.

    - `result`: as of `propagate`; when `Stuck`, its state has what all edges tried have shown.
    - `steps`: the number of propagations.
    - `refuted`: how many suppositions led to a contradiction.
    - `complete`: whether every unknown edge was tried without any news, or the board is decided.
    """

    result: Propagated
    steps: int
    refuted: int
    complete: bool


def probe(rules: BitRules, found: Propagated, max_steps: int, colours: bool = False) -> Probed:
    """Suppose a line, then a cross, at each unknown edge in turn, and propagate both.

    When one of them contradicts, the other holds. Otherwise what both have in common holds. The
    search ends when no unknown edge gives anything new, or after about `max_steps` propagations:
    both suppositions at one edge are always followed. Like `propagate` it never relies on there
    being one solution. `colours` is passed to the propagations.

    >>> from puzzle.notation.rows import parse_rows
    >>> rules = BitRules.of_puzzle(parse_rows(".../113/..3"))
    >>> found = propagate(rules)
    >>> probed = probe(rules, found, 100)
    >>> type(found).__name__, type(probed.result).__name__, probed.steps, probed.refuted
    ('Stuck', 'Solved', 4, 2)
    """
    return _Probe(rules, max_steps, colours).run(found)


class _Probe:
    """One look-ahead with its counters."""

    def __init__(self, rules: BitRules, max_steps: int, colours: bool) -> None:
        self._rules = rules
        self._max_steps = max_steps
        self._colours_from = 0.0 if colours else NEVER
        self._steps = 0
        self._refuted = 0

    def run(self, found: Propagated) -> Probed:
        """Try edges until nothing new is found in a whole round."""
        news = True
        while news and isinstance(found, Stuck):
            before = found
            for edge in _in_order(self._rules, found.state):
                if self._steps >= self._max_steps:
                    return Probed(found, self._steps, self._refuted, complete=False)
                if _is_unknown(self._rules, found.state, edge):
                    after = self._try(found, edge)
                    if not isinstance(after, Stuck):
                        return Probed(after, self._steps, self._refuted, complete=True)
                    found = after
            news = found is not before
        return Probed(found, self._steps, self._refuted, complete=True)

    def _try(self, found: Stuck, edge: EdgeBits) -> Propagated:
        """What is known after both suppositions at an edge; `found` itself when that is no more."""
        rules, state = self._rules, found.state
        line = self._follow(state.assume(rules.layout, edge, NOTHING))
        cross = self._follow(state.assume(rules.layout, NOTHING, edge))
        if isinstance(line, Contradiction):
            return cross
        if isinstance(cross, Contradiction):
            return line
        common = _common(rules, state, line, cross)
        if (common.horizontal, common.vertical) == (state.horizontal, state.vertical):
            return found
        return self._follow(common)

    def _follow(self, state: BitState) -> Propagated:
        self._steps += 1
        found = propagate(self._rules, state, self._colours_from)
        self._refuted += isinstance(found, Contradiction)
        return found


def _is_unknown(rules: BitRules, state: BitState, edge: EdgeBits) -> bool:
    unknown = state.unknown(rules.layout)
    return bool(unknown.horizontal & edge.horizontal or unknown.vertical & edge.vertical)


def _in_order(rules: BitRules, state: BitState) -> Iterator[EdgeBits]:
    """The unknown edges, those at the ends of chains first, as most follows from them."""
    width, unknown = rules.layout.width, state.unknown(rules.layout)
    ends = 0
    for dot in state.ends:
        ends |= 1 << dot
    near = EdgeBits(
        unknown.horizontal & (ends | ends >> 1), unknown.vertical & (ends | ends >> width)
    )
    yield from _each(near)
    yield from _each(
        EdgeBits(unknown.horizontal ^ near.horizontal, unknown.vertical ^ near.vertical)
    )


def _each(edges: EdgeBits) -> Iterator[EdgeBits]:
    """The edges one by one."""
    horizontal, vertical = edges
    while horizontal:
        one = horizontal & -horizontal
        horizontal ^= one
        yield EdgeBits(one, 0)
    while vertical:
        one = vertical & -vertical
        vertical ^= one
        yield EdgeBits(0, one)


def _common(
    rules: BitRules, state: BitState, one: Solved | Stuck, other: Solved | Stuck
) -> BitState:
    """The state with the edges that both results have in common."""
    (h1, v1), (h2, v2) = _boards(rules, one), _boards(rules, other)
    return BitState(h1 & h2, v1 & v2, state.pairs, state.joined, state.ends)


def _boards(rules: BitRules, result: Solved | Stuck) -> tuple[int, int]:
    """The boards of edges of a result."""
    layout = rules.layout
    if isinstance(result, Stuck):
        return result.state.horizontal, result.state.vertical
    framed, shift = layout.outer | layout.area, layout.shift
    h, v = result.lines
    return h | (framed ^ h) << shift, v | (framed ^ v) << shift
