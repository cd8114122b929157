"""Short look-ahead: suppose a state of an edge and apply single rules up to a contradiction."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias

from msgspec import Struct, field

from solver.explain.chains import as_subloop, chain_representatives, shortest_path
from solver.explain.rule_graph import BROKEN, CROSS, LINE, UNKNOWN, RuleGraph, States, changed_edges
from solver.explain.sides import connected_cells


class JoinedSides:
    """Which cells of a board with animals are on the same side, as more edges become known.

    Each cell has a group, all of whose cells are related, and the side relative to its group.

    >>> from puzzle.notation import parse_loopy
    >>> sides = JoinedSides(RuleGraph(parse_loopy("3x1:sheep-wolf_SaW")), [UNKNOWN] * 10 + [CROSS])
    >>> sides.join(1, is_line=True), sides.join(4, is_line=False)
    ({4: 1, 7: 2, 8: 1}, None)
    """

    def __init__(self, graph: RuleGraph, states: States) -> None:
        self._grid = graph.puzzle.grid
        self._states = states
        connected = connected_cells(graph, states)
        self._place = {cell: connected.relative(cell) for cell in connected.part}
        self._groups: dict[int, list[int]] = {}
        for cell, (group, _) in self._place.items():
            self._groups.setdefault(group, []).append(cell)
        self._edges: dict[int, list[int]] = {cell: [] for cell in connected.part}
        for edge, cells in enumerate(self._grid.edge_cells):
            if states[edge] == UNKNOWN:
                for cell in cells:
                    self._edges[cell].append(edge)

    def copy(self) -> "JoinedSides":
        """A copy in which other edges can become known."""
        other = object.__new__(JoinedSides)
        other.__dict__ = {
            **self.__dict__,
            "_place": self._place.copy(),
            "_groups": self._groups.copy(),
        }
        return other

    def join(self, edge: int, *, is_line: bool) -> dict[int, int] | None:
        """Make an edge known; returns what it decides of others, None if it cannot be."""
        one, two = self._grid.edge_cells[edge]
        (group, side), (other, other_side) = self._place[one], self._place[two]
        differ = side is not other_side
        if group == other:
            return {} if differ is is_line else None
        turned = differ is not is_line
        if len(self._groups[other]) > len(self._groups[group]):
            group, other = other, group
        moved = self._groups[other]
        for cell in moved:
            self._place[cell] = (group, self._place[cell][1] is not turned)
        self._groups[group] = [*self._groups[group], *moved]
        return self._decided(moved, edge)

    def _decided(self, moved: list[int], joined: int) -> dict[int, int]:
        """The edges between these cells and others of their group, with their states."""
        found = {}
        for cell in moved:
            for edge in self._edges[cell]:
                (group, side), (other, other_side) = (
                    self._place[each] for each in self._grid.edge_cells[edge]
                )
                if group == other and edge != joined:
                    found[edge] = LINE if side is not other_side else CROSS
        return found


MAX_APPLICATIONS = 14
"""Maximum number of rules applied after a supposition."""


Origins: TypeAlias = dict[int, tuple[int, list[int]]]
"""For each deduced edge, the rule that forces it and the deduced edges that it depends on."""


class Refuted(NamedTuple):
    """An edge that cannot have the supposed state, and the rules that refute it."""

    edge: int
    supposed: int
    rules: frozenset[int]


class Followed(NamedTuple):
    """Whether a supposition was refuted, and the states that were found on the way, its own too."""

    refuted: Refuted | None
    new: dict[int, int]


class LookAhead:
    """Look-ahead on one board.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.rule_graph import CROSS
    >>> graph = RuleGraph(Puzzle(square_grid(2, 2), (3, None, None, None)))
    >>> look = LookAhead(graph, [UNKNOWN] * 12 + [CROSS])
    >>> sorted(look.refute(0, CROSS).rules)
    [0, 4]
    """

    def __init__(self, graph: RuleGraph, states: States) -> None:
        self._graph = graph
        self._states = states.copy()
        self._lines = [edge for edge in range(graph.edges) if states[edge] == LINE]
        self._chain = chain_representatives(graph, self._lines)
        self._sides = JoinedSides(graph, states) if graph.animals else None

    def refute(self, edge: int, supposed: int) -> Refuted | None:
        """Suppose a state of an unknown edge; returns a `Refuted` if that leads to a contradiction.

        At most `MAX_APPLICATIONS` rules are applied, breadth first. The rules of the result are
        those that the contradiction was traced back to. They may be more than needed; when the loop
        rule is among them, the caller must check that they suffice.
        """
        return self.follow(edge, supposed).refuted

    def follow(self, edge: int, supposed: int) -> Followed:
        """Like `refute`, but also returns what followed from the supposition."""
        new = {edge: supposed}
        self._states[edge] = supposed
        refuted = self._follow(edge, supposed, new)
        for known in new:
            self._states[known] = UNKNOWN
        return Followed(refuted, new)

    def joins_chains(self, lines: Iterable[int]) -> bool:
        """Whether new lines join chains without closing any loop."""
        edge_dots = self._graph.puzzle.grid.edge_dots
        joined: dict[int, int] = {}
        for edge in lines:
            one, two = (self._root(dot, joined) for dot in edge_dots[edge])
            if one == two:
                return False
            joined[one] = two
        return True

    def _follow(self, edge: int, supposed: int, new: dict[int, int]) -> Refuted | None:
        """Apply rules after a supposition; marks what follows and adds it to `new`."""
        edges_of, rules_of = self._graph.layout.real_edges, self._graph.edge_rules
        states, verdicts = self._states, self._graph.verdicts
        origins: Origins = {}
        queue = [edge]
        joined: dict[int, int] = {}
        sides = None if self._sides is None else self._sides.copy()
        applied = 0
        for here in queue:
            rules = None if sides is None else self._by_sides(here, sides, queue, new, origins)
            if rules is None and new[here] == LINE:
                rules = self._join(here, joined, new, origins)
            if rules is not None:
                return Refuted(edge, supposed, rules)
            for rule in rules_of[here]:
                around = [states[other] for other in edges_of[rule]]
                state = verdicts[rule][around.count(LINE)][around.count(UNKNOWN)]
                if state == UNKNOWN:
                    continue
                given = [other for other in edges_of[rule] if other in new]
                if state == BROKEN:
                    return Refuted(edge, supposed, _trace(rule, given, origins))
                applied += 1
                if applied > MAX_APPLICATIONS:
                    return None
                for other in edges_of[rule]:
                    if states[other] == UNKNOWN:
                        new[other] = states[other] = state
                        origins[other] = (rule, given)
                        queue.append(other)
        return None

    def _by_sides(
        self,
        edge: int,
        sides: JoinedSides,
        queue: list[int],
        new: dict[int, int],
        origins: Origins,
    ) -> frozenset[int] | None:
        """Join the sides of a new mark; returns the rules used if that contradicts them.

        The edges that they decide then are marked and added to the queue.
        """
        decided = sides.join(edge, is_line=new[edge] == LINE)
        if decided is None:
            return _trace(self._graph.sides_rule, [*new], origins)
        for other, state in decided.items():
            if self._states[other] == UNKNOWN:
                origins[other] = (self._graph.sides_rule, [*new])
                new[other] = self._states[other] = state
                queue.append(other)
        return None

    def _join(
        self, edge: int, joined: dict[int, int], new: dict[int, int], origins: Origins
    ) -> frozenset[int] | None:
        """Join the chains at a new line's ends; returns the rules used if that closes a subloop."""
        grid = self._graph.puzzle.grid
        a, b = grid.edge_dots[edge]
        one, two = self._root(a, joined), self._root(b, joined)
        if one != two:
            joined[one] = two
            return None
        drawn = [other for other, state in new.items() if state == LINE]
        lines = [*self._lines, *drawn]
        loop = [edge, *shortest_path(grid, [line for line in lines if line != edge], a, b)]
        subloop = as_subloop(self._graph.puzzle, loop, self._lines)
        if subloop is None:
            subloop = as_subloop(self._graph.puzzle, loop, lines)
        if subloop is None:
            return None
        given = [line for line in loop if line in new]
        if subloop.outside in new:
            given.append(subloop.outside)
        return _trace(self._graph.loop_rule, given, origins)

    def _root(self, dot: int, joined: dict[int, int]) -> int:
        """The representative of a dot's chain after the joins so far."""
        root = self._chain[dot]
        while root in joined:
            root = joined[root]
        return root


