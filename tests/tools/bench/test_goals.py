"""Goals of benchmarks, and measurements of processes, logs and databases."""

import asyncio
import os
import sqlite3
import time
from pathlib import Path

import pytest

from tools.bench.commands.soak import _lock_database
from tools.bench.goals import Goals
from tools.bench.processes import Bot, _after_name, _children, _memory, _seconds


def test_goals_are_reached_when_all_are(capsys: pytest.CaptureFixture[str]) -> None:
    goals = Goals()
    goals.below("quick", 0.1, 0.5)
    goals.count("all", 7, 7)
    goals.at_most("few", 2, 2)
    goals.ratio("even", 1.05, 1.1)
    goals.note("  by the way", "much")
    missed = Goals(list(goals.rows))
    missed.below("slow", 0.5, 0.5)
    assert (goals.reached, missed.reached) == (True, False)
    shown = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert [row[-1] for row in shown] == ["yes"] * 4 + ["much", "MISSED"]


def test_a_name_in_stat_may_hold_anything() -> None:
    assert _after_name("12 (a) R 9 (b) S 1 2 3") == ["S", "1", "2", "3"]


def test_processor_time_and_memory_of_a_process() -> None:
    before = _seconds(os.getpid())
    end = time.process_time() + 0.1
    while time.process_time() < end:
        pass
    assert 0.05 < _seconds(os.getpid()) - before < 5
    assert _memory(os.getpid()) > 1 << 20
    assert _seconds(2**22) == _memory(2**22) == 0  # above the maximum process id


async def test_children_are_found_by_their_arguments() -> None:
    process = await asyncio.create_subprocess_exec("sleep", "30")
    try:
        assert process.pid in _children(os.getpid(), "sleep")
        assert process.pid not in _children(os.getpid(), "forkserver")
    finally:
        process.kill()
        await process.wait()


async def test_lines_of_a_log_are_found(tmp_path: Path) -> None:
    log = tmp_path / "bot.log"
    log.write_text('{"level": "error"}\nResourceWarning: unclosed socket\n{"level": "info"}\n')
    process = await asyncio.create_subprocess_exec("true")
    await process.wait()
    bot = Bot(process, log, 1)
    assert len(bot.logged("unclosed")) == 1
    assert len(bot.logged('"level": "error"')) == 1


async def test_a_lock_keeps_others_from_writing(tmp_path: Path) -> None:
    path = tmp_path / "ouro.db"
    with sqlite3.connect(path) as first:
        first.execute("CREATE TABLE t (a)")
    first.close()
    holding = asyncio.create_task(asyncio.to_thread(_lock_database, path, 0.5))
    await asyncio.sleep(0.2)
    other = sqlite3.connect(path, timeout=0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("INSERT INTO t VALUES (1)")
    await holding
    other.execute("INSERT INTO t VALUES (1)")
    other.close()
