"""Describes contradictions: those that follow from a supposition, and conflicts on a board."""

from collections.abc import Mapping
from types import MappingProxyType

from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Template
from narrator import english
from narrator.knowledge import Knowledge
from narrator.places import Places
from narrator.why import facts_at_clue, facts_at_dot
from narrator.words import EdgeWords
from puzzle.model import Puzzle
from solver.explain.step import (
    Branch,
    Clash,
    ClueReason,
    Contradiction,
    DeadEnd,
    DotReason,
    Inference,
    Subloop,
    TooFew,
    TooMany,
    Unvisited,
    WrongSide,
)

Told = tuple[Template, Template, int, dict[str, str]]
"""The clause after a supposition, the sentence about marks, and the number and values of both."""

TEXTS: Mapping[type[Contradiction], tuple[Template, Template]] = MappingProxyType(
    {
        TooMany: (english.TOO_MANY, english.HAS_TOO_MANY),
        TooFew: (english.TOO_FEW, english.HAS_TOO_FEW),
        Branch: (english.BRANCH, english.HAS_BRANCH),
        DeadEnd: (english.DEAD_END, english.HAS_DEAD_END),
        Unvisited: (english.UNVISITED, english.HAS_UNVISITED),
        WrongSide: (english.WRONG_SIDE, english.HAS_WRONG_SIDE),
    }
)
"""The clause after a supposition and the sentence about marks, by kinds of contradictions."""


def contradiction_clause(
    words: EdgeWords, inference: Inference, fact: Contradiction, known: Knowledge
) -> str:
    """The contradiction that follows from a supposition, as a clause in the conditional."""
    if isinstance(fact, Clash):
        return _clash(words, inference, known)
    clause, _, count, values = _told(words, fact)
    return words.localizer.say(clause, count, **values)


def explain_conflict(puzzle: Puzzle, fact: Contradiction, localizer: Localizer = ENGLISH) -> str:
    """A sentence about marks that visibly break a rule, in the indicative.

    >>> from puzzle.grid import square_grid
    >>> explain_conflict(Puzzle(square_grid(1, 2), (2, None)), TooMany(0, 3))
    'The 2 at A1 has three lines around it, which is too many.'
    """
    words = EdgeWords(puzzle, localizer, Places(puzzle, localizer))
    _, sentence, count, values = _told(words, fact)
    return localizer.sentence(sentence, count, **values)


def _told(words: EdgeWords, fact: Contradiction) -> Told:
    """The texts of a contradiction, of a clash without its facts."""
    places, count, values = words.places, 1, dict[str, str]()
    pair = TEXTS.get(type(fact), (english.CLASH_OF_LOOP, english.HAS_CLASH))
    match fact:
        case TooMany(cell, count) | TooFew(cell, count):
            values = {"clue": places.clue(cell), "count": words.localizer.number(count)}
            if not count:
                pair = english.NONE_LEFT, english.HAS_NONE_LEFT
        case Branch(dot) | DeadEnd(dot) | Unvisited(dot):
            values = {"dot": places.dots([dot])}
        case WrongSide(way, count):
            start, name = places.at_side(way.cells[0]), "cell" if fact.is_round else "animal"
            values = {name: places.at_side(fact.cell), "start": start}
            values["count"] = words.localizer.number(count)
            if fact.is_round:
                pair = english.ON_BOTH_SIDES, english.IS_ON_BOTH_SIDES
            elif not count:
                pair = english.WRONG_SIDE_BY_CROSSES, english.HAS_WRONG_SIDE_BY_CROSSES
        case Subloop():
            witness, values = words.loop(fact)
            values["dot"] = places.dots([words.puzzle.grid.edge_dots[fact.edges[0]][0]])
            pair = english.LOOP_CLOSES[witness], english.HAS_LOOP[witness]
    return *pair, count, values


def _clash(words: EdgeWords, inference: Inference, known: Knowledge) -> str:
    match inference.reason:
        case ClueReason(cell):
            return _clash_at_clue(words, cell, facts_at_clue(words, cell, inference, known))
        case DotReason(dot):
            return _clash_at_dot(words, dot, facts_at_dot(words, dot, inference, known))
        case _:
            return words.localizer.say(english.CLASH_OF_LOOP)


def _clash_at_clue(words: EdgeWords, cell: int, known_clauses: list[str]) -> str:
    clue, number = words.places.clue(cell), words.puzzle.clues[cell] or 0
    if not known_clauses:
        return words.localizer.say(english.NOTHING_FITS, place=clue)
    count, known = words.localizer.number(number), words.localizer.join_clauses(known_clauses)
    return words.localizer.say(english.CLASH_AT_CLUE, number, clue=clue, count=count, known=known)


def _clash_at_dot(words: EdgeWords, dot: int, known_clauses: list[str]) -> str:
    name = words.places.dots([dot])
    if not known_clauses:
        return words.localizer.say(english.NOTHING_FITS, place=name)
    known = words.localizer.join_clauses(known_clauses)
    visited = words.puzzle.rules.variant.visits_every_dot
    template = english.CLASH_AT_VISITED_DOT if visited else english.CLASH_AT_DOT
    return words.localizer.say(template, dot=name, known=known)
