"""Practice: what is asked, and what answers store."""

from datetime import timedelta
from itertools import count

import pytest
from msgspec.structs import replace

from app.services import Services
from jobs import Appearance, DrillVerdict
from play.mastery import Skill
from puzzle.model import EdgeState
from service.errors import AlreadyClaimed, InputError, Problem
from service.running.interaction_claims import InteractionClaim
from service.training import (
    NEW,
    AnsweredDrill,
    AskedDrill,
    DrillPlan,
    GivenAnswer,
    technique_rows,
    techniques,
)
from solver.drills import question, unpack
from tests.support.clock import Clock

ME = 7
DARK = Appearance()
SEEDS = count(1)


async def ask(
    services: Services, plan: DrillPlan = DrillPlan.MIXED, technique: str = ""
) -> AskedDrill:
    return await services.training.ask(ME, plan, DARK, "en", seed=next(SEEDS), technique=technique)


def right_answer(asked: AskedDrill, now: Clock, seconds: float = 5) -> GivenAnswer:
    """The right answer to a drill that was shown now."""
    text = asked.question.text
    right = question(unpack(text))
    return GivenAnswer(text, right.right, right.state, now(), now() + timedelta(seconds=seconds))


def wrong_answer(asked: AskedDrill, now: Clock) -> GivenAnswer:
    """An answer about an edge that is not decided."""
    right = right_answer(asked, now)
    return replace(right, choice=(right.choice + 1) % asked.question.edges)


async def give(
    services: Services, given: GivenAnswer, claim: InteractionClaim | None = None
) -> AnsweredDrill:
    return await services.training.judge(ME, DrillPlan.MIXED, given, DARK, "en", claim=claim)


async def skill_of(services: Services, technique: str) -> Skill:
    return (await services.training.mastery(ME)).skills[technique]


async def test_a_beginner_is_told_the_easiest_technique(services: Services) -> None:
    asked = await ask(services)
    assert asked.introduced
    assert asked.question.technique == techniques()[0].name
    assert (await services.training.mastery(ME)).box("zero") == NEW


async def test_a_right_answer_is_due_tomorrow_and_a_wrong_one_at_once(
    services: Services, now: Clock
) -> None:
    first = await ask(services)
    answered = await give(services, right_answer(first, now))
    assert answered.judged.verdict is DrillVerdict.RIGHT
    assert answered.skill == await skill_of(services, "zero")
    assert answered.skill is not None
    assert (answered.skill.box, answered.skill.correct, answered.skill.seen) == (1, 1, 1)
    second = await ask(services, technique="zero")
    missed = await give(services, wrong_answer(second, now))
    assert missed.judged.verdict is DrillVerdict.NOT_DECIDED
    assert missed.judged.counterexample is not None
    now.pass_(10)
    assert (await services.training.mastery(ME)).due == {second.question.technique}
    now.pass_(timedelta(days=1).total_seconds())
    assert (await services.training.mastery(ME)).due == {"zero", second.question.technique}
    again = await ask(services, technique=second.question.technique)
    assert again.question.technique == "zero"
    assert not again.introduced


async def test_the_opposite_is_wrong(services: Services, now: Clock) -> None:
    asked = await ask(services, DrillPlan.ONE, "corner-3")
    right = right_answer(asked, now)
    opposite = EdgeState.CROSS if right.state is EdgeState.LINE else EdgeState.LINE
    answered = await give(services, replace(right, state=opposite))
    assert answered.judged.verdict is DrillVerdict.IMPOSSIBLE
    assert answered.skill is not None
    assert answered.skill.correct == 0


async def test_a_drill_is_counted_once(services: Services, now: Clock) -> None:
    asked = await ask(services)
    wrong, right = wrong_answer(asked, now), right_answer(asked, now, seconds=9)
    assert (await give(services, wrong, InteractionClaim(1))).skill is not None
    assert (await give(services, right, InteractionClaim(2))).skill is None
    with pytest.raises(AlreadyClaimed):
        await give(services, right, InteractionClaim(1))
    assert (await skill_of(services, "zero")).seen == 1


async def test_a_technique_that_a_hint_named_is_due_if_it_was_practised(
    services: Services, now: Clock
) -> None:
    await give(services, right_answer(await ask(services), now))
    await services.training.make_due(ME, "zero")
    await services.training.make_due(ME, "corner-3")
    known = await services.training.mastery(ME)
    assert known.due == {"zero"} == known.skills.keys()
    assert known.box("zero") == 1


async def test_what_is_not_there_is_refused(services: Services, now: Clock) -> None:
    with pytest.raises(InputError) as refused:
        await ask(services, DrillPlan.ONE, "no-such-technique")
    assert refused.value.problem is Problem.NO_SUCH_TECHNIQUE
    right = right_answer(await ask(services), now)
    for given in (replace(right, text="x" * 51), replace(right, choice=5)):
        with pytest.raises(InputError) as refused:
            await give(services, given)
        assert refused.value.problem is Problem.DRILL_GONE


async def test_skills_are_exported_and_deleted(services: Services, now: Clock) -> None:
    await give(services, right_answer(await ask(services), now))
    export = await services.personal_data.export(ME)
    assert export is not None
    assert '"technique": "zero"' in export.data.decode()
    await services.personal_data.delete(ME)
    assert not (await services.training.mastery(ME)).skills


def test_three_drills_lead_to_what_comes_next() -> None:
    assert [plan.next for plan in DrillPlan] == [
        DrillPlan.MIXED,
        DrillPlan.ONE,
        DrillPlan.SECOND,
        DrillPlan.THIRD,
        DrillPlan.MIXED,
    ]


def test_all_techniques_are_listed_once() -> None:
    rows = [names for _, names in technique_rows()]
    assert sorted(name for names in rows for name in names) == sorted(
        each.name for each in techniques()
    )


async def test_the_picture_tells_what_is_mastered(services: Services, now: Clock) -> None:
    await give(services, right_answer(await ask(services), now))
    known = await services.training.mastery(ME)
    drawing = await services.training.picture(ME, known, "dark", "en")
    assert drawing.alt.startswith(f"{len(techniques())} techniques: 0 mastered, 1 begun,")
