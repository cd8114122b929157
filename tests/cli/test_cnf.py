"""`ouro cnf`, and the methods of `ouro solve`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.listing import build_app
from puzzle.notation import parse_loopy
from puzzle.rules import is_solved
from solver.connectivity import STATIC_METHODS
from solver.errors import FormulaSizeError
from tests.support.solver.dimacs import parse
from tests.support.solver.expected import as_solution

PUZZLE = "5x5:a2b32c12a0b2d21a11"  # one solution


def ouro(*arguments: str, text: str | None = None) -> Result:
    return CliRunner().invoke(build_app(), arguments, input=text)


@pytest.mark.parametrize("method", STATIC_METHODS)
def test_another_solver_decides_the_file(method: str, tmp_path: Path) -> None:
    path = tmp_path / "x.cnf"
    assert ouro("cnf", PUZZLE, "--method", method, "-o", str(path)).exit_code == 0
    cnf = parse(path.read_text(encoding="ascii"))
    (cycle,) = cnf.cycles()
    puzzle = parse_loopy(PUZZLE)
    assert is_solved(puzzle, as_solution(puzzle.grid, cycle))


def test_too_few_generations_show_as_a_limit() -> None:
    few = ouro("solve", PUZZLE, "--method", "automaton", "--generations", "2", "--json")
    assert (few.exit_code, json.loads(few.stdout)["outcome"]) == (3, "limit")
    many = ouro("solve", PUZZLE, "--method", "automaton", "--generations", "18", "--json")
    assert (many.exit_code, json.loads(many.stdout)["outcome"]) == (0, "unique")


def test_unconstrained_subloops_are_cut_on_request() -> None:
    common = (
        "--json",
        "--max-solutions",
        "20",
        "--options",
        "backend=cadical195,phase=line,cells=no",
    )
    left_out, kept = (
        json.loads(ouro("solve", "6x6:3zi", *common, *more).stdout)["stats"]
        for more in ((), ("--keep-unconstrained",))
    )
    assert left_out["cuts"] == 0
    assert kept["cuts"] > 0


def test_one_board_too_large_for_a_method_does_not_end_a_list() -> None:
    large = f"99x99:{'z' * 376}y"
    done = ouro("solve", "-", "--method", "automaton", "--json", text=f"{large}\n{PUZZLE}\n")
    refused, solved = map(json.loads, done.stdout.splitlines())
    assert "would need" in refused["error"]
    assert solved["outcome"] == "unique"
    assert done.exit_code == 2


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["cnf", PUZZLE, "--method", "cuts"], "The method cuts adds clauses during the search"),
        (["cnf", PUZZLE, "--method", "magic"], "There is no method 'magic'"),
        (["cnf", PUZZLE, "--generations", "4"], "--generations belongs to the method automaton"),
        (["solve", PUZZLE, "--generations", "4"], "--generations belongs to the method automaton"),
        (
            ["solve", PUZZLE, "--method", "distance", "--keep-unconstrained"],
            "--keep-unconstrained is not for distance",
        ),
        (
            ["solve", PUZZLE, "--method", "automaton", "--generations", "-1"],
            "The option generations cannot be -1; give zero or more.",
        ),
    ],
)
def test_options_that_do_not_apply_to_a_method_are_rejected(
    arguments: list[str], sentence: str
) -> None:
    done = ouro(*arguments)
    assert done.exit_code != 0
    assert sentence in str(done.exception)


def test_a_board_too_large_leaves_no_file_behind(tmp_path: Path) -> None:
    path = tmp_path / "x.cnf"
    done = ouro("cnf", f"99x99:{'z' * 376}y", "--method", "automaton", "-o", str(path))
    assert isinstance(done.exception, FormulaSizeError)
    assert not path.exists()
