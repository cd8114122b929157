"""An independent count of what is easy before each stroke, and of the harder strokes that pass it.

Everything is looked for anew on the whole board after every change. Of `solver`, only the known
patterns are used.
"""

from collections.abc import Iterator, Sequence

from puzzle.model import Board, EdgeState, Puzzle
from puzzle.strokes import Stroke
from solver.explain.explainer import Explainer
from solver.explain.marked_patterns import patterns_of_marks

UNKNOWN, LINE, CROSS = map(int, EdgeState)


class TrueSight:
    """What is easy to see: `states` with the crosses in mind, and the edges of `easy` steps."""

    def __init__(self, explainer: Explainer) -> None:
        self._explainer = explainer
        self.drawn = [*[UNKNOWN] * len(explainer.puzzle.grid.edge_dots), CROSS]
        self.states = self.drawn.copy()
        self.easy = set[int]()
        self.see()

    def draw(self, edge: int, state: int) -> None:
        """Draw a right mark, and see what is easy then."""
        self.drawn[edge] = self.states[edge] = state
        self.easy.discard(edge)
        self.see()

    def erase(self, edges: Sequence[int]) -> None:
        """Erase marks, and forget what followed from them."""
        for edge in edges:
            self.drawn[edge] = UNKNOWN
        self.states, self.easy = self.drawn.copy(), set()
        self.see()

    def see(self) -> None:
        """Find all easy steps again and again, with the crosses that they force."""
        patterns = [*patterns_of_marks(self._explainer.graph, self.drawn)]
        while True:
            patterns += patterns_of_marks(self._explainer.graph, self.states)
            found = dict(_single_reasons(self._explainer.puzzle, self.states))
            for known in (*self._explainer.patterns, *patterns):
                found.update({e: c.state for c in known.claims for e in c.edges})
            new = {e: state for e, state in found.items() if self.states[e] == UNKNOWN}
            self.easy |= new.keys()
            crosses = [edge for edge, state in new.items() if state == CROSS]
            if not crosses:
                return
            for edge in crosses:
                self.states[edge] = CROSS


def _single_reasons(puzzle: Puzzle, states: Sequence[int]) -> Iterator[tuple[int, int]]:
    """The edges that a clue, a dot or a premature loop forces, with their states."""
    grid = puzzle.grid
    clued = zip(grid.cell_edges, puzzle.clues, strict=True)
    around = [(edges, {clue}) for edges, clue in clued if clue is not None]
    around += [(edges, {0, 2}) for edges in grid.dot_edges]
    for edges, wanted in around:
        unknown = [edge for edge in edges if states[edge] == UNKNOWN]
        there = sum(states[edge] == LINE for edge in edges)
        more = [n for n in range(len(unknown) + 1) if there + n in wanted]
        if more in ([0], [len(unknown)]):
            yield from ((edge, LINE if more[0] else CROSS) for edge in unknown)
    lines = {edge for edge, state in enumerate(states[:-1]) if state == LINE}
    for edge, (start, end) in enumerate(grid.edge_dots):
        if states[edge] == UNKNOWN:
            loop, dot = [edge], start
            while dot != end:
                on = [e for e in grid.dot_edges[dot] if e in lines and e not in loop]
                if len(on) != 1:
                    break
                loop.append(on[0])
                dot = grid.other_end(on[0], dot)
            counts = [len({*loop} & {*sides}) for sides in grid.cell_edges]
            pairs = zip(puzzle.clues, counts, strict=True)
            is_solution = lines <= {*loop} and all(clue in {None, n} for clue, n in pairs)
            at_ends = {*grid.dot_edges[start], *grid.dot_edges[end]} - {*loop}
            if dot == end and not is_solution and not at_ends & lines:
                yield edge, CROSS


def passed_edges(explainer: Explainer, strokes: Sequence[Stroke]) -> dict[int, list[int]]:
    """For each edge, the harder strokes before which it was open, of a game with right marks."""
    sight, board = TrueSight(explainer), Board.blank(explainer.puzzle)
    passed: dict[int, list[int]] = {}
    for number, stroke in enumerate(strokes):
        changes = {e: s for e, s in stroke.states.items() if board.marks[e] is not s}
        open_before = sight.easy - changes.keys()
        board = board.mark(changes)
        left = {edge: int(state) for edge, state in changes.items() if state}
        harder = False
        while left:
            edge = next((each for each in sorted(left) if each in sight.easy), None)
            harder |= edge is None
            edge = min(left) if edge is None else edge
            sight.draw(edge, left.pop(edge))
        if erased := [edge for edge, state in changes.items() if not state]:
            sight.erase(erased)
        if harder and stroke.own:
            for edge in open_before:
                passed.setdefault(edge, []).append(number)
    return passed
