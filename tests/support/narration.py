"""Inferences on the sample board, and the sentences that narrate them."""

from narrator.narration import Level, narrate
from solver.explain.explainer import Explainer
from solver.explain.step import (
    Argument,
    Contradiction,
    Deduction,
    EdgesAre,
    Fact,
    Inference,
    PairIs,
    Reason,
    Step,
)
from tests.support.sample_board import (
    CROSS,
    board,
    dot,
    edge,
    edges,
    found,
    step,
)
from tools.reference.techniques import EXAMPLES

LOOP = edges("B2-C2 C2-C3 B3-C3 B2-B3")


def infer(reason: Reason, fact: Fact, given: str = "", pairs: tuple[PairIs, ...] = ()) -> Inference:
    return Inference(reason, fact, frozenset(edges(given)), pairs)


def told(marks: str, one_step: Step) -> list[str]:
    """The sentences of a step on a board with marks, with its conclusion."""
    narration = narrate(board(marks), one_step, Level.STEP)
    assert narration.conclusion is not None
    return [*narration.sentences, narration.conclusion]


def told_example(technique: str) -> tuple[str, ...]:
    """The sentences of the example of a technique."""
    example = next(each.board for each in EXAMPLES if each.technique == technique)
    found_step = Explainer(example.puzzle).next_step(example)
    assert isinstance(found_step, Step)
    return narrate(example, found_step, Level.STEP).sentences


def direct(marks: str, inference: Inference) -> list[str]:
    """The sentences of a step with a single inference: the reason and the conclusion."""
    fact = inference.fact
    assert isinstance(fact, EdgesAre)
    return told(marks, step(tuple(Deduction(e, fact.state) for e in fact.edges), (inference,)))


def inferred(marks: str, inference: Inference) -> str:
    """The sentence for an inference that is not the last one of its argument."""
    last = infer(dot("A5"), EdgesAre(edges("A5-B5"), CROSS), "A4-A5")
    return told(f"{marks} x A4-A5", step(found("", "A5-B5"), (inference, last)))[0]


def refuted(marks: str, *inferences: Inference) -> list[str]:
    """The sentences of a step that refutes a cross on C3-D3, the top side of the 3 at C3."""
    argument = Argument(inferences, Deduction(edge("C3-D3"), CROSS))
    return told(marks, step(found("C3-D3"), argument))


def impossible(reason: Reason, fact: Contradiction, given: str = "") -> str:
    """The sentence for a contradiction that follows directly from the supposition."""
    return refuted("", infer(reason, fact, given))[-2]
