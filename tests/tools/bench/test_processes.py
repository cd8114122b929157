"""The processor time of a bot is its own, and that of its workers theirs, also once they ended."""

import subprocess
import sys

import pytest

from tools.bench.processes import usage_of

SPENT = 0.5
SPEND = f"import sys, time\nwhile time.process_time() < {SPENT}: pass\n"
STAY = "print('ready', flush=True)\nsys.stdin.read()\n"
BOT = f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', sys.argv[1]])\n{STAY}"


@pytest.mark.parametrize("worker", [SPEND, SPEND + STAY], ids=["ended", "running"])
def test_the_time_of_workers_is_not_the_time_of_the_bot(worker: str) -> None:
    command = [sys.executable, "-c", BOT, worker]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as bot:
        assert bot.stdin is not None
        assert bot.stdout is not None
        assert bot.stdout.readline() == b"ready\n"
        usage = usage_of(bot.pid)
        bot.stdin.close()
    assert usage.bot < SPENT / 2 < usage.workers
    assert 0 < usage.own <= usage.memory
