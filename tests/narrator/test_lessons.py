"""Walkthroughs as lessons: simple steps together, all others alone, in their order."""

from itertools import chain, pairwise

from hypothesis import given
from hypothesis import strategies as st

from narrator.lessons import describe_simple_steps, in_groups, is_simple
from puzzle.notation import parse_loopy
from solver.explain.explainer import Explainer
from solver.explain.step import Step
from tests.support.texts import BRACKETING, outside_brackets

HARD = "10x10:a2b22321320123f1221a3230212e22a12a322102222221a20a12e2322131a2112f23212321321b1a"


def walk(text: str) -> list[Step]:
    found = Explainer(parse_loopy(text)).walkthrough()
    return [step for step in found if isinstance(step, Step)]


@given(st.lists(st.integers(0, 9)), st.frozensets(st.integers(0, 9)))
def test_groups_keep_all_steps_in_order(steps: list[int], together: frozenset[int]) -> None:
    simple = together.__contains__
    groups = list(in_groups(steps, simple))
    assert list(chain.from_iterable(groups)) == steps
    for group in groups:
        assert group
        assert len(group) == 1 or all(map(simple, group))
    for one, two in pairwise(groups):
        assert not (simple(one[0]) and simple(two[0]))


def test_steps_of_several_reasons_and_known_patterns_are_not_simple() -> None:
    steps = walk(HARD)
    assert any(step.pattern is not None and is_simple(step) is False for step in steps)
    assert all(is_simple(step) is (step.cost == 1) for step in steps if step.pattern is None)


def test_a_lesson_is_much_shorter_than_its_steps() -> None:
    steps = walk(HARD)
    groups = list(in_groups(steps, is_simple))
    assert 3 * len(groups) < len(steps)


def test_lines_and_crosses_of_simple_steps_are_counted() -> None:
    steps = [step for step in walk(HARD) if is_simple(step)]
    states = [found.state.name for step in steps for found in step.deductions]
    lines, crosses = states.count("LINE"), states.count("CROSS")
    assert describe_simple_steps(steps) == (
        f"Simple consequences: {lines} lines and {crosses} crosses."
    )
    only = [step for step in steps if {each.state.name for each in step.deductions} == {"CROSS"}]
    assert "line" not in describe_simple_steps(only[:1])
    assert outside_brackets(describe_simple_steps(steps, BRACKETING)) == ""
