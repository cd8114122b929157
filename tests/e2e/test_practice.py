"""Practice in the chat: drills, verdicts, what comes again, and what leads to it."""

import re
from collections.abc import Mapping
from pathlib import Path

from app.settings import Settings
from narrator import drills
from narrator.outcomes import technique_title
from play.mastery import BOX_DAYS
from puzzle.model import EdgeState
from puzzle.moves import format_marks
from sandbox.model.components import walk
from sandbox.model.records import Json
from solver.drills import Drill, question, unpack
from store.records import Ending
from tests.support.chat.messages import buttons, labels, picture_text, readable
from tests.support.chat.runner import Runner
from tests.support.chat.stored import rows
from tests.support.sandbox.client import Client, Reply
from tests.support.sandbox.server import Sandbox
from tests.support.waiting import until_is
from texts import course, helping, practice, problems
from texts import practice as storm

DAY = 86_400


def ids(message: Json, *kinds: str) -> list[str]:
    """The `custom_id`s of the components of some kinds, in order."""
    parts = [str(part.get("custom_id", "")) for part in walk(message["components"])]
    return [each for each in parts if each.split(":")[1:2] and each.split(":")[1] in kinds]


def drill_of(reply: Reply) -> Drill:
    first = ids(reply.message, "answer", "find")[0].split(":")
    return unpack(first[-1] if first[1] == "find" else first[-2])


def technique_of(reply: Reply) -> str:
    return drill_of(reply).technique


def right_button(reply: Reply) -> str:
    """The button with the right answer."""
    asked = question(drill_of(reply))
    end = f":{asked.right}{'L' if asked.state is EdgeState.LINE else 'X'}"
    [found] = [each for each in ids(reply.message, "answer") if each.endswith(end)]
    return found


def wrong_button(reply: Reply) -> str:
    """A button for an edge that is not decided."""
    chosen = right_button(reply)[-2]
    return next(each for each in ids(reply.message, "answer") if each[-2] != chosen)


def moves_of(drawn: Mapping[int, EdgeState], drill: Drill) -> str:
    return format_marks(drill.board.puzzle.grid, drawn)


async def find(client: Client, reply: Reply, moves: str) -> Reply:
    form = await client.press(reply, practice.FIND_BUTTON.text)
    return await client.submit_modal(form, {"moves": moves})


async def test_what_was_learned_comes_again(own_chat: Sandbox) -> None:
    client = own_chat.client
    first = await client.slash("practice")
    assert first.ephemeral
    assert technique_of(first) == "zero"
    assert "No lines around a 0" in first.text  # a new technique is told with its rule
    assert labels(first.message) == [
        f"{letter} {state}" for state in ("line", "cross") for letter in "①②③④"
    ]
    assert "Which one is decided: ① " in picture_text(first.message)
    missed = await client.press(first, wrong_button(first))
    assert missed.message["id"] == first.message["id"]
    assert drills.WRONG_TITLE.text in missed.text
    assert "as in this loop" in missed.text
    assert "Why: No lines around a 0" in missed.text
    assert "comes again soon" in missed.text
    pictures = [part for part in walk(missed.message["components"]) if part["type"] == 12]
    assert len(pictures) == 2
    assert "the loop drawn" in pictures[0]["items"][0]["description"]
    shown = await client.press(missed, practice.NEXT_BUTTON.text)
    if technique_of(shown) != "zero":
        shown = await client.press(shown, wrong_button(shown))
        shown = await client.press(shown, practice.NEXT_BUTTON.text)
    shown = await client.press(shown, right_button(shown))
    assert "Box 1 of 5" in shown.text
    own_chat.clock.advance(BOX_DAYS[1] * DAY - 3600)
    early = await client.press(shown, practice.NEXT_BUTTON.text)
    assert technique_of(early) != "zero"
    shown = await client.press(early, wrong_button(early))
    own_chat.clock.advance(3601)
    again = await client.press(shown, practice.NEXT_BUTTON.text)
    assert technique_of(again) == "zero"
    assert "No lines around a 0" not in again.text
    stats = await client.slash("stats", {"private": True})
    assert "Techniques mastered: 0 of" in stats.text


async def test_a_technique_is_chosen_from_the_list(chat: Sandbox) -> None:
    client = chat.client
    suggested = await client.autocomplete("practice", "technique", {"technique": "3 in a c"})
    assert [each["value"] for each in suggested] == ["corner-3"]
    table = await client.slash("practice", {"technique": "list"})
    assert re.match(r"\d+ techniques: 0 mastered", picture_text(table.message))
    menus = ids(table.message, "technique")
    assert len(menus) == 2
    chosen = await client.select(table, menus[1], ["parity"])
    assert technique_of(chosen) == "parity"
    answered = await client.press(chosen, wrong_button(chosen))
    listed = await client.press(answered, practice.CHOOSE_BUTTON.text)
    assert picture_text(listed.message) == picture_text(table.message)
    refused = await client.slash("practice", {"technique": "no such thing"})
    assert problems.NO_SUCH_TECHNIQUE.text in refused.text


