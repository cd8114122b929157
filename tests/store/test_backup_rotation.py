"""Backups that take turns in a folder: made while the bot writes, rotated, and restored."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from store import meta
from store.address import file_address, parse_address
from store.backup import backup_name, restore, rotate_backups
from store.database import Database, open_database
from store.errors import BackupError, CorruptError
from tests.support.store.rows import NOON, Snapshot, add_daily, add_solved, snapshot
from tests.support.waiting import until

DAY = timedelta(days=1)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that does not exist yet."""
    return tmp_path / "backups"


async def write_again_and_again(database: Database, written: list[int]) -> None:
    while True:
        async with database.writing() as connection:
            await meta.write(connection, "counter", str(len(written)))
        written.append(len(written))


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


async def content(address: str) -> Snapshot:
    async with open_database(address) as database, database.reading() as connection:
        return await snapshot(connection)


async def test_the_newest_backup_of_a_database_in_use_comes_back(
    tmp_path: Path, folder: Path
) -> None:
    address, elsewhere = (file_address(tmp_path / name) for name in ("ouro.db", "new.db"))
    written: list[int] = []
    async with open_database(address) as database:
        async with database.writing() as connection:
            await add_solved(connection, 7, await add_daily(connection), 60)
        writer = asyncio.create_task(write_again_and_again(database, written))
        await until(lambda: bool(written))
        for day in range(4):
            await asyncio.to_thread(
                rotate_backups, parse_address(address), folder, 2, NOON + day * DAY
            )
        before = len(written)
        await until(lambda: len(written) > before)  # writers go on
        writer.cancel()
        await asyncio.wait([writer])
        async with database.reading() as connection:
            expected = await snapshot(connection)
    kept = files(folder)
    assert [path.name for path in kept] == [backup_name(NOON + day * DAY) for day in (2, 3)]
    restore(kept[-1], parse_address(elsewhere), NOON)
    assert without_meta(await content(elsewhere)) == without_meta(expected)


def without_meta(content: Snapshot) -> Snapshot:
    """The tables but `meta`, which has the counter and the moment of the restore."""
    return {name: rows for name, rows in content.items() if name != "meta"}


@pytest.fixture
def address(tmp_path: Path) -> str:
    """A database."""

    async def make() -> None:
        async with open_database(file_address(tmp_path / "ouro.db")):
            pass

    asyncio.run(make())
    return file_address(tmp_path / "ouro.db")


def test_other_files_are_left_alone(address: str, folder: Path) -> None:
    folder.mkdir()
    others = ["notes.txt", "ouro-before-upgrade.db", "ouro.db", "ouro-20200101T000000Z.db.gpg"]
    for name in others:
        (folder / name).touch()
    rotate_backups(parse_address(address), folder, 1, NOON)
    names = {path.name for path in folder.iterdir()}
    assert names == {*others, backup_name(NOON)}


def test_parts_of_killed_backups_go_with_the_backups_of_their_time(
    address: str, folder: Path
) -> None:
    folder.mkdir()
    for day in (-2, 1):
        (folder / f"{backup_name(NOON + day * DAY)}.x1.part").touch()
    for day in (0, 2):
        rotate_backups(parse_address(address), folder, 2, NOON + day * DAY)
    assert sorted(path.name[5:13] for path in folder.glob("*.part")) == [f"{NOON + DAY:%Y%m%d}"]


def test_a_backup_that_fails_deletes_nothing(address: str, folder: Path, tmp_path: Path) -> None:
    rotate_backups(parse_address(address), folder, 1, NOON)
    (tmp_path / "ouro.db").write_bytes(b"damaged" * 1000)
    with pytest.raises(CorruptError):
        rotate_backups(parse_address(address), folder, 1, NOON + DAY)
    assert [path.name for path in folder.iterdir()] == [backup_name(NOON)]


def test_backups_that_cannot_be_deleted_are_reported(address: str, folder: Path) -> None:
    (folder / backup_name(NOON - DAY)).mkdir(parents=True)
    with pytest.raises(BackupError, match="old backups that cannot be deleted"):
        rotate_backups(parse_address(address), folder, 1, NOON)
    assert (folder / backup_name(NOON)).is_file()
