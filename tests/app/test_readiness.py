"""What `/readyz` and `/metrics` tell of bot processes and session starts."""

from aiohttp.test_utils import TestClient, TestServer

from app.health import health_app
from app.readiness import process_note, watch_processes
from service.processes import Processes
from service.session_starts import SessionStarts, StartLimit
from store.database import open_database
from store.shards import ShardRange
from telemetry.metrics import Metrics
from tests.support.clock import Clock


async def test_other_processes_are_told_of_and_do_not_decide(tmp_path: object) -> None:
    now, metrics = Clock(), Metrics()

    async def fetch() -> StartLimit:
        return StartLimit(1000, 700, 3600)

    async with open_database(f"sqlite:///{tmp_path}/ouro.db") as database:
        starts = SessionStarts(database, now, fetch, shared=True)
        processes = Processes(database, now, shards=ShardRange(0, 1, 6), shared=True)
        other = Processes(database, now, shards=ShardRange(3, 5, 6), shared=True)
        assert process_note(Processes(database, now)) is None
        watch_processes(processes, starts, metrics)
        notes = {"processes": lambda: process_note(processes), "nothing": lambda: None}
        async with TestClient(TestServer(health_app(metrics, {}, notes))) as client:
            alone = await client.get("/readyz")
            assert alone.status == 200
            assert await alone.text() == "processes: 1 alive, no process has shards 2, 3, 4, 5\n"
            for each in (other, processes):
                await each.renew()
            await starts.until_permitted()
            text = await (await client.get("/readyz")).text()
            assert text == "processes: 2 alive, no process has shard 2\n"
    sample = metrics.registry.get_sample_value
    assert sample("ouro_processes") == 2
    assert sample("ouro_shards_unserved") == 1
    assert sample("ouro_session_starts_left") == 700
    assert sample("ouro_session_start_wait_seconds") == 0
    labels = {"process": processes.id, "shards": "0-1/6", "version": processes.version}
    assert sample("ouro_process_info", labels) == 1
