"""The choice of the kernels of which drills are made."""

from collections import Counter, defaultdict
from pathlib import Path

import pytest
import typer

from solver.drills import solutions
from solver.drills.kernels import Kernel, all_kernels, read_kernels
from solver.report import Limits
from tools.drills import __main__ as program
from tools.drills import mining


@pytest.mark.parametrize(("conflicts", "kept"), [(2_000, 1), (0, 0)])
def test_a_kernel_whose_drills_take_too_long_is_left_out(
    monkeypatch: pytest.MonkeyPatch, conflicts: int, kept: int
) -> None:
    kernel = all_kernels()["corner-3"][0]
    monkeypatch.setattr(solutions, "LIMITS", Limits(seconds=None, conflicts=conflicts))
    found = defaultdict[str, Counter[Kernel]](Counter, {"corner-3": Counter([kernel])})
    [(name, kernels)] = mining.select(found, 60, ["corner-3"])
    assert (name, kernels) == ("corner-3", [kernel] * kept)


def test_kernels_of_other_techniques_than_the_named_ones_stay(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    before = all_kernels()
    monkeypatch.setattr(program, "KERNELS", tmp_path / "kernels.txt")
    program.mine_kernels(["zero", "corner-3"], seconds=0, each=0, seed=1)
    lines = program.KERNELS.read_text("utf-8").splitlines()
    assert read_kernels(lines) == {**before, "zero": (), "corner-3": ()}
    with pytest.raises(typer.BadParameter, match="corner-3"):
        program.mine_kernels(["magic"], seconds=0, each=0, seed=1)
