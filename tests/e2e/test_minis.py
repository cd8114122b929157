"""A mini in the chat: posted, drawn with a few presses, ranked, and with a streak of its own."""

import pytest

from bot.core.commands import TRACK_CHOICES
from bot.dailies import texts as dailies
from bot.stats import texts as people
from i18n.catalogues import localizer_for
from i18n.messages import Message
from play.streaks import LARGE_TRACKS
from play.tracks import Track
from puzzle.places import dot_name
from solver.search import solve
from tests.support.chat.dailies import puzzle_on
from tests.support.chat.languages import speak
from tests.support.chat.messages import labels, readable
from tests.support.chat.playing import arrows, press, tour, write
from tests.support.chat.runner import Runner, often
from tests.support.sandbox.server import Sandbox
from texts import playing, tracks

MOST_PRESSES = 20
"""A press of an arrow draws at least one line, and a mini has at most twenty."""


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_a_mini_is_played_from_its_post_to_the_leaderboard(
    sandbox: Sandbox, run_bot: Runner, language: str
) -> None:
    say, client = localizer_for(language).say, sandbox.client
    locale = {"en": "en-US", "ja": "ja"}[language]
    name = say(tracks.TRACKS[Track.MINI])
    speak(sandbox, locale, locale)
    async with run_bot(sandbox, tasks=often("send posts")):
        await client.slash("setup", {"channel": client.general, "time": "12:00"})
        panel = await client.slash("setup")
        assert name in panel.text
        await client.press(panel, "ouro:setup:now")
        post = await client.wait_for_message(
            lambda each: name in readable(each) and not each.get("interaction_metadata"),
            channel=client.general,
        )
        puzzle = puzzle_on(post)
        assert f"{name} {puzzle.size}" in readable(post)

        board = await client.press(post, say(dailies.PLAY))
        [loop] = solve(puzzle).solutions
        dots = tour(puzzle.grid, loop)
        board = await write(sandbox, board, f"go {dot_name(puzzle.grid, dots[0])}")
        presses = list(arrows(puzzle, dots))
        assert len(presses) <= MOST_PRESSES
        board = await press(sandbox, board, *presses)
        assert say(playing.SOLVED) in board.text
        assert say(playing.MINI_COUNTS) in board.text

        ranks = await client.press(post, say(dailies.LEADERBOARD))
        assert f"<@{client.me}>" in ranks.text
        assert name in ranks.text

        # It counts for the streak of minis, and leaves the other one to the larger boards.
        streak = await client.slash("streak")
        assert say(people.NO_STREAK) in streak.text
        assert say(people.START_ONE) in streak.text
        assert say(people.MINI_DAYS, 1, count=1, longest=1) in streak.text
        assert labels(streak.message) == [
            say(dailies.PLAY_TRACK, track=say(tracks.TRACKS[track])) for track in LARGE_TRACKS
        ]
        numbers = await client.slash("stats")
        assert name in numbers.text
        shown = await client.slash("leaderboard", {"track": Track.MINI.value})
        assert f"<@{client.me}>" in shown.text
        choice = next(each for each in TRACK_CHOICES if each.value == Track.MINI.value)
        assert say(Message(choice.name)) == name
