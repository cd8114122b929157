"""The confinement of workers: each test runs a job that attempts what is forbidden."""

import asyncio
import errno
import os
import platform
import resource
import secrets
import signal
import socket
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio
import structlog

from tests.support import hostile_jobs as jobs
from tests.support.waiting import until
from tests.support.worker_pools import children_of, has_in_memory
from workers import seccomp
from workers.landlock import Ruleset, Unavailable
from workers.pool import LocalPool
from workers.setup import WorkerLimits, WorkerSetup
from workers.worker_process import MAX_LINE, MAX_LINES

SECRET = "token-that-nobody-may-know"  # noqa: S105 - of no bot
VARIABLES = {
    "LD_LIBRARY_PATH",
    "PYTHONPATH",
    "PYTHONTZPATH",
    "TZ",
    "TZDIR",
    "LC_CTYPE",
    "OPENBLAS_NUM_THREADS",
}
"""The variables that a worker may have. Python adds `LC_CTYPE`."""
NULL_DEVICE = os.makedev(1, 3)
"""The number of `/dev/null`."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pool() -> AsyncIterator[LocalPool]:
    """A pool of a process whose environment has secrets."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISCORD_TOKEN", SECRET)
        patch.setenv("OURO_DATABASE", f"postgresql://ouro:{SECRET}@localhost/ouro")
        limits = WorkerLimits(seconds=600)
        setup = WorkerSetup(jobs.registry, modules=("app.job_registry",))
        async with LocalPool(
            workers=1, queue=9, per_person=9, limits=limits, worker_setup=setup
        ) as pool:
            await pool.warm_up()
            yield pool


@pytest.fixture
def landlock() -> None:
    """Skips the test, and says why, on a kernel without Landlock."""
    try:
        Ruleset(()).close()
    except Unavailable as reason:
        pytest.skip(str(reason))


def need(pool: LocalPool, what: str) -> None:
    """Skip the test, and say why, where the kernel lacks this restriction."""
    for reason in pool.missing:
        if what in reason:
            pytest.skip(reason)


async def test_the_environment_has_no_secret(pool: LocalPool) -> None:
    environment = await pool.run(jobs.environment, None, person=1)
    assert SECRET not in str(environment)
    assert set(environment) <= VARIABLES


async def test_no_process_that_leads_to_the_bot_tells_its_environment(pool: LocalPool) -> None:
    need(pool, "Landlock")
    for process in (os.getpid(), *await pool.run(jobs.processes, None, person=1)):
        for name in ("environ", "cmdline", "mem", "maps"):
            path = f"/proc/{process}/{name}"
            assert await pool.run(jobs.read, path, person=1) == "PermissionError"


async def test_no_process_but_the_bot_has_a_secret(pool: LocalPool) -> None:
    worker, _ = await pool.run(jobs.processes, None, person=1)
    processes = children_of(os.getpid())
    assert worker in processes
    for process in processes:
        for name in ("environ", "cmdline"):
            assert SECRET not in await asyncio.to_thread(Path(f"/proc/{process}/{name}").read_text)


async def test_the_memory_of_a_worker_has_no_secret(pool: LocalPool) -> None:
    kept = secrets.token_hex(16)
    assert await pool.run(jobs.keep, kept, person=1) == len(kept)
    worker, _ = await pool.run(jobs.processes, None, person=1)
    assert await asyncio.to_thread(has_in_memory, worker, kept), "the search finds nothing"
    assert not await asyncio.to_thread(has_in_memory, worker, SECRET)


@pytest.mark.parametrize("call", ["socket", "socketpair", "connect", "send", "io_uring"])
async def test_there_is_no_network(pool: LocalPool, call: str) -> None:
    need(pool, "system calls")
    assert await pool.run(jobs.use_network, call, person=1) == "PermissionError"


async def test_nothing_is_inherited_but_the_socket_to_the_bot(pool: LocalPool) -> None:
    """And standard error; standard input and output are empty. It opens a file: its own status."""
    with socket.create_server(("127.0.0.1", 0)):
        assert await pool.run(jobs.open_sockets, None, person=1) == 1
        assert await pool.run(jobs.open_descriptors, None, person=1) == 5
    for descriptor in (0, 1):
        assert await pool.run(jobs.device_of, descriptor, person=1) == NULL_DEVICE


async def test_files_of_the_data_folder_are_out_of_reach(pool: LocalPool, tmp_path: Path) -> None:
    need(pool, "Landlock")
    (tmp_path / "ouro.db").write_text(SECRET)
    beside = Path(jobs.__file__).parents[2] / "pyproject.toml"  # the default folder is there
    for path in (tmp_path / "ouro.db", tmp_path, beside, Path("/etc/passwd"), Path("/tmp")):  # noqa: S108
        assert await pool.run(jobs.read, str(path), person=1) == "PermissionError"


async def test_nothing_can_be_written(pool: LocalPool, tmp_path: Path) -> None:
    need(pool, "Landlock")
    package = Path(jobs.__file__).parent
    for folder in (tmp_path, Path("/tmp"), Path("/dev/shm"), package):  # noqa: S108
        assert await pool.run(jobs.write, str(folder / "left"), person=1) == "PermissionError"
        assert not (folder / "left").exists()


async def test_what_jobs_import_and_read_late_is_there(pool: LocalPool) -> None:
    assert await pool.run(jobs.import_late, "wave", person=1) == "wave"
    assert await pool.run(jobs.import_late, "narrator.outcomes", person=1) == "narrator.outcomes"
    assert await pool.run(jobs.zone, "Asia/Tokyo", person=1) == 9
    assert await pool.run(jobs.say_in_japanese, None, person=1)


