"""Sentences about mistakes, missing steps, puzzles without a unique solution, and ratings.

All functions take plain values and a localizer; the default language is English.
"""

from collections.abc import Collection, Mapping, Sequence

from i18n.localizer import ENGLISH, Localizer
from narrator import english
from narrator.contradictions import conflict_sentence
from narrator.places import Places, bounding_dots
from narrator.techniques import TECHNIQUES
from narrator.words import EdgeWords
from puzzle.model import Board, EdgeState, Puzzle, Solution
from solver.explain.explainer import NoStep
from solver.explain.step import Contradiction, Difficulty
from solver.explain.techniques import TABLE

MAX_DIFFERENCES = 8
"""Maximum number of differing edges for which two solutions are compared edge by edge."""
MAX_TECHNIQUES = 6
"""Maximum number of techniques that a rating names; the others are counted."""

NO_STEP_MESSAGES = {
    NoStep.SOLVED: english.SOLVED,
    NoStep.WRONG_MARKS: english.MARKS_LEAD_NOWHERE,
    NoStep.NO_SOLUTION: english.NO_SOLUTION,
    NoStep.NOTHING_FORCED: english.NOTHING_FORCED,
    NoStep.TOO_HARD: english.TOO_HARD,
}


# Mistakes


def describe_mistake_count(board: Board, wrong: int, localizer: Localizer = ENGLISH) -> str:
    """A sentence with the number of wrong marks of a board.

    >>> from puzzle.grid import square_grid
    >>> blank = Board.blank(Puzzle(square_grid(2, 3), (None,) * 6))
    >>> describe_mistake_count(blank, 0), describe_mistake_count(blank.mark({0: EdgeState.LINE}), 1)
    ('There are no marks to check yet.', 'One of your marks is wrong.')
    """
    if wrong:
        return localizer.sentence(english.MARKS_WRONG, wrong, count=localizer.number(wrong))
    return localizer.say(english.ALL_MARKS_RIGHT if any(board.marks) else english.NO_MARKS)


def describe_mistakes(board: Board, wrong: Collection[int], localizer: Localizer = ENGLISH) -> str:
    """A sentence that names the wrong marks of a board; `wrong` has at least one edge.

    >>> from puzzle.grid import square_grid
    >>> board = Board.of_lines(Puzzle(square_grid(2, 3), (None,) * 6), frozenset({0, 1, 10}))
    >>> describe_mistakes(board, [0, 1, 10])
    'The lines from A1 to C1 and from B1 to B2 are wrong.'
    """
    marks = name_marks(board, wrong, localizer)
    return localizer.sentence(english.THESE_ARE_WRONG, len(wrong), marks=marks)


def explain_conflict(puzzle: Puzzle, fact: Contradiction, localizer: Localizer = ENGLISH) -> str:
    """A sentence about marks that visibly break a rule.

    >>> from puzzle.grid import square_grid
    >>> from solver.explain.step import TooMany
    >>> explain_conflict(Puzzle(square_grid(1, 2), (2, None)), TooMany(0, 3))
    'The 2 at A1 has three lines around it, which is too many.'
    """
    return conflict_sentence(EdgeWords(puzzle, localizer, Places(puzzle, localizer)), fact)


def introduce_walkthrough(
    board: Board, wrong: int, steps: int, localizer: Localizer = ENGLISH
) -> str:
    """The sentence before the steps that refute the mark on the edge `wrong`.

    >>> from puzzle.grid import square_grid
    >>> board = Board.of_lines(Puzzle(square_grid(2, 3), (None,) * 6), frozenset({0}))
    >>> introduce_walkthrough(board, 0, 5)
    'From your correct marks alone, 5 steps show why the line from A1 to B1 is wrong.'
    """
    mark, count = name_marks(board, [wrong], localizer), localizer.number(steps)
    return localizer.sentence(english.WALKTHROUGH, steps, count=count, mark=mark)


def conclude_walkthrough(board: Board, wrong: int, localizer: Localizer = ENGLISH) -> str:
    """The sentence after the steps that refute the mark on the edge `wrong`.

    >>> from puzzle.grid import square_grid
    >>> board = Board.of_lines(Puzzle(square_grid(2, 3), (None,) * 6), frozenset({0}))
    >>> conclude_walkthrough(board, 0)
    'So the edge from A1 to B1 is a cross, where you have drawn a line.'
    """
    is_line = board.marks[wrong] is EdgeState.LINE
    template = english.WALKTHROUGH_ENDS_CROSS if is_line else english.WALKTHROUGH_ENDS_LINE
    return localizer.sentence(template, edge=Places(board.puzzle, localizer).edges([wrong]))


def name_marks(board: Board, edges: Collection[int], localizer: Localizer) -> str:
    """A list of the marks on these edges: the lines, then the crosses."""
    places = Places(board.puzzle, localizer)
    names = []
    for state in (EdgeState.LINE, EdgeState.CROSS):
        marked = [edge for edge in edges if board.marks[edge] is state]
        if marked:
            names.append(places.marks(marked, state))
    return localizer.join(names)


# Missing steps, puzzles without a unique solution


def explain_no_step(reason: NoStep, localizer: Localizer = ENGLISH) -> str:
    """A sentence that says why there is no next step.

    >>> explain_no_step(NoStep.SOLVED)
    'The puzzle is solved: the loop is closed and meets every clue.'
    """
    return localizer.say(NO_STEP_MESSAGES[reason])


def explain_ambiguity(
    puzzle: Puzzle, one: Solution, other: Solution, localizer: Localizer = ENGLISH
) -> str:
    """The edges in which two solutions differ, or the number of these and the part of the board.

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
    start, end = bounding_dots(puzzle.grid, dots)
    count = len(differences)
    return localizer.sentence(
        english.SEVERAL_SOLUTIONS_IN, count, count=count, start=start, end=end
    )


def explain_impossibility(
    puzzle: Puzzle, cells: Sequence[int], localizer: Localizer = ENGLISH
) -> str:
    """A sentence that names contradictory clues; `cells` is a minimal set of their cells.

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

    `hardest` is the number of reasons of the hardest step; `techniques` maps the names of
    techniques to the number of their uses. The hardest techniques are named first.

    >>> describe_rating(Difficulty.HARD, 37.2, 3, {"zero": 2, "diagonal-3-3": 1})
    'Hard, with a score of 37: the hardest step needs three reasons together. What you need: \
Two diagonal 3s (once) and No lines around a 0 (2 times).'
    """
    name = localizer.say(english.LEVELS[level - 1])
    count = localizer.number(hardest)
    rating = localizer.sentence(
        english.RATING, hardest, level=name, score=f"{score:.0f}", count=count
    )
    used = [row.name for row in reversed(TABLE) if techniques.get(row.name)]
    if not used:
        return rating
    names = [_technique_count(localizer, name, techniques[name]) for name in used[:MAX_TECHNIQUES]]
    if omitted := len(used) - len(names):
        names.append(localizer.say(english.MORE_TECHNIQUES, omitted, count=omitted))
    needs = localizer.sentence(english.TECHNIQUES_NEEDED, techniques=localizer.join(names))
    return localizer.gap.join((rating, needs))


def technique_title(name: str, localizer: Localizer = ENGLISH) -> str:
    """The title of a technique by its name in a rating.

    >>> technique_title("diagonal-3-3")
    'Two diagonal 3s'
    """
    return localizer.say(TECHNIQUES[name].title)


def _technique_count(localizer: Localizer, name: str, count: int) -> str:
    technique = technique_title(name, localizer)
    return localizer.say(english.TECHNIQUE_TIMES, count, technique=technique, count=count)
