"""What is easy to see on a board, kept from one stroke to the next.

Many people draw few crosses, or none; they are taken to have those in mind that easy steps force.
"""

from collections.abc import Collection, Iterable

from solver.explain.budget import UNLIMITED, Budget
from solver.explain.chains import closing_edges
from solver.explain.choice import Easy
from solver.explain.direct import RuleDeduction, apply_rule, by_sides, premature_loop
from solver.explain.explainer import Explainer
from solver.explain.marked_patterns import corners_near, patterns_of_marks
from solver.explain.rule_graph import CROSS, LINE, UNKNOWN, States

LOOKS_PER_UNIT = 8
"""Number of clues, dots and corners that are looked at in one unit of work."""


class VisibleMarks:
    """Marks, the crosses that easy steps force from them, and all that easy steps force then.

    Easy steps are single reasons and known patterns. What was seen once stays seen. Patterns are
    looked for among the drawn marks, too, as a cross in mind may hide one.

    - `states`: the drawn marks and the crosses that are in mind.
    - `easy`: the easy step for each edge that is not drawn: a line, or a cross that is in mind.

    >>> from puzzle.notation import parse_puzzle
    >>> visible = VisibleMarks(Explainer(parse_puzzle("2x1:0a")), [UNKNOWN] * 7 + [CROSS])
    >>> sorted(visible.easy) == [*range(7)], set(visible.states) == {CROSS}
    (True, True)
    """

    def __init__(self, explainer: Explainer, drawn: States, budget: Budget = UNLIMITED) -> None:
        self._graph = explainer.graph
        self._budget = budget
        self.states = drawn.copy()
        self._drawn = drawn.copy()
        self.easy: dict[int, Easy] = {}
        crosses = self._note(explainer.patterns)
        crosses += self._note_loops() + self._note_sides()
        dots = range(len(self._graph.puzzle.grid.dots))
        self._look_on(crosses + self._look(self._graph.rules, dots))

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
                if self.states[edge] == UNKNOWN and edge not in self.easy:
                    self.easy[edge] = easy
                    crosses += [edge] if state == CROSS else []
        return crosses


def forced_by(easy: Easy) -> dict[int, tuple[int, Collection[int]]]:
    """The edges that an easy step forces, each with its state and the marks that it needs."""
    if isinstance(easy, RuleDeduction):
        return dict.fromkeys(easy.edges, (easy.state, easy.given))
    return {edge: (one.state, one.given) for one in easy.claims for edge in one.edges}
