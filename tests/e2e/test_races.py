"""Races in the chat: all get the same new puzzle at once, and see all boards at the end."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from app.settings import Settings
from bot.connection import permissions
from i18n.catalogues import localizer_for
from sandbox.api.faults import Fault, FaultKind
from sandbox.chat.options import Value
from sandbox.model.components import walk
from sandbox.model.permissions import Permission
from sandbox.model.records import Json
from sandbox.model.waiting import wait_until
from sandbox.payloads.messages import message_json
from store import pars, players
from store.database import open_database
from store.records import Strength
from tests.support.activities import ask, code_of, launched, proxied_page
from tests.support.board_pages import opened_page
from tests.support.chat.languages import speak
from tests.support.chat.messages import labels, readable
from tests.support.chat.playing import button, link_to, opened
from tests.support.chat.runner import Runner, now_of
from tests.support.chat.stored import rows
from tests.support.sandbox.server import Sandbox
from texts import board_page, boards, problems, races
from texts import server_setup as setup

ACTIVITY = True
NEW: Mapping[str, Value] = {"size": "5x5", "level": "easy"}

JA = localizer_for("ja")


class Race:
    """The public message of a race, which `me` has begun to invite to."""

    def __init__(self, chat: Sandbox, message: Json) -> None:
        self._chat = chat
        self._id = int(message["id"])

    @property
    def message(self) -> Json:
        state = self._chat.state
        return message_json(state, state.messages[self._id])

    @property
    def text(self) -> str:
        return readable(self.message)

    async def until(self, condition: Callable[[str], bool]) -> str:
        """The text of the message once it satisfies a condition."""
        state = self._chat.state
        return await wait_until(state, lambda: self.text if condition(self.text) else None, 60)

    async def press(self, label: str, person: int | None = None) -> str:
        """Press a button; returns the text of the answer, which only the person sees."""
        return (await self._chat.client.press(self.message, label, user=person)).text


async def invite(chat: Sandbox) -> Race:
    return Race(chat, (await chat.client.slash("race", NEW)).message)


async def begun(chat: Sandbox) -> Race:
    """A race of `me` and `member` that has begun."""
    race = await invite(chat)
    await race.press(races.JOIN.text, chat.client.member)
    await race.press(races.START.text)
    return race


async def board_of(chat: Sandbox, person: int) -> Json:
    """The board that a person got."""

    def found() -> Json | None:
        private = [each for each in chat.state.messages.values() if each.visible_to == person]
        shown = [message_json(chat.state, each) for each in private]
        return next((each for each in shown if "ouro:pad-menu" in str(each)), None)

    return await wait_until(chat.state, found, 60)


def pictures(message: Json) -> int:
    galleries = [part for part in walk(message["components"]) if part["type"] == 12]
    return sum(len(part["items"]) for part in galleries)


async def give_up(chat: Sandbox, person: int) -> None:
    board = await board_of(chat, person)
    ids = [str(part.get("custom_id")) for part in walk(board["components"])]
    [menu] = [each for each in ids if each.startswith("ouro:pad-menu")]
    asked = await chat.client.select(board, menu, ["give-up"], user=person)
    [reveal, *_] = [
        str(part["custom_id"])
        for part in walk(asked.message["components"])
        if str(part.get("custom_id")).startswith("ouro:reveal")
    ]
    await chat.client.press(asked, reveal, user=person)


async def know_strengths(chat: Sandbox, data: Path, strengths: Mapping[int, float]) -> None:
    """Store how quickly people solve, as if they had solved many boards."""
    address = Settings().model_copy(update={"data": data}).database_address
    async with open_database(address) as database, database.writing() as connection:
        now = now_of(chat)
        for person in strengths:
            await players.ensure(connection, person, now)
        people = [Strength(it, strengths[it], 0.05, 20, now) for it in strengths]
        await pars.save(connection, people, ())


async def solve(chat: Sandbox, data: Path, person: int) -> None:
    """Submit the solution, as the generator stored it."""
    address = Settings().model_copy(update={"data": data}).database_address
    found = """SELECT solution FROM puzzles JOIN attempts ON puzzle_id = puzzles.id
        WHERE player_id = :person ORDER BY attempts.id DESC"""
    [[moves], *_] = await rows(address, found, person=person)
    solved = await chat.client.slash("submit", {"moves": str(moves)}, user=person)
    assert boards.SOLVED.text in solved.text


async def test_two_race_and_one_gives_up(sandbox: Sandbox, run_bot: Runner, tmp_path: Path) -> None:
    client = sandbox.client
    me, other = client.me, client.member
    async with run_bot(sandbox):
        race = await invite(sandbox)
        assert "Race · 5x5 · Easy" in race.text
        assert "30 minutes after the start" in race.text
        assert "at least 2 people" in await race.press(races.START.text)
        for person in (other, client.newcomer):
            assert "You are in the race" in await race.press(races.JOIN.text, person)
        assert races.LEFT.text in await race.press(races.LEAVE.text, client.newcomer)
        await race.until(lambda shown: f"In the race: <@{me}> and <@{other}>" in shown)
        assert problems.IN_OTHER_RACE.text in (await client.slash("race", NEW, user=other)).text
        assert f"Only <@{me}> can start" in await race.press(races.START.text, other)
        assert pictures(race.message) == 0
        await race.press(races.START.text)
        for person in (me, other):
            board = await board_of(sandbox, person)
            assert "The race has begun" in readable(board)
        await race.until(lambda shown: shown.count(f"{races.EMPTY * races.BAR} 0%") == 2)
        assert labels(race.message) == [races.BOARD.text]
        outsider = await race.press(races.BOARD.text, client.newcomer)
        assert problems.NOT_IN_RACE.text in outsider
        again = await client.press(race.message, races.BOARD.text, user=other)
        assert again.ephemeral
        await give_up(sandbox, other)
        await race.until(lambda shown: f"<@{other}> · gave up" in shown)
        assert pictures(race.message) == 0
        await solve(sandbox, tmp_path, me)
        over = await race.until(lambda shown: races.OVER.text in shown)
        assert re.search(rf"\*\*1\.\*\* <@{me}> · \*\*\d+:\d\d\*\*", over)
        assert f"<@{other}> · gave up" in over
        assert pictures(race.message) == 2
        assert labels(race.message) == [races.AGAIN.text, "Play"]
        again = await client.press(race.message, races.AGAIN.text, user=other)
        rematch = Race(sandbox, again.message)
        assert "Race · 5x5 · Easy" in rematch.text
        assert f"In the race: <@{other}>" in rematch.text
        assert str(again.message["id"]) in await race.press(races.AGAIN.text)
        await rematch.until(lambda shown: f"<@{other}> and <@{me}>" in shown)


async def test_a_race_by_par_shows_times_and_shares(
    sandbox: Sandbox, run_bot: Runner, tmp_path: Path
) -> None:
    """The slower one is the first, who took less of their par; asked for by time, it is by time."""
    client = sandbox.client
    me, other = client.me, client.member
    async with run_bot(sandbox):
        await know_strengths(sandbox, tmp_path, {me: 1.5, other: -1.5})
        race = await invite(sandbox)
        assert races.BY_PAR.text not in race.text
        await race.press(races.JOIN.text, other)
        await race.until(lambda shown: races.BY_PAR.text in shown)
        await race.press(races.START.text)
        await race.until(lambda shown: "Start: " in shown and races.BY_PAR.text in shown)
        for person, seconds in ((me, 120), (other, 30)):
            board = await board_of(sandbox, person)
            assert boards.PAR.text.partition("{")[0] in readable(board)
            sandbox.clock.advance(seconds)
            await solve(sandbox, tmp_path, person)
        over = await race.until(lambda shown: races.OVER.text in shown)
        places = re.findall(r"\*\*(\d)\.\*\* <@(\d+)> · \*\*\d+% (\w+) par\*\* · \d+:\d\d", over)
        assert places == [("1", str(other), "under"), ("2", str(me), "over")]
        asked = await client.slash("race", {**NEW, "handicap": False})
        by_time = Race(sandbox, asked.message)
        await by_time.press(races.JOIN.text, other)
        await by_time.until(lambda shown: f"<@{other}>" in shown)
        assert races.BY_PAR.text not in by_time.text


async def test_where_no_race_can_be(chat: Sandbox) -> None:
    client = chat.client
    for channel in (client.direct, client.elsewhere):
        refused = await client.slash("race", NEW, channel=channel)
        assert problems.ONLY_WITH_BOT.text in refused.text
    hidden = chat.world.add_channel(client.guild, "hidden")
    chat.world.deny(hidden, chat.state.bot.id, Permission.VIEW_CHANNEL)
    assert problems.RACE_UNSEEN.text in (await client.slash("race", NEW, channel=hidden)).text
    panel = await client.press(await client.slash("setup"), setup.BUTTONS["races-off"].text)
    assert setup.RACES_OFF.text in panel.text
    assert problems.RACES_OFF.text in (await client.slash("race", NEW)).text


async def test_a_race_in_japanese(chat: Sandbox) -> None:
    speak(chat, "ja", "ja")
    race = await invite(chat)
    await race.press(JA.say(races.JOIN), chat.client.member)
    await race.press(JA.say(races.START))
    assert JA.say(races.BARS) in race.text


async def test_a_race_begins_in_an_instance_of_the_activity(
    sandbox: Sandbox, run_bot: Runner
) -> None:
    """Who asks for a race there meets in one, whose message is in the channel of the instance."""
    client, told = sandbox.client, board_page.RACE_WAITS.text
    async with run_bot(sandbox):
        for person in (client.me, client.member):
            board = await opened(sandbox, user=person)
            instance = await launched(sandbox, board, person)
            _, answer = await ask(sandbox, instance, code_of(sandbox, person))
            async with proxied_page(sandbox, answer["token"]) as page:
                await page.receive()
                assert (await page.ask("race"))["told"] == told
        sandbox.clock.advance(10)

        def posted() -> Json | None:
            messages = sandbox.state.messages.values()
            shown = [message_json(sandbox.state, each) for each in messages]
            both = f"In the race: <@{client.me}> and <@{client.member}>"
            return next((each for each in shown if both in readable(each)), None)

        race = Race(sandbox, await wait_until(sandbox.state, posted, 60))
        both = f"In the race: <@{client.me}> and <@{client.member}>"
        await race.until(lambda shown: both in shown)
        await race.press(races.START.text)
        assert "It ends when all are done" in race.text
        mine = await client.press(race.message, races.BOARD.text)
        assert mine.ephemeral
        assert "launch" in button(mine, "launch")


async def test_a_page_begins_no_race_where_chat_begins_none(chat: Sandbox) -> None:
    """What was allowed when the page opened is asked again: it may be hours ago."""
    client, world, bot = chat.client, chat.world, chat.state.bot.id
    async with opened_page(link_to(await opened(chat))) as in_browser:
        await in_browser.receive()
        assert problems.ONLY_WITH_BOT.text in (await in_browser.ask("race"))["text"]
    hidden, silent, left, off = (world.add_channel(client.guild, name) for name in "hslo")
    thread = world.add_thread(silent, "t")
    for channel, change, told in (
        (client.direct, None, problems.ONLY_WITH_BOT),
        (client.elsewhere, None, problems.ONLY_WITH_BOT),
        (hidden, (hidden, bot, Permission.VIEW_CHANNEL), problems.RACE_UNSEEN),
        (silent, (silent, bot, Permission.SEND_MESSAGES), problems.RACE_UNSEEN),
        (thread, (silent, bot, Permission.SEND_MESSAGES_IN_THREADS), problems.RACE_UNSEEN),
        (left, (left, client.member, Permission.VIEW_CHANNEL), None),
        (off, None, problems.RACES_OFF),
    ):
        if channel == off:
            await client.press(await client.slash("setup"), setup.BUTTONS["races-off"].text)
        person = client.me if channel == client.direct else client.member
        await opened(chat, user=person)
        instance = chat.activities.launch(person, channel).id
        _, answer = await ask(chat, instance, code_of(chat, person))
        async with proxied_page(chat, answer["token"]) as page:
            await page.receive()
            if change is not None:
                world.deny(*change)
            if told is None:
                await page.socket.send_json({"s": page.stream, "n": 1, "do": "race"})
                assert (await page.socket.receive()).data == 4001  # the session is over
            else:
                assert told.text in (await page.ask("race"))["text"]
        chat.activities.leave(person, instance)


async def test_a_race_is_asked_for_again_while_discord_does_not_answer(
    chat: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(permissions, "LOOK_SECONDS", 0.5)
    instance = await launched(chat, await opened(chat))
    _, answer = await ask(chat, instance, code_of(chat))
    chat.faults.add(Fault(FaultKind.RATE_LIMIT, path="/guilds/", seconds=60))
    async with proxied_page(chat, answer["token"]) as page:
        await page.receive()
        assert (await page.ask("race"))["why"] == "busy"
