"""Walkthroughs as lessons: an argument is told in full once, and simple steps are summed up."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from narrator import english
from narrator.arguments import words_for
from narrator.narration import MAX_PLACES, state_clauses
from narrator.places import Places
from narrator.runs import describe_run
from narrator.techniques import text_of
from narrator.walkthrough import ExplainedStep
from solver.explain.explainer import NoStep
from solver.explain.step import ClueReason, Step, Technique, TechniqueFamily

PATTERNS = frozenset(
    {
        TechniqueFamily.CLUE,
        TechniqueFamily.DOT,
        TechniqueFamily.CORNER,
        TechniqueFamily.NEIGHBOURS,
    }
)
"""The families of techniques whose argument is the same at each place."""


def is_simple(step: Step) -> bool:
    """Whether a step follows from a single clue, a single dot or the loop, by no known pattern."""
    return step.cost == 1 and step.pattern is None


class ToldSteps(Struct, frozen=True):
    """Steps of a walkthrough that are told together.

    - `lead`: a step of several reasons or a known pattern; None at the start of a walkthrough.
    - `again`: whether the technique of the lead has a name and was told before.
    - `run`: the simple steps after it.
    """

    lead: ExplainedStep | None
    run: tuple[ExplainedStep, ...] = ()
    again: bool = False

    @property
    def steps(self) -> tuple[ExplainedStep, ...]:
        """All steps in order."""
        return self.run if self.lead is None else (self.lead, *self.run)

    @property
    def text(self) -> str:
        """The lead with its argument, or only what follows if it was told; then the run."""
        return self.steps[0].localizer.gap.join(filter(None, (self.lead_text, self.run_text)))

    @property
    def lead_text(self) -> str:
        """The text of the lead; empty without one."""
        if self.lead is None:
            return ""
        return _say_again(self.lead) if self.again else self.lead.line

    @property
    def run_text(self) -> str:
        """The text of the run; empty without one. A step that is alone is told in full."""
        if not self.run:
            return ""
        first = self.run[0]
        if len(self.steps) == 1:
            return first.line
        return describe_run(first.board, [each.step for each in self.run], first.localizer)


def told_steps(steps: Iterable[ExplainedStep | NoStep]) -> Iterator[ToldSteps | NoStep]:
    """Group the steps of a walkthrough: every lead with the simple steps after it.

    >>> from narrator.walkthrough import explained_steps
    >>> from puzzle.model import Board
    >>> from puzzle.notation import parse_puzzle
    >>> from solver.explain.explainer import Explainer
    >>> puzzle = parse_puzzle("4x4:3c3d22b2a1")
    >>> *found, end = told_steps(explained_steps(Explainer(puzzle), Board.blank(puzzle)))
    >>> print(found[1].text)  # doctest: +ELLIPSIS
    1 in a corner: Only two edges ... This finishes the 3 at A1.
    """
    taught = set[Technique]()
    lead, again, run = None, False, list[ExplainedStep]()
    for step in steps:
        if isinstance(step, ExplainedStep) and is_simple(step.step):
            run.append(step)
            continue
        if lead is not None or run:
            yield ToldSteps(lead, tuple(run), again)
        if isinstance(step, NoStep):
            yield step
            return
        technique = step.step.technique
        lead, again, run = step, technique in taught, []
        if technique.family in PATTERNS:
            taught.add(technique)


def _say_again(explained: ExplainedStep) -> str:
    """A sentence about a step whose argument is known: where it is, and what follows."""
    step, localizer = explained.step, explained.localizer
    title = localizer.say(text_of(step.technique).title)
    cells = step.cells if step.pattern is None else step.pattern.cells
    what = _conclusion(explained, cells)
    places = Places(explained.board.puzzle, localizer, cells)
    names = [places.clue(cell) for cell in cells] or places.dot_names(step.dots)
    if not names or len(names) > MAX_PLACES:
        return localizer.sentence(english.AGAIN, technique=title, what=what)
    where = localizer.join(names)
    return localizer.sentence(english.AGAIN_AT, technique=title, places=where, what=what)


def _conclusion(explained: ExplainedStep, cells: Sequence[int]) -> str:
    """A clause with the states of the forced edges, as sides of the clue if there is only one."""
    words = words_for(explained.board, explained.step, explained.localizer)
    subject = ClueReason(cells[0]) if len(cells) == 1 else None
    clauses = state_clauses(explained.step.deductions, words, subject)
    return explained.localizer.join_clauses(clauses)
