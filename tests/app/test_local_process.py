"""Whether another process of this machine has ended is seen from its name."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import pytest

from app.local_process import is_dead, own_name
from tests.support.paths import ROOT

TELLS_ITS_NAME = "from app.local_process import own_name; print(own_name(), flush=True); input()"

pytestmark = pytest.mark.skipif(not own_name(), reason="there is no /proc here")


@pytest.fixture
def other() -> Iterator["subprocess.Popen[str]"]:
    """A process that tells its name and waits."""
    with subprocess.Popen(
        [sys.executable, "-c", TELLS_ITS_NAME],
        cwd=ROOT,
        text=True,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as process:
        yield process
        process.kill()


def test_a_killed_process_is_dead_before_it_is_awaited(other: "subprocess.Popen[str]") -> None:
    assert other.stdout is not None
    name = other.stdout.readline().strip()
    assert not is_dead(name)
    other.send_signal(signal.SIGKILL)
    os.waitid(os.P_PID, other.pid, os.WEXITED | os.WNOWAIT)  # it is a zombie now
    assert is_dead(name)
    other.wait()
    assert is_dead(name)


def test_an_id_that_is_used_again_is_another_process() -> None:
    space, number, start = own_name().split(" ")
    assert is_dead(f"{space} {number} {int(start) - 1}")


@pytest.mark.parametrize("name", ["", "elsewhere 1 2", "elsewhere"])
def test_nothing_is_known_of_other_machines(name: str) -> None:
    assert not is_dead(name)
    space = own_name().split(" ")[0]
    assert not is_dead(space)
    assert not is_dead(f"{space} nonsense 1")
