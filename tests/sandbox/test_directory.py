"""A saved conversation survives a restart of the sandbox; one sandbox at a time may use it."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiohttp
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sandbox.chat.state_directory import (
    FORMAT,
    Snapshot,
    StateDirectory,
    dump_snapshot,
    load_snapshot,
)
from sandbox.model.errors import DirectoryError
from sandbox.model.permissions import Permission
from sandbox.model.records import AnswerStage, Attachment, ChatMessage
from sandbox.model.uploads import Upload
from sandbox.model.world import DefaultIds
from tests.support.paths import ROOT
from tests.support.program import local_chat
from tests.support.sandbox.client import NoAnswer
from tests.support.sandbox.patient import patient_chat
from tests.support.sandbox.sample_bot import connected
from tests.support.sandbox.server import Sandbox
from tests.support.typed import values
from tests.support.waiting import until

HOME = DefaultIds(1, 2, 3, 4, 5, 6, 7, 8)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
CHOSEN = {
    int: st.integers(0, 2**63),
    float: st.floats(0, 1e9),
    str: TEXTS,
    datetime: st.datetimes(timezones=st.just(UTC)),
    Any: JSON,
}


async def test_a_conversation_outlives_the_sandbox(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "chat"
    async with patient_chat("Painter", directory=folder) as first:
        client = first.client
        async with connected(first, monkeypatch):
            painted = await client.slash("paint", {"colour": "blue"})
            private = await client.slash("whoami", user=client.member)
            await client.post_message("see this", [Upload("note.txt", b"hello")])
        helper = first.world.add_manager("Helper", client.guild)
        thread = first.world.add_thread(client.general, "Kept")
        await client.post_message("a day later", channel=thread)
        for _ in range(2):  # the first has failed when the sandbox stops, the second still waits
            first.clock.advance(86_400)
            with pytest.raises(NoAnswer, match="waiting"):
                await client.slash("silent", seconds=0.01)
        asked = [one.id for one in first.state.interactions.values() if one.title == "/silent"]
        before = {c: client.messages(c) for c in (client.general, thread)}
        picture = await painted.attachment_bytes()
        old, last = first.base_url, client.messages(thread)[-1]["id"]
        key, now = first.page_key, first.clock()

    async with patient_chat("Painter", directory=folder) as second:
        again = second.client
        assert again.me == client.me
        assert second.page_key != key
        assert second.clock() >= now
        moved = json.dumps(before).replace(old, second.base_url)
        kept = {str(c): again.messages(c) for c in (client.general, thread)}
        assert json.loads(moved) == kept
        assert again.messages(user=client.member) != again.messages()  # still private
        assert private.ephemeral
        stages = [second.state.interactions[number].stage for number in asked]
        assert stages == [AnswerStage.FAILED, AnswerStage.FAILED]
        assert Permission.MANAGE_GUILD in second.state.permissions(
            helper, second.state.channel(client.general)
        )
        assert "paint" in again.commands()  # also before the bot is back
        async with aiohttp.ClientSession() as session:
            address = kept[str(client.general)][0]["components"][0]["components"][1]
            async with session.get(address["items"][0]["media"]["url"]) as answer:
                assert await answer.read() == picture
        assert int((await again.post_message("more"))["id"]) > int(last)
        async with connected(second, monkeypatch):
            repainted = await again.press(kept[str(client.general)][0], "Repaint")
            assert "Painted 2 times" in repainted.text


async def test_posted_messages_survive_a_kill(tmp_path: Path) -> None:
    code = """
import asyncio, sys
from pathlib import Path
from tests.support.sandbox.server import Sandbox

