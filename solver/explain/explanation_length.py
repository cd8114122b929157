"""The length of an explanation: about how many sentences explain it to a person."""

from collections.abc import Iterable, Sequence

from solver.explain.step import Argument, Step

WITHOUT_ARGUMENT = 12
"""Sentences that a step without an argument counts as, since a person has to find the argument."""
OF_PATTERN = 3
"""Sentences that a known pattern counts as."""


def explanation_length(steps: Sequence[Step]) -> int:
    """The number of sentences that explain steps.

    Each inference, supposition and conclusion is a sentence, and so are the two around a case
    distinction.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import Board, Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = Puzzle(square_grid(2, 2), (0, None, None, 4))
    >>> explanation_length([Explainer(puzzle).next_step(Board.blank(puzzle))])
    2
    """
    return sum(map(_length_of_step, steps))


def _length_of_step(step: Step) -> int:
    if step.pattern is not None:
        return OF_PATTERN
    arguments = [step.argument, *step.further]
    if arguments == [Argument(())]:
        return WITHOUT_ARGUMENT
    return 1 + length_of(arguments)


def length_of(arguments: Iterable[Argument]) -> int:
    """The number of sentences of arguments, without the conclusions."""
    return sum(map(_length_of_argument, arguments))


def _length_of_argument(argument: Argument) -> int:
    supposition = 0 if argument.supposed is None else 1
    around_cases = 2 if argument.cases else 0
    cases = length_of(argument.cases)
    return len(argument.inferences) + supposition + around_cases + cases
