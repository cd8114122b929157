"""The archive in the chat, as a person browses it."""

from datetime import timedelta

from play.calendar import number_of, today
from play.tracks import Track
from puzzle.notation import parse_loopy
from store import dailies, puzzles
from store.database import open_database
from tests.support.chat.archive import days, menus
from tests.support.chat.messages import picture_text, readable
from tests.support.chat.playing import moves_of
from tests.support.chat.runner import now_of
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from texts import commands


def menu_of(reply: Reply, day: str) -> str:
    [found] = [
        menu["custom_id"]
        for menu in menus(reply)
        if day in {option["value"] for option in menu["options"]}
    ]
    return str(found)


async def test_the_archive_is_browsed_and_played_without_typing(
    own_chat: Sandbox, bot_database: str
) -> None:
    client = own_chat.client
    own_chat.clock.advance(70 * 86400)  # beyond the days whose dailies the database has
    on = today(now_of(own_chat))
    shown = await client.press(await client.slash("play"), commands.USE_CALENDAR.text)
    assert shown.ephemeral
    assert f"Archive · {on:%Y-%m} · Normal" in shown.text
    assert "Calendar from" in picture_text(shown.message)
    assert "description" not in days(shown)[str(on)]

    # The last days of the month before have no daily yet.
    earlier = await client.press(shown, "Earlier month")
    assert earlier.message["id"] == shown.message["id"]
    month = on.replace(day=1) - timedelta(days=1)
    assert f"Archive · {month:%Y-%m} · Normal" in earlier.text
    assert "had no such daily" in earlier.text
    assert len(days(earlier)) == month.day
    assert days(earlier)[str(month)]["description"] == "made later"

    [track_menu] = [m for m in menus(earlier) if m["custom_id"].startswith("ouro:archive-track")]
    easy = await client.select(earlier, track_menu["custom_id"], ["easy"])
    assert f"Archive · {month:%Y-%m} · Easy" in easy.text

    # A day is opened in a new message, which tells that its daily was made later.
    board = await client.select(easy, menu_of(easy, str(month)), [str(month)])
    assert board.ephemeral
    assert board.message["id"] != easy.message["id"]
    assert f"There was no such daily on {month}." in board.text
    assert f"Daily #{number_of(month)} · Easy 7x7" in board.text
    async with open_database(bot_database) as database, database.reading() as connection:
        daily = await dailies.get(connection, month, Track.EASY.value)
        assert daily is not None
        stored = await puzzles.get(connection, daily.puzzle_id)
    assert stored is not None
    solved = await client.slash("submit", {"moves": moves_of(parse_loopy(stored.notation))})
    assert "Solved" in solved.text

    # It is marked, and does not count.
    again = await client.press(easy, "Later month")
    again = await client.press(again, "Earlier month")
    assert "Solved: 1 of" in again.text
    assert days(again)[str(month)]["description"] == "solved · made later"
    assert "A daily was solved on 1 day." in picture_text(again.message)
    ranks = await client.slash("stats")
    assert "From the archive: 1" in readable(ranks.message)

    # A day can be named, too.
    named = await client.slash("daily", {"day": f"#{number_of(month)}", "track": "hard"})
    assert f"Daily #{number_of(month)} · Hard" in named.text