async def main():
    async with Sandbox(directory=Path(sys.argv[1])) as sandbox:
        await sandbox.client.post_message("still here")
        print("posted", flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        code,
        str(tmp_path),
        stdout=PIPE,
        env={"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]},
    )
    assert process.stdout is not None
    assert await asyncio.wait_for(process.stdout.readline(), 300) == b"posted\n"
    saved = tmp_path / "chat.json"
    await until(lambda: saved.exists() and "still here" in saved.read_text())
    with pytest.raises(DirectoryError, match="in use by another sandbox"):
        async with Sandbox(directory=tmp_path):
            pass
    process.send_signal(signal.SIGKILL)
    await process.communicate()
    async with Sandbox(directory=tmp_path) as sandbox:
        assert [m["content"] for m in sandbox.client.messages()] == ["still here"]


async def test_only_the_owner_may_read_the_directory(tmp_path: Path) -> None:
    folder = tmp_path / "chat"
    async with Sandbox(directory=folder) as sandbox:
        await sandbox.client.post_message("x", [Upload("a.txt", b"a")])
    assert folder.stat().st_mode & 0o777 == 0o700
    assert (folder / "chat.json").stat().st_mode & 0o777 == 0o600
    assert sandbox.token not in (folder / "chat.json").read_text()
    assert sandbox.page_key not in (folder / "chat.json").read_text()


async def test_unreferenced_files_are_removed(tmp_path: Path) -> None:
    async with Sandbox(directory=tmp_path) as sandbox:
        await sandbox.client.post_message("x", [Upload("a.txt", b"a")])
    [kept] = (tmp_path / "files").iterdir()
    (tmp_path / "files" / "999").write_bytes(b"from a start that was killed")
    async with Sandbox(directory=tmp_path):
        assert list((tmp_path / "files").iterdir()) == [kept]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("{", "Input data was truncated"),
        ("[]", "Expected `object`, got `array`"),
        ('{"application_id": "x"}', "at `$.application_id`"),
        ("kept from another version", "JSON is malformed"),
    ],
)
def test_an_unreadable_file_is_named_and_not_changed(
    tmp_path: Path, content: str, sentence: str
) -> None:
    (tmp_path / "chat.json").write_text(content)
    with pytest.raises(DirectoryError, match=r"chat\.json is not a conversation") as caught:
        Sandbox(directory=tmp_path)
    assert sentence in str(caught.value)
    assert (tmp_path / "chat.json").read_text() == content


def test_another_format_is_refused(tmp_path: Path) -> None:
    kept = json.loads(dump_snapshot(Snapshot(1, HOME, "http://x", "", 0, 1)))
    (tmp_path / "chat.json").write_text(json.dumps(kept | {"format": 2}))
    with pytest.raises(DirectoryError, match="it has format 2, not 1"):
        Sandbox(directory=tmp_path)


async def test_a_place_that_is_no_directory(tmp_path: Path) -> None:
    place = tmp_path / "taken"
    place.write_text("a file")
    with pytest.raises(DirectoryError, match="cannot be used"):
        async with Sandbox(directory=place):
            pass


async def test_a_full_disk_does_not_end_the_chat(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    async with Sandbox(directory=tmp_path) as sandbox:
        await sandbox.client.post_message("first")
        with monkeypatch.context() as patch:
            patch.setattr(StateDirectory, "write", fail)
            await until(lambda: "could not be written" in caplog.text)
        await sandbox.client.post_message("second")
    async with Sandbox(directory=tmp_path) as sandbox:
        assert [m["content"] for m in sandbox.client.messages()] == ["first", "second"]


async def test_the_program_reports_an_unusable_directory(tmp_path: Path) -> None:
    (tmp_path / "chat.json").write_text("{")
    async with local_chat(tmp_path, "--port", "0", "--directory", str(tmp_path)) as chat:
        async with asyncio.timeout(300):
            printed, said = await chat.communicate()
        assert (chat.returncode, printed) == (2, b"")
        assert "is not a conversation that can be read" in " ".join(said.decode().split())


@given(values(Snapshot, CHOSEN))
def test_a_snapshot_survives_dump_and_load(drawn: Snapshot) -> None:
    snapshot = replace(drawn, base_url="http://old", interactions=(), format=FORMAT)
    assert load_snapshot(dump_snapshot(snapshot)) == snapshot


def test_the_addresses_of_files_change_with_that_of_the_chat() -> None:
    file = Attachment(1, "x.png", "image/png", 3, "http://old/attachments/1/2/x.png?hm=3", 4, 5)
    message = ChatMessage(1, 2, 3, datetime(2026, 1, 2, tzinfo=UTC), attachments=(file,))
    kept = Snapshot(1, HOME, "http://old", "", 0, 1, messages=(message,), files=(file,))
    moved = load_snapshot(dump_snapshot(kept), "http://new")
    assert moved.files[0].url == "http://new/attachments/1/2/x.png?hm=3"
    assert moved.messages[0].attachments == moved.files
