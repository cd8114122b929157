"""Facts in words. A clause is a complete statement without a capital and a full stop."""

from collections.abc import Sequence
from dataclasses import dataclass

from i18n.localizer import Localizer
from narrator import english
from narrator.knowledge import Knowledge
from narrator.places import Places
from puzzle.model import EdgeState, Puzzle
from solver.explain.step import ClueReason, DotReason, Inference, PairIs, Reason, Relation

STATES = {EdgeState.LINE: english.LINES, EdgeState.CROSS: english.CROSSES}
RELATIONS = {
    Relation.ONE: english.EXACTLY_ONE,
    Relation.SOME: english.AT_LEAST_ONE,
    Relation.NOT_BOTH: english.AT_MOST_ONE,
    Relation.ALIKE: english.BOTH_OR_NEITHER,
}
COMING_TO_DOT = {
    Relation.ONE: english.ONE_LINE_COMES,
    Relation.SOME: english.SOME_LINE_COMES,
    Relation.NOT_BOTH: english.NOT_TWO_LINES_COME,
    Relation.ALIKE: english.TWO_LINES_OR_NONE_COME,
}


@dataclass(frozen=True)
class EdgeWords:
    """Words for what is known of the edges of a puzzle.

    `supposed` tells whether a fact is, or only would be.
    """

    puzzle: Puzzle
    localizer: Localizer
    places: Places

    def edges(
        self,
        edges: Sequence[int],
        state: EdgeState,
        *,
        supposed: bool = False,
        reason: Reason | None = None,
    ) -> str:
        """That edges are lines or crosses, in a sentence that speaks of a reason."""
        name = self._name(edges, reason)
        return self.localizer.clause(STATES[state], supposed, len(edges), edges=name)

    def pair(self, fact: PairIs, *, supposed: bool, reason: Reason | None = None) -> str:
        """That a relation holds between two edges."""
        if fact.relation is Relation.IMPLIES:
            first, second = (self._name([edge], reason) for edge in fact.edges)
            return self.localizer.clause(english.IMPLIES, supposed, first=first, second=second)
        edges = self._name(fact.edges, reason)
        return self.localizer.clause(RELATIONS[fact.relation], supposed, edges=edges)

    def pair_at_dot(self, fact: PairIs, *, supposed: bool) -> str:
        """How many lines a pair of edges brings to the dot where they meet."""
        mood = COMING_TO_DOT.get(fact.relation)
        if mood is None:
            return self.pair(fact, supposed=supposed)
        dot, edges = self.places.dots([fact.dot]), self.places.edges(fact.edges)
        return self.localizer.clause(mood, supposed, dot=dot, edges=edges)

    def known_edges(
        self, inference: Inference, known: Knowledge, around: Sequence[int]
    ) -> list[str]:
        """The lines and crosses that an inference takes as known, as clauses."""
        lines, crosses = known.lines_and_crosses(inference, around)
        clauses = []
        for state, edges in ((EdgeState.LINE, lines), (EdgeState.CROSS, crosses)):
            for supposed in (False, True):
                told = [edge for edge in edges if (edge in known.edges) is supposed]
                if told:
                    reason = inference.reason
                    clauses.append(self.edges(told, state, supposed=supposed, reason=reason))
        return clauses

    def _name(self, edges: Sequence[int], reason: Reason | None) -> str:
        owner = reason.cell if isinstance(reason, ClueReason) else None
        start = reason.dot if isinstance(reason, DotReason) else None
        return self.places.edges(edges, owner, start)
