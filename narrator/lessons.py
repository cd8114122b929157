"""Walkthroughs as lessons: simple steps that follow each other are one group."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import TypeVar

from i18n.localizer import ENGLISH, Localizer
from narrator import english
from puzzle.model import EdgeState
from solver.explain.step import Step

StepT = TypeVar("StepT")


def is_simple(step: Step) -> bool:
    """Whether a step follows from a single clue, a single dot or the loop, by no known pattern."""
    return step.cost == 1 and step.pattern is None


def in_groups(
    steps: Iterable[StepT], simple: Callable[[StepT], bool]
) -> Iterator[tuple[StepT, ...]]:
    """Steps in order, with each run of simple ones as one group and every other one alone.

    A group is yielded when the next step that does not belong to it is known.

    >>> list(in_groups("abXcXYdef", str.islower))
    [('a', 'b'), ('X',), ('c',), ('X',), ('Y',), ('d', 'e', 'f')]
    """
    for together, run in groupby(steps, simple):
        if together:
            yield tuple(run)
        else:
            yield from ((step,) for step in run)


def describe_simple_steps(steps: Iterable[Step], localizer: Localizer = ENGLISH) -> str:
    """The sentence about several simple steps: how many lines and crosses they mark.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> *steps, end = Explainer(Puzzle(square_grid(1, 2), (4, None))).walkthrough()
    >>> describe_simple_steps(steps)
    'Simple consequences: 4 lines.'
    """
    states = [found.state for step in steps for found in step.deductions]
    counts = (
        (english.COUNT_OF_LINES, states.count(EdgeState.LINE)),
        (english.COUNT_OF_CROSSES, states.count(EdgeState.CROSS)),
    )
    marks = [localizer.say(kind, count, count=count) for kind, count in counts if count]
    return localizer.sentence(english.SIMPLE_CONSEQUENCES, marks=localizer.join(marks))
