"""The sides of cells while a look-ahead supposes edges: what they have in common, and conflicts."""

from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, RuleGraph, States
from solver.explain.sides import ConnectedCells


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
        connected = ConnectedCells(self._grid, states, animals=graph.animals)
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
