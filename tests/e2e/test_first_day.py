"""The first dailies of all: many people ask for them before any is generated."""

import asyncio
from pathlib import Path

import pytest

from play.tracks import EVERYDAY
from tests.support.chat.dailies import TITLE
from tests.support.chat.runner import no_tasks, running_bot
from tests.support.chat.stored import count
from tests.support.sandbox.server import Sandbox

PEOPLE = 8


@pytest.mark.both_databases
@pytest.mark.usefixtures("restored_addresses")
async def test_all_who_ask_at_once_get_the_same_dailies(
    sandbox: Sandbox, tmp_path: Path, bot_database: str
) -> None:
    """One person alone may have fewer jobs at once than dailies are missing."""
    people = [sandbox.world.add_user(f"Person {number}") for number in range(PEOPLE)]
    tracks = [track.value for track in EVERYDAY]
    async with running_bot(sandbox, tmp_path, tasks=no_tasks, per_person=1):
        assert await count(bot_database, "dailies") == 0
        asked = [
            sandbox.client.slash("daily", {"track": track}, user=person, seconds=120)
            for person in people
            for track in tracks
        ]
        replies = await asyncio.gather(*asked)
    assert all(TITLE in reply.text for reply in replies), {reply.text for reply in replies}
    puzzles = await asyncio.gather(*(reply.attachment_bytes() for reply in replies))
    assert all(len({*puzzles[number :: len(tracks)]}) == 1 for number in range(len(tracks)))
    assert len({*puzzles}) == len(tracks)
    assert await count(bot_database, "dailies") == len(tracks)
    assert await count(bot_database, "puzzles") == len(tracks)
