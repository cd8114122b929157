"""The questions of hints: where they start, where they lead, and that they give nothing away."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations

import pytest

from i18n.catalogues import localizer_for
from narrator.arguments import words_for
from narrator.narration import Level, narrate
from narrator.words import EdgeWords
from puzzle.model import Board, EdgeState
from puzzle.notation import parse_loopy
from solver.explain.explainer import Explainer
from solver.explain.step import (
    Argument,
    Branch,
    Clash,
    DeadEnd,
    Deduction,
    EdgesAre,
    Fact,
    LoopReason,
    Reason,
    Relation,
    Step,
    Subloop,
    TooFew,
    TooMany,
)
from solver.explain.steps import takes_a_trial
from tests.support.narration import LOOP, infer
from tests.support.sample_board import (
    CROSS,
    LINE,
    board,
    cell,
    clue,
    dot,
    edge,
    edges,
    found,
    pair,
    step,
)
from tools.gallery.tilings import PUZZLES

WALKED = (
    "5x5:b1c3a12a02d1a2c32",
    "5x5:b1a312c20a2a3a3a1e",
    "10x10:a2b22321320123f1221a3230212e22a12a322102222221a20a12e2322131a2112f23212321321b1a",
    "10x10:3a32322a33a1b11a12b2c1a3a2c2a2222b3b1a22b220a2d22a2b2122a2b21b322213a2d23d32a23",
)
TILED = PUZZLES[2], PUZZLES[5]
MAX_TOGETHER = 3
"""Number of deduced edges up to which all their sets are looked for in a hint."""


@cache
def walk(text: str) -> tuple[tuple[Board, Step], ...]:
    puzzle, steps = parse_loopy(text), []
    current = Board.blank(puzzle)
    for each in Explainer(puzzle).walkthrough():
        if isinstance(each, Step):
            steps.append((current, each))
            current = current.mark(each.forced)
    return tuple(steps)


def conclusions(words: EdgeWords, one_step: Step) -> Iterator[str]:
    """The states of deduced edges in words, for small sets of them and for all, in every way."""
    reasons: list[Reason | None] = [None, *one_step.reasons]
    for state in (EdgeState.LINE, EdgeState.CROSS):
        deduced = [each for each, found in one_step.forced.items() if found is state]
        sizes = {*range(1, min(len(deduced), MAX_TOGETHER) + 1), len(deduced)} - {0}
        for some in (group for size in sizes for group in combinations(deduced, size)):
            for reason in reasons:
                yield words.edges(some, state, reason=reason)


@pytest.mark.parametrize("text", WALKED)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_hint_never_states_a_deduced_edge(text: str, language: str) -> None:
    localizer = localizer_for(language)
    for current, each in walk(text):
        words = words_for(current, each, localizer)
        stated = {told.lower() for told in conclusions(words, each)}
        step_text = narrate(current, each, Level.STEP, localizer).text.lower()
        assert any(told in step_text for told in stated)
        for level in (Level.NUDGE, Level.HINT):
            hint = narrate(current, each, level, localizer).text.lower()
            assert not [told for told in stated if told in hint], hint


@pytest.mark.parametrize("text", [*WALKED, *TILED])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_nudge_never_names_both_ends_of_a_deduced_edge(text: str, language: str) -> None:
    localizer = localizer_for(language)
    for current, each in walk(text):
        nudge = narrate(current, each, Level.NUDGE, localizer).text
        corners = words_for(current, each, localizer).places.dot_names
        for ends in map(current.puzzle.grid.edge_dots.__getitem__, each.forced):
            assert not all(name in nudge for name in corners(ends)), nudge


@pytest.mark.parametrize("text", WALKED)
def test_every_hint_of_a_told_argument_asks_about_a_place(text: str) -> None:
    for current, each in walk(text):
        hint = narrate(current, each, Level.HINT)
        _, *sentences = hint.sentences
        assert each.technique.name == "parity" or len(hint.line.split()) <= 70, hint.line
        if takes_a_trial(each):
            assert sentences
            continue
        assert "?" in sentences[-1]
        told = "".join(sentences).partition("?")[0]
        assert any(character.isdigit() for character in told), sentences


def asked(one_step: Step, marks: str = "") -> list[str]:
    """The sentences of a hint after the rule."""
    return list(narrate(board(marks), one_step, Level.HINT).sentences[1:])


def test_the_first_relation_leads_to_the_clue_that_uses_it() -> None:
    known = pair("C3-D3 C3-C4", Relation.ALIKE)
    first = infer(dot("C3"), known, "B3-C3 C2-C3")
    then = infer(clue("C3"), EdgesAre(edges("C3-D3 C3-C4"), EdgeState.LINE), pairs=(known,))
    assert asked(step(found("C3-D3 C3-C4"), Argument((first, then))), "x B3-C3 x C2-C3") == [
        "No line can leave the top-left corner of the 3 at C3, so it has two lines there or none.",
        "What follows from that?",
    ]


def test_of_a_long_argument_only_the_start_is_asked_for() -> None:
    known = pair("B2-C2 B2-B3", Relation.ONE)
    first = infer(clue("B2"), known)
    then = infer(dot("B2"), EdgesAre(edges("B1-B2"), CROSS), "A2-B2", (known,))
    rest = (infer(clue("C3"), EdgesAre((number,), CROSS)) for number in (1, 2, 3))
    assert asked(step(found("", "B1-B2"), Argument((first, then, *rest)))) == [
        "Start at the top-left corner of the 2 at B2: how many of the clue's lines can be there?",
        "Where can the line go on from there?",
    ]


SUPPOSED: list[tuple[Reason, Fact, str]] = [
    (clue("B2"), TooMany(cell("B2"), 3), "Which of the two gives the 2 at B2 too many lines?"),
    (clue("B2"), TooFew(cell("B2"), 1), "Which of the two leaves the 2 at B2 too few lines?"),
    (clue("B2"), Clash(), "Which of the two leaves nothing that works at the 2 at B2?"),
    (
        dot("B2"),
        Branch(dot("B2").dot),
        "Which of the two makes the loop branch at the top-left corner of B2?",
    ),
    (
        dot("B2"),
        DeadEnd(dot("B2").dot),
        "Which of the two lets a line end at the top-left corner of B2?",
    ),
    (
        LoopReason(),
        Subloop(edges("B2-C2"), unmet=cell("B2")),
        "Which of the two closes a loop too early, without the 2 at B2?",
    ),
    (
        LoopReason(),
        Subloop(edges("B2-C2"), outside=edge("D4-E4")),
        "Which of the two closes a loop too early, without the line at the top of D4?",
    ),
    (
        LoopReason(),
        Subloop(edges("B2-C2")),
        "Which state of the top of C3 makes a loop close too early?",
    ),
]


@pytest.mark.parametrize(("reason", "end", "question"), SUPPOSED)
def test_a_supposition_is_tried_both_ways(reason: Reason, end: Fact, question: str) -> None:
    inferences = (
        infer(clue("C3"), EdgesAre(edges("C3-C4"), CROSS), "C3-D3"),
        infer(reason, end, "C3-C4"),
    )
    argument = Argument(inferences, Deduction(edge("C3-D3"), CROSS))
    one_step = step(found("C3-D3"), argument)
    assert asked(one_step) == [
        "Try the top of C3 as a line and as a cross, and look first at the 3 at C3.",
        question,
    ]
    opposite = step(found("", "C3-D3"), Argument(inferences, Deduction(edge("C3-D3"), LINE)))
    assert asked(opposite) == asked(one_step)


def test_both_cases_of_a_further_edge_are_asked_for() -> None:
    ends = (infer(clue("B2"), TooMany(cell("B2"), 3), "C3-D3"),)
    cases = tuple(Argument(ends, Deduction(edge("D3-D4"), state)) for state in (LINE, CROSS))
    argument = Argument((), Deduction(edge("C3-D3"), CROSS), cases)
    assert asked(step(found("C3-D3"), argument))[-1] == (
        "With which of the two can the left of D3 be neither a line nor a cross?"
    )
    loop = (infer(LoopReason(), Subloop(LOOP, unmet=cell("C3")), "C3-D3"),)
    around = tuple(Argument(loop, case.supposed) for case in cases)
    argument = Argument((), Deduction(edge("C3-D3"), CROSS), around)
    assert asked(step(found("C3-D3"), argument))[-1] == (
        "Which of the two closes a loop too early in any case?"
    )
