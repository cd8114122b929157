"""A bot that is killed at any await loses no pending message, and sends none twice.

The scenarios run in one chat. Each runs undisturbed first, which tells its points, and then once
for each kill; often the bot that takes over is killed too. Every kill is one with SIGKILL.
"""

import os
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from pathlib import Path

import pytest

from store.address import file_address, parse_address
from store.database import connect
from tests.support.chat.dailies import put_clock
from tests.support.contract.contract import Contract
from tests.support.faults.killing import (
    AFTER_LEASE,
    Doubled,
    Point,
    Scenario,
    World,
    points_in,
    world,
)
from tests.support.faults.points import watched
from tests.support.faults.scenarios import SCENARIOS
from tests.support.prepared import PreparedDatabases
from tests.support.sandbox.patient import patient_chat
from tests.support.warm.program import WarmProgram

SEED = "OURO_TEST_SEED"
KILLS = 6
"""How many kills the sample has."""
OTHERS = 8
"""How many further kills each scenario has with `--all`."""
INTERACTIONS = "bot.answering.interactions.Interactions"
TOGETHER = "service.playing.together.TogetherBoards"
UNREACHED = {
    "bot.answering.interactions._send 1": "tells what leaves nothing pending",
    "bot.answering.interactions._send 2": "refuses what leaves nothing pending",
    "bot.delivery.delivery.Delivery.stop 1": "a bot that stops: test_shutdown",
    "app.health.readiness.workers 1": "only reads",
    "app.health.readiness.workers 2": "only reads",
    f"{INTERACTIONS}._acknowledging 2": "a bot that stops: test_shutdown",
    f"{INTERACTIONS}._acknowledging 3": "beyond the rate limit, before anything is pending",
    f"{INTERACTIONS}.answering 4": "beyond the rate limit, before anything is pending",
    f"{INTERACTIONS}.answering.is_ours 1": "while the database fails: nothing is pending",
    f"{INTERACTIONS}.changing.is_ours 1": "only waits; tests/e2e/test_two_bots.py",
    f"{INTERACTIONS}.launch_activity 1": "leaves nothing pending",
    f"{INTERACTIONS}.launch_activity.send 1": "leaves nothing pending",
    "service.playing.attempts.Attempts.add_help 1": "solves nothing",
    "service.playing.attempts.Attempts.add_help.count 1": "solves nothing",
    "service.playing.attempts.Attempts.record_reveal 1": "solves nothing",
    "service.playing.attempts.Attempts.record_reveal.reveal 1": "solves nothing",
    "service.playing.attempts.Attempts.record_reveal.reveal 2": "solves nothing",
    "service.playing.attempts.Attempts.submit 2": "a solution that another process stored",
    "service.playing.races.Races.create_race.add 6": "a request without a pending reply",
    "service.learning.storms.Storms._answer 7": "an answer that another process stored meanwhile",
    "service.learning.storms.Storms._answer 8": "an answer that another process stored meanwhile",
    "service.learning.storms.Storms._newest 1": "a storm that ends while a press waits",
    "service.people.personal_data.PersonalData.delete 1": "one transaction",
    "service.people.personal_data.PersonalData.delete.forget 1": "the same transaction",
    "service.people.personal_data.PersonalData.delete.forget 2": "the same transaction",
    "service.people.personal_data.PersonalData.delete.forget 3": "the same transaction",
    "service.people.personal_data.PersonalData.delete.forget 4": "the same transaction",
    "service.people.preferences.Preferences.change.store 4": "in the transaction of the choice",
    "service.playing.races.Races.last 1": "only reads",
    "service.playing.races.Races.last 2": "only reads",
    "service.playing.races.Races.names 1": "only asks for names",
    "service.posting.publishing.Publishing.publish.add 6": "only reads, of what waits",
    "service.posting.servers.Servers.choose.store 5": "in the transaction of the choice",
    "store.outbox.change_named 1": "in the transaction of the choice",
    "store.outbox.change_named 2": "in the transaction of the choice",
    **{
        f"service.posting.servers._keep_off {number}": "in the transaction of the choice"
        for number in range(1, 5)
    },
    f"{TOGETHER}._change 1": "only reads a board that is not in memory",
    f"{TOGETHER}._shared 3": "only reads",
    f"{TOGETHER}._store 3": "in the transaction of the stroke",
    f"{TOGETHER}.begin.add 6": "in the transaction of the board",
    f"{TOGETHER}.end_untouched 1": "ends a board as giving up does",
    **{f"{TOGETHER}.end_untouched.end {n}": "ends a board as giving up does" for n in (1, 2)},
    f"{TOGETHER}.look 1": "only reads",
    f"{TOGETHER}.of_player 1": "only reads",
    "service.running.quotas.Quotas.count_puzzle 1": "before anything is pending",
    "service.running.quotas.Quotas.count_puzzle.count 1": "before anything is pending",
    "service.running.quotas.Quotas.count_puzzle.count 2": "before anything is pending",
}
"""The awaits where no scenario is killed, and why."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.long)])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database for a bot; that in a file has no tables yet."""
    if request.param == "sqlite":
        return file_address(tmp_path / "ouro.db")
    found: str = request.getfixturevalue("postgresql_tables")
    return found


