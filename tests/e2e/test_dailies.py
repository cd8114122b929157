"""The dailies in the chat: shown, played, counted, archived, and secret while they are live."""

from datetime import timedelta

import pytest

from bot.answering.layouts import OutgoingMessage, message, row
from bot.dailies.components import DailyLeaderboard, HintDaily, PlayDaily, SubmitDaily
from i18n.localizer import Localizer
from play.calendar import closes, number_of, opens, today
from play.tracks import Track, tracks_of
from puzzle.model import Puzzle
from puzzle.notation import format_puzzle, parse_puzzle
from puzzle.symmetry import images
from sandbox.api.faults import Fault
from sandbox.chat.options import Value
from sandbox.model.components import walk
from sandbox.model.uploads import Upload
from service.playing.attempts import SOLVERS_WAIT
from store import dailies, puzzles
from store.database import open_database
from store.records import DailyRecord, UnsavedPuzzle
from tests.support.chat.dailies import daily_puzzle, put_clock, puzzle_of, wait_for_posts
from tests.support.chat.messages import labels, picture_address, picture_text, readable
from tests.support.chat.playing import moves_of
from tests.support.chat.runner import Runner, no_tasks, now_of, often
from tests.support.chat.stored import count
from tests.support.sandbox.server import Sandbox
from texts import reviews

LOOPY = "loopy"
GALLERY = 12
"""Discord's number of the component that shows pictures."""


async def test_the_dailies_are_the_same_for_everyone_and_played_in_private(
    own_chat: Sandbox,
) -> None:
    client = own_chat.client
    day = today(now_of(own_chat))
    shown = await client.slash("daily")
    assert shown.ephemeral
    assert shown.text.startswith(f"### Dailies #{number_of(day)} · {day}")
    assert labels(shown.message) == ["Play"] * len(tracks_of(day)) + ["Leaderboard", "Past dailies"]
    assert picture_text(shown.message).startswith(f"Boards of dailies #{number_of(day)}: Easy, 7x7")
    one = await client.slash("daily", {"track": "easy"}, user=client.member)
    assert labels(one.message) == ["Play", "Leaderboard", "Past dailies"]
    direct = await client.slash("daily", channel=client.direct)
    assert direct.text == shown.text
    board = await client.press(one, "Play", user=client.member)
    assert board.ephemeral
    assert "Daily #" in board.text
    solved = await client.slash(
        "submit", {"moves": moves_of(await puzzle_of(board))}, user=client.member
    )
    assert solved.ephemeral
    listed = await client.slash("play", user=client.member)
    assert labels(listed.message)[0] == reviews.REVIEW.text
    review = await client.press(listed, reviews.REVIEW.text, user=client.member)
    assert labels(review.message)[-1] == reviews.REPLAY.text
    again = await client.slash("daily")
    assert again.text.count("solved by 1 person everywhere") == 1
    ranks = await client.press(again, "Leaderboard")
    assert ranks.ephemeral
    assert f"<@{client.member}>" in ranks.text


async def test_a_post_keeps_its_picture_and_tells_who_solved_it(
    sandbox: Sandbox, run_bot: Runner, bot_database: str
) -> None:
    client = sandbox.client
    put_clock(sandbox, 10)
    async with run_bot(sandbox):
        panel = await client.slash("setup", {"channel": client.general})
        await client.press(panel, "Post today's now")
        [post] = await wait_for_posts(sandbox, client.general)
        pictured = picture_address(post)
        moves = {"moves": moves_of(await daily_puzzle(sandbox, "easy"))}
        await client.press(post, "Play", user=client.member)
        await client.slash("submit", moves, user=client.member)
        sandbox.clock.advance(SOLVERS_WAIT.total_seconds())
        updated = await client.wait_for_message(
            lambda message: "solved by 1 person everywhere" in readable(message)
        )
        assert picture_address(updated) == pictured
    assert await count(bot_database, "due_posts") == 2, "a row a track"


