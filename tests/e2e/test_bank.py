"""A bank from the command line to the chat: puzzles are made in bulk, imported, and handed out."""

import asyncio
import json
from pathlib import Path

from sandbox.chat.options import Value
from tests.support.chat.runner import Runner
from tests.support.chat.stored import count
from tests.support.cli import ouro, ouro_process
from tests.support.sandbox.server import Sandbox
from texts import new_puzzles as generating

OPTIONS: dict[str, Value] = {"size": "5x5", "level": "easy"}
GIVEN = generating.GIVEN.text.partition("**.")[2].strip()


async def test_new_puzzles_come_from_the_bank_while_it_has_some(
    sandbox: Sandbox, run_bot: Runner, tmp_path: Path, bot_database: str
) -> None:
    bank = str(tmp_path / "bank.parquet")
    making = ("generate", "--size", "5x5", "--level", "easy", "--count", "2", "--seed", "1")
    made = await asyncio.to_thread(ouro, *making, "--out", bank)
    assert made.returncode == 0, made.stderr
    async with run_bot(sandbox):
        imported = ouro_process("bank", "import", bank, "--database", bot_database)
        assert imported.stdout == "2 puzzles were added to the bank.\n", imported.stderr
        before = await count(bot_database, "puzzles")
        eve = sandbox.add_user("Eve")
        first = await sandbox.client.slash("new", OPTIONS)
        second = await sandbox.client.slash("new", OPTIONS, user=eve)
        for reply in (first, second):
            assert "**Easy**" in reply.text
            assert GIVEN in reply.text
            assert "Seed" not in reply.text
        assert await count(bot_database, "banked_puzzles") == 0
        assert await count(bot_database, "puzzles") == before + 2
        third = await sandbox.client.slash("new", OPTIONS)
        assert "Seed" in third.text
    left = await asyncio.to_thread(ouro, "bank", "stock", "--database", bot_database, "--json")
    assert json.loads(left.stdout) == []
    again = await asyncio.to_thread(ouro, "bank", "import", bank, "--database", bot_database)
    assert "0 puzzles were added to the bank. 2 were left out" in again.stdout
