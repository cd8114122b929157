"""What is said beside steps: mistakes, why there is no step, what ails a puzzle, its rating.

All take plain values and a voice; without one they speak English.
"""

from collections.abc import Collection, Mapping, Sequence

from i18n.localizer import ENGLISH, Localizer
from narrator import english
from narrator.contradictions import conflict
from narrator.places import Places, region
from narrator.techniques import TECHNIQUES
from narrator.words import EdgeWords
from puzzle.model import Board, EdgeState, Puzzle, Solution
from solver.explain.explainer import NoStep
from solver.explain.step import Contradiction, Difficulty
from solver.explain.techniques import TABLE

MAX_DIFFERENCES = 8
"""Solutions that differ in more edges than this are not compared edge by edge."""
MAX_TECHNIQUES = 6
"""A rating names so many techniques and counts the rest."""

REASONS = {
    NoStep.SOLVED: english.SOLVED,
    NoStep.WRONG_MARKS: english.MARKS_LEAD_NOWHERE,
    NoStep.NO_SOLUTION: english.NO_SOLUTION,
    NoStep.NOTHING_FORCED: english.NOTHING_FORCED,
    NoStep.TOO_HARD: english.TOO_HARD,
}


# Mistakes


def count_mistakes(board: Board, wrong: int, localizer: Localizer = ENGLISH) -> str:
    """How many marks of a board are wrong, and not which.

    >>> from puzzle.grid import square_grid
    >>> blank = Board.blank(Puzzle(square_grid(2, 3), (None,) * 6))
    >>> count_mistakes(blank, 0), count_mistakes(blank.mark({0: EdgeState.LINE}), 1)
    ('There are no marks to check yet.', 'One of your marks is wrong.')
    """
    if wrong:
        return localizer.sentence(english.MARKS_WRONG, wrong, count=localizer.number(wrong))
    return localizer.say(english.ALL_MARKS_RIGHT if any(board.marks) else english.NO_MARKS)


def point_at_mistakes(board: Board, wrong: Collection[int], localizer: Localizer = ENGLISH) -> str:
    """Which marks of a board are wrong; `wrong` are their edges, at least one.

    >>> from puzzle.grid import square_grid
    >>> board = Board.of_lines(Puzzle(square_grid(2, 3), (None,) * 6), frozenset({0, 1, 10}))
    >>> point_at_mistakes(board, [0, 1, 10])
    'The lines from A1 to C1 and from B1 to B2 are wrong.'
    """
    marks = tell_marks(board, wrong, localizer)
    return localizer.sentence(english.THESE_ARE_WRONG, len(wrong), marks=marks)


def explain_conflict(puzzle: Puzzle, fact: Contradiction, localizer: Localizer = ENGLISH) -> str:
    """What anybody can see to be wrong on a board.

    >>> from puzzle.grid import square_grid
    >>> from solver.explain.step import TooMany
    >>> explain_conflict(Puzzle(square_grid(1, 2), (2, None)), TooMany(0, 3))
    'The 2 at A1 has three lines around it, which is too many.'
    """
    return conflict(EdgeWords(puzzle, localizer, Places(puzzle, localizer)), fact)


def open_walkthrough(board: Board, wrong: int, steps: int, localizer: Localizer = ENGLISH) -> str:
    """What comes before the steps that refute the mark on an edge.

    >>> from puzzle.grid import square_grid
    >>> board = Board.of_lines(Puzzle(square_grid(2, 3), (None,) * 6), frozenset({0}))
    >>> open_walkthrough(board, 0, 5)
    'From your correct marks alone, 5 steps show why the line from A1 to B1 is wrong.'
    """
    mark, count = tell_marks(board, [wrong], localizer), localizer.number(steps)
    return localizer.sentence(english.WALKTHROUGH, steps, count=count, mark=mark)


def close_walkthrough(board: Board, wrong: int, localizer: Localizer = ENGLISH) -> str:
    """What comes after the steps that refute the mark on an edge.

    >>> from puzzle.grid import square_grid
    >>> board = Board.of_lines(Puzzle(square_grid(2, 3), (None,) * 6), frozenset({0}))
    >>> close_walkthrough(board, 0)
    'So the edge from A1 to B1 is a cross, where you have drawn a line.'
    """
    is_line = board.marks[wrong] is EdgeState.LINE
    template = english.WALKTHROUGH_ENDS_CROSS if is_line else english.WALKTHROUGH_ENDS_LINE
    return localizer.sentence(template, edge=Places(board.puzzle, localizer).edges([wrong]))


