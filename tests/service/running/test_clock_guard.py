"""The clock of the service: right where the machine's is wrong, and schedules wait for it."""

import asyncio
import math
from datetime import timedelta

import pytest

from service.running.clock import TimeSource
from service.running.clock_guard import TOLERANCE, ClockGuard, ClockState, ClockWatch
from service.running.scheduler import running
from tests.support.clock import Clock
from tests.support.waiting import until

QUICK, SLOW = 0.1, 20.0


class Machine:
    """A machine in a world whose time is `true`; its clock is `off` by some seconds."""

    def __init__(self) -> None:
        self.true = Clock()
        self.off = 0.0
        self.guard = ClockGuard(
            TimeSource(
                lambda: self.true() + timedelta(seconds=self.off), lambda: self.true().timestamp()
            )
        )

    @property
    def state(self) -> ClockState:
        return self.guard.state

    def hear(self, seconds: float = QUICK, *, discord_off: float = 0.0) -> ClockState:
        """An answer comes from Discord, by whose clock it is `discord_off` seconds later."""
        date = self.true() + timedelta(seconds=discord_off)
        self.guard.note_date(date.replace(microsecond=0), seconds)
        return self.state


@pytest.fixture
def machine() -> Machine:
    """A machine whose clock is right, which Discord has not told yet."""
    return Machine()


def test_before_discord_answers_the_clock_is_the_machines(machine: Machine) -> None:
    assert machine.state is ClockState.UNKNOWN
    machine.off = 365 * 86_400.0
    assert machine.guard() == machine.true() + timedelta(days=365)
    assert math.isnan(machine.guard.offset)


@pytest.mark.parametrize("jump", [60.0, -60.0, 365 * 86_400.0, -365 * 86_400.0, TOLERANCE + 1])
def test_a_jump_is_not_followed(machine: Machine, jump: float) -> None:
    assert machine.hear() is ClockState.RIGHT
    machine.true.pass_(1000)
    machine.off = jump
    assert machine.guard() == machine.true()
    assert [machine.state, machine.hear()] == [ClockState.JUMPED, ClockState.WRONG]
    machine.true.pass_(1000)
    assert abs(machine.guard() - machine.true()) <= timedelta(seconds=1)
    assert machine.guard.offset == pytest.approx(jump, abs=1)
    machine.off = 0
    assert [machine.state, machine.hear()] == [ClockState.WRONG, ClockState.RIGHT]
    assert machine.guard() == machine.true()


def test_a_machine_that_slept_is_right_once_discord_says_so(machine: Machine) -> None:
    """The steady clock of some systems stops meanwhile."""
    machine.hear()
    machine.off = 3600.0
    states = [machine.state, machine.hear(discord_off=3600.0)]
    assert states == [ClockState.JUMPED, ClockState.RIGHT]
    assert machine.guard() == machine.true() + timedelta(hours=1)


def test_a_clock_that_runs_a_little_fast_is_followed(machine: Machine) -> None:
    """As far as Discord agrees, which is asked often enough."""
    machine.hear()
    for _ in range(100):
        machine.true.pass_(60)
        machine.off += 0.03
        assert machine.hear() is ClockState.RIGHT
        assert machine.guard() == machine.true() + timedelta(seconds=machine.off)
    while machine.hear() is ClockState.RIGHT:
        machine.true.pass_(60)
        machine.off += 0.03
    assert TOLERANCE - 1 <= machine.off <= TOLERANCE + 1


def test_a_slow_answer_proves_little(machine: Machine) -> None:
    assert machine.hear(SLOW) is ClockState.UNKNOWN
    machine.off = 10.0
    assert machine.hear(SLOW) is ClockState.UNKNOWN
    machine.off = 60.0
    assert machine.hear(SLOW) is ClockState.WRONG
    assert machine.hear(SLOW) is ClockState.WRONG
    machine.off = 0.0
    assert machine.hear(SLOW) is ClockState.WRONG
    assert machine.hear() is ClockState.RIGHT
    assert machine.hear(SLOW) is ClockState.RIGHT


async def test_schedules_run_once_the_clock_is_right(machine: Machine) -> None:
    asked: list[ClockState] = []

    async def ask() -> None:
        asked.append(machine.state)
        if len(asked) == 1:
            raise OSError("no network")

    watch = ClockWatch(machine.guard, ask)
    connected = asyncio.Event()
    connected.set()
    async with running([watch.task(connected)]):
        waiting = asyncio.create_task(watch.until_schedules_run())
        await until(lambda: asked)
        assert not watch.schedules_run()
        assert not waiting.done()
        machine.hear()
        await waiting
        assert watch.schedules_run()
        await watch.until_schedules_run()
        machine.off = 60.0
        assert not watch.schedules_run()
        waiting = asyncio.create_task(watch.until_schedules_run())
        await until(lambda: len(asked) == 2)
        assert asked == [ClockState.UNKNOWN, ClockState.JUMPED]
        machine.off = 0.0
        assert not waiting.done()
        machine.hear()
        await waiting
        assert watch.schedules_run()
