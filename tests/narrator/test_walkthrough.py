"""Walkthroughs in sentences: the text of each step, and the reason for the end."""

from narrator.illustration import illustrate
from narrator.narration import Level, narrate
from narrator.walkthrough import ExplainedStep, explain_end, explained_steps, why_it_ends
from puzzle.model import Board
from puzzle.notation import parse_puzzle
from solver.explain.explainer import Explainer, NoStep
from solver.explain.why import Ambiguous, Impossible
from tests.support.texts import BRACKETING, outside_brackets

UNIQUE = parse_puzzle("4x4:3c3d22b2a1")
SEVERAL = parse_puzzle("3x3:3a3c3a3")
IMPOSSIBLE = parse_puzzle("5x1:3a0a3")


def test_each_step_is_narrated_on_the_board_before_it() -> None:
    blank = Board.blank(UNIQUE)
    *steps, end = explained_steps(Explainer(UNIQUE), blank)
    assert end is NoStep.SOLVED
    board = blank
    for step in steps:
        assert isinstance(step, ExplainedStep)
        told = narrate(board, step.step, Level.STEP)
        assert (step.board, step.narration) == (board, told)
        assert (step.title, step.text, step.line) == (told.title, told.text, told.line)
        assert step.sentences == (*told.sentences, told.conclusion)
        assert step.highlights == illustrate(board, step.step)
        board = step.after
    assert [step.step for step in steps if isinstance(step, ExplainedStep)] == [
        *Explainer(UNIQUE).walkthrough()
    ][:-1]


def test_a_walkthrough_keeps_to_its_units() -> None:
    """Single reasons and known patterns take no units, so they come first."""
    *every, _ = explained_steps(Explainer(UNIQUE), Board.blank(UNIQUE))
    *steps, end = explained_steps(Explainer(UNIQUE), Board.blank(UNIQUE), units=0)
    assert steps == every[: len(steps)]
    assert len(steps) < len(every)
    assert end is NoStep.TOO_HARD


def test_only_puzzles_without_a_unique_solution_have_a_fault() -> None:
    explainer = Explainer(UNIQUE)
    assert {why_it_ends(explainer, end) for end in NoStep} == {None}
    assert isinstance(why_it_ends(Explainer(SEVERAL), NoStep.NOTHING_FORCED), Ambiguous)
    assert isinstance(why_it_ends(Explainer(IMPOSSIBLE), NoStep.NO_SOLUTION), Impossible)
    assert why_it_ends(Explainer(SEVERAL), NoStep.WRONG_MARKS) is None


def test_the_end_is_explained_with_its_reason() -> None:
    assert len(explain_end(UNIQUE, NoStep.TOO_HARD, None)) == 1
    why = why_it_ends(Explainer(IMPOSSIBLE), NoStep.NO_SOLUTION)
    _, reason = explain_end(IMPOSSIBLE, NoStep.NO_SOLUTION, why)
    assert reason == (
        "No loop can satisfy all of these clues at once: the 0 at C1 and the 3 at E1."
    )
    why = why_it_ends(Explainer(SEVERAL), NoStep.NOTHING_FORCED)
    _, reason = explain_end(SEVERAL, NoStep.NOTHING_FORCED, why)
    assert reason.startswith("The puzzle has more than one solution.")


def test_the_end_is_explained_in_other_languages() -> None:
    why = why_it_ends(Explainer(IMPOSSIBLE), NoStep.NO_SOLUTION)
    for told in explain_end(IMPOSSIBLE, NoStep.NO_SOLUTION, why, BRACKETING):
        assert outside_brackets(told) == ""
