"""`script/scale` starts everything, shows that it works, says where the chat is, and stops."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.operating.health import fetch_status
from tests.support import sample_jobs as jobs
from tests.support.paths import ROOT
from tools.scale_out import RANGES, SHARDS

pytestmark = pytest.mark.waits


@pytest.mark.long
@pytest.mark.usefixtures("postgresql", "certificates")
def test_everything_works_until_it_is_interrupted(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-P", "-m", "tools.scale_out", "--port", "0", "--threads", "1"],
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
        for shown in ("An animation comes from", "The bot was killed", "All of them are back"):
            assert any(line.startswith(shown) for line in lines), lines
        reached, text = fetch_status(lines[-1].split()[1])
        assert reached, text
        program.send_signal(signal.SIGINT)
        assert program.wait(60) == 0
        jobs.wait_for_end_of_group(program.pid)


def test_each_shard_belongs_to_one_bot() -> None:
    assert [shard for each in RANGES for shard in each.ids] == list(range(SHARDS))
    assert {each.count for each in RANGES} == {SHARDS}
