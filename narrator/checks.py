"""Reports the result of checking a player's marks, in the detail that the player chooses."""

from collections.abc import Sequence
from enum import Enum

from i18n.localizer import ENGLISH, Localizer
from narrator import english
from narrator.contradictions import explain_conflict
from narrator.narration import Narration, with_note
from narrator.outcomes import (
    conclude_refutation,
    describe_mistake_count,
    explain_no_step,
    introduce_first_mistake,
    introduce_refutation,
    name_culprits,
    name_marks,
    name_mistakes,
)
from narrator.problems import localize
from narrator.refutations import tell_refutation
from puzzle.model import Board
from puzzle.rules import Capability, refusal
from solver.explain.explainer import NoStep
from solver.explain.mistakes import Check, CheckOutcome

MAX_IN_LINE = 4
"""Maximum number of sentences of one step of a refutation that are told in one line."""


class Detail(Enum):
    """Detail of a report: the number of wrong marks, their places, or also the reason for one."""

    COUNT = "count"
    WHERE = "where"
    WHY = "why"


def narrate_check(
    board: Board,
    result: Check,
    detail: Detail,
    localizer: Localizer = ENGLISH,
    most: int | None = None,
) -> Narration:
    """Report the result of checking the marks of a board, with at most so many steps of a reason.

    >>> from puzzle.grid import square_grid
    >>> from puzzle.model import EdgeState, Puzzle
    >>> from solver.explain.explainer import Explainer
    >>> from solver.explain.mistakes import check
    >>> puzzle = Puzzle(square_grid(2, 2), (3, 3, None, None))
    >>> board = Board.blank(puzzle).mark({0: EdgeState.CROSS})
    >>> result = check(Explainer(puzzle), board)
    >>> print(narrate_check(board, result, Detail.COUNT).text)
    One of your marks is wrong.
    >>> print(narrate_check(board, result, Detail.WHERE).text)
    One of your marks is wrong: the cross at the top of A1.
    """
    board = result.told_on(board)
    match result.outcome:
        case CheckOutcome.NO_SOLUTION:
            sentences = [explain_no_step(NoStep.NO_SOLUTION, localizer)]
        case CheckOutcome.UNDECIDED:
            sentences = [localizer.say(english.NOT_CHECKED)]
        case CheckOutcome.NOT_TOGETHER:
            marks = name_marks(board, result.wrong, localizer)
            sentences = [localizer.sentence(english.NOT_TOGETHER, len(result.wrong), marks=marks)]
        case _:
            sentences = [_mistakes(board, result, detail, localizer)]
    if result.count and detail is Detail.WHY:
        sentences += _reasons(board, result, localizer, most)
    told = Narration.of(localizer, None, sentences)
    return with_note(told, result.in_mind if detail is Detail.WHY else frozenset(), localizer)


def _mistakes(board: Board, result: Check, detail: Detail, localizer: Localizer) -> str:
    """The number of wrong marks, and with more detail their places."""
    if not result.count or detail is Detail.COUNT:
        return describe_mistake_count(board, result.count, localizer)
    return name_mistakes(board, result.wrong, result.explained, localizer)


def _reasons(board: Board, result: Check, localizer: Localizer, most: int | None) -> list[str]:
    """The broken rule, or else the steps that refute one wrong mark, as sentences."""
    if result.conflict is not None:
        conflict = explain_conflict(board.puzzle, result.conflict, localizer)
        if result.culprits == result.wrong:
            return [conflict]
        return [conflict, name_culprits(board, result.culprits, localizer)]
    wrong = result.refuted
    if not board.puzzle.rules.supports(Capability.HINTS):
        return [localize(refusal(board.puzzle.rules, Capability.HINTS), localizer)]
    if wrong is None:
        return _introduce(board, result, 0, localizer)
    parts = tell_refutation(board, result, localizer)
    if len(parts) == 1:
        sentences = parts[0].sentences
    else:
        sentences = tuple(_in_lines(part.sentences, localizer) for part in parts)
    introduction = _introduce(board, result, len(sentences), localizer)
    numbered = len(sentences) > 1
    lines = [f"({n}) {text}" if numbered else text for n, text in enumerate(sentences, 1)]
    end = [conclude_refutation(board, wrong, localizer)] if most is None else []
    return [*introduction, *lines[:most], *end]


def _in_lines(sentences: Sequence[str], localizer: Localizer) -> str:
    """The sentences of one step; of many, each in its own line."""
    return (localizer.gap if len(sentences) <= MAX_IN_LINE else "\n").join(sentences)


def _introduce(board: Board, result: Check, steps: int, localizer: Localizer) -> list[str]:
    """The sentences before a refutation in `steps` numbered steps; without one, why not."""
    first, refuted = result.first, result.refuted
    sentences = []
    if first is not None and result.count > 1:
        known, other = (steps, False) if refuted == first else (None, refuted is not None)
        sentences.append(introduce_first_mistake(board, first, known, localizer, other=other))
    elif refuted is None:
        sentences.append(localizer.say(english.NO_SHORT_REASON, result.count))
    if refuted is not None and (refuted != first or result.count == 1):
        named = None if result.count == 1 else refuted
        sentences.append(introduce_refutation(board, named, steps, localizer))
    return sentences
