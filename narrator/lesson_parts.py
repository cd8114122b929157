"""Walkthroughs in parts, each with its text and the board beside it."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from narrator.argument_parts import MAX_SENTENCES_AT_ONCE, ArgumentPart, step_parts
from narrator.frames import highlights_of
from narrator.lessons import ToldSteps
from narrator.walkthrough import ExplainedStep

MAX_PARTS = 280
"""Maximum number of parts; more show long arguments, or all of them, in one picture each."""


def lesson_parts(told: Iterable[ToldSteps]) -> tuple[ArgumentPart, ...]:
    """The parts of a walkthrough: sentences of steps that are told in full, and runs.

    >>> from narrator.lessons import told_steps
    >>> from narrator.walkthrough import explained_steps
    >>> from puzzle.model import Board
    >>> from puzzle.notation import parse_puzzle
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = parse_puzzle("4x4:3c3d22b2a1")
    >>> *told, _ = told_steps(explained_steps(Explainer(puzzle), Board.blank(puzzle)))
    >>> for part in lesson_parts(told)[:3]:
    ...     print(part.text)  # doctest: +ELLIPSIS
    Two adjacent 3s: (1) A loop around just ...
    (2) It turns at both of its ends, ...
    So the top and bottom of A1, ...
    """
    steps, parts = list(told), tuple[ArgumentPart, ...]()
    for most in (MAX_PARTS, MAX_SENTENCES_AT_ONCE, 0):
        parts = tuple(part for each in steps for part in _parts(each, most))
        if len(parts) <= MAX_PARTS:
            break
    return parts


def _parts(told: ToldSteps, most: int) -> Iterator[ArgumentPart]:
    """A step with at most so many sentences in full, else at once; then the steps after it."""
    if told.lead is not None:
        yield from _of_lead(told.lead, told.lead_text if told.again else None, most)
    if told.run:
        board, steps = told.run[0].board, [each.step for each in told.run]
        yield ArgumentPart(told.run_text, board, highlights_of(board.puzzle, steps))


def _of_lead(lead: ExplainedStep, again: str | None, most: int) -> Sequence[ArgumentPart]:
    """The sentences of a step and its conclusion, or only what follows from it."""
    if again is None:
        first, *others = step_parts(lead.board, lead.step, lead.localizer)
        if len(others) <= most:
            title = f"{lead.title}{lead.localizer.colon}{first.text}"
            return replace(first, text=title), *others
    return [ArgumentPart(again or lead.short_line, lead.board, lead.highlights)]
