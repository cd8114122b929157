"""A kill at any point causes no duplicate and no lost work, and leaves nobody waiting.

Each flow runs once undisturbed, and then once for each of its points, with a kill there and a
restart ten minutes later. Afterwards:

- a daily is posted once in a server, with its thread, and marked as sent;
- an acknowledged press is stored, and a board that was shown as solved is solved;
- each deferred command has an answer or an apology, and sent answers are unchanged.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from msgspec import Struct

from play.calendar import closes, number_of, opens, today
from play.pen import Action, Arrow, MoveTo
from play.tracks import Track
from puzzle.model import EdgeState, Puzzle
from puzzle.moves import format_marks
from puzzle.notation import format_puzzle, parse_puzzle
from sandbox.chat.options import Value
from sandbox.model.records import AnswerStage, ChannelType
from service.playing.attempts import Attempts
from service.playing.loaded_attempt import LoadedAttempt
from service.running.readers import Reader
from solver.search import solve
from store import dailies, posts, puzzles, servers
from store.database import Database
from store.records import AttemptKind, DailyRecord, PostState, Server, UnsavedPuzzle
from tests.support.chat.dailies import posts as posts_in
from tests.support.chat.playing import arrows, button, tour
from tests.support.contract.contract import Contract
from tests.support.faults.killing import Bot, Point, Run, RunDatabases, kill_everywhere
from tests.support.sandbox.client import NoAnswer, Reply
from tests.support.store.rows import stored_replies
from tests.support.waiting import until
from texts import boards, problems

PUZZLES = {Track.EASY: "5x5:b1c3a12a02d1a2c32", Track.HARD: "1x2:33"}
EASY = parse_puzzle(PUZZLES[Track.EASY])
[LOOP] = solve(EASY).solutions
MANY = "3x3:i"

everywhere = [
    pytest.param(f"{database} everywhere", marks=pytest.mark.long)
    for database in ("sqlite", "postgresql")
]
on_sqlite = pytest.mark.parametrize("run_databases", ["sqlite", *everywhere], indirect=True)
"""For a flow whose transactions other flows have too: PostgreSQL only with `--all`."""


def report(flow: str, points: list[Point]) -> None:
    """Print the points and their number."""
    assert points
    print(f"{flow}: killed at {len(points)} points")  # noqa: T201
    for point in points:
        print(f"  {point}")  # noqa: T201


async def until_done_or_dead(bot: Bot, work: Coroutine[Any, Any, Any]) -> None:
    """Wait until the work is done or the bot is dead."""
    task = asyncio.ensure_future(work)
    await asyncio.wait((task, bot.end), return_when=asyncio.FIRST_COMPLETED)
    if task.done():
        task.result()
    else:
        task.cancel()
        await asyncio.wait((task,))


# Posting a daily


async def add_dailies(run: Run, database: Database) -> dict[Track, DailyRecord]:
    """Add today's dailies and return them by track."""
    day, made = today(run.now()), {}
    async with database.writing() as connection:
        for track, text in PUZZLES.items():
            puzzle = parse_puzzle(text)
            stored = await puzzles.add(connection, new_puzzle(puzzle))
            key, number = puzzle.canonical_key, number_of(day)
            daily = DailyRecord(day, track.value, number, stored.id, key, opens(day), closes(day))
            made[track] = daily
            assert await dailies.add(connection, daily) == daily
    return made


def new_puzzle(puzzle: Puzzle) -> UnsavedPuzzle:
    [solution] = solve(puzzle).solutions
    text = format_marks(puzzle.grid, dict.fromkeys(solution, EdgeState.LINE))
    return UnsavedPuzzle(format_puzzle(puzzle, "loopy"), puzzle.canonical_key, text, "easy", 1.0, 1)


async def daily_flow(run: Run) -> None:
    """Flow: posts of two tracks are planned, claimed, sent, given a thread, and marked."""
    chat = run.sandbox.client
    tracks = tuple(track.value for track in PUZZLES)
    async with run.database() as database:
        await add_dailies(run, database)
        wishes = Server(chat.guild, run.now(), chat.general, tracks=tracks, threads=True)
        async with database.writing() as connection:
            await servers.save(connection, wishes)
        intervals = {"plan_posts": 60.0, "send_posts": 0.05}
        async with run.killed_bot(counting=True, **intervals) as bot:
            await until_done_or_dead(bot, until(lambda: all_posts_are_sent(run, database)))
        async with run.restarted_bot(**intervals):
            await until(lambda: all_posts_are_sent(run, database))
        assert len(posts_in(run.sandbox, chat.general)) == len(tracks)


async def all_posts_are_sent(run: Run, database: Database) -> bool:
    """Whether all posts are marked as sent, with the right message and a thread."""
    chat, day = run.sandbox.client, today(run.now())
    there = {int(message["id"]) for message in posts_in(run.sandbox, chat.general)}
    if len(there) < len(PUZZLES):
        return False
    async with database.reading() as connection:
        stored = [await posts.get(connection, chat.guild, day, each.value) for each in PUZZLES]
    marked = {post.message_id for post in stored if post and post.state is PostState.SENT}
    threads = {
        channel.id
        for channel in run.sandbox.state.channels.values()
        if channel.type is ChannelType.THREAD and channel.parent_id == chat.general
    }
    assert len(there) <= len(PUZZLES)
    return len(marked) == len(PUZZLES) and marked == there and there <= threads


async def test_a_daily_is_posted_once(run_databases: RunDatabases, contract: Contract) -> None:
    report("daily post", await kill_everywhere(daily_flow, run_databases, contract))


# Solving a board


