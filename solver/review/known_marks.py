"""What is easy to see on a board, and what single reasons force from its right marks.

Both are kept from one stroke to the next. Many people draw few crosses, or none; they are taken to
have those in mind that easy steps force.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from puzzle.model import Board, EdgeState
from puzzle.rules import Capability
from solver.explain.budget import UNLIMITED, Budget
from solver.explain.chains import closing_edges
from solver.explain.choice import Easy
from solver.explain.conflicts import find_conflict
from solver.explain.direct import RuleDeduction, apply_rule, by_sides, close, premature_loop
from solver.explain.explainer import Explainer
from solver.explain.marked_patterns import corners_near, patterns_of_marks
from solver.explain.mistakes import Check, check
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, States, board_of, states_of
from solver.explain.smallest import window
from solver.review.judgement import without_wrong

LOOKS_PER_UNIT = 8
"""Number of clues, dots and corners that are looked at in one unit of work."""


class VisibleMarks:
    """Marks, the crosses that easy steps force from them, and all that easy steps force then.

    Easy steps are single reasons and known patterns. What was seen once stays seen. Patterns are
    looked for among the drawn marks, too, as a cross in mind may hide one.

    - `states`: the drawn marks and the crosses that are in mind.
    - `easy`: the easy step for each edge that is not drawn: a line, or a cross that is in mind.

    Of `open_edges`, nothing is noted.

    >>> from puzzle.notation import parse_puzzle
    >>> visible = VisibleMarks(Explainer(parse_puzzle("2x1:0a")), [UNKNOWN] * 7 + [CROSS])
    >>> sorted(visible.easy) == [*range(7)], set(visible.states) == {CROSS}
    (True, True)
    """

    def __init__(
        self,
        explainer: Explainer,
        drawn: States,
        budget: Budget = UNLIMITED,
        *,
        open_edges: Collection[int] = (),
    ) -> None:
        self._graph = explainer.graph
        self._budget = budget
        self._open_edges = frozenset(open_edges)
        self.states = drawn.copy()
        self._drawn = drawn.copy()
        self.easy: dict[int, Easy] = {}
        dots = range(len(self._graph.puzzle.grid.dots))
        crosses = self._look(self._graph.rules, dots)  # a 0 before the patterns beside it
        crosses += self._note(explainer.patterns)
        self._look_on(crosses + self._note_loops() + self._note_sides())

    def draw(self, edge: int, state: int) -> None:
        """Draw a right mark, and see what is easy then."""
        self.easy.pop(edge, None)
        self._drawn[edge] = state
        dots = corners_near(self._graph, [edge])
        crosses = self._note(patterns_of_marks(self._graph, self._drawn, dots))
        if self.states[edge] == UNKNOWN:
            self.states[edge] = state
            crosses += self._note_loops() if state == LINE else []
            crosses += self._note_sides()
            crosses += self._look_near([edge])
        self._look_on(crosses)

    def think(self, edge: int) -> None:
        """Have a cross in mind that no easy step forces."""
        if self.states[edge] == UNKNOWN:
            self._look_on([edge])

    def states_without(self, easy: Easy) -> States:
        """The states before an easy step: without the edges that it forces and are not drawn."""
        states = self.states.copy()
        for edge in forced_by(easy):
            if edge in self.easy:
                states[edge] = UNKNOWN
        return states

    def _look_on(self, crosses: list[int]) -> None:
        """Have crosses in mind, and those that follow from them."""
        while crosses:
            for edge in crosses:
                self.states[edge] = CROSS
            crosses = self._look_near(crosses) + self._note_sides()

    def _look_near(self, edges: Iterable[int]) -> list[int]:
        rules = sorted({rule for edge in edges for rule in self._graph.edge_rules[edge]})
        return self._look(rules, corners_near(self._graph, edges))

    def _look(self, rules: Collection[int], dots: Collection[int]) -> list[int]:
        """Note the easy steps of these clues and dots; returns the new crosses."""
        graph, states = self._graph, self.states
        self._budget.spend(1 + (len(rules) + len(dots)) // LOOKS_PER_UNIT)
        found = (apply_rule(graph, states, rule) for rule in rules)
        crosses = self._note(one for one in found if one is not None)
        return crosses + self._note(patterns_of_marks(graph, states, dots))

    def _note_loops(self) -> list[int]:
        """Note the crosses without which a line would close a loop too early."""
        graph, states = self._graph, self.states
        self._budget.spend(1 + graph.edges // (LOOKS_PER_UNIT * LOOKS_PER_UNIT))
        closing = closing_edges(graph.puzzle, states)
        return self._note(premature_loop(graph, edge, subloop) for edge, subloop in closing)

    def _note_sides(self) -> list[int]:
        """Note what the sides of cells tell, where animals are."""
        graph = self._graph
        self._budget.spend(graph.edges // LOOKS_PER_UNIT if graph.animals else 0)
        return self._note(by_sides(graph, self.states))

    def _note(self, found: Iterable[Easy]) -> list[int]:
        """Note easy steps; returns the edges that they show to be crosses."""
        crosses = []
        for easy in found:
            for edge, (state, _) in forced_by(easy).items():
                if self.states[edge] == UNKNOWN and edge not in self.easy.keys() | self._open_edges:
                    self.easy[edge] = easy
                    crosses += [edge] if state == CROSS else []
        return crosses


def forced_by(easy: Easy) -> dict[int, tuple[int, Collection[int]]]:
    """The edges that an easy step forces, each with its state and the marks that it needs."""
    if isinstance(easy, RuleDeduction):
        return dict.fromkeys(easy.edges, (easy.state, easy.given))
    return {edge: (one.state, one.given) for one in easy.claims for edge in one.edges}


FEW_CROSSES = 4
"""A player who draws fewer crosses than one for so many lines leaves them out."""
UNSEEN = 99
"""The number of hidden lines of an edge that nearby single reasons and patterns do not reach."""
HOPS = 6
"""The distance from an edge within which hidden lines before it are looked for, in hops."""


class KnownMarks:
    """The right marks of a board, what is easy to see then, and what single reasons force.

    `states` are the marks and all that follows from them by single reasons, `visible` is what is
    easy to see, `board` is the board as it was drawn, and `solution` tells what is right.
    """

    def __init__(
        self, explainer: Explainer, solution: frozenset[int], budget: Budget = UNLIMITED
    ) -> None:
        self.explainer = explainer
        self.solution = solution
        self.board = Board.blank(explainer.puzzle)
        self._budget = budget
        self.rebuild()

    def rebuild(self) -> None:
        """Start again from the right marks of the board, as something right was erased."""
        right = states_of(without_wrong(self.board, self.solution))
        self.visible = VisibleMarks(self.explainer, right, self._budget)
        self.states = right
        self.origin: dict[int, RuleDeduction] = {}
        self._close(self.explainer.graph.rules)

    def add(self, edge: int, state: EdgeState) -> None:
        """Draw a right mark, and all that follows from it."""
        if self.states[edge] == UNKNOWN:
            self.states[edge] = int(state)
            self._close(sorted(self.explainer.graph.edge_rules[edge]))
        self.origin.pop(edge, None)
        self.visible.draw(edge, int(state))
        self.board = self.board.mark({edge: state})

    @property
    def leaves_out_crosses(self) -> bool:
        """Whether the player draws few crosses, or none."""
        return leaves_out_crosses(self.board)

    def think(self, edges: Iterable[int]) -> None:
        """Add crosses that were not drawn, as patterns or several reasons force them."""
        for edge in edges:
            self.states[edge] = CROSS
            self._close(sorted(self.explainer.graph.edge_rules[edge]))
            self.visible.think(edge)

    def known_board(self, without: Iterable[int] = ()) -> Board:
        """The board with all that follows, except some edges."""
        states = self.states.copy()
        for edge in without:
            states[edge] = UNKNOWN
        return board_of(self.explainer.puzzle, states)

    def hidden_lines(self, edge: int) -> int:
        """The number of lines that have to be thought of and are not drawn, before an edge.

        Kept origins may come from the far side of the board: two lines or more are counted again
        near the edge.
        """
        kept = self._count_undrawn(
            self.origin[edge].given, {e: found.given for e, found in self.origin.items()}
        )
        return kept if kept < 2 else min(kept, self._hidden_nearby(edge))

    def _close(self, rules: Collection[int]) -> None:
        self._budget.spend(1 + len(rules) // LOOKS_PER_UNIT)
        for found in close(self.explainer.graph, self.states, rules):
            self.origin.update(dict.fromkeys(found.edges, found))

    def _count_undrawn(self, given: Iterable[int], premises: Mapping[int, Collection[int]]) -> int:
        """The number of lines among premises that are not drawn, and premises of these."""
        todo, seen = list(given), set[int]()
        while todo:
            edge = todo.pop()
            if edge not in seen and edge in premises:
                seen.add(edge)
                todo += premises[edge]
        return sum(edge in self.solution for edge in seen)

    def _hidden_nearby(self, edge: int) -> int:
        """The number of hidden lines before an edge, by rounds of easy steps within some hops.

        A round adds the crosses that were found, or else all lines that were found.
        """
        graph, states, easy = self.explainer.graph, self.visible.states.copy(), self.visible.easy
        near = window(graph, states, edge, HOPS)
        reached = {e for rule in near for e in graph.layout.real_edges[rule]}
        given: dict[int, Collection[int]] = {}
        new = {e: forced_by(easy[e])[e] for e in easy.keys() & reached if states[e] == UNKNOWN}
        while new and states[edge] == UNKNOWN:
            crosses = {e: found for e, found in new.items() if found[0] == CROSS}
            for each, (state, used) in (crosses or new).items():
                states[each], given[each] = state, used
            lines = new if crosses else {}
            # All that was found is marked, so that something new is near these marks.
            rules = near & {rule for e in crosses or new for rule in graph.edge_rules[e]}
            dots = [d for d in corners_near(graph, crosses or new) if graph.cells + d in near]
            self._budget.spend(1 + (len(rules) + len(dots)) // LOOKS_PER_UNIT)
            singles = (apply_rule(graph, states, rule) for rule in sorted(rules))
            steps: list[Easy] = [one for one in singles if one is not None]
            new = {e: found for e, found in lines.items() if states[e] == UNKNOWN}
            for one in (*steps, *patterns_of_marks(graph, states, dots)):
                for each, found in forced_by(one).items():
                    if states[each] == UNKNOWN:
                        both = (new.get(each, found), found)
                        new[each] = min(both, key=lambda way: self._count_undrawn(way[1], given))
        return self._count_undrawn(given[edge], given) if edge in given else UNSEEN


def leaves_out_crosses(board: Board) -> bool:
    """Whether a board has few crosses, or none, for its lines."""
    return are_few(len(board.crosses), len(board.lines))


def are_few(crosses: int, lines: int) -> bool:
    """Whether who drew so many crosses beside so many lines leaves out easy crosses."""
    return crosses * FEW_CROSSES <= lines


def with_crosses_in_mind(
    explainer: Explainer, board: Board, open_edges: Collection[int] = ()
) -> Board:
    """The board of a player who leaves out crosses, with those that are in mind.

    `open_edges` stay open. Boards whose marks are wrong are unchanged, as what follows from them is
    in nobody's mind.
    """
    solution = explainer.solution
    if solution is not None and without_wrong(board, solution) != board:
        return board
    visible = VisibleMarks(explainer, states_of(board), open_edges=open_edges)
    return board_of(explainer.puzzle, visible.states)


def check_in_mind(
    explainer: Explainer, board: Board, *, explain: bool = True, made: Sequence[int] = ()
) -> Check:
    """The same as `check`, but the reasons begin from the crosses in mind.

    Wrong edges stay open for the easy steps, too, as the reasons would argue in a circle.
    """
    found = check(explainer, board, explain=False)
    if not (explain and found.count and board.puzzle.rules.supports(Capability.HINTS)):
        return found
    right = board.mark(dict.fromkeys(found.wrong, EdgeState.UNKNOWN))
    seen = with_crosses_in_mind(explainer, right, found.wrong)
    seen = seen.mark({edge: board.marks[edge] for edge in found.wrong})
    found = check(explainer, seen, made=made)
    clash = find_conflict(explainer.graph, states_of(seen)) if found.conflict else None
    given = [step.known for step in found.refutation] + [clash.given if clash else frozenset()]
    used = frozenset(e for e in set().union(*given) if seen.marks[e] is not board.marks[e])
    return replace(found, in_mind=used)
