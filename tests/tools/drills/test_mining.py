"""The choice of the kernels of which drills are made."""

from pathlib import Path

import pytest
import typer

from solver.drills.kernels import all_kernels, read_kernels
from tools.drills import __main__ as program


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