async def test_lessons_and_hints_lead_to_three_drills(chat: Sandbox) -> None:
    client = chat.client
    lesson = await client.press(await client.slash("learn"), course.BEGIN_BUTTON.text)
    lesson = await client.press(lesson, course.SHOW_BUTTON.text)
    drill = await client.press(lesson, practice.PRACTISE_BUTTON.text)
    assert drill.message["id"] != lesson.message["id"]
    for number in (1, 2, 3):
        assert f"{number} of 3" in drill.text
        assert technique_of(drill) == "zero"
        if number < 3:
            answered = await client.press(drill, right_button(drill))
        else:
            made = drill_of(drill)
            answered = await find(client, drill, moves_of(made.answer, made))
        assert drills.RIGHT_TITLE.text in answered.text
        drill = await client.press(answered, practice.NEXT_BUTTON.text)
    assert technique_of(drill) != "zero"
    await client.slash("play", {"puzzle": "5x5:b1c3a12a02d1a2c32"})
    nudge = await client.slash("hint")
    assert practice.TRAIN_BUTTON.text not in labels(nudge.message)
    [more] = [one for one in buttons(nudge.message) if one["label"].startswith("More")]
    hint = await client.press(nudge, str(more["custom_id"]))
    trained = await client.press(hint, practice.TRAIN_BUTTON.text)
    assert technique_of(trained) in ids(hint.message, "train")[0]


async def test_what_follows_is_found_without_signs(own_chat: Sandbox) -> None:
    client = own_chat.client
    shown = await client.slash("practice", {"technique": "corner-3"})
    for days in (1, 3):
        shown = await client.press(shown, right_button(shown))
        own_chat.clock.advance(days * DAY)
        shown = await client.press(shown, practice.NEXT_BUTTON.text)
    ways = (practice.DRAW_BUTTON, practice.FIND_BUTTON, practice.SIGNS_BUTTON)
    assert labels(shown.message) == [each.text for each in ways]
    assert "Which one is decided" not in picture_text(shown.message)
    drill = drill_of(shown)
    refused = await find(client, shown, "nonsense")
    assert "'nonsense' is no move" in refused.text
    assert drill_of(refused) == drill
    form = await client.press(refused, practice.FIND_BUTTON.text)
    signed = await client.press(refused, practice.SIGNS_BUTTON.text)
    assert drill_of(signed) == drill
    assert len(labels(signed.message)) == 8
    edge = next(edge for edge in question(drill).edges if edge not in drill.answer)
    moves = moves_of({edge: EdgeState.LINE}, drill)
    missed = await client.submit_modal(form, {"moves": moves})
    assert drills.WRONG_TITLE.text in missed.text
    assert "may also be a cross, as in this loop:" in missed.text
    assert "in its lowest box" in missed.text
    assert "①" not in missed.text


async def test_a_worked_example_shows_both_ways(own_chat: Sandbox) -> None:
    client = own_chat.client
    shown = await client.slash("practice", {"technique": "corner-3"})
    for _ in range(5):
        missed = await client.press(shown, wrong_button(shown))
        assert practice.EXAMPLE_BUTTON.text not in labels(missed.message)
        shown = await client.press(missed, practice.NEXT_BUTTON.text)
    missed = await client.press(shown, wrong_button(shown))
    example = await client.press(missed, practice.EXAMPLE_BUTTON.text)
    assert "Worked example: 3 in a corner" in example.text
    ways = await client.press(example, helping.WAYS_BUTTON.text)
    assert ways.message["id"] != example.message["id"]
    assert picture_text(ways.message).startswith("2 ways for ")


async def asked_in_storm(data: Path) -> Drill:
    """The drill of the only storm that is stored."""
    address = Settings().model_copy(update={"data": data}).database_address
    [[stored]] = await rows(address, "SELECT text FROM last_storms")
    return unpack(stored)


async def right_in_storm(reply: Reply, data: Path) -> str:
    """The button with the right answer to the question of a storm."""
    asked = question(await asked_in_storm(data))
    end = f":{asked.right}{'L' if asked.state is EdgeState.LINE else 'X'}"
    [found] = [each for each in ids(reply.message, "storm") if each.endswith(end)]
    return found


