"""Reduction and extension of the clues of a draft: few clues that suffice for the level's steps.

Clues are kept and dropped in groups: the orbits of a symmetry. All choices depend only on whether
clues suffice and on the seeded random generator, so they are the same on every machine.
"""

from collections import Counter
from collections.abc import Collection, Sequence, Set

from solver.explain.direct import close
from solver.explain.propagation import Propagation
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph
from solver.explain.shrink import Forced
from solver.explain.smallest import MIN_JOINT_REASONS, RepeatedSearch, easiest_reasons_next
from solver.generate.closure import Closures, by_corners
from solver.generate.draft import Draft, OtherLoops
from solver.generate.seeded_random import SeededRandom
from solver.generate.uniqueness import minimal_groups, open_uniqueness
from solver.minimal import minimal_in_order

EXTRA_RUNS = 3
"""Number of additional propagation runs that find unused clues; divided by the size of groups.

With large groups these runs rarely help, since a group is dropped only when none of its clues is
used.
"""


def minimal_for_sat(draft: Draft, kept: Collection[int], rng: SeededRandom) -> list[int] | None:
    """A minimal subset of the `kept` groups that leaves one solution; None if all leave more."""
    order = animals_last(draft, rng.shuffled(sorted(kept)))
    with open_uniqueness(draft) as unique:
        return minimal_groups(unique, order, OtherLoops(draft.near_loop_groups))


def animals_last(draft: Draft, groups: Sequence[int]) -> list[int]:
    """Groups in the same order, but for those with animals, which come last.

    What is dropped last is kept more often.
    """
    return sorted(groups, key=draft.has_animals)


