"""Describes contradictions: those that follow from a supposition, and conflicts on a board."""

from types import MappingProxyType

from i18n.localizer import ENGLISH, Localizer
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

AT_DOTS = MappingProxyType(
    {
        Branch: (english.BRANCH, english.HAS_BRANCH),
        DeadEnd: (english.DEAD_END, english.HAS_DEAD_END),
        Unvisited: (english.UNVISITED, english.HAS_UNVISITED),
    }
)
"""The clause after a supposition and the sentence about marks, by kinds of contradictions."""


def contradiction_clause(
    words: EdgeWords, inference: Inference, fact: Contradiction, known: Knowledge
) -> str:
    """The contradiction that follows from a supposition, as a clause in the conditional."""
    match fact:
        case TooMany() | TooFew():
            return _contradiction_at_clue(words, fact)
        case Branch(dot) | DeadEnd(dot) | Unvisited(dot):
            template, _ = AT_DOTS[type(fact)]
            return words.localizer.say(template, dot=words.places.dots([dot]))
        case WrongSide():
            return _wrong_side(words, fact)
        case Subloop():
            return _premature_loop(words, fact)
        case Clash():
            return _clash(words, inference, known)


def _contradiction_at_clue(words: EdgeWords, fact: TooMany | TooFew) -> str:
    clue, count = words.places.clue(fact.cell), words.localizer.number(fact.lines)
    if isinstance(fact, TooMany):
        template = english.TOO_MANY
    elif fact.lines:
        template = english.TOO_FEW
    else:
        return words.localizer.say(english.NONE_LEFT, clue=clue)
    return words.localizer.say(template, fact.lines, clue=clue, count=count)


def _premature_loop(words: EdgeWords, loop: Subloop) -> str:
    say, count = words.localizer.say, len(loop.edges)
    if loop.unmet is not None:
        clue, animal = words.places.clue(loop.unmet), words.places.animal(loop.unmet)
        if animal is not None:
            kind = english.LOOP_KEEPS_OUT if animal.inside else english.LOOP_ENCLOSES
            return say(kind, count, count=count, animal=clue)
        return say(english.LOOP_LEAVES, count, count=count, clue=clue)
    if loop.outside is not None:
        line = words.places.line(loop.outside)
        return say(english.LOOP_EXCLUDES, count, count=count, line=line)
    if loop.missed is not None:
        return say(english.LOOP_MISSES, count, count=count, dot=words.places.dots([loop.missed]))
    return say(english.LOOP_CLOSES, count, count=count)


def _wrong_side(words: EdgeWords, fact: WrongSide) -> str:
    say, count = words.localizer.say, fact.lines
    animal, start = map(words.places.at_side, (fact.cell, fact.way.cells[0]))
    if fact.is_round:
        return say(english.ON_BOTH_SIDES, start=start, cell=animal)
    if not count:
        return say(english.WRONG_SIDE_BY_CROSSES, animal=animal, start=start)
    number = words.localizer.number(count)
    return say(english.WRONG_SIDE, count, animal=animal, start=start, count=number)


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


def explain_conflict(puzzle: Puzzle, fact: Contradiction, localizer: Localizer = ENGLISH) -> str:
    """A sentence about marks that visibly break a rule, in the indicative.

    >>> from puzzle.grid import square_grid
    >>> explain_conflict(Puzzle(square_grid(1, 2), (2, None)), TooMany(0, 3))
    'The 2 at A1 has three lines around it, which is too many.'
    """
    words = EdgeWords(puzzle, localizer, Places(puzzle, localizer))
    match fact:
        case TooMany() | TooFew():
            return _conflict_at_clue(words, fact)
        case Branch(dot) | DeadEnd(dot) | Unvisited(dot):
            _, template = AT_DOTS[type(fact)]
            return words.localizer.sentence(template, dot=words.places.dots([dot]))
        case WrongSide():
            return _conflict_of_sides(words, fact)
        case Subloop():
            return _conflict_of_loop(words, fact)
        case Clash():
            return words.localizer.sentence(english.HAS_CLASH)


def _conflict_at_clue(words: EdgeWords, fact: TooMany | TooFew) -> str:
    clue, count = words.places.clue(fact.cell), words.localizer.number(fact.lines)
    if isinstance(fact, TooMany):
        template = english.HAS_TOO_MANY
    elif fact.lines:
        template = english.HAS_TOO_FEW
    else:
        return words.localizer.sentence(english.HAS_NONE_LEFT, clue=clue)
    return words.localizer.sentence(template, fact.lines, clue=clue, count=count)


def _conflict_of_sides(words: EdgeWords, fact: WrongSide) -> str:
    say, count = words.localizer.sentence, fact.lines
    animal, start = map(words.places.at_side, (fact.cell, fact.way.cells[0]))
    if fact.is_round:
        return say(english.IS_ON_BOTH_SIDES, start=start, cell=animal)
    if not count:
        return say(english.HAS_WRONG_SIDE_BY_CROSSES, animal=animal, start=start)
    number = words.localizer.number(count)
    return say(english.HAS_WRONG_SIDE, count, animal=animal, start=start, count=number)


def _conflict_of_loop(words: EdgeWords, loop: Subloop) -> str:
    say, count = words.localizer.sentence, len(loop.edges)
    dot = words.places.dots([words.puzzle.grid.edge_dots[loop.edges[0]][0]])
    if loop.unmet is not None:
        clue, animal = words.places.clue(loop.unmet), words.places.animal(loop.unmet)
        if animal is not None:
            out, within = english.HAS_LOOP_THAT_KEEPS_OUT, english.HAS_LOOP_THAT_ENCLOSES
            kind = out if animal.inside else within
            return say(kind, count, dot=dot, count=count, animal=clue)
        return say(english.HAS_LOOP_THAT_LEAVES, count, dot=dot, count=count, clue=clue)
    if loop.outside is not None:
        line = words.places.line(loop.outside)
        return say(english.HAS_LOOP_THAT_EXCLUDES, count, dot=dot, count=count, line=line)
    if loop.missed is not None:
        missed = words.places.dots([loop.missed])
        return say(english.HAS_LOOP_THAT_MISSES, count, dot=dot, count=count, missed=missed)
    return say(english.HAS_LOOP, count, dot=dot, count=count)
