"""Describes the reason of an inference: a clue, a dot or the loop, and the known edges.

Frequent situations have short clauses of their own. All others are described in full: the number
of lines that the clue or dot needs, and all known facts about its edges.
"""

from i18n.messages import Clause, Template
from narrator import english
from narrator.knowledge import Knowledge
from narrator.sides import sides_clause
from narrator.words import EdgeWords
from puzzle.model import EdgeState
from solver.explain.step import (
    ClueReason,
    DotReason,
    EdgesAre,
    Fact,
    Inference,
    PairIs,
    Relation,
    SidesReason,
)

DOT_LINES = 2
"""Number of lines at each dot of the loop."""


def reason_clause(words: EdgeWords, inference: Inference, known: Knowledge) -> str:
    """The reason of an inference, as a clause."""
    match inference.reason:
        case ClueReason(cell):
            return _clue_reason(words, cell, inference, known)
        case DotReason(dot):
            return _dot_reason(words, dot, inference, known)
        case SidesReason() if inference.way is not None:
            return sides_clause(words, inference, inference.way, known)
        case _:
            return _loop_reason(words, inference)


# Clues


def _clue_reason(words: EdgeWords, cell: int, inference: Inference, known: Knowledge) -> str:
    localizer, number = words.localizer, words.puzzle.clues[cell] or 0
    clue, count = words.places.clue(cell), words.localizer.number(number)
    template = None if inference.pairs else _short_clue_template(words, cell, inference, known)
    if template is not None:
        fact, supposed = inference.fact, known.depends_on_supposition(inference)
        if template is english.CLUE_NEEDS_ALL and isinstance(fact, EdgesAre):
            return localizer.clause(template, supposed, len(fact.edges), clue=clue)
        return localizer.clause(template, supposed, number, clue=clue, count=count)
    about_pair = _pair_at_clue(words, cell, inference, known)
    if about_pair is not None:
        marks = words.known_edges(inference, known, words.puzzle.grid.cell_edges[cell])
        return localizer.join_clauses([about_pair, *marks])
    facts = facts_at_clue(words, cell, inference, known)
    if not facts:
        return localizer.say(english.CLUE_COUNTS, number, clue=clue, count=count)
    return localizer.say(english.CLUE_FACTS, clue=clue, known=localizer.join_clauses(facts))


def _pair_at_clue(
    words: EdgeWords, cell: int, inference: Inference, known: Knowledge
) -> str | None:
    """What one known relation at a corner of a clue leaves it; None for less frequent relations."""
    if len(inference.pairs) != 1:
        return None
    (pair,) = inference.pairs
    number, clue = words.puzzle.clues[cell] or 0, words.places.clue(cell)
    around = words.puzzle.grid.cell_edges[cell]
    template = _pair_template(number, len(around), pair, inference.fact)
    if template is None:
        return None
    dot = words.places.dot_of(pair.dot, pair.edges)
    return words.localizer.clause(template, pair in known.supposed_pairs, clue=clue, dot=dot)


def _pair_template(number: int, sides: int, pair: PairIs, fact: Fact) -> Clause | Template | None:
    same = isinstance(fact, EdgesAre) and set(fact.edges) == set(pair.edges)
    match number, pair.relation, fact:
        case _, Relation.ONE, EdgesAre(state=EdgeState.LINE) if number == sides - 1:
            return english.ONLY_CROSS_AT
        case 2, Relation.ONE, _:
            return english.ONE_OF_TWO_AT
        case _, Relation.ALIKE, _ if same and number in {1, sides - 1}:
            return english.TWO_LINES_TOO_MANY if number == 1 else english.TWO_CROSSES_TOO_MANY
        case 2, Relation.ALIKE, _:
            return english.BOTH_OR_NONE_AT
        case 1, Relation.ONE, EdgesAre(state=EdgeState.CROSS):
            return english.ITS_LINE_AT
        case _:
            return None


