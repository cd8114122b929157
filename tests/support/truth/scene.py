"""What is known while a text is told: the marks, the relations, and the solution."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence

from msgspec import Struct

from puzzle.grid import OUTSIDE
from puzzle.model import Board, EdgeState, Puzzle, Solution
from solver.explain.mistakes import Check
from solver.explain.step import (
    EdgesAre,
    Inference,
    PairIs,
    Relation,
    Step,
)

LINE, CROSS, UNKNOWN = EdgeState.LINE, EdgeState.CROSS, EdgeState.UNKNOWN

Marks = Mapping[int, EdgeState]


class Scene(Struct, frozen=True, kw_only=True):
    """What is known while a text is told.

    - `states`: the marks of the board, then those known after each fact that the text tells.
    - `pairs`: the relations that the arguments of the step find.
    - `solution`: the only solution of the puzzle; None without one.
    - `step`: the step that the text is about; None without one.
    - `check`, `steps`: the check that it is about, and the number of parts of its refutation.
    """

    board: Board
    states: Sequence[Marks]
    solution: Solution | None
    step: Step | None = None
    pairs: frozenset[PairIs] = frozenset()
    check: Check | None = None
    steps: int = 0

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the board."""
        return self.board.puzzle

    @property
    def supposed(self) -> set[int]:
        """The edges whose state the arguments of the step suppose, at first."""
        assert self.step is not None
        found = (each.supposed for each in (self.step.argument, *self.step.further))
        return {deduction.edge for deduction in found if deduction is not None}

    def ever(self, holds: Callable[[Marks], bool]) -> bool:
        """Whether something holds for the marks that are known at some point of the text."""
        return any(map(holds, self.states))

    def in_solution(self, edges: Collection[int]) -> int | None:
        """The number of these edges that are lines of the solution; None without one."""
        return None if self.solution is None else len(self.solution.intersection(edges))

    def is_inside(self, cell: int) -> bool:
        """Whether a cell is inside of the loop of the solution."""
        assert self.solution is not None
        edges = range(len(self.puzzle.grid.edge_dots))
        every = {edge: LINE if edge in self.solution else CROSS for edge in edges}
        return (cell, True) in reached(self.puzzle, every, OUTSIDE)

    def at(self, cell: int, dot: int) -> tuple[int, ...]:
        """The sides of a cell at one of its corners."""
        around = self.puzzle.grid.dot_edges[dot]
        return tuple(side for side in self.puzzle.grid.cell_edges[cell] if side in around)

    def opposite(self, cell: int, dot: int) -> int:
        """The corner of a cell with four sides that is opposite to another one."""
        corners = self.puzzle.grid.cell_dots[cell]
        return corners[corners.index(dot) - 2]

    def relation(self, edges: Collection[int], relation: Relation) -> bool:
        """Whether the arguments find this relation, or one that is stronger, of two edges."""
        wanted = {*edges}
        stronger = {relation, Relation.ONE} if relation in AT_ONE else {relation}
        return any({*pair.edges} == wanted and pair.relation in stronger for pair in self.pairs)

    def one_at(self, dot: int) -> Iterator[tuple[int, int]]:
        """The pairs of edges at a dot of which the arguments find that exactly one is a line."""
        for pair in self.pairs:
            if pair.dot == dot and pair.relation is Relation.ONE:
                yield pair.edges


AT_ONE = {Relation.ONE, Relation.SOME, Relation.NOT_BOTH}
"""Relations that hold where exactly one of the edges is a line."""


def count(marks: Marks, edges: Collection[int], state: EdgeState) -> int:
    """The number of these edges with a state."""
    return sum(marks.get(edge, UNKNOWN) is state for edge in edges)


def marks_of(board: Board) -> dict[int, EdgeState]:
    """The marks of a board."""
    return {edge: mark for edge, mark in enumerate(board.marks) if mark}


def reached(puzzle: Puzzle, marks: Marks, start: int) -> set[tuple[int, bool]]:
    """The cells to which marks lead, each with whether over an odd number of lines."""
    found, left = {(start, False)}, [(start, False)]
    while left:
        at, odd = left.pop()
        for edge, cells in enumerate(puzzle.grid.edge_cells):
            if marks.get(edge) and at in cells:
                there = (cells[at == cells[0]], odd is not (marks[edge] is LINE))
                if there not in found:
                    found.add(there)
                    left.append(there)
    return found


def part_through(puzzle: Puzzle, lines: Collection[int], edge: int) -> frozenset[int]:
    """The lines that are connected with one of them."""
    grid, found, left = puzzle.grid, {edge}, [edge]
    lines = {*lines}
    while left:
        around = {e for dot in grid.edge_dots[left.pop()] for e in grid.dot_edges[dot]}
        new = around & lines - found
        found |= new
        left += new
    return frozenset(found)


def cycles_through(puzzle: Puzzle, lines: Collection[int], edge: int) -> Iterator[frozenset[int]]:
    """The closed loops of lines that an edge is part of; other lines may meet them."""
    grid, lines = puzzle.grid, {*lines}
    start, end = grid.edge_dots[edge]
    ways: list[tuple[int, tuple[int, ...], frozenset[int]]] = [(start, (edge,), frozenset({start}))]
    while ways:
        dot, path, passed = ways.pop()
        for ahead in grid.dot_edges[dot]:
            other = grid.other_end(ahead, dot)
            if ahead in lines and ahead != edge and other not in passed:
                if other == end:
                    yield frozenset((*path, ahead))
                else:
                    ways.append((other, (*path, ahead), passed | {other}))


def states_while(before: Marks, inferences: Sequence[Inference]) -> list[Marks]:
    """The marks before some inferences, and after each of them."""
    states = [before]
    for each in inferences:
        if isinstance(each.fact, EdgesAre):
            states.append({**states[-1], **dict.fromkeys(each.fact.edges, each.fact.state)})
    return states


def pairs_of(step: Step) -> frozenset[PairIs]:
    """The relations that the arguments of a step find."""
    found = (each.fact for a in (step.argument, *step.further) for each in a.all_inferences())
    return frozenset(fact for fact in found if isinstance(fact, PairIs))
