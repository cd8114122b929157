"""The judge of what a text is: it alone reads texts that are not exact.

An exact notation is what it says. Of everything else there are candidates
(`puzzle.notation.candidates`), which the judge solves within a small bound of work:

1. The only certain one is taken, unless it has no blank cell, or no solution and is not the text
   as it stands.
2. Of several certain ones, the only one with a single solution is taken if the others have none.
3. What remains is asked, or refused with the first fault of what is most like a board.
"""

from collections.abc import Mapping, Sequence

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import AmbiguousTextError, NotationError, PuzzleError
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.model import Board
from puzzle.notation import FoundPuzzle, format_loopy
from puzzle.notation.candidates import LEAST_CLUES, Candidate, candidates
from puzzle.notation.plain import plain_text, with_signs
from puzzle.notation.refusals import refusal
from puzzle.notation.rows import ROWS
from puzzle.notation.search import Reading, find_exact
from puzzle.notation.text import check_length, no_puzzle
from solver.enumeration import count_solutions
from solver.report import Limits, Outcome

MOST_ASKED = 3
"""Maximum number of candidates among which people choose."""
JUDGED_CELLS = 2_500
"""Number of cells of all candidates that are solved."""
_CONFLICTS = 300
_CONFLICTS_OF_CELLS = 60_000
"""The conflicts of a search: fewer for a larger board."""

_FILES = ("pzprv", "SAVEFILE")
"""Marks of saved files, in which nothing else is read."""

AS_IT_STANDS = lazy("as it stands")


def read(text: str, bounds: Bounds = DEFAULT_BOUNDS, *, alone: bool = True) -> Reading:
    """The puzzles in a text, or why it contains none.

    With `alone`, the text was given as a puzzle, so that it may be of any form and size, and
    without a puzzle there is always a `miss`; otherwise it is a chat message. The `miss` is an
    `AmbiguousTextError` where people are asked.

    >>> reading = read("look:\\n4 3\\n3..\\n.2.\\n..1\\n...\\nnice")
    >>> [(found.notation, found.puzzle.size) for found in reading.found]
    [('rows', '3x4')]
    >>> read("see you at 12:30 on 3/4/2024", alone=False)
    Reading(found=(), miss=None)
    """
    try:
        check_length(text, bounds)
    except PuzzleError as error:
        return Reading(miss=error)
    plain = plain_text(text)
    exact = find_exact(plain, bounds, alone=alone)
    if exact.found:
        return exact
    if any(mark in plain for mark in _FILES):
        judged = Reading(miss=refusal(plain, alone=alone))
    else:
        judged = _judge(with_signs(plain), bounds, alone=alone)
    certain = judged.found or isinstance(judged.miss, AmbiguousTextError)
    return judged if certain or exact.miss is None else exact


def read_only(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> FoundPuzzle:
    """The only puzzle in a text that was given as one.

    Raises `NotationError` and `SizeError` when there is none or several, and `AmbiguousTextError`
    where people would be asked.

    >>> read_only("3 . .\\n. 2 .\\n. . 1").puzzle.size
    '3x3'
    """
    reading = read(text, bounds)
    if reading.miss:
        raise reading.miss
    if len(reading.found) > 1:
        raise NotationError(
            "",
            lazy("There are {count} puzzles in the text", count=len(reading.found)),
            remedy=lazy("give one of them"),
        )
    return reading.found[0]


def _judge(text: str, bounds: Bounds, *, alone: bool) -> Reading:
    """The verdict on the candidates of a text without exact notations."""
    every = candidates(text, alone=alone)
    found = [each for each in every if each.fits(bounds)] or every
    if max((each.clues for each in found), default=0) < LEAST_CLUES:
        found = found if alone else []
    certain = [each for each in found if each.certain]
    try:
        if len(found) == 1 and certain and found[0].plain and 0 < found[0].clues < found[0].cells:
            return _taken(text, found[0], bounds)
        told = _solved(found, bounds)
        if (one := _choice(found, told)) is not None:
            return _taken(text, one, bounds, compared=len(certain) > 1)
        asked = [each for each in found if _is_possible(each, told)]
        asked.sort(key=lambda each: (_rank(each, told), -each.cells))
        if asked:
            return Reading(miss=_question(asked[:MOST_ASKED], bounds))
    except PuzzleError as error:
        return Reading(miss=error)
    if any(each.plain for each in certain):
        return Reading(miss=_no_blanks())
    return Reading(miss=refusal(text, alone=alone) or (no_puzzle() if alone else None))


def _no_blanks() -> NotationError:
    return NotationError(
        ROWS.title,
        lazy("no cell is blank, and there is no solution, so cells may be missing"),
        remedy=lazy("write blank cells as dots"),
    )


def _choice(found: Sequence[Candidate], told: Mapping[Candidate, Outcome]) -> Candidate | None:
    """The candidate that is taken without a question."""
    certain = [each for each in found if each.certain]
    unique = [each for each in found if told[each] is Outcome.UNIQUE]
    if not any(each.clues for each in certain):
        return None
    if len(certain) == 1:
        one = certain[0]
        if one in unique and (one.together or len(unique) == 1):
            return one
        fits = one.has_blanks and (told[one] is not Outcome.NONE or one.plain)
        return one if fits and not unique else None
    others = {told[each] for each in certain if each not in unique}
    return (
        unique[0] if len(unique) == 1 and unique[0].certain and others <= {Outcome.NONE} else None
    )


def _is_possible(candidate: Candidate, told: Mapping[Candidate, Outcome]) -> bool:
    """Whether people are asked about a candidate."""
    if told[candidate] is Outcome.UNIQUE:
        return True
    return candidate.certain and (candidate.has_blanks or told[candidate] is not Outcome.NONE)


def _rank(candidate: Candidate, told: Mapping[Candidate, Outcome]) -> int:
    """The place of a candidate among those that are asked."""
    unique = told[candidate] is Outcome.UNIQUE
    if candidate.certain and (unique or candidate.plain):
        return 0 if unique else 1
    return 2 if unique else 3


def _solved(found: Sequence[Candidate], bounds: Bounds) -> dict[Candidate, Outcome]:
    """How many solutions the candidates have, as far as the bound of work reaches."""
    told, cells = dict[Candidate, Outcome](), 0
    for each in found:
        cells += each.cells
        told[each] = Outcome.LIMIT
        if cells <= JUDGED_CELLS:
            limits = Limits(
                seconds=None, conflicts=min(_CONFLICTS, _CONFLICTS_OF_CELLS // each.cells)
            )
            told[each] = count_solutions(each.puzzle(bounds), limits, most=2).outcome
    return told


def _taken(text: str, one: Candidate, bounds: Bounds, *, compared: bool = False) -> Reading:
    puzzle = one.puzzle(bounds)
    remarks = one.how if compared or not one.plain else ()
    return Reading((FoundPuzzle(ROWS.name, text, Board.blank(puzzle), remarks),))


def _question(asked: Sequence[Candidate], bounds: Bounds) -> AmbiguousTextError:
    puzzles = [format_loopy(each.puzzle(bounds)) for each in asked]
    return AmbiguousTextError(tuple(puzzles), tuple(map(_told, asked)))


def _told(candidate: Candidate) -> LazyMessage:
    """How a candidate was read, in one phrase."""
    return candidate.how[0] if candidate.how else AS_IT_STANDS
