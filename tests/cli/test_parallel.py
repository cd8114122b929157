"""Values are worked on by several processes: in order, as they come, and until interrupted."""

import itertools
import multiprocessing
import multiprocessing.connection
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from cli import parallel
from cli.errors import ProcessLostError
from cli.parallel import CHUNKS_PER_PROCESS, MAX_CHUNK, ROOM_PER_PROCESS, mapped


def square(value: int) -> int:
    return value * value


def square_or_fail(value: int) -> int:
    if value == 3:
        raise ValueError(value)
    return value * value


def process_unless_seven(value: int) -> int:
    if value == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def process_of(_: int) -> int:
    return os.getpid()


def reached_by_interrupts(_: int) -> tuple[int, bool]:
    return os.getpid(), signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


def end_of(value: int, error: ProcessLostError) -> int:
    assert "killed" in str(error)
    return -value


def wait_for_file(path: str) -> str:
    """Wait for a file of that name, if it is one; return the name."""
    while path and not Path(path).exists():
        time.sleep(0.01)
    return path


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start processes as soon as there is any work for them."""
    monkeypatch.setattr(parallel, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(parallel, "START_SECONDS", 0.0)


@pytest.mark.usefixtures("impatient")
def test_results_come_in_order_from_other_processes() -> None:
    with mapped(square, range(500), jobs=2) as results:
        assert list(results) == [value * value for value in range(500)]
    with mapped(process_of, itertools.count(), jobs=2) as processes:
        others = (number for number in processes if number != os.getpid())
        assert next(others)


def test_a_few_values_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parallel, "PATIENCE_SECONDS", 600.0)
    with mapped(process_of, range(50), jobs=2) as results:
        assert set(results) == {os.getpid()}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_is_raised_in_its_place(jobs: int) -> None:
    found: list[int] = []
    with mapped(square_or_fail, range(9), jobs) as results, pytest.raises(ValueError, match="3"):
        found.extend(results)
    assert found == [0, 1, 4]


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_error_of_the_input_follows_the_results_before_it(jobs: int) -> None:
    def values() -> Iterator[int]:
        yield from (1, 2)
        raise OSError("gone")

    found: list[int] = []
    with mapped(square, values(), jobs) as results, pytest.raises(OSError, match="gone"):
        found.extend(results)
    assert found == [1, 4]


@pytest.mark.parametrize("jobs", [1, 2])
def test_each_result_is_there_before_the_next_value(jobs: int) -> None:
    """As for a program that writes one line and reads one answer before the next."""
    lines: SimpleQueue[int | None] = SimpleQueue()
    with mapped(square, iter(lines.get, None), jobs) as results:
        for value in range(20):
            lines.put(value)
            assert next(results) == value * value
        lines.put(None)
        assert list(results) == []


@pytest.mark.usefixtures("impatient")
def test_each_result_is_there_before_the_next_value_also_in_processes() -> None:
    lines: SimpleQueue[int | None] = SimpleQueue()
    with mapped(process_of, iter(lines.get, None), jobs=2) as results:
        while True:  # until another process has started
            for value in range(8):
                lines.put(value)
            if os.getpid() not in {next(results) for _ in range(8)}:
                break
        for value in range(20):
            lines.put(value)
            assert next(results) != os.getpid()
        lines.put(None)


@pytest.mark.parametrize("jobs", [2, 3])
def test_few_values_are_read_ahead(jobs: int) -> None:
    read = itertools.count()
    with mapped(square, read, jobs) as results:
        for _ in range(10):
            next(results)
    handed_on = jobs * CHUNKS_PER_PROCESS * MAX_CHUNK
    assert next(read) <= 10 + jobs * ROOM_PER_PROCESS + handed_on + 1


def other_processes(queue: "SimpleQueue[int | None]", results: Iterator[int]) -> None:
    """Give values to work on until another process has worked on one."""
    while True:
        for _ in range(8):
            queue.put(0)
        if os.getpid() not in {next(results) for _ in range(8)}:
            return


@pytest.mark.usefixtures("impatient")
def test_a_killed_process_costs_only_the_value_it_worked_on() -> None:
    queue: SimpleQueue[int | None] = SimpleQueue()
    with mapped(process_unless_seven, iter(queue.get, None), jobs=2, lost=end_of) as results:
        other_processes(queue, results)
        values = [1, 2, 7, 3, 4, 5, 7, 6, *range(8, 200)]
        for value in values:
            queue.put(value)
        queue.put(None)
        found = list(results)
    assert [value for value in found if value < 0] == [-7, -7]
    assert [at for at, value in enumerate(found) if value < 0] == [2, 6]
    assert len(found) == len(values)


@pytest.mark.usefixtures("impatient")
def test_processes_that_are_lost_between_values_are_started_again() -> None:
    queue: SimpleQueue[int | None] = SimpleQueue()
    with mapped(process_unless_seven, iter(queue.get, None), jobs=2) as results:
        other_processes(queue, results)
        processes = multiprocessing.active_children()
        processes[0].kill()
        for process in processes:  # the others are ended once the loss of one is known
            multiprocessing.connection.wait([process.sentinel])
        other_processes(queue, results)
        queue.put(None)
        assert list(results) == []


@pytest.mark.usefixtures("impatient")
def test_a_killed_process_ends_the_work_unless_told_otherwise() -> None:
    queue: SimpleQueue[int | None] = SimpleQueue()
    with mapped(process_unless_seven, iter(queue.get, None), jobs=2) as results:
        other_processes(queue, results)
        queue.put(7)
        with pytest.raises(ProcessLostError):
            next(results)


@pytest.mark.usefixtures("impatient")
def test_an_interrupt_gives_what_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Values behind one that takes long are finished by then, and no result is lost."""
    monkeypatch.setattr(parallel, "MAX_CHUNK", 1)
    gate = str(tmp_path / "gate")
    found: list[str] = []

    def interrupted(results: Iterator[str]) -> Iterator[str]:
        for number, result in enumerate(results):
            if number == 1:
                os.kill(os.getpid(), signal.SIGINT)
            yield result

    with mapped(wait_for_file, ["", "", gate, "", ""], jobs=2) as results:
        with pytest.raises(KeyboardInterrupt):
            found.extend(interrupted(results))
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    assert found[:2] == ["", ""]
    assert gate not in found


@pytest.mark.usefixtures("impatient")
def test_control_c_of_a_terminal_reaches_the_process_of_the_command_alone() -> None:
    with mapped(reached_by_interrupts, itertools.count(), jobs=2) as results:
        others = ((process, reached) for process, reached in results if process != os.getpid())
        found = dict(itertools.islice(others, 500))
    assert set(found.values()) == {False}


@pytest.mark.usefixtures("impatient")
def test_no_process_is_left_after_the_block() -> None:
    with mapped(process_of, itertools.count(), jobs=2) as results:
        other = next(process for process in results if process != os.getpid())
    with pytest.raises(ProcessLookupError):
        os.kill(other, 0)
