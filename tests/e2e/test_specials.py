"""The Sunday special in the chat: posted on Sundays, ranked, archived, and in no streak."""

import re
import time
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest

from bot.answering.commands import TRACK_CHOICES
from i18n.catalogues import localizer_for
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Message
from play.calendar import number_of
from play.tracks import Track
from puzzle.notation import format_puzzle
from sandbox.model.records import Json
from sandbox.model.waiting import wait_until
from tests.support.chat.archive import days
from tests.support.chat.dailies import put_clock, puzzle_of
from tests.support.chat.languages import speak
from tests.support.chat.messages import labels, picture_text, readable
from tests.support.chat.playing import moves_of
from tests.support.chat.runner import Runner, often
from tests.support.contract.contract import Contract
from tests.support.sandbox.patient import patient_chat
from tests.support.sandbox.server import Sandbox
from texts import boards, commands, dailies, problems, server_setup, sharing, tracks
from texts import dailies as secrecy
from texts import stats as people
from texts.puzzles import puzzle_size

SUNDAY = datetime(2026, 11, 8, 10, tzinfo=UTC)
"""A Sunday with a special on Cairo tiles."""


@pytest.fixture
async def sandbox(contract: Contract) -> AsyncIterator[Sandbox]:
    """A local chat on a Sunday."""
    start = SUNDAY.timestamp() - time.monotonic()
    async with patient_chat(inspector=contract, clock=lambda: start + time.monotonic()) as chat:
        yield chat


def posted(chat: Sandbox) -> list[tuple[list[str], Json]]:
    """The posts in the channel, in any language, and their tracks."""
    found = (
        (re.findall(r"'ouro:daily:[^:]+:(\w+)'", str(message["components"])), message)
        for message in chat.client.messages(chat.client.general)
        if not message.get("interaction_metadata")
    )
    return [(tracks, message) for tracks, message in found if tracks]


async def wait_for_tracks(chat: Sandbox, *expected: list[str]) -> Json:
    """The last post in the channel, when all are of these tracks."""
    probe = lambda: [tracks for tracks, _ in posted(chat)] == [*expected] or None  # noqa: E731
    await wait_until(chat.state, probe, 60)
    return posted(chat)[-1][1]


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_a_special_is_played_from_its_post_to_the_archive(
    sandbox: Sandbox, run_bot: Runner, language: str
) -> None:
    localizer, client = localizer_for(language), sandbox.client
    say = localizer.say
    locale = {"en": "en-US", "ja": "ja"}[language]
    name = say(tracks.TRACKS[Track.SPECIAL])
    speak(sandbox, locale, locale)
    async with run_bot(sandbox, tasks=often("plan posts")):
        await client.slash("setup", {"channel": client.general, "time": "12:00", "zone": "UTC"})
        panel = await client.slash("setup")
        panel = await client.select(panel, "ouro:setup:tracks", ["easy", "special"])
        assert name in panel.text
        put_clock(sandbox, 12)
        post = await wait_for_tracks(sandbox, ["easy", "special"])
        play = f"ouro:daily:{SUNDAY.date()}:special"
        board = await client.press(post, play)
        puzzle = await puzzle_of(board)
        assert puzzle.grid.tiling == "cairo"
        title = f"{name} {puzzle_size(localizer, puzzle)}"
        assert f"**{name}** {puzzle_size(localizer, puzzle)}" in readable(post)
        assert f"{name}" in picture_text(post)

        # Its solution stays secret, and it is played in private.
        asked = await client.slash("solve", {"puzzle": format_puzzle(puzzle, "loopy")})
        assert asked.ephemeral
        assert title in asked.text
        assert labels(asked.message) == [say(secrecy.REVEAL)]
        board = await client.press(post, play)
        assert board.ephemeral
        assert title in board.text
        solved = await client.slash("submit", {"moves": moves_of(puzzle)})
        assert say(boards.SOLVED) in solved.text
        assert say(boards.SPECIAL_COUNTS) in solved.text
        await client.press(solved, say(sharing.SHARE))
        await client.wait_for_message(lambda each: f"Ouro #8 · {title}" in picture_text(each))

        ranks = await client.press(solved, f"ouro:board:{SUNDAY.date()}:special")
        assert f"<@{client.me}>" in ranks.text
        assert say(people.NO_STREAK) in (await client.slash("stats", {"private": True})).text
        assert name in (await client.slash("stats")).text

        put_clock(sandbox, 12)
        await wait_for_tracks(sandbox, ["easy", "special"], ["easy"])
        await assert_over(sandbox, localizer, title)
    choice = next(each for each in TRACK_CHOICES if each.value == Track.SPECIAL.value)
    assert say(Message(choice.name)) == name


async def test_a_special_that_never_was_is_not_called_closed(run_bot: Runner) -> None:
    """In a chat that begins on a weekday: neither to people, nor to managers who want only it."""
    start = (SUNDAY - timedelta(days=2)).timestamp() - time.monotonic()
    expected = dailies.next_text(ENGLISH, Track.SPECIAL, SUNDAY.date())
    assert f"#{number_of(SUNDAY.date())}" in expected
    async with patient_chat(clock=lambda: start + time.monotonic()) as chat, run_bot(chat):
        client, special = chat.client, Track.SPECIAL.value
        shown = await client.slash("daily", {"track": special})
        assert shown.text.splitlines()[0] == expected
        assert labels(shown.message) == [commands.USE_CALENDAR.text]
        panel = await client.slash("setup", {"channel": client.general})
        panel = await client.select(panel, "ouro:setup:tracks", [special])
        assert (await client.press(panel, server_setup.BUTTONS["preview"].text)).text == expected


async def assert_over(sandbox: Sandbox, localizer: Localizer, title: str) -> None:
    """On Monday the special is shown, ranked and archived as that of Sunday."""
    say, client, special = localizer.say, sandbox.client, {"track": Track.SPECIAL.value}
    shown = await client.slash("daily", special)
    day = SUNDAY.date()
    assert say(dailies.DAY_CLOSED, number=number_of(day)) in shown.text
    following = day + timedelta(weeks=1)
    assert dailies.next_text(localizer, Track.SPECIAL, following) in shown.text
    assert title in (await client.press(shown, say(tracks.TRACKS[Track.SPECIAL]))).text
    ranks = await client.slash("leaderboard", special)
    assert f"<@{client.me}>" in ranks.text
    assert str(SUNDAY.date()) in ranks.text
    month = await client.slash("daily", {"day": "calendar", **special})
    assert list(days(month)) == ["2026-11-01", "2026-11-08"]
    assert days(month)["2026-11-08"]["emoji"]
    refused = await client.slash("daily", {"day": "9", **special})
    values = {"number": number_of(SUNDAY.date()), "day": SUNDAY.date()}
    assert say(problems.ONLY_ON_SUNDAYS, **values) in refused.text
    suggested = await client.autocomplete("daily", "day", {"day": "", **special})
    assert [choice["value"] for choice in suggested] == ["calendar", "8", "1"]
