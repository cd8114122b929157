"""Walkthroughs as lessons: simple steps together, all others alone, in their order."""

import re
from collections.abc import Iterable
from itertools import chain, pairwise

from hypothesis import given
from hypothesis import strategies as st

from i18n.localizer import ENGLISH, Localizer
from narrator.lessons import ToldSteps, is_simple, told_steps
from narrator.runs import in_groups
from narrator.walkthrough import explained_steps
from puzzle.model import Board
from puzzle.notation import parse_loopy
from solver.explain.explainer import Explainer, NoStep
from solver.explain.step import Step
from solver.explain.techniques import is_named
from tests.support.texts import BRACKETING, outside_brackets

HARD = "10x10:a2b22321320123f1221a3230212e22a12a322102222221a20a12e2322131a2112f23212321321b1a"
UNNAMED = "10x10:3a32322a33a1b11a12b2c1a3a2c2a2222b3b1a22b220a2d22a2b2122a2b21b322213a2d23d32a23"


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


def told(localizer: Localizer = ENGLISH) -> list[ToldSteps]:
    puzzle = parse_loopy(HARD)
    found = explained_steps(Explainer(puzzle), Board.blank(puzzle), localizer=localizer)
    *items, end = told_steps(found)
    assert end is NoStep.SOLVED
    return [item for item in items if isinstance(item, ToldSteps)]


def test_episodes_keep_all_steps_in_order() -> None:
    assert [each.step for item in told() for each in item.steps] == walk(HARD)
    assert all(is_simple(each.step) for item in told() for each in item.run)


def test_an_argument_is_told_once() -> None:
    seen = set[str]()
    for item in told():
        assert item.lead is not None
        assert item.again is (item.lead.title in seen)
        assert (item.lead.line in item.text) is not item.again
        seen.add(item.lead.title)
    again = next(item.text for item in told() if item.again and len(item.steps) == 1)
    assert again == (
        "Line forced along a 1 again, at the 1 at F6: its top and left sides are crosses."
    )


def test_arguments_without_a_name_are_always_told() -> None:
    puzzle = parse_loopy(UNNAMED)
    *items, _ = told_steps(explained_steps(Explainer(puzzle), Board.blank(puzzle)))
    leads = [item.lead for item in items if isinstance(item, ToldSteps) and not item.again]
    titles = [lead.title for lead in leads if lead and not is_named(lead.step.technique)]
    assert len(titles) > len(set(titles))


_PLACE = re.compile(
    r"\b(?:[A-Z]{1,2}\d{1,3}|tops?|bottoms?|lefts?|rights?|up|down|sides?|corners?|edges?)\b"
)
_COUNT = re.compile(r"\d+ (line|cross|clue)(?:s|es)?\b")
_PLACES = re.compile(r"@(?:(?:,? (?:(?:and|to|of|the) )*|-)@)*")


def without_places(text: str) -> str:
    """An English text with one sign in place of each list of places and each number of marks.

    >>> without_places("So the top and left of F9, and the right of J4 are lines.")
    'So the @ are lines.'
    >>> without_places("Simple consequences: 1 line and 2 crosses.")
    'Simple consequences: # line and # cross.'
    """
    return _COUNT.sub(r"# \1", _PLACES.sub("@", _PLACE.sub("@", text)))


def repeated_items(items: Iterable[str]) -> int:
    """How many texts are equal to an earlier one, apart from places and numbers.

    >>> repeated_items(["The top of A1 is a line.", "All is done.", "The left of B2 is a line."])
    1
    """
    texts = [without_places(item) for item in items]
    return len(texts) - len(set(texts))


def test_a_walkthrough_hardly_repeats_itself() -> None:
    texts = [item.text for item in told()]
    assert repeated_items(texts) * 10 < len(texts)
    lines = [each.line for item in told() for each in item.steps]
    assert repeated_items(lines) * 3 > len(lines)


def test_every_word_of_an_episode_is_translated() -> None:
    for item in told(BRACKETING):
        rest = outside_brackets(item.text)
        assert not rest.strip()