def tell_marks(board: Board, edges: Collection[int], localizer: Localizer) -> str:
    """The marks on these edges by name: the lines, then the crosses."""
    places = Places(board.puzzle, localizer)
    names = []
    for state in (EdgeState.LINE, EdgeState.CROSS):
        told = [edge for edge in edges if board.marks[edge] is state]
        if told:
            names.append(places.marks(told, state))
    return localizer.join(names)


# No step, no good puzzle


def explain_no_step(reason: NoStep, localizer: Localizer = ENGLISH) -> str:
    """Why there is no next step.

    >>> explain_no_step(NoStep.SOLVED)
    'The puzzle is solved: the loop is closed and meets every clue.'
    """
    return localizer.say(REASONS[reason])


def explain_ambiguity(
    puzzle: Puzzle, one: Solution, other: Solution, localizer: Localizer = ENGLISH
) -> str:
    """Where two solutions of a puzzle differ.

    >>> from puzzle.grid import square_grid
    >>> left, right = frozenset({0, 2, 4, 5}), frozenset({1, 3, 5, 6})
    >>> explain_ambiguity(Puzzle(square_grid(1, 2), (None, None)), left, right)
    'The puzzle has more than one solution. One has the lines from A1 to B1, from A2 to B2 and \
from A1 to A2, another has the lines from B1 to C1, from B2 to C2 and from C1 to C2.'
    """
    places = Places(puzzle, localizer)
    differences = one ^ other
    if len(differences) <= MAX_DIFFERENCES and one - other and other - one:
        first, second = (places.marks(only, EdgeState.LINE) for only in (one - other, other - one))
        return localizer.sentence(english.SEVERAL_SOLUTIONS, first=first, second=second)
    dots = {dot for edge in differences for dot in puzzle.grid.edge_dots[edge]}
    start, end = region(puzzle.grid, dots)
    count = len(differences)
    return localizer.sentence(
        english.SEVERAL_SOLUTIONS_IN, count, count=count, start=start, end=end
    )


def explain_impossibility(
    puzzle: Puzzle, cells: Sequence[int], localizer: Localizer = ENGLISH
) -> str:
    """Which clues cannot hold together; `cells` are as few as suffice.

    >>> from puzzle.grid import square_grid
    >>> explain_impossibility(Puzzle(square_grid(1, 2), (4, 3)), [0, 1])
    'No loop can meet all of these clues at once: the 4 at A1 and the 3 at B1.'
    """
    if not cells:
        return localizer.say(english.NO_SOLUTION)
    clues = Places(puzzle, localizer).clues(cells)
    return localizer.sentence(english.CLUES_CANNOT_HOLD, len(cells), clues=clues)


# Difficulty


def describe_rating(
    level: Difficulty,
    score: float,
    hardest: int,
    techniques: Mapping[str, int],
    localizer: Localizer = ENGLISH,
) -> str:
    """A rating in two sentences.

    `hardest` is the number of reasons of the hardest step; `techniques` tells how often each
    was used, by name. The hardest ones are told first.

    >>> describe_rating(Difficulty.HARD, 37.2, 3, {"zero": 2, "diagonal-3-3": 1})
    'Hard, with a score of 37: the hardest step needs three reasons together. What you need: \
Diagonal 3s (once) and Zero (2 times).'
    """
    name = localizer.say(english.LEVELS[level - 1])
    count = localizer.number(hardest)
    rating = localizer.sentence(
        english.RATING, hardest, level=name, score=f"{score:.0f}", count=count
    )
    used = [row.name for row in reversed(TABLE) if techniques.get(row.name)]
    if not used:
        return rating
    told = [_times(localizer, name, techniques[name]) for name in used[:MAX_TECHNIQUES]]
    if left := len(used) - len(told):
        told.append(localizer.say(english.MORE_TECHNIQUES, left, count=left))
    needs = localizer.sentence(english.TECHNIQUES_NEEDED, techniques=localizer.join(told))
    return localizer.gap.join((rating, needs))


def _times(localizer: Localizer, name: str, count: int) -> str:
    technique = localizer.say(TECHNIQUES[name].title)
    return localizer.say(english.TECHNIQUE_TIMES, count, technique=technique, count=count)
