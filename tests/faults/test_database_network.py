"""Failures of the network between the bot and PostgreSQL: everybody is answered, the bot stops."""

import asyncio
import signal
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from tests.support.chat.playing import button, opened
from tests.support.chat.runner import now_of
from tests.support.chat.stored import rows
from tests.support.faults.proxy import FaultProxy, NetworkFault, proxied_postgres
from tests.support.prepared import PreparedDatabases
from tests.support.program import end_of, forked_service
from tests.support.sandbox.client import Reply
from tests.support.sandbox.server import Sandbox
from tests.support.warm.program import WarmProgram
from texts import problems

pytestmark = pytest.mark.waits

SMALL = "3x3:i"
MAX_SECONDS = 55.0
"""As in `test_shutdown`: more than all limits of a shutdown together, on a busy machine."""
PATIENT = 100.0
"""Far more than the limits of the database together, so that a busy machine passes."""


def set_fault(fault: NetworkFault, proxy: FaultProxy) -> None:
    proxy.fault = fault


def cut_short(proxy: FaultProxy) -> None:
    proxy.left = 700


FAULTS: dict[str, Callable[[FaultProxy], object]] = {
    "forgotten": FaultProxy.forget,
    "one forgotten": partial(FaultProxy.forget, count=1),
    "slow": partial(set_fault, NetworkFault.SLOW),
    "silent": partial(set_fault, NetworkFault.SILENT),
    "half-open": partial(set_fault, NetworkFault.HALF_OPEN),
    "refused": FaultProxy.refuse,
    "cut short": cut_short,
}
REFUSALS = (problems.STORE_AWAY.text, problems.STORE_CROWDED.text)
"""What somebody is told whose press is not stored; the second one to who waits behind others."""
HARMLESS = {"forgotten", "one forgotten", "slow"}
"""Faults in spite of which everybody gets what they asked for."""


async def lines_of(address: str, player: int) -> int:
    found = "SELECT max(lines) FROM attempts WHERE player_id = :player"
    [[lines]] = await rows(address, found, player=player)
    return int(lines)


@pytest.mark.parametrize("name", FAULTS)
async def test_everybody_is_answered_and_the_bot_stops(  # noqa: PLR0917 - fixtures
    sandbox: Sandbox,
    warm_bots: WarmProgram,
    tmp_path: Path,
    postgresql_tables: str,
    prepared_databases: PreparedDatabases,
    name: str,
) -> None:
    chat = sandbox.client
    await prepared_databases.provide_dailies(now_of(sandbox).date(), postgresql_tables)
    async with (
        proxied_postgres(postgresql_tables) as (proxy, address),
        forked_service(warm_bots, sandbox, tmp_path, OURO_DATABASE=address) as process,
    ):
        people = [sandbox.add_user(f"Person {number}") for number in range(5)]
        boards = [await opened(sandbox, user=user) for user in people]
        FAULTS[name](proxy)

        solving = [
            chat.slash("solve", {"puzzle": SMALL}, user=user, seconds=PATIENT) for user in people
        ]
        pressing = [
            chat.press(board, button(board, "right"), user=user, seconds=PATIENT)
            for user, board in zip(people, boards, strict=True)
        ]
        solved, pressed = await asyncio.gather(asyncio.gather(*solving), asyncio.gather(*pressing))
        process.send_signal(signal.SIGTERM)
        since = time.monotonic()
        code, printed, _ = await end_of(process)
        assert (code, time.monotonic() - since < MAX_SECONDS) == (0, True), printed

    def is_refused(answer: Reply) -> bool:
        return any(text in answer.text for text in REFUSALS)

    lost = [is_refused(answer) for answer in (*solved, *pressed)]
    assert name not in HARMLESS or not any(lost)
    for answer in solved:
        assert "213 solutions" in answer.text or is_refused(answer)
    for user, answer in zip(people, pressed, strict=True):
        stored = await lines_of(postgresql_tables, user) == 1
        assert stored or is_refused(answer)
