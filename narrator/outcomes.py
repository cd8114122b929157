"""Sentences about mistakes, missing steps, puzzles without a unique solution, and ratings.

All functions take plain values and a localizer; the default language is English.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, Self

from i18n.localizer import ENGLISH, Localizer
from narrator import english
from narrator.places import Places
from narrator.techniques import TECHNIQUES
from puzzle.model import Board, EdgeState, Puzzle, Solution
from solver.explain.explainer import NoStep
from solver.explain.step import Difficulty
from solver.explain.techniques import EVERY_ROW
from solver.rating import NotRated, Rating, level_of

MAX_DIFFERENCES = 8
"""Maximum number of differing edges for which two solutions are compared edge by edge."""
MAX_MARKS = 12
"""Maximum number of wrong marks that are named; the others are counted."""
MAX_TECHNIQUES = 5
"""Maximum number of techniques that a rating names; the others are counted."""

NO_STEP_MESSAGES = {
    NoStep.SOLVED: english.SOLVED,
    NoStep.WRONG_MARKS: english.MARKS_LEAD_NOWHERE,
    NoStep.NO_SOLUTION: english.NO_SOLUTION,
    NoStep.NOTHING_FORCED: english.NOTHING_FORCED,
    NoStep.TOO_HARD: english.TOO_HARD,
}
NOT_RATED_MESSAGES = MappingProxyType(
    {
        NotRated.SEVERAL_SOLUTIONS: english.SEVERAL_SOLUTIONS_UNRATED,
        NotRated.NO_SOLUTION: english.NO_SOLUTION_UNRATED,
        NotRated.TOO_HARD: english.TOO_HARD_UNRATED,
    }
)


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


def name_mistakes(
    board: Board,
    wrong: Collection[int],
    explained: Collection[int] = (),
    localizer: Localizer = ENGLISH,
) -> str:
    """The sentence that counts and names wrong marks of a board: its lines, then its crosses.

    At most `MAX_MARKS` are named, first of all those in `explained`.

    >>> from puzzle.grid import square_grid
    >>> board = Board.of_lines(Puzzle(square_grid(2, 3), (None,) * 6), frozenset({0, 1, 10}))
    >>> name_mistakes(board.mark({3: EdgeState.CROSS}), [0, 3])
    'Two of your marks are wrong: the line at the top of A1 and the cross at the top of A2.'
    """
    named = sorted(wrong, key=lambda edge: (edge not in explained, edge))[:MAX_MARKS]
    template = english.WRONG_ARE if len(named) == len(wrong) else english.WRONG_AMONG
    marks, count = name_marks(board, sorted(named), localizer), localizer.number(len(wrong))
    return localizer.sentence(template, len(wrong), count=count, marks=marks)


def name_culprits(board: Board, culprits: Collection[int], localizer: Localizer = ENGLISH) -> str:
    """The sentence that names the wrong marks where a rule is broken.

    >>> from puzzle.grid import square_grid
    >>> board = Board.of_lines(Puzzle(square_grid(2, 3), (None,) * 6), frozenset({0}))
    >>> name_culprits(board, [0])
    'The mistake there is the line at the top of A1.'
    """
    marks = name_marks(board, culprits, localizer)
    return localizer.sentence(english.CULPRIT, len(culprits), marks=marks)


def introduce_refutation(
    board: Board, wrong: int | None, steps: int, localizer: Localizer = ENGLISH
) -> str:
    """The sentence before the steps that refute the mark on the edge `wrong`.

    `wrong` is None if the sentence before has named it.

    >>> from puzzle.grid import square_grid
    >>> board = Board.of_lines(Puzzle(square_grid(2, 3), (None,) * 6), frozenset({0}))
    >>> introduce_refutation(board, 0, 5)
    'Starting from your correct marks only, 5 steps show why the line at the top of A1 cannot be.'
    """
    count = localizer.number(steps)
    if wrong is None:
        return localizer.sentence(english.REFUTATION_OF_ONLY, steps, count=count)
    mark = name_marks(board, [wrong], localizer)
    return localizer.sentence(english.REFUTATION, steps, count=count, mark=mark)


def introduce_first_mistake(
    board: Board,
    first: int,
    steps: int | None,
    localizer: Localizer = ENGLISH,
    *,
    other: bool = False,
) -> str:
    """The sentence that names the first of several wrong marks, and what the steps after it do.

    `steps` is None if none are found that refute it; with `other`, they refute another mark.

    >>> from puzzle.grid import square_grid
    >>> board = Board.of_lines(Puzzle(square_grid(2, 3), (None,) * 6), frozenset({0}))
    >>> introduce_first_mistake(board, 0, 5)
    'You made the line at the top of A1 first. Starting from your correct marks only, 5 steps show \
why.'
    """
    mark = name_marks(board, [first], localizer)
    if other:
        return localizer.sentence(english.FIRST_MADE, mark=mark)
    if steps is None:
        return localizer.sentence(english.FIRST_WITHOUT_REASON, mark=mark)
    count = localizer.number(steps)
    return localizer.sentence(english.FIRST_REFUTED, steps, count=count, mark=mark)


def conclude_refutation(board: Board, wrong: int, localizer: Localizer = ENGLISH) -> str:
    """The sentence after the steps that refute the mark on the edge `wrong`.

    >>> from puzzle.grid import square_grid
    >>> board = Board.of_lines(Puzzle(square_grid(2, 3), (None,) * 6), frozenset({0}))
    >>> conclude_refutation(board, 0)
    'So the top of A1 is a cross, but you have a line there.'
    """
    is_line = board.marks[wrong] is EdgeState.LINE
    template = english.REFUTATION_ENDS_CROSS if is_line else english.REFUTATION_ENDS_LINE
    return localizer.sentence(template, edge=Places(board.puzzle, localizer).edges([wrong]))


def name_marks(board: Board, edges: Collection[int], localizer: Localizer) -> str:
    """A list of the marks on these edges: the lines, then the crosses."""
    places = Places(board.puzzle, localizer)
    names = []
    for state in (EdgeState.LINE, EdgeState.CROSS):
        marked = [edge for edge in edges if board.marks[edge] is state]
        if marked:
            names.append(places.marks(marked, state, MAX_MARKS))
    return localizer.join(names)


# Missing steps, puzzles without a unique solution


def explain_no_step(reason: NoStep, localizer: Localizer = ENGLISH) -> str:
    """The reason why there is no next step, as a sentence.

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
    'The puzzle has more than one solution. One has the lines at all sides of A1 but the right, \
another has the lines at all sides of B1 but the left.'
    """
    places = Places(puzzle, localizer)
    differences = one ^ other
    if len(differences) <= MAX_DIFFERENCES and one - other and other - one:
        first, second = (places.marks(only, EdgeState.LINE) for only in (one - other, other - one))
        return localizer.sentence(english.SEVERAL_SOLUTIONS, first=first, second=second)
    dots = {dot for edge in differences for dot in puzzle.grid.edge_dots[edge]}
    area, count = places.area(dots), len(differences)
    return localizer.sentence(english.SEVERAL_SOLUTIONS_IN, count, count=count, area=area)


def explain_impossibility(
    puzzle: Puzzle, cells: Sequence[int], localizer: Localizer = ENGLISH
) -> str:
    """A sentence that names contradictory clues; `cells` is a minimal set of their cells.

    >>> from puzzle.grid import square_grid
    >>> explain_impossibility(Puzzle(square_grid(1, 2), (4, 3)), [0, 1])
    'No loop can satisfy all of these clues at once: the 4 at A1 and the 3 at B1.'
    """
    if not cells:
        return localizer.say(english.NO_SOLUTION)
    clues = Places(puzzle, localizer).clues(cells)
    return localizer.sentence(english.CLUES_CANNOT_HOLD, len(cells), clues=clues)


# Difficulty


class RatingNumbers(NamedTuple):
    """The numbers of a rating.

    `hardest` is the number of things to see in the hardest step: clues, dots, and for the loop two.
    `sizes` is the number of steps by that of theirs, if it is known. `techniques` maps the names of
    techniques to the number of their uses. `is_by_score` tells that all steps together set the
    level, not the typical hard one.
    """

    level: Difficulty
    hardest: int
    techniques: Mapping[str, int]
    sizes: Mapping[int, int] = MappingProxyType({})
    is_by_score: bool = False

    @classmethod
    def of(cls, rating: Rating) -> Self:
        """The numbers of a new rating."""
        is_by_score = Difficulty.NORMAL < rating.level > level_of(rating.typical)
        return cls(rating.level, rating.hardest, rating.techniques, rating.sizes, is_by_score)


def describe_rating(rating: RatingNumbers, localizer: Localizer = ENGLISH) -> str:
    """A rating in sentences: what the level means, what its hard steps need, and techniques.

    >>> used = {"zero": 2, "diagonal-3-3": 1}
    >>> describe_rating(RatingNumbers(Difficulty.HARD, 3, used))
    'Hard: it takes patterns of neighbouring clues. The hardest step needs three things \
at once. Techniques, the hardest first: Two diagonal 3s and No lines around a 0.'
    >>> describe_rating(RatingNumbers(Difficulty.HARD, 17, {}, {1: 90, 4: 2, 17: 1}))
    'Hard: it takes patterns of neighbouring clues. In two places, you have to see four things \
at once. One step is Extreme: it needs 17 things at once.'
    """
    sentences = [describe_level(rating.level, localizer), *_hard_steps(rating, localizer)]
    used = [row.name for row in reversed(EVERY_ROW) if rating.techniques.get(row.name)]
    names = [technique_title(name, localizer) for name in used[:MAX_TECHNIQUES]]
    if omitted := len(used) - len(names):
        names.append(localizer.say(english.MORE_TECHNIQUES, omitted, count=omitted))
    if names:
        sentences.append(localizer.say(english.TECHNIQUES_NEEDED, techniques=localizer.join(names)))
    return localizer.gap.join(sentences)


def describe_level(level: Difficulty, localizer: Localizer = ENGLISH) -> str:
    """What a level asks of a person, as a sentence.

    >>> describe_level(Difficulty.EASY)
    'Easy: it is enough to look at one clue or dot at a time.'
    """
    return localizer.say(english.LEVEL_MEANINGS[level - 1])


def explain_not_rated(why: NotRated, localizer: Localizer = ENGLISH) -> str:
    """The reason why a puzzle has no rating, in one or two sentences.

    >>> explain_not_rated(NotRated.NO_SOLUTION)
    'It has no solution, so it has no level. Perhaps a clue was mistyped?'
    """
    return localizer.say(NOT_RATED_MESSAGES[why])


def _hard_steps(rating: RatingNumbers, localizer: Localizer) -> Iterator[str]:
    """What the hardest steps of the level need, whether they are many, and how many are harder."""
    if rating.sizes:
        most = max(size for size in rating.sizes if level_of(size) <= rating.level)
        if most > 1:
            count = rating.sizes[most]
            numbers = {"count": localizer.number(count), "clues": localizer.number(most)}
            yield localizer.say(english.PLACES_OF_LEVEL, count, **numbers)
    elif rating.hardest > 1:
        yield localizer.say(english.HARDEST_STEP, count=localizer.number(rating.hardest))
    if rating.is_by_score:
        yield localizer.say(english.STEPS_TOGETHER)
    for level in Difficulty:
        steps = {size: n for size, n in rating.sizes.items() if level_of(size) is level}
        if steps and level > rating.level:
            count, name = sum(steps.values()), localizer.say(english.LEVELS[level - 1])
            numbers = {"count": localizer.number(count), "clues": localizer.number(max(steps))}
            yield localizer.sentence(english.HARDER_STEPS, count, level=name, **numbers)


def technique_title(name: str, localizer: Localizer = ENGLISH) -> str:
    """The title of a technique by its name in a rating.

    >>> technique_title("diagonal-3-3")
    'Two diagonal 3s'
    """
    return localizer.say(TECHNIQUES[name].title)
