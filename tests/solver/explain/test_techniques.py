"""Names of steps: a board for each technique, in all orientations, and real puzzles."""

import re
from collections import Counter

import pytest

from puzzle.model import Board, EdgeState
from puzzle.moves import parse_marks
from puzzle.notation.rows import parse_rows
from solver.explain.explainer import Explainer
from solver.explain.step import (
    Argument,
    ClueReason,
    Deduction,
    DotReason,
    LoopReason,
    Reason,
    Step,
    TechniqueFamily,
)
from solver.explain.techniques import TABLE, is_named, recognise
from tests.support.explain.orientations import ORIENTATIONS, oriented
from tests.support.long import some_or_all, some_pairs
from tests.support.shared import Collections
from tools.bench.datasets import load
from tools.reference.techniques import EXAMPLES, Example


def next_step(board: Board) -> Step:
    step = Explainer(board.puzzle).next_step(board)
    assert isinstance(step, Step), step
    return step


# The table


def test_names_are_unique_and_in_kebab_case() -> None:
    names = [row.name for row in TABLE]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


def test_the_table_is_ordered_by_cost_then_by_difficulty() -> None:
    order = [(row.cost, row.difficulty) for row in TABLE]
    assert order == sorted(order)


def test_every_technique_has_its_example() -> None:
    assert [example.technique for example in EXAMPLES] == [row.name for row in TABLE]


def test_only_steps_without_a_pattern_are_nameless() -> None:
    nameless = {row.name for row in TABLE if not is_named(row.technique)}
    assert nameless == {"look-ahead", "small-core"}
    assert {row.family for row in TABLE} == set(TechniqueFamily)


# Examples


@some_pairs("name,way", [example.technique for example in EXAMPLES], ORIENTATIONS)
def test_the_example_is_solved_by_its_technique(name: str, way: str) -> None:
    [example] = (each for each in EXAMPLES if each.technique == name)
    board = oriented(example.board, ORIENTATIONS[way])
    step = next_step(board)
    assert step.technique.name == example.technique
    assert step.technique in {row.technique for row in TABLE}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.technique)
def test_an_example_costs_about_what_the_table_says(example: Example) -> None:
    """The reasons of a known pattern are not counted: it has all edges that it forces."""
    row = next(row for row in TABLE if row.name == example.technique)
    step = next_step(example.board)
    cost = step.cost
    if step.pattern is not None:
        return
    assert (cost == 1) == (row.cost == 1)
    assert cost <= row.cost or not is_named(row.technique)


# Steps constructed by hand


def name_of(
    rows: str, marks: str, forced: str, reasons: tuple[Reason, ...], known: str | None = None
) -> str:
    """The name of a step; `forced` are marks as text, `known` those of `marks` that it uses."""
    puzzle = parse_rows(rows)
    board = Board.blank(puzzle).mark(parse_marks(marks, puzzle.grid))
    new = parse_marks(forced, puzzle.grid)
    used = parse_marks(marks if known is None else known, puzzle.grid)
    deductions = tuple(Deduction(edge, state) for edge, state in new.items())
    return recognise(board, deductions, reasons, frozenset(used), Argument(())).name


def test_marks_that_play_no_part_do_not_lend_their_name() -> None:
    def name(known: str) -> str:
        reasons = ClueReason(4), DotReason(6)
        return name_of(".../.3./...", "D2-C2 x C1-C2", "B2-B3-C3", reasons, known)

    assert name("D2-C2 x C1-C2") == "forced-turn-3"
    assert name("D2-C2") == "line-arriving-3"


@pytest.mark.parametrize("clue", [1, 3])
def test_the_end_of_the_board_closes_a_corner(clue: int) -> None:
    """The corner of a cell at the border: one edge leads away, and it has a cross."""
    word = {1: "one", 3: "three"}[clue]
    forced = {1: "x B1-B2", 3: "B1-B2"}[clue]
    name = name_of(f".{clue}./...", "x A1-B1", forced, (ClueReason(1), DotReason(1)))
    assert name == f"{word}-at-closed-corner"


def test_a_zero_is_named_only_where_it_closes_the_corner() -> None:
    reasons = ClueReason(4), DotReason(10)
    marks, forced = "x C3-D3 x C3-C4", "B3-C3-C2"
    assert name_of(".../.3./..0", marks, forced, reasons) == "three-diagonal-to-zero"
    assert name_of("..0/.3./...", marks, forced, reasons) == "three-at-closed-corner"


def test_a_zero_is_named_only_where_it_crosses_the_side() -> None:
    marks, forced = "x C2-C3", "C2-B2-B3-C3"
    assert name_of(".../.30/...", marks, forced, (ClueReason(4),)) == "three-next-to-zero"
    assert name_of(".../03./...", marks, forced, (ClueReason(4),)) == "full-clue"


def test_clues_apart_are_not_neighbours() -> None:
    """Two 3s with a cell between them, and a dot at a corner of each."""
    reasons = ClueReason(0), ClueReason(2), DotReason(1), DotReason(2)
    assert name_of("3.3/...", "", "A1-B1", reasons) == "small-core"


def test_a_diagonal_has_no_bend() -> None:
    """Three clues touch corner to corner, but not in one line."""
    bent = ClueReason(0), ClueReason(4), ClueReason(2), DotReason(5), DotReason(6)
    assert name_of("3.3/.2./...", "", "A1-B1", bent) == "small-core"
    straight = ClueReason(0), ClueReason(4), ClueReason(8), DotReason(5), DotReason(10)
    assert name_of("3../.2./..2", "", "A1-B1", straight) == "diagonal-chain"
    assert name_of("3../.2./..3", "", "A1-B1", straight) == "diagonal-3-2-3"


def test_an_argument_by_cases_is_no_look_ahead() -> None:
    puzzle = parse_rows("3../..3")
    board = Board.blank(puzzle)
    reasons = ClueReason(0), ClueReason(5), LoopReason(), DotReason(0)
    forced = (Deduction(0, EdgeState.LINE),)
    plain = Argument((), supposed=Deduction(0, EdgeState.CROSS))
    split = Argument((), supposed=Deduction(0, EdgeState.CROSS), cases=(plain, plain))
    assert recognise(board, forced, reasons, frozenset(), plain).name == "loop-look-ahead"
    assert recognise(board, forced, reasons, frozenset(), split).name == "small-core"


# Real puzzles

HARD = ("hard_5x5", "hard_10x10", "expert_7x7", "tricky_10x10", "expert_10x10")


@some_or_all("count", 2, 16)
def test_hard_steps_have_names(collections: Collections, count: int) -> None:
    """At least 95 in 100 steps that take more than one reason; single reasons always."""
    hard: Counter[bool] = Counter()
    for name in HARD:
        for puzzle in load(collections.path(name)).puzzles[:count]:
            for step in Explainer(puzzle).walkthrough():
                if isinstance(step, Step):
                    named = is_named(step.technique)
                    if step.cost == 1:
                        assert named
                    else:
                        hard[named] += 1
    assert hard.total() > collections.enough(shared=35 * count, sample=25 * min(count, 6))
    assert hard[True] >= 0.95 * hard.total(), hard