async def test_a_day_ends_in_its_post_and_the_next_one_tells_how(
    sandbox: Sandbox, run_bot: Runner
) -> None:
    client = sandbox.client
    put_clock(sandbox, 10)
    async with run_bot(sandbox, tasks=often("plan posts", "close dailies")):
        day = today(now_of(sandbox))
        panel = await client.slash("setup", {"channel": client.general, "time": "12:00"})
        await client.press(panel, "Start posting")
        put_clock(sandbox, 12)
        [post] = await wait_for_posts(sandbox, client.general)
        assert "in this server" not in readable(post), "nothing was posted before"
        moves = {"moves": moves_of(await daily_puzzle(sandbox, "easy"))}
        await client.press(post, "Play", user=client.member)
        await client.slash("submit", moves, user=client.member)

        put_clock(sandbox, 0, 11)
        closed = await client.wait_for_message(
            lambda m: m["id"] == post["id"] and f"{number_of(day)} · closed" in readable(m)
        )
        assert "Solved everywhere: Easy 1 · Normal 0" in readable(closed)
        assert not [part for part in walk(closed["components"]) if part["type"] == GALLERY]
        assert not closed["attachments"]
        assert labels(closed) == ["Easy", "Normal"]
        board = await client.press(closed, "Easy", user=client.newcomer)
        assert "7x7" in board.text
        shown = await client.slash("solution", user=client.newcomer)
        assert "unranked" not in shown.text

        put_clock(sandbox, 12)
        [_, following] = await wait_for_posts(sandbox, client.general, 2)
        assert f"**#{number_of(day)} in this server**" in readable(following)
        assert f"Easy · 1 solved · 🥇 <@{client.member}> " in readable(following)


