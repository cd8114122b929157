"""Describes facts about edges as clauses: complete statements without capital and full stop."""

from collections.abc import Sequence

from msgspec import Struct

from i18n.localizer import Localizer
from narrator import english
from narrator.knowledge import Knowledge
from narrator.places import Places
from puzzle.model import EdgeState, Puzzle
from solver.explain.step import ClueReason, DotReason, Inference, PairIs, Reason, Relation, Subloop

STATE_CLAUSES = {EdgeState.LINE: english.LINES, EdgeState.CROSS: english.CROSSES}
RELATION_CLAUSES = {
    Relation.ONE: english.EXACTLY_ONE,
    Relation.SOME: english.AT_LEAST_ONE,
    Relation.NOT_BOTH: english.AT_MOST_ONE,
    Relation.ALIKE: english.BOTH_OR_NEITHER,
}
LINES_AT_DOT_CLAUSES = {
    Relation.ONE: english.ONE_LINE_COMES,
    Relation.SOME: english.SOME_LINE_COMES,
    Relation.NOT_BOTH: english.NOT_TWO_LINES_COME,
    Relation.ALIKE: english.TWO_LINES_OR_NONE_COME,
}


class EdgeWords(Struct, frozen=True):
    """Clauses about the edges of a puzzle.

    With `supposed`, a clause is in the conditional ("would be"), otherwise in the indicative.
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
        """The clause that edges are lines or crosses.

        If `reason` is a clue, its sides are named as "its"; if it is a dot, edges are named from
        there.
        """
        name = self._edge_names(edges, reason)
        return self.localizer.clause(STATE_CLAUSES[state], supposed, len(edges), edges=name)

    def pair(self, fact: PairIs, *, supposed: bool, reason: Reason | None = None) -> str:
        """A clause with the relation between two edges; `reason` is used as in `edges`."""
        if fact.relation is Relation.IMPLIES:
            first, second = (self._edge_names([edge], reason) for edge in fact.edges)
            return self.localizer.clause(english.IMPLIES, supposed, first=first, second=second)
        edges = self._edge_names(fact.edges, reason)
        return self.localizer.clause(RELATION_CLAUSES[fact.relation], supposed, edges=edges)

    def pair_at_dot(self, fact: PairIs, *, supposed: bool) -> str:
        """A clause with what two edges tell of lines at the dot where they meet."""
        if fact.relation is Relation.IMPLIES:
            first, second = (self.places.edges([edge]) for edge in fact.edges)
            return self.localizer.clause(english.GOES_ON, supposed, first=first, second=second)
        dot, edges = self.places.dot_of(fact.dot, fact.edges), self.places.edges(fact.edges)
        clause = LINES_AT_DOT_CLAUSES[fact.relation]
        return self.localizer.clause(clause, supposed, dot=dot, edges=edges)

    def loop(self, found: Subloop) -> tuple[english.Witness, dict[str, str]]:
        """A loop that closes too early, and what shows it, as the values of a message."""
        count, places = len(found.edges), self.places
        named = {"loop": self.localizer.say(english.LOOP_OF, count, count=count)}
        if found.unmet is not None:
            clue, animal = places.clue(found.unmet), places.animal(found.unmet)
            if animal is None:
                return english.Witness.CLUE, named | {"clue": clue}
            kind = english.Witness.SHEEP if animal.inside else english.Witness.WOLF
            return kind, named | {"animal": clue}
        if found.outside is not None:
            return english.Witness.LINE, named | {"line": places.line(found.outside)}
        if found.missed is not None:
            return english.Witness.DOT, named | {"missed": places.dots([found.missed])}
        return english.Witness.NONE, named

    def known_edges(
        self,
        inference: Inference,
        known: Knowledge,
        around: Sequence[int],
        *,
        owned: bool = True,
    ) -> list[str]:
        """Clauses with the lines and crosses among the edges `around` that an inference uses.

        Without `owned`, the clause does not rest on the name of its clue or dot.
        """
        lines, crosses = known.lines_and_crosses(inference, around)
        clauses = []
        for state, edges in ((EdgeState.LINE, lines), (EdgeState.CROSS, crosses)):
            for supposed in (False, True):
                matching = [edge for edge in edges if (edge in known.supposed_edges) is supposed]
                if matching:
                    reason = naming_reason(inference) if owned else None
                    clauses.append(self.edges(matching, state, supposed=supposed, reason=reason))
        return clauses

    def _edge_names(self, edges: Sequence[int], reason: Reason | None) -> str:
        owner = reason.cell if isinstance(reason, ClueReason) else None
        start = reason.dot if isinstance(reason, DotReason) else None
        return self.places.edges(edges, owner=owner, start=start)


def naming_reason(inference: Inference) -> Reason | None:
    """The reason by which the text of an inference names edges; None where it names no dot.

    That a line on one edge goes on along another one names only these, so none is "from there".
    """
    is_dot = isinstance(inference.reason, DotReason)
    goes_on = [pair.relation for pair in inference.pairs] == [Relation.IMPLIES]
    return None if is_dot and goes_on else inference.reason