class RepeatedLookAhead(Struct, eq=False):
    """Look-ahead on one board after another; keeps results that changed marks do not affect.

    A supposition leads to the same as before if no edge of a rule that was applied has changed, and
    if no loop was closed then or would be closed now.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.rule_graph import CROSS
    >>> graph = RuleGraph(Puzzle(square_grid(2, 2), (3, None, None, None)))
    >>> look = RepeatedLookAhead(graph)
    >>> [found.edge for found in look.refute_all([UNKNOWN] * 12 + [CROSS], [(0, CROSS), (1, LINE)])]
    [0]
    """

    graph: RuleGraph
    _states: States = field(default_factory=list)
    _followed: dict[tuple[int, int], Followed] = field(default_factory=dict)

    def refute_all(
        self, states: States, suppositions: Iterable[tuple[int, int]]
    ) -> Iterator[Refuted]:
        """Yield what `LookAhead.refute` finds for these edges and states, in their order."""
        self._drop_what_changed(states)
        look, kept = LookAhead(self.graph, states), self._followed
        for supposition in suppositions:
            followed = kept.get(supposition)
            if followed is None or not look.joins_chains(_lines_of(followed)):
                kept[supposition] = followed = look.follow(*supposition)
            if followed.refuted is not None:
                yield followed.refuted

    def _drop_what_changed(self, states: States) -> None:
        """Drop the results that depend on an edge whose state has changed, or on a loop."""
        edges_of, rules_of = self.graph.layout.real_edges, self.graph.edge_rules
        changed = changed_edges(self._states or states, states)
        if changed and self.graph.animals:  # each change may tell sides far away
            self._followed = {}
        beside = {e for edge in changed for rule in rules_of[edge] for e in edges_of[rule]}
        loop = self.graph.loop_rule
        self._states = states.copy()
        self._followed = {
            supposition: followed
            for supposition, followed in self._followed.items()
            if beside.isdisjoint(followed.new)
            and (followed.refuted is None or loop not in followed.refuted.rules)
        }


def _lines_of(followed: Followed) -> list[int]:
    """The lines that followed from a supposition, and its own."""
    return [edge for edge, state in followed.new.items() if state == LINE]


def _trace(rule: int, given: list[int], origins: Origins) -> frozenset[int]:
    """The rule, and all rules that the states in `given` depend on."""
    rules = {rule}
    todo = list(given)
    seen: set[int] = set()
    while todo:
        edge = todo.pop()
        if edge not in seen and edge in origins:
            seen.add(edge)
            earlier, behind = origins[edge]
            rules.add(earlier)
            todo += behind
    return frozenset(rules)