async def test_the_buttons_of_posts_of_before_go_on_working(
    sandbox: Sandbox, run_bot: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A daily had a message of its own, with Hint and Submit."""
    client, day = sandbox.client, today(now_of(sandbox))

    def as_before(localizer: Localizer, *_: object, **__: object) -> OutgoingMessage:
        kinds = (PlayDaily, HintDaily, SubmitDaily, DailyLeaderboard)
        return message("Daily", row(*(kind(day, Track.EASY, localizer) for kind in kinds)))

    monkeypatch.setattr("bot.dailies.chat.day_message", as_before)
    async with run_bot(sandbox, tasks=no_tasks):
        before = await client.slash("daily", {"track": "easy"})
        for label in ("Play", "Hint", "Submit"):
            assert "7x7" in (await client.press(before, label)).text
        assert "Leaderboard: Easy" in (await client.press(before, "Leaderboard")).text


def rows_of(puzzle: Puzzle) -> list[str]:
    return ["".join("." if c is None else str(c) for c in row) for row in puzzle.clue_rows]


def framed(puzzle: Puzzle) -> str:
    """With blank rows and columns around it."""
    rows = [f".{row}.." for row in rows_of(puzzle)]
    blank = "." * len(rows[0])
    return "/".join([blank, blank, *rows, blank])


async def test_live_dailies_are_not_solved_in_public(chat: Sandbox) -> None:
    client = chat.client
    shown = await client.slash("daily", {"track": "normal"}, user=client.member)
    puzzle = await daily_puzzle(chat)
    text = format_puzzle(puzzle, LOOPY)
    attempts: list[tuple[str, dict[str, Value]]] = [
        ("as it lies", {"puzzle": text}),
        ("turned", {"puzzle": format_puzzle(images(puzzle)[1], LOOPY)}),
        ("mirrored", {"puzzle": format_puzzle(images(puzzle)[6], LOOPY)}),
        ("in rows", {"puzzle": "/".join(rows_of(puzzle))}),
        ("framed", {"puzzle": framed(images(puzzle)[3])}),
        ("as a file", {"file": Upload("a.txt", text.encode())}),
    ]
    before = len(client.messages(user=client.newcomer))
    for way, options in attempts:
        reply = await client.slash("solve", options, user=client.member)
        assert reply.ephemeral, way
        assert "never show its solution where others can see it" in reply.text, way
        assert reply.files == [], way
    said = await client.post_message(f"help! {text}")
    reply = await client.message_command("Solve this Slitherlink", said, user=client.member)
    assert reply.ephemeral
    assert reply.files == []
    assert len(client.messages(user=client.newcomer)) == before + 1
    private = await client.slash("solve", {"puzzle": text, "private": True}, user=client.member)
    assert private.files == []
    solution = await client.press(private, "Show me the solution", user=client.member)
    assert solution.ephemeral
    assert len(solution.files) == 1
    assert len(client.messages(user=client.newcomer)) == before + 1
    await client.press(shown, "Play", user=client.member)
    ranks = await client.press(shown, "Leaderboard", user=client.member)
    assert f"<@{client.member}>" not in ranks.text
    asked = await client.slash("hint", {"puzzle": text}, user=client.newcomer)
    assert asked.ephemeral


async def test_presses_in_a_server_without_the_bot_send_no_requests_about_it(
    sandbox: Sandbox, run_bot: Runner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may not edit a message there."""
    client, paths, match = sandbox.client, list[str](), sandbox.faults.match

    def note(method: str, path: str) -> Fault | None:
        paths.append(path)
        return match(method, path)

    async with run_bot(sandbox, tasks=no_tasks):
        shown = await client.slash("daily", {"track": "easy"}, channel=client.elsewhere)
        moves = {"moves": moves_of(await daily_puzzle(sandbox, "easy"))}
        monkeypatch.setattr(sandbox.faults, "match", note)
        await client.press(shown, "Play")
        await client.slash("submit", moves)
        await client.press(shown, "Leaderboard")
    assert len(paths) == 6
    assert all(path.startswith(("/interactions/", "/webhooks/")) for path in paths)


async def test_next_solution_stops_when_the_puzzle_becomes_a_daily(
    sandbox: Sandbox, run_bot: Runner, bot_database: str
) -> None:
    """The puzzle was solved in public, and later became the daily of a coming day."""
    client = sandbox.client
    async with run_bot(sandbox):
        shown = await client.slash("solve", {"puzzle": "3x3:3h"})
        text = shown.text
        day = today(now_of(sandbox)) + timedelta(days=20)
        async with open_database(bot_database) as database:
            puzzle = parse_puzzle("3x3:3h")
            key = puzzle.canonical_key
            async with database.writing() as connection:
                stored = await puzzles.add(
                    connection, UnsavedPuzzle("3x3:3h", key, solution="A1-C1-C2-A2-A1")
                )
                daily = DailyRecord(
                    day, "easy", number_of(day), stored.id, key, opens(day), closes(day)
                )
                assert await dailies.add(connection, daily)
        pressed = await client.press(shown, "Next solution")
        assert pressed.ephemeral
        assert "a future daily" in pressed.text
        assert shown.text == text
        asked = await client.slash("solve", {"puzzle": "3x3:3h"})
        assert asked.ephemeral
        assert "a future daily" in asked.text


@pytest.mark.parametrize(("policy", "manager"), [("nobody", False), ("managers", True)])
async def test_managers_set_who_may_show_solutions(
    chat: Sandbox, policy: str, manager: bool
) -> None:
    client = chat.client
    await client.slash("setup", {"public_solves": policy})
    assert (await client.slash("solve", {"puzzle": "3x3:3h"}, user=client.member)).ephemeral
    assert (await client.slash("solve", {"puzzle": "3x3:3h"})).ephemeral is not manager
    said = await client.post_message("3x3:3h")
    reply = await client.message_command("Solve this Slitherlink", said, user=client.member)
    assert reply.ephemeral
    direct = await client.slash("solve", {"puzzle": "3x3:3h"}, channel=client.direct)
    assert "56 solutions" in direct.text
