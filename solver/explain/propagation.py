"""Propagation of rules, corners and premature loops on a board, with the clues that are used.

The generator uses it as a fast solver. For every corner and edge it stores the clues that the
deduction depends on, as a bit set, so one run shows which clues are needed. It finds what `pairs`
finds with unlimited rounds, and what premature loops force. Choices are only ever removed, so a run
ends after a number of rule applications that is linear in the size of the board.
"""

from collections.abc import Iterable
from copy import copy

from puzzle.clue_rows import Clue
from puzzle.grid import Grid
from solver.explain.corner_tables import tables
from solver.explain.rule_graph import (
    CROSS,
    FIRST_CROSS,
    FIRST_LINE,
    LINE,
    RING,
    SECOND_CROSS,
    SECOND_LINE,
    UNKNOWN,
    GridLayout,
    layout,
)


class InconsistentClues(Exception):  # noqa: N818 - an outcome, caught where it is raised
    """The clues leave a corner without a choice."""


class Propagation:
    """A board that is solved by propagation; clues can be added and removed.

    The rules are applied from the last of `order` to the first; by default `order` is all rules.
    The states found are the same in any order, but the clues that they depend on may differ.

    `states[e]` is the state of an edge, and `edge_clues[e]` the clues that it depends on, as a bit
    set of cells.

    >>> from puzzle.grid import square_grid
    >>> found = Propagation(square_grid(1, 2), (4, None))
    >>> found.run(), found.solved, found.states[:7], bin(found.used)
    (True, True, [1, 2, 1, 2, 1, 1, 2], '0b1')
    """

    def __init__(
        self, grid: Grid, clues: tuple[Clue, ...], order: Iterable[int] | None = None
    ) -> None:
        self._layout: GridLayout = layout(grid)
        self._grid = grid
        self._of_four = tables(RING)
        self.clues: list[Clue] = [*clues, *[-1] * len(grid.dots)]
        self.states = [UNKNOWN] * len(grid.edge_dots) + [CROSS]
        self.edge_clues = [0] * len(self.states)
        self._masks = list(self._layout.open_corners)
        self._corner_clues = [0] * len(self._masks)
        first = range(len(self.clues)) if order is None else order
        self._queue = [rule for rule in first if self.clues[rule] is not None]
        self._queued = bytearray(len(self.clues))
        for rule in self._queue:
            self._queued[rule] = 1
        self._reset_chains()
        self._lines = 0
        self.unknown = len(grid.edge_dots)

    @property
    def solved(self) -> bool:
        """Whether every edge is known."""
        return not self.unknown

    @property
    def used(self) -> int:
        """The clues that the known edges depend on, as a bit set of cells."""
        bits = 0
        for clues in self.edge_clues:
            bits |= clues
        return bits

    def add_clue(self, cell: int, clue: int) -> None:
        """Add a clue for the next run."""
        self.clues[cell] = clue
        if not self._queued[cell]:
            self._queued[cell] = 1
            self._queue.append(cell)

    def without(self, removed: int) -> "Propagation":
        """A copy of this board without some clues, a bit set of cells, and what depends on them.

        The caller runs the copy, since some of the removed states may follow from other clues.

        >>> from puzzle.grid import square_grid
        >>> found = Propagation(square_grid(1, 2), (4, None))
        >>> left = found.without(1) if found.run() else found
        >>> found.unknown, left.run(), left.unknown
        (0, True, 7)
        """
        left = copy(self)
        left.clues = [None if removed >> rule & 1 else clue for rule, clue in enumerate(self.clues)]
        left._queue, left._queued = list(self._queue), bytearray(self._queued)
        left._reset_edges(removed)
        left._reset_corners(removed)
        left._reset_chains()
        return left

    def _reset_edges(self, removed: int) -> None:
        """Reset the edges that depend on removed clues."""
        self.states, self.edge_clues = self.states.copy(), self.edge_clues.copy()
        for edge, clues in enumerate(self.edge_clues):
            if clues & removed:
                self.unknown += 1
                self._lines -= self.states[edge] == LINE
                self.states[edge] = UNKNOWN
                self.edge_clues[edge] = 0

    def _reset_corners(self, removed: int) -> None:
        """Reset the corners that depend on removed clues to the choices that known edges leave."""
        self._masks, self._corner_clues = self._masks.copy(), self._corner_clues.copy()
        shape, states, edge_clues = self._layout, self.states, self.edge_clues
        for corner, clues in enumerate(self._corner_clues):
            if clues & removed:
                first, second = shape.corner_edges[corner]
                mask = shape.open_corners[corner]
                if states[first]:
                    mask &= FIRST_LINE if states[first] == LINE else FIRST_CROSS
                if states[second]:
                    mask &= SECOND_LINE if states[second] == LINE else SECOND_CROSS
                self._masks[corner] = mask
                self._corner_clues[corner] = edge_clues[first] | edge_clues[second]
                for rule in shape.corner_rules[corner]:
                    if rule >= 0 and self.clues[rule] is not None and not self._queued[rule]:
                        self._queued[rule] = 1
                        self._queue.append(rule)

    def _reset_chains(self) -> None:
        """Start without chains; the next run joins the known lines."""
        dots = len(self._grid.dots)
        self._ends = list(range(dots))
        self._length = [0] * dots
        self._chain_clues = [0] * dots
        self._new_lines = [edge for edge, state in enumerate(self.states) if state == LINE]

    def run(self) -> bool:
        """Propagate until nothing more follows; False when the clues contradict each other."""
        apply = self._apply_to_four if self._layout.has_fours_only else self._apply
        try:
            while self._queue or self._new_lines:
                while self._queue:
                    rule = self._queue.pop()
                    self._queued[rule] = 0
                    apply(rule)
                while self._new_lines:
                    self._join_chains(self._new_lines.pop())
        except InconsistentClues:
            return False
        return True

    def _apply(self, rule: int) -> None:
        """Restrict the corners of a rule to its remaining choices."""
        corners, masks, used = self._layout.rule_corners[rule], self._masks, self._corner_clues
        known = tables(len(corners))
        choices = known.allowed[self.clues[rule] or 0]
        clues = 0
        for corner, fits in zip(corners, known.fits, strict=True):
            choices &= fits[masks[corner]]
            clues |= used[corner]
        self._restrict_all(rule, known.views[choices], clues)

    def _apply_to_four(self, rule: int) -> None:
        """The same where all rules have four corners, much faster."""
        known = self._of_four
        fits0, fits1, fits2, fits3 = known.fits
        masks = self._masks
        a, b, c, d = self._layout.rule_corners[rule]
        choices = (
            known.allowed[self.clues[rule] or 0]
            & fits0[masks[a]]
            & fits1[masks[b]]
            & fits2[masks[c]]
            & fits3[masks[d]]
        )
        views = known.views[choices]
        if (
            masks[a] & ~views[0]
            or masks[b] & ~views[1]
            or masks[c] & ~views[2]
            or masks[d] & ~views[3]
        ):
            used = self._corner_clues
            self._restrict_all(rule, views, used[a] | used[b] | used[c] | used[d])

    def _restrict_all(self, rule: int, views: tuple[int, ...], clues: int) -> None:
        """Restrict the corners of a rule to the choices in `views`, which depend on `clues`."""
        if rule < len(self._grid.cells):
            clues |= 1 << rule
        masks = self._masks
        for corner, view in zip(self._layout.rule_corners[rule], views, strict=True):
            if masks[corner] & ~view:
                self._restrict(corner, view, clues)

    def _restrict(self, corner: int, view: int, clues: int) -> None:
        """Restrict a corner to the choices in `view`, which depend on `clues`; propagates to edges.

        Raises `InconsistentClues` when a corner has no choice left.
        """
        masks, corner_clues, states = self._masks, self._corner_clues, self.states
        todo = [(corner, view, clues)]
        while todo:
            corner, view, clues = todo.pop()
            left = masks[corner] & view
            if left == masks[corner]:
                continue
            if not left:
                raise InconsistentClues
            masks[corner] = left
            corner_clues[corner] |= clues
            clues = corner_clues[corner]
            cell, dot = self._layout.corner_rules[corner]
            if cell >= 0 and self.clues[cell] is not None and not self._queued[cell]:
                self._queued[cell] = 1
                self._queue.append(cell)
            if not self._queued[dot]:
                self._queued[dot] = 1
                self._queue.append(dot)
            first, second = self._layout.corner_edges[corner]
            if not states[first] and not (left & FIRST_LINE and left & FIRST_CROSS):
                todo += self._set_edge(first, LINE if left & FIRST_LINE else CROSS, clues)
            if not states[second] and not (left & SECOND_LINE and left & SECOND_CROSS):
                todo += self._set_edge(second, LINE if left & SECOND_LINE else CROSS, clues)

    def _set_edge(self, edge: int, state: int, clues: int) -> list[tuple[int, int, int]]:
        """Set the state of an edge; returns the restrictions of its corners that follow."""
        self.states[edge] = state
        self.edge_clues[edge] = clues
        self.unknown -= 1
        if state == LINE:
            self._lines += 1
            self._new_lines.append(edge)
            return [(corner, line, clues) for corner, line, _ in self._layout.edge_corners[edge]]
        return [(corner, cross, clues) for corner, _, cross in self._layout.edge_corners[edge]]

    # Premature loops

    def _join_chains(self, line: int) -> None:
        """Join the chains at a new line's ends, and cross the edge that would close the chain.

        That edge stays unknown when it may complete the solution.
        """
        grid, ends, length, chain_clues = self._grid, self._ends, self._length, self._chain_clues
        a, b = grid.edge_dots[line]
        start, end = ends[a], ends[b]
        clues = chain_clues[a] | chain_clues[b] | self.edge_clues[line]
        if start == b:
            return
        lines = length[a] + length[b] + 1
        for dot, other in ((start, end), (end, start)):
            ends[dot] = other
            length[dot] = lines
            chain_clues[dot] = clues
        closing = grid.edge_index.get((start, end) if start < end else (end, start))
        if closing is None or self.states[closing] != UNKNOWN:
            return
        loop = self._chain(start, end)
        loop.add(closing)
        if len(loop) <= lines:
            return  # a line on the way is not linked yet
        witness = self._witness(loop, clues)
        if witness is not None:
            for corner, cross, used in self._set_edge(closing, CROSS, clues | witness):
                self._restrict(corner, cross, used)

    def _chain(self, start: int, end: int) -> set[int]:
        """The lines of the chain between two dots."""
        grid, states = self._grid, self.states
        chain: set[int] = set()
        dot = start
        while dot != end:
            line = next(
                (e for e in grid.dot_edges[dot] if states[e] == LINE and e not in chain), None
            )
            if line is None:
                break
            chain.add(line)
            dot = grid.other_end(line, dot)
        return chain

    def _witness(self, loop: set[int], have: int) -> int | None:
        """The clues that show that a loop is premature; None when it may be the solution.

        The loop is premature when it violates a clue, preferably one already in `have`, or when a
        line is outside. `have` and the result are bit sets of cells.
        """
        found: int | None = None
        for cell in range(len(self._grid.cells)):
            clue = self.clues[cell]
            if clue is None:
                continue
            edges = self._grid.cell_edges[cell]
            if sum(edge in loop for edge in edges) != clue:
                if have >> cell & 1:
                    return 0
                if found is None:
                    found = 1 << cell
        if found is None and self._lines >= len(loop):
            outside = next(
                (e for e, s in enumerate(self.states) if s == LINE and e not in loop), None
            )
            found = None if outside is None else self.edge_clues[outside]
        return found
