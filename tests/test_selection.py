"""Tests that take long run when they are asked for, and CI passes over nothing that is missing."""

import pytest

from tests.support.missing import skip_or_fail

pytest_plugins = "pytester"

LONG = """
import pytest

@pytest.mark.long
def test_long(): pass
"""
QUICK = """
def test_quick(): pass
"""


@pytest.mark.parametrize(
    ("arguments", "passed"),
    [
        ([], 1),
        (["."], 1),
        (["--all"], 3),
        (["-m", "long"], 2),
        (["-m", "not long"], 1),
        (["test_long.py"], 1),
        (["test_mixed.py"], 2),
        (["test_mixed.py::test_long"], 1),
        (["test_mixed.py", "-k", "quick"], 1),
    ],
)
def test_what_takes_long_runs_when_it_is_asked_for(
    pytester: pytest.Pytester, arguments: list[str], passed: int
) -> None:
    pytester.makeini("[pytest]\nmarkers = long\nasyncio_default_fixture_loop_scope = function")
    pytester.makepyfile(test_long=LONG, test_mixed=LONG + QUICK)
    done = pytester.runpytest_inprocess("-p", "tests.support.selection", *arguments)
    done.assert_outcomes(passed=passed)


@pytest.mark.parametrize(
    ("variable", "end"),
    [(None, pytest.skip.Exception), ("", pytest.skip.Exception), ("true", pytest.fail.Exception)],
)
def test_what_is_missing_is_skipped_but_not_in_ci(
    monkeypatch: pytest.MonkeyPatch, variable: str | None, end: type[BaseException]
) -> None:
    monkeypatch.delenv("CI", raising=False)
    if variable is not None:
        monkeypatch.setenv("CI", variable)
    with pytest.raises(end, match="there is no such program"):
        skip_or_fail("there is no such program")
