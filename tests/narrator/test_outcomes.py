"""Sentences about mistakes, missing steps, puzzles without a unique solution, and ratings."""

import pytest

from i18n.catalogues import localizer_for
from i18n.languages import LANGUAGES
from narrator.contradictions import explain_conflict
from narrator.english import LEVELS
from narrator.outcomes import (
    NO_STEP_MESSAGES,
    RatingNumbers,
    conclude_refutation,
    describe_level,
    describe_mistake_count,
    describe_rating,
    explain_ambiguity,
    explain_impossibility,
    explain_no_step,
    explain_not_rated,
    introduce_refutation,
    name_mistakes,
)
from puzzle.grid import square_grid
from puzzle.model import EdgeState, Puzzle
from puzzle.places import cell_name
from solver.explain.explainer import NoStep
from solver.explain.step import (
    Branch,
    Clash,
    Contradiction,
    DeadEnd,
    Difficulty,
    Subloop,
    TooFew,
    TooMany,
)
from solver.explain.techniques import TABLE
from solver.rating import NotRated
from tests.support.sample_board import GRID, PUZZLE, board, cell, dot, edge, edges

LOOP = edges("B2-C2 C2-C3 B3-C3 B2-B3")


@pytest.mark.parametrize(
    ("marks", "wrong", "sentence"),
    [
        ("", 0, "There are no marks to check yet."),
        ("A1-A2", 0, "All your marks are right so far."),
        ("A1-A2", 1, "One of your marks is wrong."),
        ("A1-A4", 3, "Three of your marks are wrong."),
        ("A1-A4", 17, "17 of your marks are wrong."),
    ],
)
def test_the_number_of_mistakes(marks: str, wrong: int, sentence: str) -> None:
    assert describe_mistake_count(board(marks), wrong) == sentence


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        ("A1-B1", "One of your marks is wrong: the line at the top of A1."),
        ("A1-B1 B1-C1", "Two of your marks are wrong: the lines at the tops of A1 and B1."),
        (
            "A1-B1 E4-E5",
            "Two of your marks are wrong: the line at the top of A1 and the cross at the left of "
            "E4.",
        ),
        (
            "E4-E5 D5-E5",
            "Two of your marks are wrong: the crosses at the right and bottom of D4.",
        ),
    ],
)
def test_names_of_mistakes(names: str, sentence: str) -> None:
    marked = board("A1-C1 x E4-E5-D5")
    assert name_mistakes(marked, edges(names)) == sentence


def test_at_most_12_mistakes_are_named_and_always_the_explained_one() -> None:
    everything = board().mark(dict.fromkeys(range(40), EdgeState.LINE))
    assert name_mistakes(everything, range(40)) == (
        "40 of your marks are wrong, among them the lines at the tops of A1 to E1, the tops of A2 "
        "to E2, and the tops of A3 and B3."
    )
    assert name_mistakes(everything, range(40), {39}) == (
        "40 of your marks are wrong, among them the lines at the tops of A1 to E1, the tops of A2 "
        "to E2, the bottom of A2, and the left of C3."
    )


@pytest.mark.parametrize("explained", range(20))
def test_wrong_lines_are_named_before_wrong_crosses(explained: int) -> None:
    states = [EdgeState.LINE, EdgeState.CROSS]
    mixed = board().mark({edge: states[edge % 2] for edge in range(20)})
    told = name_mistakes(mixed, range(20), {explained})
    assert 0 < told.index("the lines at the tops of A1, C1, ") < told.index("the crosses at ")
    assert cell_name(GRID, explained) in told


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        (TooMany(cell("B2"), 3), "The 2 at B2 has three lines around it, which is too many."),
        (
            TooFew(cell("C3"), 1),
            "The 3 at C3 has only one side left that can be a line.",
        ),
        (
            TooFew(cell("C1"), 0),
            "The 1 at C1 has no side left that can be a line.",
        ),
        (
            Branch(dot("C3").dot),
            "More than two lines meet at the top-left corner of C3, so the loop would branch.",
        ),
        (
            DeadEnd(dot("C3").dot),
            "The line that reaches the top-left corner of C3 has nowhere to go.",
        ),
        (
            Subloop(LOOP, unmet=cell("C3")),
            (
                "A loop of 4 lines through the top-left corner of B2 is closed, but the 3 at "
                "C3 is not met."
            ),
        ),
        (
            Subloop(LOOP, outside=edge("E4-F4")),
            (
                "A loop of 4 lines through the top-left corner of B2 is closed, but the line "
                "at the top of E4 is not part of it."
            ),
        ),
        (
            Subloop(LOOP),
            "A loop of 4 lines through the top-left corner of B2 is closed too early.",
        ),
        (Clash(), "Your marks leave nothing that works here."),
    ],
)
def test_conflicts_that_can_be_seen(fact: Contradiction, sentence: str) -> None:
    assert explain_conflict(PUZZLE, fact) == sentence


