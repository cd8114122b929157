"""Boxes of techniques: what answers change, and what comes next."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from play.mastery import (
    BOX_DAYS,
    MASTERED,
    OPEN,
    Skill,
    after_answer,
    due,
    is_slow,
    next_technique,
)

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NAMES = tuple(f"technique-{number}" for number in range(12))

INSTANTS = st.integers(-90, 90).map(lambda days: NOON + timedelta(days=days))
SKILLS = st.dictionaries(
    st.sampled_from(NAMES), st.tuples(st.integers(0, len(BOX_DAYS) - 1), INSTANTS, INSTANTS)
).map(lambda found: [Skill(name, box, at, last) for name, (box, at, last) in found.items()])
TIMES = st.lists(st.integers(0, 3600), max_size=12)


@given(st.lists(st.tuples(st.booleans(), st.floats(-9, 1e6), TIMES), max_size=20))
def test_an_answer_moves_at_most_one_box_up_and_two_down(
    answers: list[tuple[bool, float, list[int]]],
) -> None:
    skill = Skill("zero", 0, NOON, NOON)
    for number, (right, seconds, times) in enumerate(answers, 1):
        after = after_answer(skill, right=right, seconds=seconds, times=times, at=NOON)
        if right:
            assert after.box - skill.box == (
                0 if is_slow(seconds, times) or skill.box == len(BOX_DAYS) - 1 else 1
            )
            assert after.seconds is not None
            assert 0 <= after.seconds <= 3600
        else:
            assert after.box == max(0, skill.box - 2)
            assert after.seconds == skill.seconds
        assert after.due_at - NOON == timedelta(days=BOX_DAYS[after.box])
        assert after.seen == number
        skill = after
    assert skill.correct == sum(right for right, *_ in answers)


def test_four_quick_right_answers_master_a_technique() -> None:
    skill, at, days = Skill("zero", 0, NOON, NOON), NOON, []
    while not skill.mastered:
        skill = after_answer(skill, right=True, seconds=5, times=(), at=at)
        days.append((skill.due_at - at).days)
        at = skill.due_at
    assert days == [1, 3, 8, 21]
    assert skill.box == MASTERED


def test_slow_is_more_than_three_medians_of_at_least_five() -> None:
    assert not is_slow(1000, [1] * 4)
    assert not is_slow(30, [10, 1, 2, 90, 99])
    assert is_slow(31, [10, 1, 2, 90, 99])


@given(SKILLS)
def test_due_are_those_whose_time_has_come_the_longest_first(skills: list[Skill]) -> None:
    found = due(skills, NOON)
    assert {skill.technique for skill in found} == {
        skill.technique for skill in skills if skill.due_at <= NOON
    }
    assert [skill.due_at for skill in found] == sorted(skill.due_at for skill in found)


@given(SKILLS, st.sampled_from(("", *NAMES)))
def test_the_next_technique_is_due_then_new_then_the_weakest(
    skills: list[Skill], last: str
) -> None:
    name = next_technique(skills, NAMES, NOON, last)
    known = {skill.technique: skill for skill in skills}
    lowest = {skill.technique for skill in skills if not skill.box}
    assert name != last
    waiting = {skill.technique for skill in due(skills, NOON)} - {last}
    if name not in known:
        assert len(lowest) < OPEN or not known.keys() - {last}
        assert name == next(each for each in NAMES if each not in known and each != last)
        assert not waiting - lowest
    elif name not in waiting:
        assert not waiting
        assert known[name].box == min(known[each].box for each in known.keys() - {last})


def test_two_new_techniques_take_turns_until_one_is_right() -> None:
    skills: dict[str, Skill] = {}
    last, order = "", []
    for right in (False, False, False, False, True, False):
        last = next_technique([*skills.values()], NAMES, NOON, last)
        order.append(last)
        at = NOON - timedelta(minutes=9 - len(order))
        before = skills.get(last, Skill(last, 0, at, at))
        skills[last] = after_answer(before, right=right, seconds=5, times=(), at=at)
    assert order == [NAMES[number] for number in (0, 1, 0, 1, 0, 2)]


def test_only_one_technique_follows_itself() -> None:
    assert next_technique([], ["zero"], NOON, "zero") == "zero"
    assert next_technique([Skill("gone", 0, NOON, NOON)], ["zero"], NOON) == "zero"
