"""Values are worked on by several processes: in order, as they come, and until interrupted."""

import itertools
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli import workers
from cli.errors import ProcessLostError
from cli.process_pool import ProcessPool
from cli.work_queue import MAX_CHUNK, Failed, WorkQueue
from cli.workers import ROOM_PER_PROCESS, mapped


def square(value: int) -> int:
    return value * value


def square_or_fail(value: int) -> int:
    if value == 3:
        raise ValueError(value)
    return value * value


def kill_at_seven(value: int) -> int:
    if value == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return value


def process_of(_: int) -> int:
    return os.getpid()


def end_of(value: int, error: ProcessLostError) -> int:
    return (error.code or 0) * 100 - value


def wait_for_file(path: str) -> str:
    """Wait for a file of that name, if it is one; return the name."""
    while path and not Path(path).exists():
        time.sleep(0.01)
    return path


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start processes as soon as there is any work for them."""
    monkeypatch.setattr(workers, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(workers, "START_SECONDS", 0.0)


@pytest.mark.usefixtures("impatient")
def test_results_come_in_order_from_other_processes() -> None:
    with mapped(square, range(500), jobs=2) as results:
        assert list(results) == [value * value for value in range(500)]
    with mapped(process_of, itertools.count(), jobs=2) as processes:
        others = (number for number in processes if number != os.getpid())
        assert next(others)


def test_a_few_values_start_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ProcessPool, "start", lambda _: pytest.fail("a process was started"))
    monkeypatch.setattr(workers, "PATIENCE_SECONDS", 600.0)
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
    assert next(read) <= 10 + jobs * ROOM_PER_PROCESS + 1


@pytest.mark.usefixtures("impatient")
def test_a_killed_process_costs_only_the_value_it_worked_on() -> None:
    queue: WorkQueue[int, int] = WorkQueue(room=100)
    for value in range(20):
        queue.add(value)
    queue.end()
    pool = ProcessPool(queue, kill_at_seven, end_of, 2)
    pool.start()
    found = []
    while not queue.is_finished:
        queue.wait(lambda: queue.has_next)
        found.append(queue.pop())
    queue.close()
    pool.stop()
    assert found == [-907 if value == 7 else value for value in range(20)]


def test_a_process_that_cannot_start_ends_the_work() -> None:
    queue: WorkQueue[int, int] = WorkQueue(room=1)
    pool = ProcessPool(queue, _Unreadable(), end_of, 1)
    pool.start()
    with pytest.raises(ProcessLostError, match="while it started; --jobs 1"):
        queue.wait(lambda: False)
    queue.close()
    pool.stop()


class _Unreadable:
    """A function that ends the process that unpickles it."""

    def __call__(self, value: int) -> int:
        return value

    def __reduce__(self) -> tuple[object, ...]:
        return os._exit, (4,)


@pytest.mark.usefixtures("impatient")
def test_an_interrupt_gives_what_is_finished(tmp_path: Path) -> None:
    """Values behind one that takes long are finished by then, and no result is lost."""
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


@given(st.lists(st.sampled_from(["add", "take", "put", "pop"]), max_size=60))
def test_a_queue_returns_all_results_in_order(steps: list[str]) -> None:
    queue: WorkQueue[int, int] = WorkQueue(room=5)
    added, popped, taken = 0, 0, []
    for step in steps:
        if step == "add" and added - popped < 5:
            assert queue.add(added)
            added += 1
        elif step == "take" and (numbered := queue.take()):
            taken.append(numbered)
        elif step == "put" and taken:
            numbered = taken.pop()
            queue.put(numbered.number, numbered.value * 10)
        elif step == "pop" and queue.has_next:
            assert queue.pop() == popped * 10
            popped += 1
    assert not queue.is_finished
    assert queue.waiting + len(taken) <= added - popped


def test_chunks_share_what_waits() -> None:
    queue: WorkQueue[int, int] = WorkQueue(room=1000)
    for value in range(8):
        queue.add(value)
    assert [each.value for each in queue.take_chunk(4)] == [0, 1]
    queue.give_back([])
    for value in range(8, 900):
        queue.add(value)
    assert len(queue.take_chunk(2)) == MAX_CHUNK
    queue.record_seconds(10.0)
    assert len(queue.take_chunk(2)) == 1
    queue.close()
    assert queue.take_chunk(2) == []
    assert not queue.add(1)


def test_a_failed_value_is_left_out_of_what_is_finished() -> None:
    queue: WorkQueue[int, int] = WorkQueue(room=9)
    for value in range(4):
        queue.add(value)
    queue.put(3, 33)
    queue.put(2, Failed(ValueError()))
    queue.put(1, 11)
    assert queue.pop_finished() == [11, 33]