def line_that_ends(words: EdgeWords, inference: Inference, known: Knowledge) -> str | None:
    """The clause that the last line of a clue ends at one of its corners; None for other facts."""
    reason, fact = inference.reason, inference.fact
    if not isinstance(reason, ClueReason) or not isinstance(fact, PairIs) or inference.pairs:
        return None
    sides = words.puzzle.grid.cell_edges[reason.cell]
    lines, crosses = known.lines_and_crosses(inference, sides)
    is_last = len(lines) + 1 == words.puzzle.clues[reason.cell]
    if fact.relation is not Relation.ONE or not is_last or len(lines + crosses) + 2 < len(sides):
        return None
    clue, dot = words.places.clue(reason.cell), words.places.dot_of(fact.dot, fact.edges)
    template = english.LAST_LINE_AT if lines else english.ITS_LINE_AT
    supposed = known.depends_on_supposition(inference)
    return words.localizer.clause(template, supposed, clue=clue, dot=dot)


def _short_clue_template(
    words: EdgeWords, cell: int, inference: Inference, known: Knowledge
) -> Clause | Template | None:
    """The template for a frequent situation at a clue; None for any other situation."""
    number, sides = words.puzzle.clues[cell], words.puzzle.grid.cell_edges[cell]
    lines, crosses = known.lines_and_crosses(inference, sides)
    match inference.fact:
        case EdgesAre(state=EdgeState.CROSS) if number == 0:
            return english.CLUE_OF_ZERO
        case EdgesAre(state=EdgeState.LINE) if number == len(sides):
            return english.CLUE_OF_ALL_SIDES
        case EdgesAre(state=EdgeState.CROSS) if len(lines) == number:
            return english.CLUE_MET
        case EdgesAre(state=EdgeState.LINE) if len(sides) - len(crosses) == number:
            return english.CLUE_NEEDS_ALL
        case PairIs() if not lines + crosses:
            names = {1: english.CLUE_OF_ONE, len(sides) - 1: english.CLUE_LACKS_ONE}
            return names.get(number or 0)
        case _:
            return None


def facts_at_clue(words: EdgeWords, cell: int, inference: Inference, known: Knowledge) -> list[str]:
    """The facts around a clue that an inference uses, as clauses."""
    clauses = words.known_edges(inference, known, words.puzzle.grid.cell_edges[cell])
    clauses += (
        words.pair(pair, supposed=pair in known.supposed_pairs, reason=inference.reason)
        for pair in inference.pairs
    )
    return clauses


# Dots


def _dot_reason(words: EdgeWords, dot: int, inference: Inference, known: Knowledge) -> str:
    name = words.places.dots([dot])
    template = None if inference.pairs else _short_dot_template(words, dot, inference, known)
    if template is not None:
        return words.localizer.clause(template, known.depends_on_supposition(inference), dot=name)
    around = words.puzzle.grid.dot_edges[dot]
    every = words.puzzle.rules.variant.visits_every_dot
    visit = every and not _is_told_without_visit(words, dot, inference, known)
    if len(inference.pairs) == 1 and not visit:
        pair = inference.pairs[0]
        template = _line_goes_on(words, dot, inference, known)
        if template is not None:
            supposed = known.depends_on_supposition(inference)
            return words.localizer.clause(template, supposed, dot=name)
        comes = words.pair_at_dot(pair, supposed=pair in known.supposed_pairs)
        return words.localizer.join_clauses([comes, *words.known_edges(inference, known, around)])
    facts = facts_at_dot(words, dot, inference, known)
    if not facts:
        return words.localizer.say(english.DOT_VISITED if visit else english.DOT_COUNTS, dot=name)
    joined = words.localizer.join_clauses(facts)
    template = english.VISITED_DOT_FACTS if visit else english.DOT_FACTS
    return words.localizer.say(template, dot=name, known=joined)


