"""Tells refutations of wrong marks so that a person can follow them.

Inferences in a row that each follow from one reason are told as a way: where the line goes, and on
which clues and dots that depends.
"""

from collections.abc import Sequence

from msgspec import Struct

from i18n.localizer import ENGLISH, Localizer
from narrator.narration import Level, narrate
from narrator.runs import FollowedSentence, after, follow_run, in_groups
from puzzle.model import Board, EdgeState
from solver.explain.mistakes import Check
from solver.explain.step import Deduction, EdgesAre, Inference, Step


class RefutationPart(Struct, frozen=True):
    """A part of a refutation, with the board before it and the deductions that it tells.

    `step` is the step that it tells with its argument; None for a part of a way.
    """

    sentences: tuple[str, ...]
    board: Board
    deductions: tuple[Deduction, ...]
    step: Step | None = None


def tell_refutation(
    board: Board, result: Check, localizer: Localizer = ENGLISH
) -> tuple[RefutationPart, ...]:
    """The parts of a refutation; each sentence of a way is one if nothing else is told.

    The first part has the right marks of a board. The last one has no conclusion; the sentence
    about the wrong mark replaces it. Empty without a refutation.
    """
    groups = tuple(in_groups(result.refutation, _can_be_followed))
    current, parts = board.mark(dict.fromkeys(result.wrong, EdgeState.UNKNOWN)), []
    for number, steps in enumerate(groups, 1):
        if _is_way(steps):
            way = follow_run(current, steps, localizer)
            parts += [_as_part(way)] if len(groups) > 1 else [_as_part([each]) for each in way]
        else:
            (step,) = steps
            text = _of_step(current, step, localizer, concludes=number < len(groups))
            parts.append(RefutationPart(text, current, step.deductions, step))
        current = after(current, steps)
    return tuple(parts)


def _can_be_followed(step: Step) -> bool:
    """Whether each of its inferences decides edges by one reason, without a supposition."""
    return (
        bool(step.argument.inferences)
        and all(argument.supposed is None for argument in step.arguments)
        and all(
            isinstance(inference.fact, EdgesAre) and not inference.pairs
            for inference in _inferences(step)
        )
    )


def _is_way(steps: Sequence[Step]) -> bool:
    """Whether steps of one group have more than one inference to follow."""
    return len(steps) > 1 or (_can_be_followed(steps[0]) and len(_inferences(steps[0])) > 1)


def _inferences(step: Step) -> list[Inference]:
    return [each for argument in step.arguments for each in argument.inferences]


def _as_part(way: Sequence[FollowedSentence]) -> RefutationPart:
    deductions = tuple(found for each in way for found in each.deductions)
    return RefutationPart(tuple(each.text for each in way), way[0].board, deductions)


def _of_step(board: Board, step: Step, localizer: Localizer, *, concludes: bool) -> tuple[str, ...]:
    """The sentences of a step, the first after the title of its technique."""
    narration = narrate(board, step, Level.STEP, localizer)
    first, *others = narration.sentences
    if narration.conclusion is not None and concludes:
        others.append(narration.conclusion)
    return f"{narration.title}{narration.colon}{first}", *others
