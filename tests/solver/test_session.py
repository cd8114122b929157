"""One SAT solver with budgets and a deadline."""

import itertools
import os
import re
import subprocess
import time
from pathlib import Path

import pysat
import pytest
from pysat._utils import MainThread

from solver.options import Options
from solver.report import Limits
from solver.session import SatAnswer, Session
from tests.support.packages import imported, modules, name_of
from tests.support.paths import PACKAGES

IMPORTS_PYTHON_SAT = r"(?m)^\s*(from|import) (pysat|pysolvers)\b"


def pigeons(holes: int) -> list[list[int]]:
    """One pigeon more than holes: no resolution proof is short."""

    def variable(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    clauses = [[variable(p, h) for h in range(holes)] for p in range(holes + 1)]
    for hole in range(holes):
        for one, two in itertools.combinations(range(holes + 1), 2):
            clauses.append([-variable(one, hole), -variable(two, hole)])
    return clauses


def test_the_deadline_holds_inside_one_hard_sat_call() -> None:
    start = time.perf_counter()
    with Session(Limits(seconds=0.6)) as session:
        session.add(pigeons(12))
        assert session.solve() is SatAnswer.UNKNOWN
        assert session.out_of_time()
        assert session.calls == 1
    assert 0.6 <= time.perf_counter() - start < 20


def test_conflicts_are_a_budget_for_all_calls_together() -> None:
    with Session(Limits(seconds=None, conflicts=300)) as session:
        session.add(pigeons(12))
        assert session.solve() is SatAnswer.UNKNOWN
        assert session.solve([1]) is SatAnswer.UNKNOWN
        assert 300 <= session.conflicts < 330


def test_propagations_are_a_budget_for_all_calls_together() -> None:
    with Session(Limits(seconds=None, propagations=30_000)) as session:
        session.add(pigeons(12))
        assert session.solve() is SatAnswer.UNKNOWN
        taken = session.propagations, session.conflicts
        assert session.solve([1]) is SatAnswer.UNKNOWN
        assert taken[0] >= 30_000
        assert (session.propagations, session.conflicts) == taken
        assert session.literals() == []


def test_calls_are_a_budget() -> None:
    with Session(Limits(seconds=None, calls=1)) as session:
        session.add([[1]])
        assert [session.solve(), session.solve()] == [SatAnswer.SAT, SatAnswer.UNKNOWN]


def test_assumptions_hold_for_one_call() -> None:
    with Session() as session:
        session.add([[1, 2]])
        assert session.solve([-1, -2]) is SatAnswer.UNSAT
        assert session.solve([-1]) is SatAnswer.SAT
        assert session.lines(2) == [1]


@pytest.mark.parametrize("seconds", [None, 5.0])
def test_answers_are_the_same_with_and_without_a_deadline(seconds: float | None) -> None:
    with Session(Limits(seconds=seconds)) as session:
        session.add(pigeons(6))
        assert session.solve() is SatAnswer.UNSAT


@pytest.mark.parametrize("backend", ["cadical195", "minicard"])
def test_control_c_within_a_call_is_a_keyboard_interrupt(backend: str) -> None:
    with Session(options=Options(backend=backend)) as session:
        session.add(pigeons(11))
        with (
            subprocess.Popen(["/bin/sh", "-c", f"sleep 0.3; kill -INT {os.getpid()}"]),
            pytest.raises(KeyboardInterrupt),
        ):
            session.solve()
        assert session.solve([1, 12]) is SatAnswer.UNSAT  # two pigeons in a hole


def test_python_sat_never_handles_control_c() -> None:
    """It would in each call, those of `Hitman` included; so whoever imports it imports what keeps
    it from that."""
    paths = {name_of(path): path for folder in PACKAGES for path in modules(folder)}
    using = {
        name for name, path in paths.items() if re.search(IMPORTS_PYTHON_SAT, path.read_text())
    }
    assert using >= {"solver.explain.why", "solver.options"}
    assert [name for name in using if "solver.options" not in imported(paths[name]) | {name}] == []
    assert not MainThread.check()
    sources = Path(pysat.__file__).parent.rglob("*.py")
    asking = {each.name for each in sources if re.search(r"main_thread|signal\.", each.read_text())}
    assert asking == {"_utils.py"}, "python-sat decides that elsewhere, too"
