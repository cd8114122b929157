"""What single reasons force from the right marks of a board, kept from one stroke to the next."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import chain

from puzzle.model import Board, EdgeState
from solver.explain.direct import RuleDeduction, close, find_direct
from solver.explain.explainer import Explainer
from solver.explain.marked_patterns import corners_near, patterns_of_marks
from solver.explain.patterns import KnownPattern
from solver.explain.rule_graph import CROSS, UNKNOWN, States, board_of, states_of
from solver.review.judgement import without_wrong

FEW_CROSSES = 4
"""A player who draws fewer crosses than one for so many lines leaves them out."""
UNSEEN = 99
"""The number of hidden lines of an edge that rounds of single reasons do not reach."""


class KnownMarks:
    """The right marks of a board and all that follows from them by single reasons.

    `states` are these, `board` is the board as it was drawn, and `solution` tells what is right.
    """

    def __init__(self, explainer: Explainer, solution: frozenset[int]) -> None:
        self.explainer = explainer
        self.solution = solution
        self.board = Board.blank(explainer.puzzle)
        self.origin: dict[int, RuleDeduction] = {}
        self.states: States = []
        self.rebuild()

    def rebuild(self) -> None:
        """Start again from the right marks of the board, as something right was erased."""
        self.states = self.right_states()
        self.origin = {}
        self._close(None)

    def right_states(self) -> States:
        """The marks of the board without the wrong ones."""
        return states_of(without_wrong(self.board, self.solution))

    def add(self, edge: int, state: EdgeState) -> None:
        """Draw a right mark, and all that follows from it by single reasons."""
        if self.states[edge] == UNKNOWN:
            self.states[edge] = int(state)
            self._close(sorted(self.explainer.graph.edge_rules[edge]))
        self.origin.pop(edge, None)
        self.board = self.board.mark({edge: state})

    @property
    def leaves_out_crosses(self) -> bool:
        """Whether the player draws few crosses, or none."""
        return len(self.board.crosses) * FEW_CROSSES <= len(self.board.lines)

    def think(self, edges: Iterable[int]) -> None:
        """Add crosses that were not drawn, as patterns or several reasons force them."""
        for edge in edges:
            self.states[edge] = CROSS
            self._close(sorted(self.explainer.graph.edge_rules[edge]))

    def known_board(self, without: Iterable[int] = ()) -> Board:
        """The board with all that follows, except some edges."""
        states = self.states.copy()
        for edge in without:
            states[edge] = UNKNOWN
        return board_of(self.explainer.puzzle, states)

    def hidden_lines(self, edge: int) -> int:
        """The number of lines that have to be thought of and are not drawn, before an edge.

        Kept origins may come from the far side of the board: two lines or more are counted again
        from the drawn marks.
        """
        kept = self._count_undrawn(
            self.origin[edge].given, {e: found.given for e, found in self.origin.items()}
        )
        return kept if kept < 2 else min(kept, self._hidden_by_rounds(edge))

    def _close(self, rules: Iterable[int] | None) -> None:
        for found in close(self.explainer.graph, self.states, rules):
            self.origin.update(dict.fromkeys(found.edges, found))

    def _count_undrawn(self, given: Iterable[int], premises: Mapping[int, Collection[int]]) -> int:
        todo, seen = list(given), set[int]()
        while todo:
            edge = todo.pop()
            if edge in seen or edge not in premises:
                continue
            if self.board.marks[edge] is EdgeState.UNKNOWN:
                seen.add(edge)
                todo += premises[edge]
        return sum(edge in self.solution for edge in seen)

    def _hidden_by_rounds(self, edge: int) -> int:
        """The number of hidden lines before an edge, by rounds of single reasons and patterns."""
        graph, states = self.explainer.graph, self.right_states()
        given: dict[int, Collection[int]] = {}
        rules: Iterable[int] = graph.rules
        patterns: Iterator[KnownPattern] = chain(
            self.explainer.patterns, patterns_of_marks(graph, states)
        )
        while states[edge] == UNKNOWN:
            new: dict[int, tuple[int, Collection[int]]] = {}
            for found in find_direct(graph, states, rules):
                for each in found.edges:
                    new.setdefault(each, (found.state, found.given))
            for known in patterns:
                for claim in known.claims:
                    for each in claim.edges:
                        if states[each] == UNKNOWN:
                            new.setdefault(each, (claim.state, claim.given))
            if not new:
                return UNSEEN
            for each, (state, used) in new.items():
                states[each], given[each] = state, used
            # All that was found is marked, so that something new is near these marks.
            rules = sorted({rule for each in new for rule in graph.edge_rules[each]})
            patterns = patterns_of_marks(graph, states, corners_near(graph, new))
        return self._count_undrawn(given[edge], given)


def visible_states(explainer: Explainer, board: Board) -> States:
    """The marks of a board with the crosses that follow by single reasons and patterns.

    Many people draw no crosses; they are taken to have them in mind.
    """
    graph, states = explainer.graph, states_of(board)
    while True:
        new = {
            edge
            for found in find_direct(graph, states)
            if found.state == CROSS
            for edge in found.edges
        }
        for known in (*explainer.patterns, *patterns_of_marks(graph, states)):
            for claim in known.claims:
                if claim.state == CROSS:
                    new.update(edge for edge in claim.edges if states[edge] == UNKNOWN)
        if not new:
            return states
        for edge in new:
            states[edge] = CROSS
