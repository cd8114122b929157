"""Describes the reason of an inference: a clue, a dot or the loop, and the known edges.

Frequent situations have short clauses of their own. All others are described in full: the number
of lines that the clue or dot needs, and all known facts about its edges.
"""

from i18n.messages import Clause, Template
from narrator import english
from narrator.knowledge import Knowledge
from narrator.words import EdgeWords
from puzzle.model import EdgeState
from solver.explain.step import (
    ClueReason,
    DotReason,
    EdgesAre,
    Inference,
    PairIs,
    Relation,
    Subloop,
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
        case _:
            return _loop_reason(words, inference)


# Clues


def _clue_reason(words: EdgeWords, cell: int, inference: Inference, known: Knowledge) -> str:
    localizer, number = words.localizer, words.puzzle.clues[cell] or 0
    clue, count = words.places.clue(cell), words.localizer.number(number)
    template = None if inference.pairs else _short_clue_template(words, cell, inference, known)
    if template is not None:
        return localizer.clause(
            template, known.depends_on_supposition(inference), number, clue=clue, count=count
        )
    needs = localizer.say(english.CLUE_COUNTS, number, clue=clue, count=count)
    return localizer.join_clauses([needs, *facts_at_clue(words, cell, inference, known)])


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
    if len(inference.pairs) == 1:
        pair = inference.pairs[0]
        comes = words.pair_at_dot(pair, supposed=pair in known.supposed_pairs)
        return words.localizer.join_clauses([comes, *words.known_edges(inference, known, around)])
    needs = words.localizer.say(english.DOT_COUNTS, dot=name)
    return words.localizer.join_clauses([needs, *facts_at_dot(words, dot, inference, known)])


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
        case PairIs():
            return _short_pair_template(fact, len(lines), len(crosses), all_known=all_known)
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
        return _premature_loop(words, fact, subloop)
    return words.localizer.say(
        english.LOOP_FINISHED if isinstance(fact, EdgesAre) else english.LOOP_TOO_EARLY
    )


def _premature_loop(words: EdgeWords, fact: EdgesAre | PairIs, subloop: Subloop) -> str:
    say, count = words.localizer.say, len(subloop.edges)
    edges = words.places.edges(fact.edges)
    if subloop.unmet is not None:
        clue = words.places.clue(subloop.unmet)
        return say(english.LINE_WOULD_LEAVE, count, edges=edges, count=count, clue=clue)
    if subloop.outside is not None:
        line = words.places.line(subloop.outside)
        return say(english.LINE_WOULD_EXCLUDE, count, edges=edges, count=count, line=line)
    return say(english.LINE_WOULD_CLOSE, count, edges=edges, count=count)