@pytest.fixture
async def killed_world(
    address: str,
    killable_bots: WarmProgram,
    prepared_databases: PreparedDatabases,
    tmp_path: Path,
    contract: Contract,
) -> AsyncIterator[World]:
    """A world with a bot on an empty database."""
    if file := parse_address(address).path:
        await prepared_databases.copy_tables(file)
    async with (
        connect(parse_address(address)) as database,
        # What a killed bot has not acknowledged has failed when another one takes over.
        patient_chat(inspector=contract, acknowledge=AFTER_LEASE / 2) as sandbox,
        world(sandbox, database, address, killable_bots, tmp_path) as made,
    ):
        put_clock(sandbox, 10)
        made.advance(0)  # the clock of the bot too
        yield made


class Report:
    """What happened to scenarios that were killed."""

    def __init__(self) -> None:
        self.kills = Counter[str]()
        self.awaits = Counter[str]()
        self.lost: list[str] = []
        self.doubled: list[str] = []

    def note(self, scenario: Scenario, world: World, error: Exception | None) -> None:
        """Count the kills of a run, and what it lost."""
        name = scenario.__name__
        self.kills[name] += world.kills
        self.awaits[name] = max(self.awaits[name], len({*awaits_in(world.passed)}))
        if error is not None:
            found = f"{name} at {world.point}: {error!r}"
            print(found, flush=True)  # noqa: T201
            (self.doubled if isinstance(error, Doubled) else self.lost).append(found)

    def show(self, reached: int) -> None:
        """Print a table."""
        for name, kills in self.kills.items():
            lost, doubled = (
                sum(each.startswith(f"{name} ") for each in found)
                for found in (self.lost, self.doubled)
            )
            print(f"{name}: {self.awaits[name]} awaits, {kills} kills, {lost} / {doubled}")  # noqa: T201
        print(f"together {self.kills.total()} kills, {reached} awaits")  # noqa: T201


async def run(world: World, scenario: Scenario, report: Report, point: Point | None) -> None:
    """Run a scenario, killed at a point."""
    world.point, world.kills = point, 0
    error = None
    try:
        await scenario(world)
    except (AssertionError, LookupError, TimeoutError, ValueError) as failed:
        error = failed
        rows = await world.ask("SELECT key, state, due_at, tries, reason FROM outbox")
        print(f"{world.now()}, {world.kills} kills, {rows}", flush=True)  # noqa: T201
    report.note(scenario, world, error)
    await world.forget()
    if world.is_dead():
        await world.start()


def awaits_in(names: Sequence[str]) -> Iterator[str]:
    """The awaits to which the names of places belong."""
    for name in names:
        place, number, *_ = name.split()
        yield f"{place} {number}"


def expected() -> set[str]:
    """All awaits of the tree that are to be killed."""
    found = {name for names in watched().values() for name in names}
    assert found >= UNREACHED.keys(), "UNREACHED names awaits that are no more"
    return found - UNREACHED.keys()


def chosen_seed() -> str:
    return os.environ.get(SEED) or str(random.SystemRandom().randrange(10**6))


@pytest.mark.waits
async def test_some_kills(killed_world: World) -> None:
    """Each await has its point in a scenario; some kills at random lose and double nothing."""
    seed, report = chosen_seed(), Report()
    chance = random.Random(seed)
    passed: list[tuple[Scenario, Point]] = []
    for scenario in SCENARIOS:
        await run(killed_world, scenario, report, None)
        passed += [(scenario, point) for point in points_in(killed_world.passed)]
    missed = expected() - {*awaits_in([*killed_world.met])}
    assert not missed, f"no scenario passes these awaits: {sorted(missed)}"
    for scenario, point in chance.sample(passed, KILLS):
        killed_world.second = chance
        await run(killed_world, scenario, report, point)
    assert [*report.lost, *report.doubled] == [], f"{SEED}={seed}"


@pytest.mark.long
async def test_all_kills(killed_world: World) -> None:
    """Killed before and after each await, in the first scenario that passes it, and at some other
    points of each scenario."""
    seed, report, begun = chosen_seed(), Report(), time.monotonic()
    chance = random.Random(seed)
    for scenario in SCENARIOS:
        await run(killed_world, scenario, report, None)
        points = [*points_in(killed_world.passed)]
        first = [point for point in points if point.count == 1]
        new = [point for point in first if point.name not in killed_world.reached]
        for point in [*new, *chance.sample(points, min(OTHERS, len(points)))]:
            killed_world.second = chance if chance.random() < 0.25 else None
            await run(killed_world, scenario, report, point)
    reached = {*awaits_in([*killed_world.reached])}
    report.show(len(reached & expected()))
    print(f"{time.monotonic() - begun:.0f} s")  # noqa: T201
    assert [*report.lost, *report.doubled] == [], f"{SEED}={seed}"
    assert expected() - reached == set(), "no kill at these awaits"
