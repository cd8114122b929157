"""The cost budget: what any request may do in the event loop, whatever a person has stored.

Seconds depend on the machine, so operations are counted; `script/bench costs` has the seconds.
"""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from store.database import open_database
from tests.support.board_pages import opened_page
from tests.support.chat.playing import link_to
from tests.support.chat.runner import now_of, running_bot
from tests.support.prepared import PreparedDatabases
from tests.support.sandbox.server import Sandbox
from texts import boards as boards_texts
from tools.bench.operations import Operations, counted
from tools.bench.requests import Requests
from tools.bench.worst_case import SIDE, fill

EDGES = 2 * SIDE * (SIDE + 1)
STATEMENTS_PER_WEIGHT = 10
"""SQL statements of a request, for each unit of its weight."""
ROWS = 150
"""Rows that a request reads: the dailies of two weeks in all tracks are the most."""
READ_PER_BOARD = 15_000
"""Bytes of text of a board and its puzzle, and of what a hint reads of the last boards."""
UNMEASURED = {
    "press export": "it reads all that is stored, and is limited to one per minute",
}


def broken_limits(name: str, count: Operations) -> list[str]:
    """The limits that a request broke."""
    boards = max(count.weight, 1)
    limits = {
        "boards": (count.boards, 2),
        "puzzles": (count.puzzles, 2),
        "edges": (count.edges, 2 * EDGES),
        "changes": (count.changes, 3 * EDGES),
        "parsed in a write transaction": (count.parsed_in_writing, 0),
        "bytes encoded": (count.encoded, boards * (EDGES // 3 + 4 * EDGES)),
        "statements": (count.statements, STATEMENTS_PER_WEIGHT * count.weight),
        "rows": (count.rows, ROWS),
        "bytes read": (count.read, boards * READ_PER_BOARD),
        "bytes written": (count.written, boards * READ_PER_BOARD),
    }
    return [
        f"{name}: {number} {what}, at most {most}"
        for what, (number, most) in limits.items()
        if number > most
    ]


async def test_every_request_stays_within_the_budget(
    sandbox: Sandbox,
    bot_database: str,
    tmp_path: Path,
    prepared_databases: PreparedDatabases,
    restored_addresses: None,  # noqa: ARG001 - restores them afterwards
) -> None:
    client = sandbox.client
    broken = []
    await prepared_databases.provide_dailies(now_of(sandbox).date(), bot_database)
    async with running_bot(sandbox, tmp_path) as bot:
        async with open_database(bot_database) as database:
            now = datetime.fromtimestamp(sandbox.clock(), UTC)
            await fill(database, client.me, now, boards=12, server=client.guild)
        board = await client.press(await client.slash("play"), boards_texts.OPEN.text)
        async with opened_page(link_to(board)) as page:
            marks = (await page.receive())["marks"]
            full = [(edge, seen, ".") for edge, seen in enumerate(marks) if seen != "."]
            asked_for: dict[str, dict[str, Any]] = {
                "page hint": {"do": "hint", "level": "nudge"},
                "page stroke": {"do": "mark", "edges": full},
                "page undo": {"do": "edit", "edit": "undo"},
                "page settings": {"do": "settings", "settings": {"dim": False}},
            }
            await page.ask(do="check")  # reads the secrets of the day, once
            for name, asked in asked_for.items():
                with counted() as count:
                    assert "ack" in await page.ask(**asked)
                broken += broken_limits(name, count)
        requests = await Requests(client, side=20).all()
        for name, request in requests.items():
            with counted() as count:
                await request()
                await bot.idle()  # something may be stored after the answer
            if name not in UNMEASURED:
                broken += broken_limits(name, count)
    assert broken == []
    assert len(requests) > 30
    assert len(full) > EDGES // 2