def test_the_sentences_before_and_after_a_refutation() -> None:
    marked = board("A1-B1 x E4-E5")
    assert introduce_refutation(marked, edge("E4-E5"), 1) == (
        "Starting from your correct marks only, one step shows why the cross at the "
        "left of E4 cannot be."
    )
    assert introduce_refutation(marked, edge("A1-B1"), 15) == (
        "Starting from your correct marks only, 15 steps show why the line at the top "
        "of A1 cannot be."
    )
    assert conclude_refutation(marked, edge("E4-E5")) == (
        "So the left of E4 is a line, but you have a cross there."
    )
    assert conclude_refutation(marked, edge("A1-B1")) == (
        "So the top of A1 is a cross, but you have a line there."
    )


def test_every_reason_for_no_step_has_its_own_sentence() -> None:
    assert set(NO_STEP_MESSAGES) == set(NoStep)
    assert len({explain_no_step(reason) for reason in NoStep}) == len(NoStep)
    assert explain_no_step(NoStep.NOTHING_FORCED) == (
        "Nothing more is forced: the puzzle has several solutions, and they differ from here on."
    )


def test_where_solutions_differ() -> None:
    one, other = frozenset(edges("A1-B1 A1-A2")), frozenset(edges("A1-B1 B1-B2 B2-B3"))
    assert explain_ambiguity(PUZZLE, one, other) == (
        "The puzzle has more than one solution. One has the line at the left of A1, "
        "another has the lines at the left sides of B1 and B2."
    )
    assert explain_ambiguity(PUZZLE, one, frozenset(edges("A1-B1"))) == (
        "The puzzle has more than one solution. Two of them differ in 1 edge, in the "
        "area around A1."
    )
    far = frozenset(edges("A1-B1 B1-C1 C1-D1 D1-D2 D2-D3 D3-D4 D4-D5 D5-E5"))
    assert explain_ambiguity(PUZZLE, one, far) == (
        "The puzzle has more than one solution. One has the line at the left of A1, "
        "another has the lines at the tops of B1 and C1, the left sides of D1 to D4, "
        "and the bottom of D4."
    )
    farther = far | frozenset(edges("E5-F5"))
    assert explain_ambiguity(PUZZLE, one, farther) == (
        "The puzzle has more than one solution. Two of them differ in 9 edges, in the "
        "area from A1 to E4."
    )


def test_which_clues_cannot_hold_together() -> None:
    assert explain_impossibility(PUZZLE, [cell("D2")]) == "No loop can satisfy the 4 at D2."
    assert explain_impossibility(PUZZLE, [cell("D2"), cell("E2"), cell("C3")]) == (
        "No loop can satisfy all of these clues at once: the 4 at D2, the 0 at E2 and the 3 at C3."
    )
    assert explain_impossibility(PUZZLE, []) == (
        "The puzzle has no solution, so no step leads to one."
    )
    many = Puzzle(square_grid(1, 20), (3,) * 20)
    sentence = explain_impossibility(many, range(20))
    assert sentence.endswith("the 3 at K1, the 3 at L1 and 8 more clues.")


def test_ratings() -> None:
    assert describe_rating(RatingNumbers(Difficulty.EASY, 1, {})) == (
        "Easy: it is enough to look at one clue or dot at a time."
    )
    found = RatingNumbers(
        Difficulty.EXPERT, 17, {"arc-chain": 3, "zero": 1}, {1: 70, 4: 9, 6: 2, 17: 1}
    )
    assert describe_rating(found) == (
        "Expert: it takes long patterns, chains and some looking ahead. In two places, you have to "
        "see 6 things at once. One step is Extreme: it needs 17 things at once. "
        "Techniques, the hardest first: Chain of corners and No lines around a 0."
    )
    hard = found._replace(level=Difficulty.HARD, techniques={}, is_by_score=True)
    assert describe_rating(hard) == (
        "Hard: it takes patterns of neighbouring clues. In 9 places, you have to see four things "
        "at once. How many such steps there are, and how few others are open, makes it so hard. "
        "Two steps are Expert: they need up to 6 things at once. "
        "One step is Extreme: it needs 17 things at once."
    )
    everything = describe_rating(
        RatingNumbers(Difficulty.EXTREME, 9, {row.name: 2 for row in TABLE})
    )
    assert everything.endswith(f" and {len(TABLE) - 5} simpler ones.")


def test_every_level_has_its_name_in_its_meaning() -> None:
    for language in LANGUAGES:
        localizer = localizer_for(language)
        for level in Difficulty:
            assert localizer.say(LEVELS[level - 1]) in describe_level(level, localizer)
    assert len({explain_not_rated(why) for why in NotRated}) == len(NotRated)
