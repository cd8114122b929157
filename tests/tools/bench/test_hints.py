"""The benchmark of hints, on tiny boards."""

from pathlib import Path

import pytest

from puzzle.model import Puzzle
from puzzle.notation import format_loopy
from solver.explain.explainer import Explainer, NoStep
from tests.support.cli import run
from tools.bench.boards import minimal_board
from tools.bench.commands.hints import HintCheck, TimedHint, check, hints, play

UNIQUE = minimal_board(4, 4, 0)
NONE, MULTIPLE = "1x1:3", "2x2:d"


def stuck(puzzle: Puzzle) -> TimedHint:
    found, _ = play(Explainer(puzzle))
    return next(hint for hint in found if hint.step.cost > 1 and hint.step.pattern is None)


def test_a_puzzle_is_played_to_its_end() -> None:
    found, end = play(Explainer(UNIQUE))
    assert end is NoStep.SOLVED
    marked = [{d.edge for d in hint.step.deductions} for hint in found]
    assert all(hint.seconds > 0 for hint in found)
    assert set().union(*marked) == set(range(len(UNIQUE.grid.edge_dots)))
    for hint, edges in zip(found, marked, strict=True):
        assert not any(hint.board.marks[edge] for edge in edges)


def test_a_hint_is_checked_against_the_fewest_reasons() -> None:
    done = check(stuck(UNIQUE), seconds=30)
    assert done.fewest == done.hint.step.cost > 1
    assert not done.has_unneeded_reasons
    assert HintCheck(done.hint, 1, 1.0).has_unneeded_reasons
    assert not HintCheck(done.hint, None, 1.0).has_unneeded_reasons


@pytest.mark.parametrize(
    ("arguments", "ends_with"),
    [
        ((), "fewest"),
        (("--show",), "fewest"),
        (("--seconds", "0"), "fewest"),
        (("--exact", "0"), "named"),
    ],
)
def test_it_prints_times_reasons_and_names(
    tmp_path: Path, arguments: tuple[str, ...], ends_with: str
) -> None:
    path = tmp_path / "few.txt"
    path.write_text("\n".join([format_loopy(UNIQUE), NONE, "1x1:4", MULTIPLE]))
    machine, _, title, ends, *lines = run(hints, str(path), *arguments).splitlines()
    assert machine.startswith("Python 3.")
    assert (title, ends) == ("few", "  2 solved, 1 none, 1 multiple")
    words = [line.split()[0] for line in lines]
    assert words[:5] == ["direct", "pattern", "stuck", "reasons", "named"]
    assert words[:6][-1] == ends_with
