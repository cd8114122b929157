"""The messages of practice and storms: why a technique comes first, and what was wrong."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.answering.layouts import MAX_CHARACTERS
from bot.practice.components import NextDrill
from bot.practice.messages import answer_message, question_message
from bot.practice.storms import result_message
from i18n.catalogues import localizer_for
from jobs.drilling import (
    DrillRequest,
    JudgeRequest,
    ask_drill,
    judge_drill,
)
from narrator.techniques import text_of
from play.mastery import Skill
from play.storm import Storm, WrongAnswer
from puzzle.model import EdgeState
from service.learning.gaps import Gap
from service.learning.storms import BEST, MAX_BOARDS, StormPage
from service.learning.training import AnsweredDrill, AskedDrill, DrillPlan, techniques
from solver.drills import unpack
from store.records import StormScore, Visibility
from texts import practice as texts

MAX_COMPONENTS = 40
"""Discord's limit for a message."""
QUESTION = ask_drill(DrillRequest("corner-3", 1))
WRONG = WrongAnswer("corner-3", QUESTION.text, 0, EdgeState.CROSS)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_drill_says_why_it_comes_first(language: str) -> None:
    localizer = localizer_for(language)
    asked = AskedDrill(DrillPlan.MIXED, QUESTION, introduced=False)
    reasons = [
        (asked, None),
        (
            AskedDrill(DrillPlan.MIXED, QUESTION, False, Gap("corner-3", 6, 3)),
            localizer.say(texts.PASSED, 3, boards=3, count=6),
        ),
        (
            AskedDrill(DrillPlan.MIXED, QUESTION, False, Gap("corner-3", 1, 3)),
            localizer.say(texts.TOOK_LONG, 3, boards=3),
        ),
        (
            AskedDrill(DrillPlan.MIXED, QUESTION, False, missed=True),
            localizer.say(texts.MISSED_BEFORE),
        ),
    ]
    [plain, *others] = [
        question_message(localizer, each).view.texts()[0].splitlines() for each, _ in reasons
    ]
    for lines, (_, reason) in zip(others, reasons[1:], strict=True):
        assert [line for line in lines if line not in plain] == [reason]


def test_a_wrong_answer_before_a_rest_offers_a_worked_example_that_goes_on() -> None:
    localizer, at = localizer_for("en"), datetime(2026, 11, 21, tzinfo=UTC)
    skill = Skill("corner-3", 0, at + timedelta(days=3), at, seen=6)
    judged = judge_drill(JudgeRequest(QUESTION.text, {0: EdgeState.CROSS}, signed=True))
    plans, headings = [], []
    for plan in (DrillPlan.MIXED, DrillPlan.EXAMPLE):
        if plan is DrillPlan.EXAMPLE:
            answer = unpack(QUESTION.text).answer
            judged = judge_drill(JudgeRequest(QUESTION.text, answer))
        shown = answer_message(localizer, AnsweredDrill(plan, judged, skill)).view
        [button] = [each for each in shown.walk_children() if isinstance(each, NextDrill)]
        plans.append((button.plan, button.label))
        headings.append(shown.texts()[0].splitlines()[0])
    assert plans == [(DrillPlan.EXAMPLE, "Worked example"), (DrillPlan.MIXED, "Next")]
    assert headings[1] == "### Worked example: 3 in a corner"
    assert "It comes again in 3 days." in shown.texts()[-1]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_largest_result_of_a_storm_fits_into_a_message(language: str) -> None:
    localizer = localizer_for(language)
    rules = {each.name: localizer.say(text_of(each).description) for each in techniques()}
    names = sorted(rules, key=lambda name: -len(rules[name]))[:MAX_BOARDS]
    longest = [ask_drill(DrillRequest(name, 1, locale=language)) for name in names]
    boards = tuple(
        judge_drill(JudgeRequest(each.text, {0: EdgeState.LINE}, locale=language, signed=True))
        for each in longest
    )
    best = tuple(StormScore(2**63 - n, Visibility.NAMED, 999) for n in range(BEST))
    storm = Storm(1_800_000_000_000, 9, (WRONG,) * 17)
    shown = result_message(localizer, StormPage(storm, None, counts=True, best=best, boards=boards))
    said = shown.view.texts()
    assert sum(map(len, said)) <= MAX_CHARACTERS
    assert len([*shown.view.walk_children()]) <= MAX_COMPONENTS
    for each in longest:
        [told] = [text for text in said if f"**{each.title}**" in text]
        assert each.rule in told
    assert texts.more_wrong(localizer, 17 - MAX_BOARDS) in said
    assert [file.filename for file in shown.files] == [f"board{n}.png" for n in (1, 2, 3)]


def test_a_storm_without_wrong_answers_offers_no_training() -> None:
    plain = result_message(localizer_for("en"), StormPage(Storm(1_800_000_000_000, 3), None))
    wrong = result_message(
        localizer_for("en"), StormPage(Storm(1_800_000_000_000, 3, (WRONG,)), None)
    )
    assert len([*wrong.view.walk_children()]) > len([*plain.view.walk_children()])
    assert not plain.files