@pytest.mark.parametrize("way", ["execve", "fork", "spawn"])
async def test_no_other_program_can_be_run(pool: LocalPool, way: str) -> None:
    need(pool, "system calls")
    assert await pool.run(jobs.run_program, way, person=1) == "PermissionError"


async def test_other_processes_cannot_be_ended(pool: LocalPool) -> None:
    need(pool, "system calls")
    for process in (os.getpid(), os.getppid(), -1, 0):
        for number in (0, signal.SIGTERM):
            found = await pool.run(jobs.kill, (process, int(number)), person=1)
            assert found == "PermissionError"


async def test_only_the_own_priority_can_be_lowered(pool: LocalPool) -> None:
    need(pool, "system calls")
    worker, _ = await pool.run(jobs.processes, None, person=1)
    assert await pool.run(jobs.renice, (os.PRIO_PROCESS, 0), person=1) == ""
    for target in (worker, os.getpid()):
        found = await pool.run(jobs.renice, (os.PRIO_PROCESS, target), person=1)
        assert found == "PermissionError"
    for kind in (os.PRIO_PGRP, os.PRIO_USER):
        assert await pool.run(jobs.renice, (kind, 0), person=1) == "PermissionError"


@pytest.mark.parametrize("way", ["chmod", "utime", "setxattr", "unlink", "rename", "link", "mkdir"])
async def test_nothing_about_a_file_can_be_changed(
    pool: LocalPool, tmp_path: Path, way: str
) -> None:
    """Landlock has no rule for the first three."""
    need(pool, "system calls")
    file = tmp_path / "log"
    file.write_text("kept")
    before = file.stat()
    assert await pool.run(jobs.change_file, (way, str(file)), person=1) == "PermissionError"
    assert (file.stat(), file.read_text()) == (before, "kept")


@pytest.mark.parametrize("way", ["TIOCSTI", "F_SETOWN", "F_SETSIG", "F_SETFL", "F_SETLK"])
async def test_a_descriptor_is_only_written_to(pool: LocalPool, way: str) -> None:
    need(pool, "system calls")
    assert await pool.run(jobs.control_descriptor, way, person=1) == "PermissionError"


async def test_the_kernel_refuses_every_other_number(pool: LocalPool) -> None:
    need(pool, "system calls")
    which = ["x86_64", "aarch64"].index(platform.machine())
    tables: list[tuple[int | None, ...]] = [*seccomp.ALLOWED.values()]
    tables += [seccomp.SETPRIORITY, seccomp.CLONE, seccomp.CLONE3]
    tables += [numbers for numbers, _, _ in seccomp.CHECKED.values()]
    tables += [numbers for numbers, _ in seccomp.OPEN]
    tables += [(335, None), (336, None)]  # of probes: no filter sees them, and they only end it
    others = sorted({*range(600)} - {numbers[which] for numbers in tables})
    errors = await pool.run(jobs.make_calls, others, person=1)
    assert {number for number in others if errors[number] == errno.EPERM} == {
        number for number in others if number <= seccomp.NEWEST
    }
    assert {errors[number] for number in others if number > seccomp.NEWEST} == {errno.ENOSYS}


async def test_limits_of_resources_cannot_be_lifted(pool: LocalPool) -> None:
    for kind, most in (
        (resource.RLIMIT_AS, WorkerLimits(1).memory << 20),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_FSIZE, 0),
    ):
        soft, hard, error = await pool.run(jobs.raise_limit, kind, person=1)
        assert soft == hard == most
        assert os.geteuid() == 0 or error == "ValueError"  # root may lift them


async def test_standard_error_is_a_part_of_the_log(pool: LocalPool) -> None:
    """It is a socket to the bot, not the bot's own terminal or file."""
    assert await pool.run(jobs.device_of, 2, person=1) == 0
    assert await pool.run(jobs.control_descriptor, "truncate", person=1) == "OSError"
    with structlog.testing.capture_logs() as entries:
        text = "\x1b[2J" + "x" * 1000 + "\n" + "line\n" * 1000
        await pool.run(jobs.write_error, text, person=1)
        await until(lambda: len(entries) >= MAX_LINES)
        await pool.run(jobs.write_error, "more\n" * 1000, person=1)
    assert len(entries) == MAX_LINES
    assert {entry["event"] for entry in entries} == {"a worker wrote"}
    assert entries[0]["line"] == ("\x1b[2J" + "x" * 1000)[:MAX_LINE]
    assert entries[1]["line"] == "line"


async def test_no_privileges_can_be_gained(pool: LocalPool) -> None:
    assert await pool.run(jobs.no_new_privileges, None, person=1) == 1


@pytest.mark.parametrize(
    "frame",
    [
        b"\x80\x04\x95",  # how a pickle begins: a length beyond every bound
        b"\xff\xff\xff\xff",
        b"\x00\x00\x00\x01\xc1",
        b"\x00\x00\x00\x00",
        b"",
    ],
)
async def test_a_worker_that_sends_anything_else_is_replaced(pool: LocalPool, frame: bytes) -> None:
    """Nothing of it is run or waited for; the next job has a new worker."""
    before = await pool.run(jobs.processes, None, person=1)
    with pytest.raises(jobs.Failures):
        await pool.run(jobs.send_raw, frame, person=1)
    after = await pool.run(jobs.processes, None, person=1)
    assert after[0] != before[0]


@pytest.mark.usefixtures("landlock")
def test_the_kernel_of_this_machine_has_landlock() -> None:
    """Skipped on a kernel without it, so that the report says so."""
