"""What follows from some clues of a draft: the test whether clues suffice, and their reduction.

A closure is what propagation on bitboards (`solver.bitboard`) deduces from clues. Rules only ever
add lines and crosses, so more clues are added to a closure without starting again. A closure with
the whole loop proves, without a search, that the clues have no other solution.
"""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from solver.bitboard.local import count_lines, first_pairs, use_corners
from solver.bitboard.propagate import NEVER, Chains, propagate
from solver.bitboard.rules import BitRules, ClueBits
from solver.bitboard.state import BitState, Stuck, first_state
from solver.generate.draft import Draft
from solver.minimal import minimal_by_halves
from solver.presolve import bit_layout

Deduction = Callable[[BitRules, BitState], BitState | None]
"""A function that applies rules until nothing more follows; None when the loop is complete."""

COUNT_ROUNDS = 1_000_000
"""Maximum number of rounds of single rules between two searches for premature loops: no limit."""


def by_corners(rules: BitRules, state: BitState) -> BitState | None:
    """Deduce by clues, dots, corners and premature loops; see `Deduction`."""
    return _propagated(rules, state, NEVER)


def by_every_rule(rules: BitRules, state: BitState) -> BitState | None:
    """Deduce by all rules of propagation, with inside and outside; see `Deduction`."""
    return _propagated(rules, state, 0.0)


def _propagated(rules: BitRules, state: BitState, colours_from: float) -> BitState | None:
    found = propagate(rules, state, colours_from)
    return found.state if isinstance(found, Stuck) else None


def by_single_reasons(rules: BitRules, state: BitState) -> BitState | None:
    """Deduce by single clues, single dots and premature loops; see `Deduction`.

    These are the steps of one reason of a rating (see `solver.explain.direct`).
    """
    h, v, chains = state.horizontal, state.vertical, Chains(rules, state.joined, state.ends)
    while True:
        h, v, _, _ = count_lines(rules, h, v, COUNT_ROUNDS)
        known, (h, v) = (h, v), chains.use(h, v)
        if chains.loops:
            return None
        if (h, v) == known:
            return BitState(h, v, state.pairs, chains.joined, chains.ends)


def by_near_corners(rounds: int) -> Deduction:
    """A deduction by single reasons and by at most `rounds` rounds of corners before each edge.

    Each round of corners combines a dot and a cell beside it; its results for corners are not
    kept. So few rounds leave steps of few reasons: nearly always at most three with one round, and
    four with two.
    """

    def deduce(rules: BitRules, state: BitState) -> BitState | None:
        found: BitState | None = by_single_reasons(rules, state)
        while found is not None:
            edges = _edges_by_corners(rules, found, rounds)
            if edges == (found.horizontal, found.vertical):
                break
            known = replace(found, horizontal=edges[0], vertical=edges[1])
            found = by_single_reasons(rules, known)
        return found

    return deduce


def _edges_by_corners(rules: BitRules, state: BitState, rounds: int) -> tuple[int, int]:
    """The boards of edges after the first round of corners that makes any edge known."""
    before = edges = state.horizontal, state.vertical
    pairs = first_pairs(rules)
    for _ in range(rounds):
        horizontal, vertical, pairs = use_corners(rules, *before, pairs)
        edges = horizontal, vertical
        if edges != before:
            break
    return edges


class Closure(Struct, frozen=True):
    """What follows from the clues of the cells in `shown`; `solved` when that is the whole loop."""

    shown: int
    state: BitState
    solved: bool = False


class Closures:
    """The closures of the groups of a draft under one kind of deduction.

    >>> from puzzle.grid import square_grid
    >>> draft = Draft(square_grid(1, 2), frozenset({0, 2, 4, 5}), [(0,), (1,)])
    >>> closures = Closures(draft, by_single_reasons)
    >>> closures.add(closures.empty, [1]).solved, closures.add(closures.empty, [0]).solved
    (False, True)
    >>> closures.minimal([1, 0])
    [0]
    """

    def __init__(self, draft: Draft, deduce: Deduction) -> None:
        self.layout = bit_layout(draft.grid)
        self._deduce = deduce
        self._clues = ClueBits.of(self.layout, draft.clues)
        self._bits = [self.layout.cell_bits(cells) for cells in draft.groups]
        self.empty = Closure(0, first_state(self._rules(0)))

    def _rules(self, shown: int) -> BitRules:
        """The rules of the clues of some cells."""
        return BitRules.of(self.layout, ClueBits(*(bits & shown for bits in self._clues)))

    def add(self, closure: Closure, groups: Iterable[int]) -> Closure:
        """The closure with the clues of more groups."""
        new = 0
        for number in groups:
            new |= self._bits[number]
        new &= ~closure.shown
        if closure.solved or not new:
            return closure
        shown = closure.shown | new
        rules = self._rules(shown)
        state = _merged(closure.state, first_state(rules))
        found = self._deduce(rules, state)
        return Closure(shown, found or state, solved=found is None)

    def minimal(self, order: Sequence[int], others: Closure | None = None) -> list[int] | None:
        """The groups that remain when each of `order` in turn is dropped if the rest suffices.

        The groups of `others`, by default none, are not dropped. None when not even all together
        suffice.
        """
        others = others or self.empty
        if not self.add(others, order).solved:
            return None
        return sorted(minimal_by_halves(others, order, self.add, lambda found: found.solved))


def _merged(state: BitState, added: BitState) -> BitState:
    """A state with the known edges and corners of another one; its chains are unchanged."""
    ne, se, sw, nw, parities = state.pairs
    new_ne, new_se, new_sw, new_nw, _ = added.pairs
    return replace(
        state,
        horizontal=state.horizontal | added.horizontal,
        vertical=state.vertical | added.vertical,
        pairs=(ne | new_ne, se | new_se, sw | new_sw, nw | new_nw, parities),
    )