async def wrong_in_storm(reply: Reply, data: Path) -> str:
    """A button of a storm for an edge that is not decided."""
    chosen = (await right_in_storm(reply, data))[-2]
    return next(each for each in ids(reply.message, "storm") if each[-2] != chosen)


async def pressed_at_the_end(client: Client, shown: Reply) -> Reply:
    """The result of a storm, which is shown by a press or by itself, whichever comes first."""
    await client.tap(shown, ids(shown.message, "storm")[0])
    await shown.until(lambda message: "The storm is over" in readable(message))
    return shown


async def test_the_first_storm_of_a_day_counts(own_chat: Sandbox, tmp_path: Path) -> None:
    client = own_chat.client
    begin = await client.slash("practice", {"storm": True})
    assert "3 minutes" in begin.text
    shown = await client.press(begin, storm.BEGIN_BUTTON.text)
    assert "0 right" in shown.text
    assert re.search(r"<t:\d+:R>", str(shown.message["components"]))
    shown = await client.press(shown, await right_in_storm(shown, tmp_path))
    assert storm.WAS_RIGHT.text in shown.text
    shown = await client.press(shown, await wrong_in_storm(shown, tmp_path))
    assert "1 right" in shown.text
    own_chat.clock.advance(180 - 10)
    over = await pressed_at_the_end(client, shown)
    assert "The storm is over: 1 right" in over.text
    assert storm.COUNTS.text in over.text
    assert f"1. <@{client.me}> · 1" in over.text
    shown = await client.press(over, storm.AGAIN_BUTTON.text)
    own_chat.clock.advance(180)
    over = await pressed_at_the_end(client, shown)
    assert "0 right" in over.text
    assert storm.PRACTICE.text in over.text
    assert f"1. <@{client.me}> · 1" in over.text
    own_chat.clock.advance(DAY)
    shown = await client.press(over, storm.AGAIN_BUTTON.text)
    own_chat.clock.advance(180)
    over = await pressed_at_the_end(client, shown)
    assert storm.COUNTS.text in over.text
    assert f"1. <@{client.me}> · 0" in over.text


async def test_a_storm_ends_by_itself_and_what_was_wrong_is_trained(
    sandbox: Sandbox, run_bot: Runner, tmp_path: Path
) -> None:
    """The bot restarts before the end; the message becomes the result without a press."""
    client = sandbox.client
    missed = list[str]()
    async with run_bot(sandbox):
        shown = await client.press(
            await client.slash("practice", {"storm": True}), storm.BEGIN_BUTTON.text
        )
        for _ in range(4):
            missed.append((await asked_in_storm(tmp_path)).technique)
            shown = await client.press(shown, await wrong_in_storm(shown, tmp_path))
    sandbox.clock.advance(180)
    async with run_bot(sandbox):
        message = await shown.until(lambda message: "The storm is over" in readable(message))
        boards = [part for part in walk(message["components"]) if part["type"] == 12]
        told = [*dict.fromkeys(missed)][:3]
        assert len(boards) == len(told)
        for name in told:
            assert f"**{technique_title(name)}**" in readable(message)
        assert labels(message)[-2:] == [storm.AGAIN_BUTTON.text, storm.TRAIN_MISSED_BUTTON.text]
        for name in dict.fromkeys(missed):
            drill = await client.press(message, storm.TRAIN_MISSED_BUTTON.text)
            assert drill.ephemeral
            assert drill.message["id"] != message["id"]
            assert technique_of(drill) == name
            assert storm.MISSED_BEFORE.text in drill.text
            await client.press(drill, right_button(drill))
        last = await client.press(message, storm.TRAIN_MISSED_BUTTON.text)
        assert storm.MISSED_BEFORE.text not in last.text


async def test_a_storm_whose_message_is_gone_ends(
    sandbox: Sandbox, run_bot: Runner, tmp_path: Path
) -> None:
    client = sandbox.client
    async with run_bot(sandbox):
        shown = await client.press(
            await client.slash("practice", {"storm": True}), storm.BEGIN_BUTTON.text
        )
        assert await asked_in_storm(tmp_path)
        state = sandbox.state
        state.remove_message(state.messages[int(shown.message["id"])])
        sandbox.clock.advance(200)
        address = Settings().model_copy(update={"data": tmp_path}).database_address
        ended = "SELECT reason FROM outbox WHERE key LIKE 'storm:%'"
        await until_is([(Ending.DELETED,)], lambda: rows(address, ended))
        again = await client.press(
            await client.slash("practice", {"storm": True}), storm.BEGIN_BUTTON.text
        )
        assert "0 right" in again.text
