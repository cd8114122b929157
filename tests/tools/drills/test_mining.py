"""The choice of the kernels of which drills are made."""

from collections import Counter, defaultdict

import pytest

from solver.drills import solutions
from solver.drills.kernels import Kernel, all_kernels
from solver.report import Limits
from tools.drills import mining


@pytest.mark.parametrize(("conflicts", "kept"), [(2_000, 1), (0, 0)])
def test_a_kernel_whose_drills_take_too_long_is_left_out(
    monkeypatch: pytest.MonkeyPatch, conflicts: int, kept: int
) -> None:
    kernel = all_kernels()["corner-3"][0]
    monkeypatch.setattr(mining, "PRACTISED", [r for r in mining.PRACTISED if r.name == "corner-3"])
    monkeypatch.setattr(solutions, "LIMITS", Limits(seconds=None, conflicts=conflicts))
    found = defaultdict[str, Counter[Kernel]](Counter, {"corner-3": Counter([kernel])})
    [(name, kernels)] = mining.select(found, seconds=60)
    assert (name, kernels) == ("corner-3", [kernel] * kept)
