"""`script/scale` starts everything, says where the chat is, and stops all of it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from cli.commands.health import fetch_status
from tests.support import sample_jobs as jobs
from tests.support.balancer import haproxy
from tests.support.paths import ROOT
from tools.scale_out import SHARDS, shard_ranges

pytestmark = pytest.mark.waits


@pytest.mark.long
@pytest.mark.usefixtures("postgresql")
def test_everything_runs_until_it_is_interrupted(tmp_path: Path) -> None:
    haproxy()
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "tools.scale_out", "--port", "0", "--workers", "1"],
        cwd=tmp_path,
        env={"PATH": os.environ.get("PATH", os.defpath), "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        assert program.stdout is not None
        lines = []
        for line in program.stdout:
            lines.append(line)
            if line.startswith("Open "):
                break
        assert lines[-1].startswith("Open http://127.0.0.1:"), lines
        reached, text = fetch_status(lines[-1].split()[1])
        assert reached, text
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 0
        jobs.wait_for_end_of_group(program.pid)


def test_each_shard_belongs_to_one_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.settings import Settings

    monkeypatch.setitem(Settings.model_fields, "shards", Settings.model_fields["workers"])
    numbers: list[int] = []
    for text in shard_ranges():
        first, last = text.partition("/")[0].split("-")
        assert text.endswith(f"/{SHARDS}")
        numbers += range(int(first), int(last) + 1)
    assert numbers == list(range(SHARDS))
