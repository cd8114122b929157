"""Patching: join the subloops of a model by small changes that keep every local rule.

Turning a cell inside out swaps its lines and crosses. Where two subloops pass on opposite sides
of a cell, or of two cells in a row, that makes one loop of them. Where clues nearby no longer
hold then, a few more cells are turned until they do. On boards with many blank cells most
subloops of a model can be joined so, which spares the SAT solver most of its rounds. Karp
(1979) patches the subtours of a travelling salesman in this manner.
"""

from dataclasses import dataclass
from functools import lru_cache

from puzzle.grid import OUTSIDE, Grid
from puzzle.model import Puzzle
from solver.loops import LoopWalker, Subloop, cell_neighbours


@dataclass(frozen=True, slots=True)
class Patched:
    """What patching made of a model: its subloops, their lines, and the cells turned for it."""

    subloops: list[Subloop]
    lines: set[int]
    turned: set[int]


class Patcher:
    """Joins subloops on one puzzle, model after model.

    `turns` is the most cells turned to join two subloops.

    >>> from puzzle.grid import square_grid
    >>> grid = square_grid(1, 3)
    >>> ends = [list(grid.cell_edges[0]), list(grid.cell_edges[2])]
    >>> patched = Patcher(Puzzle(grid, (3, None, 3)), turns=1).join(ends)
    >>> len(patched.subloops), patched.turned
    (1, {1})
    """

    def __init__(self, puzzle: Puzzle, turns: int) -> None:
        self._puzzle = puzzle
        self._turns = turns

    def join(self, subloops: list[Subloop]) -> Patched:
        """As few subloops as small changes lead to.

        The cells along all subloops but the longest are tried once each, in order.
        """
        joining = _Joining(self._puzzle, self._turns, subloops)
        grid = self._puzzle.grid
        shorter = sorted(subloops, key=len)[:-1]
        along = {cell for loop in shorter for edge in loop for cell in grid.edge_cells[edge]}
        for cell in sorted(along - {OUTSIDE}):
            joining.try_at(cell)
        return joining.result()


class _Joining:
    """The lines of one model while its subloops are being joined.

    Every line has the name of its subloop. A cell may be turned if the lines around it form
    one stretch, which only moves a subloop, or two stretches of different subloops, which
    joins them. So nothing is ever split, and no walk is needed to know.
    """

    def __init__(self, puzzle: Puzzle, turns: int, subloops: list[Subloop]) -> None:
        self._grid = puzzle.grid
        self._clues = puzzle.clues
        self._turns = turns
        self._neighbours = cell_neighbours(puzzle.grid)
        self._beside = cells_beside(puzzle.grid)
        self._name = {edge: name for name, loop in enumerate(subloops) for edge in loop}
        self._merged = list(range(len(subloops)))
        self._turned: set[int] = set()

    def result(self) -> Patched:
        """What has become of the model."""
        lines = sorted(self._name)
        return Patched(LoopWalker(self._grid).walk(lines), set(lines), self._turned)

    def try_at(self, cell: int) -> None:
        """Join two subloops across this cell, if they pass it and small changes allow."""
        bridge = self._bridge_at(cell)
        if not bridge:
            return
        done: list[_Turn] = []
        for part in bridge:
            if not self._turn(part, done):
                break
        else:
            near = {other for part in bridge for other in (part, *self._beside[part])}
            wrong = {other for other in near if self._is_wrong(other)}
            if self._mend(done, wrong, self._turns - len(bridge)) and self._commit(done):
                return
        while done:
            self._turn_back(done.pop())

    def _root(self, name: int) -> int:
        while self._merged[name] != name:
            name = self._merged[name]
        return name

    def _bridge_at(self, cell: int) -> tuple[int, ...]:
        """The cell, or it and one beside it, if two different subloops pass along; or ()."""
        name, root = self._name, self._root
        roots = {root(name[edge]) for edge in self._grid.cell_edges[cell] if edge in name}
        if len(roots) != 1 or self._turns == 1:
            return (cell,) if len(roots) > 1 else ()
        (near,) = roots
        for edge, beyond in self._neighbours[cell]:
            if edge not in name:
                for far in self._grid.cell_edges[beyond]:
                    if far in name and root(name[far]) != near:
                        return cell, beyond
        return ()

    def _turn(self, cell: int, done: "list[_Turn]") -> bool:
        """Swap lines and crosses round a cell, if that splits nothing; note it in `done`."""
        edges = self._grid.cell_edges[cell]
        names = [self._name.get(edge) for edge in edges]
        stretches = []
        for i, dot in enumerate(self._grid.cell_dots[cell]):
            here, before = names[i], names[i - 1]
            if here is None:
                if before is None and any(e in self._name for e in self._grid.dot_edges[dot]):
                    return False  # another line passes this dot
            elif before is None:
                stretches.append(here)
        if len(stretches) == 2:
            one, two = map(self._root, stretches)
            if one == two:
                return False
            self._merged[one] = two
        elif len(stretches) != 1:
            return False
        for edge, name in zip(edges, names, strict=True):
            if name is None:
                self._name[edge] = stretches[0]
            else:
                del self._name[edge]
        done.append(_Turn(cell, names, one if len(stretches) == 2 else None))
        return True

    def _turn_back(self, turn: "_Turn") -> None:
        for edge, name in zip(self._grid.cell_edges[turn.cell], turn.names, strict=True):
            if name is None:
                del self._name[edge]
            else:
                self._name[edge] = name
        if turn.merged is not None:
            self._merged[turn.merged] = turn.merged

    def _is_wrong(self, cell: int) -> bool:
        clue = self._clues[cell]
        if clue is None:
            return False
        lines = self._name
        for edge in self._grid.cell_edges[cell]:
            if edge in lines:
                clue -= 1
        return clue != 0

    def _mend(self, done: "list[_Turn]", wrong: set[int], turns: int) -> bool:
        """Turn at most so many more cells until no clue is wrong; undo what did not help."""
        if not wrong:
            return True
        if turns == 0 or len(wrong) > 3 * turns:
            return False
        first = min(wrong)
        for cell in (first, *self._beside[first]):
            if any(turn.cell == cell for turn in done) or not self._turn(cell, done):
                continue
            near = (*wrong, cell, *self._beside[cell])
            if self._mend(done, {other for other in near if self._is_wrong(other)}, turns - 1):
                return True
            self._turn_back(done.pop())
        return False

    def _commit(self, done: "list[_Turn]") -> bool:
        """Keep the turns if they joined anything."""
        joined = any(turn.merged is not None for turn in done)
        if joined:
            self._turned.symmetric_difference_update(turn.cell for turn in done)
        return joined


@dataclass(frozen=True, slots=True)
class _Turn:
    """A cell that was turned, the names around it before, and the name that was merged."""

    cell: int
    names: list[int | None]
    merged: int | None


@lru_cache(maxsize=8)
def cells_beside(grid: Grid) -> tuple[tuple[int, ...], ...]:
    """For each cell, the cells that share an edge with it."""
    return tuple(tuple(cell for _, cell in beside) for beside in cell_neighbours(grid))