class AlmostSolved(Struct, frozen=True):
    """A player's board of today's daily with one missing line, and the button that draws it."""

    attempts: Attempts
    loaded: LoadedAttempt
    last: str

    async def stored(self, player: int) -> LoadedAttempt:
        return await self.attempts.find(player, self.loaded.attempt.id)


async def almost_solved(run: Run, database: Database) -> AlmostSolved:
    daily = (await add_dailies(run, database))[Track.EASY]
    player, attempts = run.sandbox.client.me, Attempts(database, run.now)
    loaded = await attempts.open(Reader(player), daily, AttemptKind.DAILY)
    dots = tour(EASY.grid, LOOP)
    *most, last = arrows(EASY, dots)
    actions: list[Action] = [MoveTo(dots[0]), *(Arrow[arrow.upper()] for arrow in most)]
    return AlmostSolved(
        attempts, await attempts.change(Reader(player), loaded.attempt.id, *actions), last
    )


async def last_line_flow(run: Run) -> None:
    """Flow: the press that draws the last line is stored, acknowledged and shown."""
    chat = run.sandbox.client
    async with run.database() as database:
        almost = await almost_solved(run, database)
        async with run.killed_bot() as bot:
            board = await chat.slash("play", {"puzzle": PUZZLES[Track.EASY]})
            await until(lambda: no_reply_is_pending(run, database))
            pad = [button(board, almost.last), button(board, "undo")]
            await bot.count_points()
            pressed = asyncio.create_task(chat.press(board, pad[0]))
            await until_done_or_dead(bot, asyncio.wait((pressed,)))
            interaction = newest_interaction(run)
        stored = await almost.stored(chat.me)
        if interaction.stage is not AnswerStage.WAITING:
            assert stored.solved
        if boards.SOLVED.text in board.text:
            assert stored.solved
        async with run.restarted_bot():
            if not stored.solved:
                await chat.press(board, pad[0])
            elif boards.SOLVED.text not in board.text:
                await chat.press(board, pad[1])  # any press shows the current board
            assert boards.SOLVED.text in board.text
        after = await almost.stored(chat.me)
        assert_solved_once(almost, stored if stored.solved else after, after)
        pressed.cancel()
        await asyncio.gather(pressed, return_exceptions=True)


def newest_interaction(run: Run) -> Any:
    return max(run.sandbox.state.interactions.values(), key=lambda each: each.id)


def assert_solved_once(almost: AlmostSolved, first: LoadedAttempt, now: LoadedAttempt) -> None:
    assert now.pad.board.lines == LOOP
    assert now.attempt.ranked
    assert (now.attempt.solved_at, now.attempt.mistakes) == (first.attempt.solved_at, 0)
    assert now.attempt.revision == almost.loaded.attempt.revision + 1


@on_sqlite
async def test_a_last_line_is_stored_once(run_databases: RunDatabases, contract: Contract) -> None:
    report("last line", await kill_everywhere(last_line_flow, run_databases, contract))


# Pending replies


async def run_command_flow(
    run: Run, database: Database, name: str, options: dict[str, Value], *wanted: str
) -> Reply:
    """Run a command: stored as pending, deferred, computed, answered, and removed.

    Its answer, also of a bot that is started again, contains one of the texts `wanted`.
    """
    chat = run.sandbox.client
    async with run.killed_bot() as bot:
        await bot.count_points()
        asked = asyncio.create_task(chat.slash(name, options))
        await until_done_or_dead(bot, until(lambda: is_settled(run, database)))
        interaction = newest_interaction(run)
        reply = Reply(run.sandbox.state, interaction.id)
        before = reply.text if interaction.stage is AnswerStage.ANSWERED else None
    async with run.restarted_bot(send_pending_replies=15.0):
        await until(lambda: no_reply_is_pending(run, database))
    if interaction.stage is AnswerStage.WAITING:
        assert reply.interaction.stage is AnswerStage.FAILED  # which people see
    else:
        assert reply.interaction.stage is AnswerStage.ANSWERED
        assert before in (None, reply.text)
        assert any(text in reply.text for text in wanted)
    [result] = await asyncio.gather(asked, return_exceptions=True)
    assert isinstance(result, Reply | NoAnswer)
    return reply


async def is_settled(run: Run, database: Database) -> bool:
    return newest_interaction(run).stage is AnswerStage.ANSWERED and await no_reply_is_pending(
        run, database
    )


async def no_reply_is_pending(run: Run, database: Database) -> bool:
    async with database.reading() as connection:
        return not await stored_replies(connection, run.now())


async def solve_flow(run: Run) -> None:
    async with run.database() as database:
        await run_command_flow(run, database, "solve", {"puzzle": MANY}, "213 solutions")


@on_sqlite
async def test_a_solve_command_is_answered(run_databases: RunDatabases, contract: Contract) -> None:
    report("/solve", await kill_everywhere(solve_flow, run_databases, contract))


async def submit_flow(run: Run) -> None:
    """Flow: a complete solution is submitted with one command."""
    moves = format_marks(EASY.grid, dict.fromkeys(LOOP, EdgeState.LINE))
    async with run.database() as database:
        almost = await almost_solved(run, database)
        options: dict[str, Value] = {"moves": moves}
        answers = (boards.SOLVED.text, problems.WAS_RESTARTED.text)
        reply = await run_command_flow(run, database, "submit", options, *answers)
        stored = await almost.stored(run.sandbox.client.me)
        if reply.interaction.stage is AnswerStage.ANSWERED and boards.SOLVED.text in reply.text:
            assert stored.solved
        if stored.solved:
            assert_solved_once(almost, stored, stored)
        else:
            assert stored == almost.loaded


@on_sqlite
async def test_a_submitted_answer_is_judged_once(
    run_databases: RunDatabases, contract: Contract
) -> None:
    report("/submit", await kill_everywhere(submit_flow, run_databases, contract))
