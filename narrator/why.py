"""Why something follows: the clue, the dot or the loop, as people see it, and what is known.

What people see at a glance has words of its own. Everything else is told in full: what the
clue or the dot needs, and all that is known of its edges.
"""

from i18n.messages import Mood, Template
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
"""So many lines meet at a dot on the loop."""


def why(words: EdgeWords, inference: Inference, known: Knowledge) -> str:
    """What an inference rests on, as a clause."""
    match inference.reason:
        case ClueReason(cell):
            return _clue(words, cell, inference, known)
        case DotReason(dot):
            return _dot(words, dot, inference, known)
        case _:
            return _loop(words, inference)


# Clues


def _clue(words: EdgeWords, cell: int, inference: Inference, known: Knowledge) -> str:
    localizer, number = words.localizer, words.puzzle.clues[cell] or 0
    clue, count = words.places.clue(cell), words.localizer.number(number)
    at_once = None if inference.pairs else _clue_at_once(words, cell, inference, known)
    if at_once is not None:
        return localizer.clause(at_once, known.depends(inference), number, clue=clue, count=count)
    needs = localizer.say(english.CLUE_COUNTS, number, clue=clue, count=count)
    return localizer.join_clauses([needs, *known_at_clue(words, cell, inference, known)])


def _clue_at_once(
    words: EdgeWords, cell: int, inference: Inference, known: Knowledge
) -> Mood | Template | None:
    """The words for what people see at a clue at once; None for anything else."""
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


def known_at_clue(words: EdgeWords, cell: int, inference: Inference, known: Knowledge) -> list[str]:
    """All that an inference takes as known around a clue, as clauses."""
    clauses = words.known_edges(inference, known, words.puzzle.grid.cell_edges[cell])
    clauses += (
        words.pair(pair, supposed=pair in known.pairs, reason=inference.reason)
        for pair in inference.pairs
    )
    return clauses


# Dots


def _dot(words: EdgeWords, dot: int, inference: Inference, known: Knowledge) -> str:
    name = words.places.dots([dot])
    at_once = None if inference.pairs else _dot_at_once(words, dot, inference, known)
    if at_once is not None:
        return words.localizer.clause(at_once, known.depends(inference), dot=name)
    around = words.puzzle.grid.dot_edges[dot]
    if len(inference.pairs) == 1:
        pair = inference.pairs[0]
        comes = words.pair_at_dot(pair, supposed=pair in known.pairs)
        return words.localizer.join_clauses([comes, *words.known_edges(inference, known, around)])
    needs = words.localizer.say(english.DOT_COUNTS, dot=name)
    return words.localizer.join_clauses([needs, *known_at_dot(words, dot, inference, known)])


def _dot_at_once(
    words: EdgeWords, dot: int, inference: Inference, known: Knowledge
) -> Mood | Template | None:
    """The words for what people see at a dot at once; None for anything else."""
    fact, around = inference.fact, words.puzzle.grid.dot_edges[dot]
    lines, crosses = known.lines_and_crosses(inference, around)
    told = len(fact.edges) if isinstance(fact, EdgesAre | PairIs) else 0
    all_known = len(lines) + len(crosses) + told == len(around)
    match fact:
        case EdgesAre(state=EdgeState.CROSS) if len(lines) == DOT_LINES:
            return english.DOT_FULL
        case EdgesAre(state=EdgeState.CROSS) if all_known and not lines:
            return english.DOT_NO_WAY_OUT
        case EdgesAre(state=EdgeState.LINE) if all_known and len(lines) == 1:
            return english.DOT_ONE_WAY_ON
        case PairIs():
            return _pair_at_once(fact, len(lines), len(crosses), all_known=all_known)
        case _:
            return None


def _pair_at_once(
    fact: PairIs, lines: int, crosses: int, *, all_known: bool
) -> Mood | Template | None:
    match fact.relation:
        case Relation.ONE if lines == 1 and all_known:
            return english.DOT_MUST_GO_ON
        case Relation.NOT_BOTH if lines == 1:
            return english.DOT_ONE_LINE
        case Relation.ALIKE if all_known and not lines:
            return english.DOT_CLOSED if crosses else english.DOT_IN_CORNER
        case _:
            return None


def known_at_dot(words: EdgeWords, dot: int, inference: Inference, known: Knowledge) -> list[str]:
    """All that an inference takes as known around a dot, as clauses."""
    clauses = [words.pair(pair, supposed=pair in known.pairs) for pair in inference.pairs]
    return clauses + words.known_edges(inference, known, words.puzzle.grid.dot_edges[dot])


# The loop


def _loop(words: EdgeWords, inference: Inference) -> str:
    fact, subloop = inference.fact, inference.subloop
    if subloop is not None and isinstance(fact, EdgesAre | PairIs):
        return _closing(words, fact, subloop)
    return words.localizer.say(
        english.LOOP_FINISHED if isinstance(fact, EdgesAre) else english.LOOP_TOO_EARLY
    )


def _closing(words: EdgeWords, fact: EdgesAre | PairIs, subloop: Subloop) -> str:
    say, count = words.localizer.say, len(subloop.edges)
    edges = words.places.edges(fact.edges)
    if subloop.unmet is not None:
        clue = words.places.clue(subloop.unmet)
        return say(english.LINE_WOULD_LEAVE, count, edges=edges, count=count, clue=clue)
    if subloop.outside is not None:
        line = words.places.line(subloop.outside)
        return say(english.LINE_WOULD_EXCLUDE, count, edges=edges, count=count, line=line)
    return say(english.LINE_WOULD_CLOSE, count, edges=edges, count=count)
