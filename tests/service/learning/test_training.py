"""Practice: what is asked, and what answers store."""

from datetime import timedelta
from itertools import count

import pytest
from msgspec.structs import replace

from i18n.localizer import ENGLISH
from play.mastery import Skill
from puzzle.errors import PuzzleError
from puzzle.model import OPPOSITE, EdgeState
from puzzle.moves import format_marks
from service.errors import AlreadyClaimed, InputError, Problem
from service.learning.training import (
    NEW,
    AnsweredDrill,
    AskedDrill,
    DrillPlan,
    GivenAnswer,
    moves_in,
    technique_rows,
    techniques,
)
from service.running.interaction_claims import InteractionClaim
from service.running.readers import Reader
from service.services import Services
from solver.drills import DrillVerdict, question, unpack
from solver.drills.solutions import open_solutions
from solver.explain.techniques import OTHER_RULES
from tests.support.clock import Clock
from texts.practice import question_text

ME = 7
SEEDS = count(1)


async def ask(
    services: Services, plan: DrillPlan = DrillPlan.MIXED, technique: str = ""
) -> AskedDrill:
    return await services.training.ask(Reader(ME), plan, seed=next(SEEDS), technique=technique)


def right_answer(asked: AskedDrill, now: Clock, seconds: float = 5) -> GivenAnswer:
    """The right answer to a drill that was shown now."""
    text = asked.question.text
    right = question(unpack(text))
    at, drawn = now() + timedelta(seconds=seconds), {right.right: right.state}
    return GivenAnswer(text, drawn, now(), at, signed=True)


def wrong_answer(asked: AskedDrill, now: Clock) -> GivenAnswer:
    """An answer about an edge that is not decided."""
    right = right_answer(asked, now)
    [(choice, state)] = right.drawn.items()
    return replace(right, drawn={(choice + 1) % asked.question.edges: state})


async def give(
    services: Services, given: GivenAnswer, claim: InteractionClaim | None = None
) -> AnsweredDrill:
    return await services.training.judge(Reader(ME, claim=claim), DrillPlan.MIXED, given)


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
    opposite = {choice: OPPOSITE[state] for choice, state in right.drawn.items()}
    answered = await give(services, replace(right, drawn=opposite))
    assert answered.judged.verdict is DrillVerdict.IMPOSSIBLE
    assert answered.skill is not None
    assert answered.skill.correct == 0


async def test_from_the_second_box_on_what_follows_is_to_be_found(
    services: Services, now: Clock
) -> None:
    for days in (1, 3):
        assert await services.training.known(ME) == ()
        asked = await ask(services, DrillPlan.ONE, "corner-3")
        assert asked.question.edges == 4
        await give(services, right_answer(asked, now))
        now.pass_(timedelta(days=days).total_seconds())
    assert await services.training.known(ME) == ("corner-3",)
    asked = await ask(services, DrillPlan.ONE, "corner-3")
    text = asked.question.text
    assert asked.question.edges == 0
    again = await services.training.ask_again(Reader(ME), asked.plan, text, signs=True)
    assert (again.question.text, again.question.edges, again.plan) == (text, 4, asked.plan)
    edge, state = next(iter(unpack(text).answer.items()))
    found = GivenAnswer(text, {edge: state}, now(), now() + timedelta(minutes=30))
    answered = await give(services, found)
    assert answered.judged.verdict is DrillVerdict.RIGHT
    assert answered.skill is not None
    assert (answered.skill.box, answered.skill.seconds) == (3, 5)


async def test_the_last_of_three_drills_is_to_be_found(services: Services) -> None:
    plan, kinds = DrillPlan.FIRST, []
    for _ in range(3):
        kinds.append((await ask(services, plan, "corner-3")).question.edges)
        plan = plan.next
    assert kinds == [4, 4, 0]


