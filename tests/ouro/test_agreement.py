"""The API says what the command line and the solver say."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

import ouro
from puzzle.grid import edge_rows
from puzzle.model import EdgeState
from puzzle.notation import NOTATIONS
from puzzle.rules import is_solved
from renderer.theme import THEMES
from solver.connectivity import METHODS
from solver.explain.explainer import Explainer
from tests.support.cli import ouro as command
from tests.support.solver.expected import expected, marked_puzzles

UNIQUE = "4x4:3c3d22b2a1"
WIDE = "7x5:2132c1a21a131b2b311a00a2c1233"
SEVERAL = "3x3:3a3c3a3"
IMPOSSIBLE = "5x1:3a0a3"
PUZZLES = [UNIQUE, WIDE, SEVERAL, IMPOSSIBLE, "2x3:f"]


def record(*arguments: str) -> dict[str, Any]:
    found = json.loads(command(*arguments).stdout)
    assert isinstance(found, dict)
    return found


def rows(puzzle: ouro.Puzzle, solution: ouro.Solution) -> dict[str, list[str]]:
    horizontal, vertical = edge_rows(puzzle.grid, solution)
    return {"horizontal": horizontal, "vertical": vertical}


def name_of(outcome: ouro.NoStep) -> str:
    return outcome.name.lower().replace("_", "-")


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("text", PUZZLES)
def test_solutions_are_those_of_ouro_solve(text: str, method: str) -> None:
    puzzle = ouro.read(text)
    report = ouro.solve(puzzle, method=method, solutions=3)
    told = record("solve", text, "--json", "--method", method, "--max-solutions", "3")
    assert (told["outcome"], told["complete"]) == (report.outcome.value, report.complete)
    assert told["solutions"] == [rows(puzzle, solution) for solution in report.solutions]


def test_marks_are_what_ouro_solve_assumes() -> None:
    for marks, outcome in (
        ("", ouro.Outcome.MULTIPLE),
        ("A2-B2", ouro.Outcome.UNIQUE),
        ("A2-B2 x B1-C1", ouro.Outcome.NONE),
    ):
        report = ouro.solve(ouro.read_board(SEVERAL, marks))
        told = record("solve", SEVERAL, "--json", "--assume", marks)
        assert report.outcome is outcome
        assert told["outcome"] == outcome.value
        assert len(told["solutions"]) == len(report.solutions)


@given(marked_puzzles())
def test_solutions_are_all_there_are(case: tuple[ouro.Puzzle, dict[int, EdgeState]]) -> None:
    puzzle, marks = case
    board = ouro.Board.blank(puzzle).mark(marks)
    report = ouro.solve(board, solutions=1000)
    assert set(report.solutions) == expected(puzzle, marks)
    assert report.complete
    assert ouro.count(puzzle).found == len(expected(puzzle))


@pytest.mark.parametrize("text", [*PUZZLES, "4x4:p"])
@pytest.mark.parametrize("limit", [None, 1, 2, 50])
def test_counts_are_those_of_ouro_count(text: str, limit: int | None) -> None:
    counted = ouro.count(ouro.read(text), limit=limit)
    options = () if limit is None else ("--max-solutions", str(limit))
    assert command("count", text, *options).stdout.strip() == str(counted)
    assert limit is None or counted.found <= limit


def test_a_count_tells_the_outcome() -> None:
    outcomes = [ouro.count(ouro.read(text)).outcome.name for text in (UNIQUE, SEVERAL, IMPOSSIBLE)]
    assert outcomes == ["UNIQUE", "MULTIPLE", "NONE"]
    assert ouro.count(ouro.read(UNIQUE), limit=1).outcome is ouro.Outcome.LIMIT


@pytest.mark.parametrize("text", [UNIQUE, SEVERAL, IMPOSSIBLE, "1x1:a"])
def test_steps_are_those_of_ouro_explain(text: str) -> None:
    explanation = ouro.explain(ouro.read(text))
    told = record("explain", text, "--json")
    assert [step["text"] for step in told["steps"]] == [step.text for step in explanation]
    assert explanation.end is not None
    assert (told["end"], told["text"]) == (name_of(explanation.end), explanation.ending)
    lines = command("explain", text, "--all").stdout.splitlines()
    numbered = [f"{number}. {step.line}" for number, step in enumerate(explanation, start=1)]
    assert lines[: len(numbered)] == numbered
    drawn = ouro.render(explanation.board, format="text", labels=True).splitlines()
    assert lines[-len(drawn) :] == drawn


def test_steps_lead_from_board_to_board() -> None:
    puzzle = ouro.read(WIDE)
    explanation = ouro.explain(puzzle)
    *steps, _ = Explainer(puzzle).walkthrough()
    assert [step.step for step in explanation] == steps
    board = ouro.Board.blank(puzzle)
    for step in explanation:
        assert step.board == board
        assert step.text.startswith(f"{step.title}\n")
        assert all(sentence in step.text for sentence in step.sentences)
        board = step.after
    assert explanation.board == board
    assert is_solved(puzzle, board.lines)


def test_steps_go_on_from_the_marks_of_a_board() -> None:
    whole = ouro.explain(ouro.read(UNIQUE))
    rest = ouro.explain(whole.steps[9].after)
    assert rest.steps == whole.steps[10:]
    one = ouro.explain(whole.steps[9].after, steps=1)
    assert (one.steps, one.end, one.ending) == (whole.steps[10:11], None, "")
    told = record("hint", UNIQUE, "--json", "--marks", "A2-A1-B1 x B3-C3")
    (hint,) = ouro.explain(ouro.read_board(UNIQUE, "A2-A1-B1 x B3-C3"), steps=1)
    assert told["text"] == hint.text


def test_what_is_wrong_with_a_puzzle_is_shown() -> None:
    several = ouro.explain(ouro.read(SEVERAL))
    assert several.end is ouro.NoStep.NOTHING_FORCED
    assert isinstance(several.why, ouro.Ambiguous)
    assert {several.why.first, several.why.second} == expected(ouro.read(SEVERAL))
    impossible = ouro.explain(ouro.read(IMPOSSIBLE))
    assert isinstance(impossible.why, ouro.Impossible)
    assert impossible.why.cells == (2, 4)
    wrong = ouro.explain(ouro.read_board(UNIQUE, "x A1-B1"))
    assert (wrong.steps, wrong.end, wrong.why) == ((), ouro.NoStep.WRONG_MARKS, None)


def test_a_bound_of_work_is_a_value() -> None:
    bounded = ouro.explain(ouro.read(UNIQUE), units=0)
    assert len(bounded.steps) < len(ouro.explain(ouro.read(UNIQUE)).steps)
    assert bounded.end is ouro.NoStep.TOO_HARD
    assert bounded.ending


def test_a_bound_of_time_is_a_value() -> None:
    puzzle = ouro.read(UNIQUE)
    assert ouro.solve(puzzle, seconds=0).outcome is ouro.Outcome.LIMIT
    assert ouro.count(puzzle, seconds=0).outcome is ouro.Outcome.LIMIT
    assert ouro.rate(puzzle, seconds=0) is ouro.NotRated.TOO_HARD
    made = ouro.generate(5, 6, seconds=0, seed=1)
    assert isinstance(made, ouro.NotGenerated)
    assert made.out_of_time


@pytest.mark.parametrize("text", PUZZLES)
def test_ratings_are_those_of_ouro_rate(text: str) -> None:
    rating = ouro.rate(ouro.read(text))
    told = record("rate", text)
    if isinstance(rating, ouro.NotRated):
        assert (told["level"], told["why"]) == (None, rating.value)
    else:
        assert told["level"] == rating.level.name.lower()
        assert (told["score"], told["hardest"]) == (rating.score, rating.hardest)
        assert told["techniques"] == rating.techniques


def test_puzzles_are_those_of_ouro_generate() -> None:
    made = ouro.generate(6, 5, level="normal", symmetry="mirror", seed=11, values=[1, 2, 3])
    assert isinstance(made, ouro.GeneratedPuzzle)
    options = ("--size", "5x6", "--symmetry", "mirror", "--seed", "11", "--values", "123")
    told = record("generate", *options, "--format", "json")
    assert told["puzzle"] == ouro.write(made.puzzle)
    assert told["solution"] == rows(made.puzzle, made.solution)
    assert ouro.solve(made.puzzle).solutions == (made.solution,)


def test_a_seed_that_is_drawn_makes_the_puzzle_again() -> None:
    made = ouro.generate(4, 5, level="easy")
    assert made == ouro.generate(4, 5, level="easy", seed=made.spec.seed)
    seeds = {ouro.generate(4, 5, seconds=0).spec.seed for _ in range(5)}
    assert len(seeds) > 1


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_are_those_of_ouro_render(theme: str, tmp_path: Path) -> None:
    board = ouro.Board.of_lines(puzzle := ouro.read(UNIQUE), ouro.solve(puzzle).solutions[0])
    options = ("--solved", "--theme", theme, "--labels", "cells")
    for name, drawn in (
        ("a.svg", ouro.render(board, theme=theme, labels=True).encode()),
        ("a.png", ouro.render(board, format="png", theme=theme, labels=True)),
        ("a.txt", f"{ouro.render(board, format='text', labels=True)}\n".encode()),
    ):
        command("render", UNIQUE, "-o", str(tmp_path / name), *options)
        assert (tmp_path / name).read_bytes() == drawn


@pytest.mark.parametrize("notation", NOTATIONS)
def test_texts_are_those_of_ouro_convert(notation: str) -> None:
    saved = ouro.write(ouro.read_board(WIDE, "A1-A3 x B1-C1"), "pzpr")
    told = command("convert", saved, "--to", notation).stdout
    assert told == f"{ouro.write(ouro.read_board(saved), notation)}\n"
