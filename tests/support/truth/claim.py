"""A statement that is judged: the values of a message, read as places, in a scene."""

from collections.abc import Callable, Collection, Iterator

from msgspec import Struct

from i18n.messages import Template
from solver.explain.step import PatternPlace, Relation, Step
from tests.support.truth.reading import MARKS, Reader
from tests.support.truth.scene import (
    CROSS,
    LINE,
    UNKNOWN,
    Marks,
    Scene,
    count,
    cycles_through,
    reached,
)


class Claim(Struct, frozen=True):
    """A message that was told in a scene.

    `owner` and `there` are the clue and the dot that the text named last, and `form` the number
    that chose between singular and plural.
    """

    values: dict[str, object]
    scene: Scene
    reader: Reader
    owner: int | None
    there: int | None
    form: int = 1

    # The step

    @property
    def step(self) -> Step:
        """The step that the text is about."""
        assert self.scene.step is not None
        return self.scene.step

    @property
    def pattern(self) -> PatternPlace:
        """The pattern of the step."""
        assert self.step.pattern is not None
        return self.step.pattern

    # Places

    def text(self, name: str) -> str:
        """A value as text."""
        return str(self.values[name])

    def number(self, name: str = "count") -> int:
        """A value as a number; of a loop, that of its lines."""
        of_loop = name not in self.values and "loop" in self.values
        values = self.reader.told(self.text("loop")).values if of_loop else self.values
        return self.reader.number(values[name])

    def cell(self, name: str = "clue") -> int:
        """A value as the cell of a clue."""
        return self.reader.cell(self.text(name))

    def cells(self, name: str = "clues") -> list[int]:
        """A value as a list of cells."""
        return self.reader.cells(self.text(name))

    def dot(self, name: str = "dot") -> int:
        """A value as one dot."""
        (dot,) = self.reader.dots(self.text(name))
        return dot

    def dots(self, name: str = "dots") -> list[int]:
        """A value as a list of dots."""
        return self.reader.dots(self.text(name))

    def edges(self, name: str = "edges", owner: int | None = None) -> frozenset[int]:
        """A value as edges."""
        whose = self.owner if owner is None else owner
        return self.reader.edges(self.text(name), whose, self.there)

    def edge(self, name: str = "edge") -> int:
        """A value as one edge."""
        (edge,) = self.edges(name)
        return edge

    def marks(self, name: str = "marks") -> frozenset[int]:
        """A value as marks: edges that have the state that it tells on the board."""
        found = frozenset[int]()
        for item in self.reader.items(self.text(name)):
            state = MARKS[self.reader.told(item).template]
            edges = self.reader.edges(item)
            if count(dict(enumerate(self.scene.board.marks)), edges, state) < len(edges):
                return frozenset()
            found |= edges
        return found

    # The clue of a cell

    def clue(self, name: str = "clue") -> int:
        """The number of the clue that a value names."""
        clue = self.scene.puzzle.clues[self.cell(name)]
        return -1 if clue is None else clue

    def sides(self, name: str = "clue") -> tuple[int, ...]:
        """The sides of the clue that a value names."""
        return self.scene.puzzle.grid.cell_edges[self.cell(name)]

    def spare(self, marks: Marks, name: str = "clue") -> int:
        """How many more crosses the clue has room for."""
        sides = self.sides(name)
        return len(sides) - count(marks, sides, CROSS) - self.clue(name)

    def at(self, clue: str = "clue", dot: str = "dot") -> tuple[int, ...]:
        """The two sides of a clue at a dot."""
        return self.scene.at(self.cell(clue), self.dot(dot))

    def is_corner(self, clue: str = "clue", dot: str = "dot") -> bool:
        """Whether the dot is a corner of the clue."""
        return len(self.at(clue, dot)) == 2

    def lines_there(self, clue: str = "clue", dot: str = "dot") -> int | None:
        """The number of lines of the solution among the sides of a clue at a dot."""
        return self.scene.in_solution(self.at(clue, dot))

    # Dots

    def around(self, dot: int) -> tuple[int, ...]:
        """The edges at a dot."""
        return self.scene.puzzle.grid.dot_edges[dot]

    def dot_has(self, dot: int, lines: int, unknown: int | None = None) -> bool:
        """Whether so many edges there are lines and so many unknown at some point of the text.

        Two edges of which exactly one is a line count as one line.
        """
        every = self.around(dot)
        pairs: list[tuple[int, ...]] = [(), *self.scene.one_at(dot)]
        for pair in pairs:
            rest = [edge for edge in every if edge not in pair]
            more = 1 if pair else 0

            def holds(marks: Marks, rest: list[int] = rest, more: int = more) -> bool:
                return count(marks, rest, LINE) + more == lines and (
                    unknown is None or count(marks, rest, UNKNOWN) == unknown
                )

            if self.scene.ever(holds):
                return True
        return False

    def line_comes(self, dot: int, clue: int) -> bool:
        """Whether one line comes to a corner of a clue that is none of its sides."""
        sides = self.scene.puzzle.grid.cell_edges[clue]
        past = [edge for edge in self.around(dot) if edge not in sides]
        own = [edge for edge in self.around(dot) if edge in sides]
        return (
            self.scene.ever(lambda marks: count(marks, past, LINE) == 1)
            or any(set(pair).isdisjoint(own) for pair in self.scene.one_at(dot))
            or self.scene.relation(past, Relation.SOME)
        )

    # Loops

    def closes(self, edges: Collection[int], length: int | None) -> Iterator[frozenset[int]]:
        """The loops of a length that lines on these edges would close at some point of the text.

        No other line touches them: it would be a third one at a dot.
        """
        at = self.scene.puzzle.grid.edge_dots
        for marks in self.scene.states:
            lines = {edge for edge, mark in marks.items() if mark is LINE}.union(edges)
            for found in cycles_through(self.scene.puzzle, lines, min(edges)):
                dots = {dot for edge in found for dot in at[edge]}
                touches = any(not dots.isdisjoint(at[edge]) for edge in lines - found)
                if found.issuperset(edges) and length in {None, len(found)} and not touches:
                    yield found

    def loops(self, length: int) -> Iterator[frozenset[int]]:
        """The closed loops of a length at some point of the text."""
        for marks in self.scene.states:
            left = {edge for edge, mark in marks.items() if mark is LINE}
            while left:
                edge = left.pop()
                for found in cycles_through(self.scene.puzzle, left, edge):
                    if len(found) == length:
                        yield found

    def leaves_unmet(self, loop: frozenset[int]) -> bool:
        """Whether a loop does not meet the clue."""
        return len(loop.intersection(self.sides())) != self.clue()

    def leaves_out(self, loop: frozenset[int]) -> bool:
        """Whether a line is not part of a loop."""
        edge = self.edge("line")
        return edge not in loop and self.scene.ever(lambda marks: marks.get(edge) is LINE)

    def misses(self, loop: frozenset[int]) -> bool:
        """Whether a loop does not visit a dot, and has to."""
        is_full = self.scene.puzzle.rules.variant.visits_every_dot
        return is_full and loop.isdisjoint(self.around(self.dot("missed")))

    def is_early(self, loop: frozenset[int]) -> bool:
        """Whether a loop is not the solution."""
        return self.scene.solution is None or loop != self.scene.solution

    # Edges

    def are(self, edges: Collection[int], lines: bool) -> bool:
        """Whether edges have a state at some point of the text."""
        state, least = LINE if lines else CROSS, len(edges) - self.reader.others
        return bool(edges) and self.scene.ever(lambda marks: count(marks, edges, state) >= least)

    def are_in_solution(self, edges: Collection[int], lines: bool) -> bool:
        """Whether edges have a state in the solution, if it is known."""
        found, least = self.scene.in_solution(edges), len(edges) - self.reader.others
        return found is None or (found >= least if lines else len(edges) - found >= least)

    def is_open(self, edge: int) -> bool:
        """Whether an edge has no mark on the board."""
        return not self.scene.board.marks[edge]

    def leads(self, start: int, end: int, lines: int) -> bool:
        """Whether marked edges lead from a cell to another over so many lines, at some point."""
        cells = self.scene.puzzle.grid.edge_cells

        def reaches(marks: Marks) -> bool:
            found, left = {(start, 0)}, [(start, 0)]
            while left:
                at, count_ = left.pop()
                for edge in (e for e, both in enumerate(cells) if marks.get(e) and at in both):
                    there = cells[edge][at == cells[edge][0]], count_ + (marks[edge] is LINE)
                    if there not in found and there[1] <= lines:
                        found.add(there)
                        left.append(there)
            return (end, lines) in found

        return self.scene.ever(reaches)

    def connected(self, cell: int) -> set[int]:
        """The cells, and `OUTSIDE`, to which marked edges of the board lead from a cell."""
        marks = dict(enumerate(self.scene.board.marks))
        return {there for there, _ in reached(self.scene.puzzle, marks, cell)}


Predicate = Callable[[Claim], bool]
Statements = dict[Template, Predicate]