def _is_told_without_visit(
    words: EdgeWords, dot: int, inference: Inference, known: Knowledge
) -> bool:
    """Whether a line comes to a dot, so that what follows there does not need that it must."""
    lines, _ = known.lines_and_crosses(inference, words.puzzle.grid.dot_edges[dot])
    return bool(lines) or any(pair.relation is Relation.ONE for pair in inference.pairs)


def _line_goes_on(
    words: EdgeWords, dot: int, inference: Inference, known: Knowledge
) -> Clause | Template | None:
    """The template for a dot that just one of two edges reaches with a line; None for others."""
    fact, (pair,) = inference.fact, inference.pairs
    lines, _ = known.lines_and_crosses(inference, words.puzzle.grid.dot_edges[dot])
    match pair.relation, fact:
        case Relation.ONE, EdgesAre(state=EdgeState.LINE) if not lines:
            return english.DOT_ONE_WAY_ON
        case Relation.ONE, EdgesAre(state=EdgeState.CROSS) if len(lines) == 1:
            return english.DOT_FULL
        case Relation.ONE, PairIs(relation=Relation.ONE) if not lines:
            return english.DOT_MUST_GO_ON
        case _:
            return None


def _short_dot_template(
    words: EdgeWords, dot: int, inference: Inference, known: Knowledge
) -> Clause | Template | None:
    """The template for a frequent situation at a dot; None for any other situation."""
    fact, around = inference.fact, words.puzzle.grid.dot_edges[dot]
    lines, crosses = known.lines_and_crosses(inference, around)
    concluded = len(fact.edges) if isinstance(fact, EdgesAre | PairIs) else 0
    all_known = len(lines) + len(crosses) + concluded == len(around)
    match fact:
        case EdgesAre(state=EdgeState.CROSS) if len(lines) == DOT_LINES:
            return english.DOT_FULL
        case EdgesAre(state=EdgeState.CROSS) if all_known and not lines:
            return english.DOT_NO_WAY_OUT
        case EdgesAre(state=EdgeState.LINE) if all_known and len(lines) == 1:
            return english.DOT_ONE_WAY_ON
        case EdgesAre(state=EdgeState.LINE) if all_known and not lines:
            return english.TWO_WAYS_LEFT
        case PairIs():
            template = _short_pair_template(fact, len(lines), len(crosses), all_known=all_known)
            is_inner = template is english.DOT_IN_CORNER and not words.puzzle.grid.is_square
            return english.DOT_OF_TWO_EDGES if is_inner else template
        case _:
            return None


def _short_pair_template(
    fact: PairIs, lines: int, crosses: int, *, all_known: bool
) -> Clause | Template | None:
    match fact.relation:
        case Relation.ONE if lines == 1 and all_known:
            return english.DOT_MUST_GO_ON
        case Relation.NOT_BOTH if lines == 1:
            return english.DOT_ONE_LINE
        case Relation.ALIKE if all_known and not lines:
            return english.DOT_CLOSED if crosses else english.DOT_IN_CORNER
        case _:
            return None


def facts_at_dot(words: EdgeWords, dot: int, inference: Inference, known: Knowledge) -> list[str]:
    """The facts around a dot that an inference uses, as clauses."""
    clauses = [words.pair(pair, supposed=pair in known.supposed_pairs) for pair in inference.pairs]
    return clauses + words.known_edges(inference, known, words.puzzle.grid.dot_edges[dot])


# The loop


def _loop_reason(words: EdgeWords, inference: Inference) -> str:
    fact, subloop = inference.fact, inference.subloop
    if subloop is not None and isinstance(fact, EdgesAre | PairIs):
        witness, values = words.loop(subloop)
        edges = words.places.edges(fact.edges)
        return words.localizer.say(english.LINE_CLOSES[witness], edges=edges, **values)
    return words.localizer.say(
        english.LOOP_FINISHED if isinstance(fact, EdgesAre) else english.LOOP_TOO_EARLY
    )