async def test_all_that_follows_is_right_when_found(services: Services, now: Clock) -> None:
    asked = await ask(services, DrillPlan.ONE, "corner-3")
    drill = unpack(asked.question.text)
    with open_solutions(drill.board.puzzle.grid) as solutions:
        forced = solutions.forced(drill.board)
    for edge, mark in enumerate(drill.board.marks):
        for state in (EdgeState.LINE, EdgeState.CROSS):
            if not mark:
                given = GivenAnswer(asked.question.text, {edge: state}, now(), now())
                judged = (await give(services, given)).judged
                assert judged.is_right == (forced.get(edge) is state)
                is_open = edge not in forced
                assert (judged.counterexample is not None) == is_open
                assert judged.sign is None
                now.pass_(1)


@pytest.mark.parametrize("moves", ["", "nonsense", "A1-A9", "go C3", "clear", "A1:A1 top x"])
async def test_what_draws_nothing_new_is_refused(services: Services, moves: str) -> None:
    text = (await ask(services, DrillPlan.ONE, "corner-3")).question.text
    with pytest.raises(PuzzleError):
        moves_in(text, moves)
    board = unpack(text).board
    drawn = {edge: mark for edge, mark in enumerate(board.marks) if mark}
    with pytest.raises(PuzzleError, match="the board has this already"):
        moves_in(text, format_marks(board.puzzle.grid, drawn))
    with pytest.raises(InputError):
        moves_in("x" * 51, "D2 top")


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
    found = GivenAnswer(right.text, {0: EdgeState.LINE}, right.shown_at, right.at)
    for given in (
        replace(right, text="x" * 51),
        replace(right, drawn={5: EdgeState.LINE}),
        replace(found, text="x" * 51),
        replace(found, drawn={}),
        replace(found, drawn={999: EdgeState.LINE}),
    ):
        with pytest.raises(InputError) as refused:
            await give(services, given)
        assert refused.value.problem is Problem.DRILL_GONE


async def test_six_wrong_answers_lead_to_a_worked_example_and_a_rest(
    services: Services, now: Clock
) -> None:
    plans, days = [], []
    for _ in range(6):
        asked = await ask(services, DrillPlan.ONE, "corner-3")
        answered = await give(services, wrong_answer(asked, now))
        assert answered.skill is not None
        plans.append(answered.next)
        days.append(answered.skill.days)
        now.pass_(10)
    assert plans == [DrillPlan.MIXED] * 5 + [DrillPlan.EXAMPLE]
    assert days == [0] * 5 + [3]
    shown = await services.training.example(Reader(ME), "corner-3", seed=next(SEEDS))
    assert (shown.judged.technique, shown.judged.verdict) == ("corner-3", DrillVerdict.RIGHT)
    assert (shown.skill, shown.next) == (await skill_of(services, "corner-3"), DrillPlan.MIXED)
    assert (await ask(services)).question.technique == "zero"


async def test_other_rules_come_once_somebody_has_begun_with_them(
    services: Services, now: Clock
) -> None:
    for name in (name for name in (each.name for each in techniques()) if name not in OTHER_RULES):
        asked = await ask(services)
        assert asked.question.technique == name
        await give(services, right_answer(asked, now))
    assert (await ask(services)).question.technique not in OTHER_RULES
    asked = await ask(services, DrillPlan.ONE, "known-sides")
    assert unpack(asked.question.text).board.puzzle.rules == OTHER_RULES["known-sides"]
    assert "Rules: sheep are inside the loop" in question_text(ENGLISH, asked)
    await give(services, wrong_answer(asked, now))
    assert (await ask(services)).question.technique == "known-sides"


async def test_both_ways_of_a_drill_are_drawn(services: Services, now: Clock) -> None:
    asked = await ask(services, DrillPlan.ONE, "corner-3")
    judged = (await give(services, right_answer(asked, now))).judged
    drawing = await services.training.ways(Reader(ME), judged.text)
    assert drawing.png[1:4] == b"PNG"
    assert drawing.alt.startswith("2 ways for ")
    with pytest.raises(InputError):
        await services.training.ways(Reader(ME), "A" * 22)


def test_three_drills_lead_to_what_comes_next() -> None:
    assert [plan.next for plan in DrillPlan] == [
        DrillPlan.MIXED,
        DrillPlan.ONE,
        DrillPlan.MIXED,
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
    drawing = await services.training.picture(Reader(ME), known)
    assert drawing.alt.startswith(f"{len(techniques())} techniques: 0 mastered, 1 begun,")
