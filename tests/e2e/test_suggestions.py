"""Suggestions for `/solution`: from columns, one request at a time, whatever is stored."""

from datetime import UTC, datetime

from sandbox.model.records import AnswerStage
from sandbox.model.waiting import wait_for_answer
from store.database import open_database
from tests.support.chat.runner import Runner
from tests.support.sandbox.server import Sandbox
from tools.bench.operations import counted
from tools.bench.worst_case import fill

KEYS = 12


async def test_who_types_quickly_with_full_boards_holds_up_nobody(
    sandbox: Sandbox, run_bot: Runner, bot_database: str
) -> None:
    client = sandbox.client
    async with run_bot(sandbox):
        async with open_database(bot_database) as database:
            now = datetime.fromtimestamp(sandbox.clock(), UTC)
            boards = await fill(database, client.me, now, boards=12)
        with counted() as count:
            asked = [
                sandbox.actions.autocomplete(
                    client.me, client.general, "solution", {"board": "30x30"[: key % 6]}, "board"
                )
                for key in range(KEYS)
            ]
            privacy = await client.slash("privacy", user=client.member)
        assert "Not stored" in privacy.text
        assert (count.boards, count.puzzles) == (0, 0)
        await wait_for_answer(sandbox.state, asked[-1].id, 30)
        stages = [sandbox.state.interactions[each.id].stage for each in asked]
        assert stages[-1] is AnswerStage.ANSWERED
        answered = sandbox.state.interactions[asked[-1].id].choices
        assert [int(choice["value"]) for choice in answered] == boards[:1:-1]
        assert all("30x30, " in choice["name"] for choice in answered)
        with counted() as count:
            [*_] = await client.autocomplete("solution", "board", {"board": "30"})
        assert count.rows <= 12
        assert count.read < 1000