def extended_for_corners(draft: Draft, kept: Collection[int], rng: SeededRandom) -> list[int]:
    """Add groups to `kept` until propagation of corners solves the puzzle, then drop unused groups.

    Which clues a run uses depends on the order of the rules. So several runs with random orders
    follow, and each drops the groups that it does not use. When all groups do not suffice, returns
    all groups that were added.
    """
    shown = set(kept)
    run = Propagation(draft.grid, draft.puzzle(shown).clues)
    while run.run() and not run.solved:
        more = draft.most_informative(shown, run.states, rng)
        if not more:
            break
        shown.update(more)
        for number in more:
            for cell in draft.groups[number]:
                run.add_clue(cell, draft.clues[cell])
    if not run.solved:
        return sorted(shown)
    shown = draft.groups_using(shown, run.used)
    for _ in range(EXTRA_RUNS // max(map(len, draft.groups))):
        run = Propagation(
            draft.grid, draft.puzzle(shown).clues, rng.shuffled(range(len(run.clues)))
        )
        run.run()
        shown = draft.groups_using(shown, run.used)
    return sorted(shown)


def reduced_for_corners(
    draft: Draft, kept: Collection[int], tries: int, rng: SeededRandom
) -> list[int]:
    """Drop groups without which propagation of corners still solves the puzzle.

    At most `tries` groups are tried, those with the fewest dependent edges first.
    """
    run = Propagation(draft.grid, draft.puzzle(kept).clues)
    run.run()
    order = _least_used(draft, set(kept), run, rng)
    needed = minimal_for_corners(draft, order[:tries], order[tries:])
    return sorted(kept) if needed is None else sorted(needed + order[tries:])


def minimal_for_corners(
    draft: Draft, order: Sequence[int], others: Sequence[int] = ()
) -> list[int] | None:
    """The groups that remain when each of `order` in turn is dropped if the rest suffices.

    The rest, with the `others`, suffices if propagation of corners solves the puzzle. None when not
    even all together suffice.
    """
    if draft.grid.is_square:
        closures = Closures(draft, by_corners)
        return closures.minimal(order, closures.add(closures.empty, others))
    run = Propagation(draft.grid, draft.puzzle({*order, *others}).clues)
    run.run()
    if not run.solved:
        return None
    kept = []
    for number in order:
        less = run.without(draft.bits[number])
        less.run()
        if less.solved:
            run = less
        else:
            kept.append(number)
    return sorted(kept)


def minimal_for_single_reasons(draft: Draft, order: Sequence[int]) -> list[int] | None:
    """The groups that remain when each of `order` in turn is dropped if single reasons suffice.

    None when not even all together suffice.
    """
    all_used = used_by_single_reasons(draft, order)
    if all_used is None:
        return None
    return sorted(
        minimal_in_order(
            order, all_used, lambda number, left: used_by_single_reasons(draft, left - {number})
        )
    )


def used_by_single_reasons(draft: Draft, kept: Collection[int]) -> set[int] | None:
    """The `kept` groups that single reasons use to solve the puzzle; None if they do not."""
    tracker = _ClueTracker(draft, set(kept))
    tracker.close()
    return tracker.used() if tracker.solved else None


def states_by_single_reasons(draft: Draft, kept: Collection[int]) -> list[int]:
    """The states of the edges when single reasons have decided all they can."""
    tracker = _ClueTracker(draft, set(kept))
    tracker.close()
    return tracker.states


def _least_used(draft: Draft, kept: set[int], run: Propagation, rng: SeededRandom) -> list[int]:
    """The groups in order of the number of edges that depend on them, ties in random order."""
    edges = Counter[int]()
    for bits in run.edge_clues:
        edges.update(draft.groups_using(kept, bits))
    order = rng.shuffled(sorted(kept))
    order.sort(key=lambda number: edges[number])
    return order


def extended_for_steps(
    draft: Draft, kept: Collection[int], most: int, rng: SeededRandom
) -> list[int]:
    """Add groups to `kept` until steps of at most `most` reasons solve the puzzle.

    When no such step is found, groups are added and the solution goes on from the same board, since
    additional clues keep all deductions valid. Groups that were not used are dropped.
    """
    tracker = _ClueTracker(draft, set(kept))
    tracker.run(most, rng)
    return sorted(tracker.used())


def without_spare(
    draft: Draft, kept: Collection[int], order: Sequence[int], most: int
) -> list[int]:
    """The `kept` groups without those that steps of at most `most` reasons can spare.

    Each of `order` in turn is dropped if such steps solve the puzzle with the rest.
    """
    others = set(kept).difference(order)

    def used_without(number: int, left: Set[int]) -> set[int] | None:
        tracker = _ClueTracker(draft, others | left - {number})
        tracker.run(most, None)
        return tracker.used() if tracker.solved else None

    return sorted(others | minimal_in_order(order, order, used_without))


class _ClueTracker:
    """A solution by small steps that records the clues that every edge depends on."""

    def __init__(self, draft: Draft, kept: set[int]) -> None:
        self._draft = draft
        self._kept = kept
        self._graph = RuleGraph(draft.puzzle(kept))
        self.states = [*[UNKNOWN] * self._graph.edges, CROSS]
        self._clue_bits = [0] * self._graph.edges

    @property
    def solved(self) -> bool:
        """Whether every edge is known."""
        return UNKNOWN not in self.states

    def used(self) -> set[int]:
        """The groups that the edges depend on; all groups when the puzzle was not solved."""
        if not self.solved:
            return self._kept
        every = 0
        for bits in self._clue_bits:
            every |= bits
        return self._draft.groups_using(self._kept, every)

    def run(self, most: int, rng: SeededRandom | None) -> None:
        """Solve by steps of at most `most` reasons; with `rng`, add groups when there are none."""
        while True:
            self.close()
            if self.solved:
                return
            steps = self._next_steps(most)
            for forced in steps:
                self._mark(forced)
            if not steps:
                if rng is None:
                    return
                more = self._draft.most_informative(self._kept, self.states, rng)
                if not more:
                    return
                self._kept.update(more)
                self._graph = RuleGraph(self._draft.puzzle(self._kept))

    def close(self) -> None:
        """Mark everything that single reasons force."""
        cells, bits = self._graph.cells, self._clue_bits
        for found in close(self._graph, self.states):
            clue_bits = 1 << found.rule if found.rule < cells else 0
            for edge in found.given:
                clue_bits |= bits[edge]
            if found.way is not None:
                clue_bits |= sum(1 << cell for cell in found.way.animals)
            if found.subloop is not None and found.subloop.outside is not None:
                clue_bits |= bits[found.subloop.outside]
            elif found.subloop is not None and found.subloop.unmet is not None:
                clue_bits |= 1 << found.subloop.unmet
            for edge in found.edges:
                bits[edge] = clue_bits

    def _next_steps(self, most: int) -> list[Forced]:
        """The next steps of at most `most` reasons: all that were found with two, or else one."""
        if most < MIN_JOINT_REASONS:
            return []
        search = RepeatedSearch(self._graph)
        return easiest_reasons_next(search, self.states, self._draft.loop, most=most)[0]

    def _mark(self, forced: Forced) -> None:
        """Mark an edge; it depends on the rules and on all known edges around them."""
        clue_bits = 0
        for rule in forced.rules:
            if rule == self._graph.loop_rule:
                around = [e for e, state in enumerate(self.states) if state == LINE]
            elif rule == self._graph.sides_rule:
                around = [e for e, state in enumerate(self.states[:-1]) if state != UNKNOWN]
                clue_bits |= sum(1 << cell for cell in self._graph.animals)
            else:
                around = list(self._graph.layout.real_edges[rule])
                clue_bits |= 1 << rule if rule < self._graph.cells else 0
            for edge in around:
                clue_bits |= self._clue_bits[edge]
        self.states[forced.edge] = forced.state
        self._clue_bits[forced.edge] = clue_bits
