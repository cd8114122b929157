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
        (["--all"], 3),
        (["-m", "long"], 2),
        (["test_mixed.py"], 2),
        (["test_mixed.py::test_long"], 1),
        (["--once"], 1),
    ],
)
def test_what_takes_long_runs_when_it_is_asked_for(
    pytester: pytest.Pytester, arguments: list[str], passed: int
) -> None:
    pytester.makeini("[pytest]\nmarkers = long\nasyncio_default_fixture_loop_scope = function")
    pytester.makepyfile(test_long=LONG, test_mixed=LONG + QUICK)
    done = pytester.runpytest_inprocess("-p", "tests.support.selection", *arguments)
    done.assert_outcomes(passed=passed)


def test_doctests_run_wherever_there_are_some(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmarkers = long\nasyncio_default_fixture_loop_scope = function")
    example = '"""One.\n\n>>> 1 + 1\n2\n"""\n'
    pytester.makepyfile(example=example, test_both=example + QUICK, test_quick=QUICK, nothing="")
    arguments = ("-p", "tests.support.selection", "--doctest-modules")
    pytester.runpytest_inprocess(*arguments).assert_outcomes(passed=4)


def test_what_is_missing_is_skipped_but_not_in_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    for ci, end in (("", pytest.skip.Exception), ("true", pytest.fail.Exception)):
        monkeypatch.setenv("CI", ci)
        with pytest.raises(end, match="there is no such program"):
            skip_or_fail("there is no such program")
