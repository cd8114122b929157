"""Boxes of techniques: what answers change, and what comes next."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from play.mastery import (
    BOX_DAYS,
    MASTERED,
    MAX_SHARE,
    OPEN,
    PATIENCE,
    Skill,
    after_answer,
    due,
    is_slow,
    next_technique,
)
from solver.generate.seeded_random import SeededRandom

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NAMES = tuple(f"technique-{number}" for number in range(12))

PAST = st.integers(-90, 0).map(lambda days: NOON + timedelta(days=days))
INSTANTS = st.integers(-90, 90).map(lambda days: NOON + timedelta(days=days))
SKILLS = st.dictionaries(
    st.sampled_from(NAMES),
    st.tuples(st.integers(0, len(BOX_DAYS) - 1), INSTANTS, PAST, st.integers(1, 2 * PATIENCE)),
).map(lambda found: [Skill(name, *fields) for name, fields in found.items()])
TIMES = st.lists(st.integers(0, 3600), max_size=12)


@given(
    st.lists(
        st.tuples(
            st.booleans(),
            st.none() | st.floats(-9, 1e6),
            TIMES,
            st.timedeltas(timedelta(0), timedelta(days=70)),
        ),
        max_size=20,
    )
)
def test_an_answer_moves_at_most_one_box_up_on_a_day_when_due_and_two_down(
    answers: list[tuple[bool, float | None, list[int], timedelta]],
) -> None:
    skill, at = Skill("zero", 0, NOON, NOON), NOON
    for number, (right, seconds, times, passed) in enumerate(answers, 1):
        at += passed
        after = after_answer(skill, right=right, seconds=seconds, times=times, at=at)
        if right:
            rises = skill.box < len(BOX_DAYS) - 1 and (
                seconds is None or not is_slow(seconds, times)
            )
            if skill.box:
                rises = rises and skill.due_at <= at and skill.last_at.date() < at.date()
            assert after.box - skill.box == rises
            if seconds is None:
                assert after.seconds == skill.seconds
            else:
                assert after.seconds is not None
                assert 0 <= after.seconds <= 3600
        else:
            assert after.box == max(0, skill.box - 2)
            assert after.seconds == skill.seconds
        if right and at < skill.due_at:
            assert after.due_at == skill.due_at
        else:
            rest = 0 if right else after.rest_days
            assert after.due_at - at == timedelta(days=BOX_DAYS[after.box] + rest)
            assert not (after.box and rest)
        assert after.seen == number
        skill = after
    assert skill.correct == sum(right for right, *_ in answers)


def test_right_answers_on_four_days_when_due_master_a_technique() -> None:
    skill, at, days = Skill("zero", 0, NOON, NOON), NOON, []
    while not skill.mastered:
        for _ in range(3):  # only the first of a sitting counts
            skill = after_answer(skill, right=True, seconds=5, times=(), at=at)
        days.append(skill.days)
        at = skill.due_at
    assert days == [1, 3, 8, 21]
    assert skill.box == MASTERED


def test_a_technique_that_is_hardly_ever_right_rests_longer_each_time() -> None:
    skill, days = Skill("zero", 0, NOON, NOON), []
    for _ in range(18):
        skill = after_answer(skill, right=False, seconds=5, times=(), at=NOON)
        days.append(skill.days)
    assert days == [0] * 5 + [3] * 6 + [6] * 6 + [9]
    assert not replace(skill, correct=6).rest_days  # a third is right
    assert not replace(skill, box=1).rest_days


def practise(chances: Mapping[str, float], gaps: Sequence[str] = ()) -> Counter[str]:
    """How often each technique is asked in 20 drills on each of 30 days."""
    rng, skills, asked = SeededRandom(1), dict[str, Skill](), Counter[str]()
    last = ""
    for number in range(600):
        at = NOON + timedelta(days=number // 20, seconds=number)
        waiting = {skill.technique for skill in due(skills.values(), at)}
        lacking = [name for name in gaps if name not in skills or name in waiting]
        last = next_technique([*skills.values()], NAMES, at, last, lacking)
        asked[last] += 1
        skill, right = skills.get(last, Skill(last, 0, at, at)), rng.chance(chances[last])
        skills[last] = after_answer(skill, right=right, seconds=None, times=(), at=at)
    return asked


@pytest.mark.parametrize("gaps", [(), NAMES[1:2], NAMES[1:4]], ids=len)
@pytest.mark.parametrize("chance", [0, 0.3, 0.5])
def test_no_technique_keeps_others_from_being_practised(gaps: Sequence[str], chance: float) -> None:
    weak = gaps or NAMES[4:5]
    asked = practise({**dict.fromkeys(NAMES, 0.9), **dict.fromkeys(weak, chance)}, gaps)
    assert max(asked.values()) <= MAX_SHARE * asked.total() + 1
    assert asked.keys() == {*NAMES}


def test_what_is_made_due_on_the_same_day_stays_in_its_box() -> None:
    once = after_answer(Skill("zero", 0, NOON, NOON), right=True, seconds=5, times=(), at=NOON)
    later = NOON + timedelta(hours=1)
    again = after_answer(replace(once, due_at=later), right=True, seconds=5, times=(), at=later)
    assert again.box == once.box == 1


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
    most = max(PATIENCE - 1, MAX_SHARE * sum(skill.seen for skill in skills))
    often = {skill.technique for skill in skills if skill.seen > most}
    known = {skill.technique: skill for skill in skills}
    lowest = {skill.technique for skill in skills if not skill.box}
    waited_for = {skill.technique for skill in skills if not skill.box and skill.seen < PATIENCE}
    assert name != last
    waiting = {skill.technique for skill in due(skills, NOON)} - {last} - often
    if name not in known:
        assert len(waited_for) < OPEN or not known.keys() - {last} - often
        assert name == next(each for each in NAMES if each not in known and each != last)
        assert not waiting - lowest
    elif name not in waiting:
        assert not waiting
        others = [known[each] for each in (known.keys() - often or known.keys()) - {last}]
        resting = {each.due_at: each for each in others if each.rest_days and each.due_at > NOON}
        if resting:
            assert known[name].due_at == min(resting)
            return
        rested = [skill for skill in others if skill.last_at.date() < NOON.date()]
        assert known[name].box == min(skill.box for skill in rested or others)


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
