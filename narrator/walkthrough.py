"""Walkthroughs: the steps that solve a puzzle, each in sentences, and the reason for their end."""

from collections.abc import Iterator
from functools import cached_property, partial

from msgspec import Struct

from i18n.localizer import ENGLISH, Localizer
from narrator.illustration import illustrate
from narrator.narration import Level, Narration, narrate
from narrator.outcomes import explain_ambiguity, explain_impossibility, explain_no_step
from narrator.techniques import text_of
from puzzle.model import Board, Puzzle
from renderer.highlights import Highlights
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import Step
from solver.explain.why import Ambiguous, Impossible, why_not_unique
from solver.review.known_marks import with_crosses_in_mind


class ExplainedStep(Struct, frozen=True, dict=True):
    """A step, the board before it, and its argument in the language of the localizer.

    The text is created at its first use.
    """

    board: Board
    step: Step
    localizer: Localizer = ENGLISH

    @cached_property
    def narration(self) -> Narration:
        """The narration of the whole step: title, sentences, conclusion."""
        return narrate(self.board, self.step, Level.STEP, self.localizer)

    @property
    def title(self) -> str:
        """The title of the technique."""
        return self.localizer.say(text_of(self.step.technique).title)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences of the argument, then the conclusion."""
        return (*self.narration.sentences, *self.narration.end)

    @property
    def text(self) -> str:
        """The narration on several lines: the title, numbered sentences, the conclusion."""
        return self.narration.text

    @property
    def line(self) -> str:
        """The narration on one line."""
        return self.narration.line

    @property
    def short_line(self) -> str:
        """The title and the conclusion on one line."""
        return (
            self.narration.line
            if self.narration.conclusion is None
            else (f"{self.title}{self.localizer.colon}{self.narration.conclusion}")
        )

    @property
    def after(self) -> Board:
        """The board with the deductions of the step marked."""
        return self.board.mark(self.step.forced)

    @property
    def highlights(self) -> Highlights:
        """The highlights for a picture of the board: the argument and the forced edges."""
        return illustrate(self.board, self.step)


def explained_steps(
    explainer: Explainer,
    board: Board,
    units: int | None = None,
    *,
    localizer: Localizer = ENGLISH,
    in_mind: bool = False,
) -> Iterator[ExplainedStep | NoStep]:
    """Yield the steps that follow from a board, and last the reason why there are no more.

    `units` is the maximum work of all steps together, in units of `solver.explain.budget`; None
    is no limit. With `in_mind`, the crosses that easy steps show need not be drawn.

    >>> from puzzle.grid import square_grid
    >>> puzzle = Puzzle(square_grid(1, 2), (4, None))
    >>> step, *_, end = explained_steps(Explainer(puzzle), Board.blank(puzzle))
    >>> print(step.text)
    Every side needed
    The 4 at A1 has a line on every side.
    So all four of its sides are lines.
    >>> end
    <NoStep.SOLVED: 'the lines solve the puzzle'>
    """
    look = partial(with_crosses_in_mind, explainer) if in_mind else None
    for step in explainer.walkthrough(board, units, look=look):
        if isinstance(step, NoStep):
            yield step
        else:
            explained = ExplainedStep(board, step.seen_on(board), localizer)
            board = explained.after
            yield explained


def why_it_ends(explainer: Explainer, end: NoStep) -> Ambiguous | Impossible | None:
    """The fault of a puzzle whose walkthrough ends with `end`; None if none is found.

    The fault is that it has several solutions (`Ambiguous`) or none (`Impossible`).

    >>> from puzzle.grid import square_grid
    >>> why_it_ends(Explainer(Puzzle(square_grid(1, 2), (4, 3))), NoStep.NO_SOLUTION).cells
    (0, 1)
    """
    if end not in {NoStep.NO_SOLUTION, NoStep.NOTHING_FORCED}:
        return None
    found = why_not_unique(explainer)
    return found if isinstance(found, Ambiguous | Impossible) else None


def explain_end(
    puzzle: Puzzle, end: NoStep, why: Ambiguous | Impossible | None, localizer: Localizer = ENGLISH
) -> tuple[str, ...]:
    """Explain in sentences why there are no more steps; `why` is the result of `why_it_ends`.

    >>> from puzzle.grid import square_grid
    >>> explain_end(Puzzle(square_grid(1, 2), (None, None)), NoStep.SOLVED, None)
    ('The puzzle is solved: the loop is closed and meets every clue.',)
    """
    sentence = explain_no_step(end, localizer)
    match why:
        case Ambiguous(first, second):
            return sentence, explain_ambiguity(puzzle, first, second, localizer)
        case Impossible(cells):
            return sentence, explain_impossibility(puzzle, cells, localizer)
        case None:
            return (sentence,)
