"""The Sunday special in the chat: posted on Sundays only, played on its tiling, ranked, secret."""

from datetime import timedelta

import pytest

from i18n.catalogues import localizer_for
from play.calendar import EVERY_DAY, Track, first_day, number_of, opens, today
from puzzle.notation import format_puzzle
from sandbox.server import Sandbox
from tests.support.chat.dailies import posts, put_clock, puzzle_on, wait_for_posts
from tests.support.chat.languages import speak
from tests.support.chat.messages import picture_text, readable
from tests.support.chat.playing import moves_of, write
from tests.support.chat.runner import Runner, no_tasks, now_of, often
from texts import dailies, people, playing, secrecy, sharing, tracks
from texts.sizes import puzzle_size


def go_to_sunday(chat: Sandbox, hours: int) -> None:
    """Move the clock forward to so many hours after a Sunday begins."""
    now = now_of(chat)
    sunday = first_day(Track.SPECIAL, today(now) + timedelta(days=2))
    chat.clock.advance((opens(sunday) + timedelta(hours=hours) - now).total_seconds())


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_a_special_is_played_from_its_post_to_the_leaderboard(
    sandbox: Sandbox, run_bot: Runner, language: str
) -> None:
    localizer = localizer_for(language)
    say, client = localizer.say, sandbox.client
    locale = {"en": "en-US", "ja": "ja"}[language]
    name = say(tracks.TRACKS[Track.SPECIAL])
    speak(sandbox, locale, locale)
    go_to_sunday(sandbox, 10)
    async with run_bot(sandbox, tasks=often("send posts")):
        panel = await client.slash("setup", {"channel": client.general, "time": "12:00"})
        assert name in panel.text
        await client.press(panel, "ouro:setup:now")
        post = await client.wait_for_message(
            lambda each: name in readable(each) and not each.get("interaction_metadata"),
            channel=client.general,
        )
        puzzle = puzzle_on(post)
        title = f"{name} {puzzle_size(localizer, puzzle)}"
        assert title in readable(post)
        assert not puzzle.grid.is_square

        # It stays secret while it is live.
        refused = await client.slash("solve", {"puzzle": format_puzzle(puzzle, "loopy")})
        question = say(secrecy.IS_LIVE, title="")
        assert question.splitlines()[-1] in refused.text
        assert title in refused.text
        pasted = await client.slash("play", {"puzzle": format_puzzle(puzzle, "loopy")})
        assert say(playing.IS_A_DAILY) in pasted.text

        board = await client.press(post, say(dailies.PLAY))
        assert title in board.text
        board = await write(sandbox, board, moves_of(puzzle))
        assert say(playing.SOLVED) in board.text
        assert say(playing.SPECIAL_COUNTS) in board.text
        await client.press(board, say(sharing.SHARE))
        card = await client.wait_for_message(
            lambda each: title in readable(each) and say(sharing.CARD_SECRET) in picture_text(each),
            channel=client.general,
        )
        assert f"#{number_of(today(now_of(sandbox)))}" in readable(card)

        # It is ranked, and leaves the streak to the boards of every day.
        ranks = await client.press(post, say(dailies.LEADERBOARD))
        assert f"<@{client.me}>" in ranks.text
        streak = await client.slash("streak")
        assert say(people.NO_STREAK) in streak.text
        assert name in (await client.slash("stats")).text


async def test_on_another_day_the_last_special_is_shown(sandbox: Sandbox, run_bot: Runner) -> None:
    client = sandbox.client
    go_to_sunday(sandbox, 10)
    async with run_bot(sandbox, tasks=no_tasks):
        live = await client.slash("daily", {"track": "special"})
        puzzle, number = puzzle_on(live.message), number_of(today(now_of(sandbox)))
        await client.press(live, "Play")
        solved = {"moves": moves_of(puzzle)}
        assert playing.SPECIAL_COUNTS.text in (await client.slash("submit", solved)).text
        sandbox.clock.advance(3 * 86400)
        over = await client.slash("daily", {"track": "special"})
        assert puzzle_on(over.message) == puzzle
        assert f"Daily #{number} · Sunday special" in over.text
        assert dailies.CLOSED.text in over.text
        following = opens(first_day(Track.SPECIAL, today(now_of(sandbox))))
        assert f"The next Sunday special opens <t:{int(following.timestamp())}:" in over.text
        ranks = await client.slash("leaderboard", {"track": "special"})
        assert f"<@{client.me}>" in ranks.text
        assert f"#{number}, " in ranks.text
        months = await client.slash("archive", {"track": "special"})
        assert "Sunday special" in months.text
        board = await client.slash("archive", {"daily": f"#{number}", "track": "special"})
        assert "Sunday special" in board.text
        none = await client.slash("archive", {"daily": f"#{number + 1}", "track": "special"})
        assert "on Sundays only" in none.text
        other = await client.slash("solve", {"puzzle": format_puzzle(puzzle, "loopy")})
        assert "live" not in other.text
        assert secrecy.IS_LIVE.text.splitlines()[-1] not in other.text


async def test_the_special_is_posted_on_sundays_only(sandbox: Sandbox, run_bot: Runner) -> None:
    client = sandbox.client
    go_to_sunday(sandbox, -14)
    expected = 0
    async with run_bot(sandbox, tasks=often("send posts", "plan posts")):
        await client.slash("setup", {"channel": client.general, "time": "12:00"})
        for specials in (0, 1, 0):
            put_clock(sandbox, 12)
            expected += len(EVERY_DAY) + specials
            await wait_for_posts(sandbox, client.general, expected)
        found = posts(sandbox, client.general)
    assert len(found) == expected
    assert sum("Sunday special" in readable(post) for post in found) == 1
