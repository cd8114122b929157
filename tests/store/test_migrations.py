"""Migrations to the newest schema, by several programs at once and interrupted by kills."""

import asyncio
import json
import shutil
import signal
import sqlite3
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import UTC, date, datetime, time, timedelta
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from play.calendar import closes
from service.posting.daily_posts import DayPost
from store import outbox, players, posts, races, servers, versions, web_links
from store.address import Address, parse_address
from store.check import check
from store.database import Database, connect, open_database
from store.errors import (
    BusyError,
    CorruptError,
    ForeignError,
    NewerError,
    OlderError,
    UnlikeError,
)
from store.files import enable_wal
from store.migrate import migrate, require_newest
from store.migration_steps import ADVISORY_LOCK, apply_next_step, schema_transaction, upgrade
from store.records import Target
from store.versions import FOLDER, newest_version
from tests.support.paths import ROOT
from tests.support.prepared import PreparedDatabases
from tests.support.store.due_posts import post_of
from tests.support.store.files import files_beside
from tests.support.store.rows import NOON
from tests.support.store.tables import Table, ask, tables, tell

KILLED_WHILE_MIGRATING = """
import asyncio, os, signal, sys
from sqlalchemy import event
from pathlib import Path
from sqlalchemy.engine import Engine
from store import versions
from store.address import parse_address
from store.migrate import migrate

versions.FOLDER = Path(sys.argv[2])
left = int(sys.argv[3])

@event.listens_for(Engine, sys.argv[4])
def count(*_: object) -> None:
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(migrate(parse_address(sys.argv[1])))
"""

MIGRATES_THRICE_AT_ONCE = """
import asyncio, os, sys
from pathlib import Path
from alembic import command, config  # once for all three
from store import versions
from store.address import parse_address
from store.migrate import migrate

versions.FOLDER = Path(sys.argv[2])

def start():
    child = os.fork()
    if not child:
        asyncio.run(migrate(parse_address(sys.argv[1])))
        sys.exit()
    return child

for child in [start() for _ in range(3)]:
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
"""


NEWEST = newest_version()
LATER_STEP = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "9999", "NEWEST"

def upgrade():
    op.add_column("players", sa.Column("shoes", sa.Integer()))
""".replace("NEWEST", NEWEST)
STEP_THAT_REBUILDS = """
    with op.batch_alter_table("players", recreate="always"):
        pass
"""
STEP_THAT_LOSES_ROWS = """
    op.execute("DELETE FROM players")
"""


@pytest.fixture
async def more_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, prepared_databases: PreparedDatabases
) -> AsyncIterator[Path]:
    """A folder of migrations with one more, as a later version may have.

    The prepared database, which other tests copy, is made before.
    """
    await prepared_databases.copy_tables(tmp_path / "prepared.db")
    folder = shutil.copytree(FOLDER, tmp_path / "migrations")
    (folder / "versions" / "v9999_shoes.py").write_text(LATER_STEP)
    monkeypatch.setattr(versions, "FOLDER", folder)
    versions.known_versions.cache_clear()
    yield folder
    versions.known_versions.cache_clear()


async def start(program: str, *arguments: str) -> asyncio.subprocess.Process:
    """Run a program in its own process."""
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        program,
        *arguments,
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


async def stored_tables(place: Address) -> dict[str, Table]:
    async with connect(place) as database, database.reading() as connection:
        return await tables(connection)


async def stored_versions(address: str) -> list[str]:
    """The rows of Alembic's version table."""
    async with connect(parse_address(address)) as database, database.reading() as connection:
        rows = await ask(connection, "SELECT version_num FROM alembic_version")
        return [version for (version,) in rows]


def stored_version(connection: Connection) -> str | None:
    """The version of a database that is being migrated."""
    has_version = connection.dialect.has_table(connection, versions.VERSION_TABLE)
    return connection.scalar(text(versions.SELECT_VERSION)) if has_version else None


OLD_PLAYERS = """
INSERT INTO players (id, created_at, theme, labels, no_clock, shade_inside, visibility, reminders)
VALUES (1, '2026-01-01 00:00:00', NULL, NULL, NULL, NULL, 'named', false),
    (2, '2026-01-01 00:00:00', 'light', true, false, false, 'anonymous', false),
    (3, '2026-01-01 00:00:00', NULL, NULL, true, NULL, 'hidden', false)
"""
OLD_SERVERS = """
INSERT INTO servers
    (id, created_at, post_at, zone, tracks, threads, public_solves, language, trouble_reported)
VALUES (8, '2026-01-01 00:00:00', '09:00:00', 'UTC', '', false, 'everyone', 'ja', false),
    (9, '2026-01-01 00:00:00', '09:00:00', 'UTC', '', false, 'everyone', NULL, false)
"""


OPEN_PAGE = """
INSERT INTO players (id, created_at, settings, reminders)
VALUES (7, '2026-01-01 00:00:00', '{}', false);
INSERT INTO puzzles (id, digest, notation, size, canonical_key, techniques)
VALUES (1, 'd', '5x5:y', '5x5', 'k', '{}');
INSERT INTO attempts (id, player_id, puzzle_id, kind, begun_at, touched_at, ranked, pad, lines,
    nudges, hints, steps, count_checks, place_checks, reason_checks, mistakes, revealed, penalty,
    revision, replayed)
VALUES (1, 7, 1, 'pasted', '2026-01-01 00:00:00', '2026-01-01 00:00:00',
    false, '', 0, 0, 0, 0, 0, 0, 0, 0, false, 0,
    0, false);
INSERT INTO web_links (hash, player_id, attempt_id, until)
VALUES (:link, 7, 1, '2099-01-01 00:00:00');
INSERT INTO web_sessions (hash, player_id, attempt_id, until)
VALUES (:page, 7, 1, '2099-01-01 00:00:00');
INSERT INTO page_requests (session, stream, number, handler) VALUES (:page, 's', 3, 'h')
"""
"""A page and a link of an attempt, and a request of the page."""


async def test_settings_of_older_databases_are_kept(address: str) -> None:
    async with schema_transaction(parse_address(address)) as transaction:
        while await transaction.run_sync(stored_version) != "0006":
            await transaction.run_sync(apply_next_step, address)
        for statement in (OLD_PLAYERS, OLD_SERVERS):
            await transaction.run_sync(Connection.execute, text(statement))
    async with open_database(address) as database, database.reading() as connection:
        found = [await players.find(connection, number) for number in (1, 2, 3)]
        chosen = [await servers.find(connection, number) for number in (8, 9)]
    assert [player and player.settings for player in found] == [
        {},
        {"theme": "light", "labels": True, "shading": False, "visibility": "anonymous"},
        {"visibility": "no-clock"},
    ]
    assert [server and server.settings for server in chosen] == [{"language": "ja"}, {}]


async def test_open_pages_outlive_the_tables_that_are_rebuilt(address: str) -> None:
    """Rows refer to those of a table that SQLite can only change by copying it."""
    async with schema_transaction(parse_address(address)) as transaction:
        while await transaction.run_sync(stored_version) != "0012":
            await transaction.run_sync(apply_next_step, address)
        for statement in OPEN_PAGE.split(";"):
            hashes = {"link": b"link", "page": b"page"}
            used = {name: each for name, each in hashes.items() if f":{name}" in statement}
            await transaction.run_sync(Connection.execute, text(statement), used)
    async with open_database(address) as database, database.reading() as connection:
        assert await web_links.page_session(connection, b"page", NOON) is not None
        assert await web_links.redeemable(connection, b"link", b"me", NOON) is not None
        [[number]] = await ask(connection, "SELECT number FROM page_requests")
        assert number == 3


POSTS_OF_0015 = """
INSERT INTO servers (id, created_at, post_at, zone, tracks, threads, public_solves, settings,
    trouble_reported, channel_id)
VALUES (1, 'NOW', '09:00:00', 'UTC', 'easy,hard', false, 'everyone', '{}', false, 100),
    (2, 'NOW', '09:00:00', 'UTC', 'easy', false, 'everyone', '{}', false, 200),
    (3, 'NOW', '09:00:00', 'UTC', 'easy,hard', false, 'everyone', '{}', false, NULL);
INSERT INTO outbox (key, subject, target, place, server_id, due_at, expires_at, application_id,
    token, message_id, wanted, shown, digest, state, owner, tries)
VALUES ('daily:1:DAY:easy', '{"day": "DAY", "track": "easy"}', 'channel', 100, 1, 'NOW', 'NOW', 0,
        '', 5, 1, 1, 'd', 'resting', '', 0),
    ('daily:1:DAY:hard', '{"day": "DAY", "track": "hard"}', 'channel', 100, 1, 'NOW', 'NOW', 0,
        '', NULL, 1, 0, '', 'pending', '', 1),
    ('daily:1:DAY:mini', '{"day": "DAY", "track": "mini"}', 'channel', 100, 1, 'NOW', 'NOW', 0,
        '', NULL, 1, 0, '', 'pending', '', 0)
""".replace("DAY", "2026-11-21").replace("NOW", "2026-11-21 09:00:00")
"""Dailies of a server with a message for each: one that is shown, one that may be, and one that is
planned."""


async def test_planned_posts_become_one_message_and_managers_are_told(address: str) -> None:
    async with schema_transaction(parse_address(address)) as transaction:
        while await transaction.run_sync(stored_version) != "0015":
            await transaction.run_sync(apply_next_step, address)
        for statement in POSTS_OF_0015.split(";"):
            await transaction.run_sync(Connection.exec_driver_sql, statement)
    async with open_database(address) as database, database.reading() as connection:
        keys = [key for (key,) in await ask(connection, "SELECT key FROM outbox ORDER BY id")]
        left = ["daily:1:2026-11-21:easy", "daily:1:2026-11-21:hard"]
        assert keys == [*left, "trouble:1:one-post"]
        told = await outbox.get(connection, keys[-1])
        post = await outbox.get(connection, keys[0])
    assert told is not None
    assert (told.target, told.subject["channel"], told.server_id) == (Target.PERSON, 100, 1)
    assert told.expires_at - told.due_at == timedelta(days=7)
    assert post is not None
    assert DayPost.of(post) == DayPost(date(2026, 11, 21), ["easy"])


PENDING_OF_0014 = """
INSERT INTO players (id, created_at, settings, reminders, next_reminder)
VALUES (7, '2026-01-01 00:00:00', '{}', true, '2026-01-01 18:00:00'),
    (8, '2026-01-01 00:00:00', '{}', false, '2026-01-01 18:00:00');
INSERT INTO servers (id, created_at, post_at, zone, tracks, threads, public_solves, settings,
    trouble_reported, channel_id)
VALUES (1, '2026-01-01 00:00:00', '09:00:00', 'UTC', '', false, 'everyone', '{}', false, 100);
INSERT INTO due_posts (server_id, day, track, due_at, state, tries, claimed_at, begun_at,
    channel_id, message_id, reason)
VALUES (1, 'DAY', 'easy', 'DAY 09:00:00', 'pending', 2, NULL, 'DAY 09:00:01', NULL, NULL,
        NULL),
    (1, 'DAY', 'hard', 'DAY 09:00:00', 'claimed', 1, 'DAY 09:01:00', 'DAY 09:00:01', 99,
        NULL, NULL),
    (1, 'DAY', 'mini', 'DAY 09:00:00', 'sent', 1, 'DAY 09:01:00', 'DAY 09:00:01', 99, 5,
        NULL),
    (1, 'DAY', 'normal', 'DAY 09:00:00', 'skipped', 1, NULL, NULL, 99, NULL, 'late'),
    (1, 'BEFORE', 'mini', 'BEFORE 09:00:00', 'sent', 1, 'BEFORE 09:01:00', NULL, 99, 4, NULL);
INSERT INTO pending_replies (interaction_id, application_id, token, until, kind, language,
    created_at, payload, owner)
VALUES (3, 4, 't', '2026-01-01 00:15:00', 'solve', 'ja', '2026-01-01 00:00:00', '{"a": 1}', 'o');
INSERT INTO last_storms (player_id, began_at, ends_at, answers, wrong, text, server_id, language,
    application_id, token, told_at)
VALUES (7, '2026-01-01 00:00:00', '2026-01-01 00:03:00', 0, '', 'd', 1, 'ja', 4, 't', NULL),
    (8, '2026-01-01 00:00:00', '2026-01-01 00:03:00', 0, '', 'd', 1, 'ja', 4, '',
        '2026-01-01 00:03:00');
INSERT INTO puzzles (id, digest, notation, size, canonical_key, techniques)
VALUES (1, 'd', '5x5:y', '5x5', 'k', '{}');
INSERT INTO races (id, puzzle_id, server_id, channel_id, message_id, created_at, ends_at, ended_at)
VALUES (1, 1, 1, 100, 6, '2026-01-01 00:00:00', '2026-01-01 00:10:00', NULL),
    (2, 1, 1, 100, NULL, '2026-01-01 00:00:00', '2026-01-01 00:10:00', NULL),
    (3, 1, 1, 100, 7, '2026-01-01 00:00:00', '2026-01-01 00:10:00', '2026-01-01 00:10:00');
INSERT INTO racers (race_id, player_id, joined_at, language, application_id, token)
VALUES (1, 7, '2026-01-01 00:00:00', 'ja', 4, 't')
"""
"""What was pending before there was one outbox, and what was over; DAY is today."""


async def test_what_is_pending_moves_to_the_outbox(address: str) -> None:
    """What was begun is looked for before it is sent; what was sent is kept up to date."""
    day, began = datetime.now(UTC).date(), datetime(2026, 1, 1, tzinfo=UTC)
    async with schema_transaction(parse_address(address)) as transaction:
        while await transaction.run_sync(stored_version) != "0014":
            await transaction.run_sync(apply_next_step, address)
        rows = PENDING_OF_0014.replace("BEFORE", str(day - timedelta(days=2)))
        for statement in rows.replace("DAY", str(day)).split(";"):
            await transaction.run_sync(Connection.exec_driver_sql, statement)
    async with open_database(address) as database, database.reading() as connection:
        assert await check(connection) == ()
        [[count]] = await ask(connection, "SELECT count(*) FROM outbox")
        found = {}
        milliseconds = round(1000 * began.timestamp())
        posts_of_day = [f"daily:1:{day}:{track}" for track in ("easy", "hard", "mini")]
        others = ["reply:3", "reminder:7:2026-01-01T18:00", f"storm:7:{milliseconds}"]
        for key in (*posts_of_day, *others, "race:1", "race:2"):
            row = found[key] = await outbox.get(connection, key)
            assert row is not None, key
        assert count == len(found)
        recorded = await posts.last_sent(connection, 1)
        claimed = await post_of(connection, 1, day, "hard")
        people = await races.racers_of(connection, 1)
    easy, hard, mini, reply, reminder, storm, shown, sending = filter(None, found.values())
    assert [(each.place, each.tries, each.message_id) for each in (easy, hard, mini)] == [
        (100, 2, None),
        (99, 1, None),
        (99, 0, 5),
    ]
    nine = datetime.combine(day, time(9, 0, 1), UTC)
    assert [each.begun_at for each in (easy, hard, mini)] == [nine, nine, None]
    assert {each.expires_at for each in (easy, hard, mini)} == {closes(day)}
    assert [each.state for each in (mini, reply, shown)] == ["resting", "claimed", "resting"]
    assert (reply.subject, reply.token) == ({"language": "ja", "payload": {"a": 1}}, "t")
    assert (reply.owner, reply.tries, reply.target) == ("o", 1, Target.ANSWER)
    assert (reminder.place, reminder.due_at.hour, reminder.target) == (7, 18, Target.PERSON)
    assert (storm.subject["began"], storm.token, storm.person_id) == (milliseconds, "t", 7)
    assert storm.due_at == began + timedelta(minutes=3, seconds=2)
    assert [(each.message_id, each.shown, each.tries) for each in (shown, sending)] == [
        (6, 1, 0),
        (None, 0, 1),
    ]
    assert recorded is not None
    assert (recorded.day, recorded.sent_at) == (day, datetime.combine(day, time(9, 1), UTC))
    assert claimed is None
    assert [each.player_id for each in people] == [7]


async def test_several_may_migrate_at_once(address: str) -> None:
    place = parse_address(address)
    await asyncio.gather(*(migrate(place) for _ in range(5)))
    await require_newest(place)


async def test_programs_that_start_at_once_take_turns(address: str, more_steps: Path) -> None:
    program = await start(MIGRATES_THRICE_AT_ONCE, address, str(more_steps))
    codes, errors = await program.communicate()
    assert codes.split() == [b"0", b"0", b"0"], errors
    assert await stored_versions(address) == [newest_version()]


@pytest.mark.parametrize(
    "statements",
    [30, *(pytest.param(number, marks=pytest.mark.long) for number in (2, 5, 9, 14, 20))],
)
async def test_a_killed_migration_leaves_nothing_half_done(address: str, statements: int) -> None:
    arguments = (str(FOLDER), str(statements), "after_cursor_execute")
    program = await start(KILLED_WHILE_MIGRATING, address, *arguments)
    await program.communicate()
    assert program.returncode == -signal.SIGKILL
    assert await stored_tables(parse_address(address)) == {}
    await migrate(parse_address(address))
    assert await stored_versions(address) == [newest_version()]


async def test_completed_steps_survive_a_kill(address: str, more_steps: Path) -> None:
    """Each step is a transaction; this program is killed when it begins the second one."""
    program = await start(KILLED_WHILE_MIGRATING, address, str(more_steps), "2", "begin")
    await program.communicate()
    assert program.returncode == -signal.SIGKILL
    assert await stored_versions(address) == ["0001"]
    place = parse_address(address)
    with pytest.raises(OlderError):
        await require_newest(place)
    await migrate(place)
    assert await stored_versions(address) == ["9999"]


async def test_a_step_keeps_the_rows_that_refer_to_a_table_it_rebuilds(
    prepared_databases: PreparedDatabases, more_steps: Path
) -> None:
    (more_steps / "versions" / "v9999_shoes.py").write_text(LATER_STEP + STEP_THAT_REBUILDS)
    async with prepared_databases.opened() as database:
        await add_member(database)
        await migrate(database.address)
        async with database.reading() as connection:
            [shoes] = await ask(connection, "SELECT shoes FROM players")
            [member] = await ask(connection, "SELECT * FROM members")
            assert ([*shoes], [*member]) == ([None], [99, 7, 0])


async def test_a_step_that_loses_rows_is_undone(
    prepared_databases: PreparedDatabases, more_steps: Path
) -> None:
    (more_steps / "versions" / "v9999_shoes.py").write_text(LATER_STEP + STEP_THAT_LOSES_ROWS)
    async with prepared_databases.opened() as database:
        await add_member(database)
        with pytest.raises(CorruptError, match="a row of members refers to one that is missing"):
            await migrate(database.address)
        assert await stored_versions(f"sqlite:///{database.address.path}") == [NEWEST]
        async with database.reading() as connection:
            assert await players.find(connection, 7) is not None


async def add_member(database: Database) -> None:
    async with database.writing() as connection:
        await players.ensure(connection, 7, NOON)
        await players.join(connection, 7, 99)


def test_wal_is_enabled_when_others_release_their_lock(file: Path) -> None:
    other = sqlite3.connect(file, isolation_level=None, check_same_thread=False)
    with closing(other):
        other.execute("CREATE TABLE any (thing)")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(BusyError):
            enable_wal(file, 0.05)
        ends = threading.Timer(0.1, other.execute, ["COMMIT"])
        ends.start()
        enable_wal(file, 10)
        ends.join()
    assert sqlite_rows(file, "PRAGMA journal_mode") == [("wal",)]


async def test_a_newer_database_is_refused(address: str) -> None:
    place = parse_address(address)
    await migrate(place)
    async with connect(place) as database, database.writing() as connection:
        await tell(connection, "UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(NewerError, match="9999"):
        await migrate(place)
    with pytest.raises(NewerError):
        await require_newest(place)
    async with connect(place) as database, database.writing() as connection:
        await tell(connection, "UPDATE alembic_version SET version_num = :newest", newest=NEWEST)
    await migrate(place)


async def test_a_file_of_another_program_is_unchanged(foreign_file: Path) -> None:
    before = files_beside(foreign_file)
    with pytest.raises(ForeignError):
        await migrate(parse_address(f"sqlite:///{foreign_file}"))
    assert files_beside(foreign_file) == before


async def test_a_database_of_another_program_is_refused(address: str) -> None:
    place = parse_address(address)
    with pytest.raises(OlderError):
        await require_newest(place)
    async with connect(place) as database, database.writing() as connection:
        await tell(connection, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(ForeignError):
        await migrate(place)
    async with connect(place) as database, database.writing() as connection:
        await tell(connection, "DROP TABLE recipes")
    await migrate(place)


def sqlite_rows(file: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(file)) as connection:
        return connection.execute(query).fetchall()


@pytest.fixture
def foreign_file(file: Path) -> Path:
    """A database with a table of another program."""
    sqlite_rows(file, "CREATE TABLE recipes (name TEXT)")
    return file


async def test_a_migration_does_not_wait_without_end(
    empty_postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another program has the lock of migrations, and is frozen."""
    monkeypatch.setattr("store.migration_steps.LOCK_SECONDS", 0.3)
    place = parse_address(empty_postgresql)
    async with connect(place) as other, other.writing() as connection:
        await ask(connection, f"SELECT pg_advisory_xact_lock({ADVISORY_LOCK})")
        async with asyncio.timeout(100):
            with pytest.raises(BusyError):
                await migrate(place)
    await migrate(place)


# Earlier versions


MIGRATIONS = {
    "v0001_tables.py": "f2f39718f70fe5e496aa5e3c6bb2ff77310a5f0e72c96d0481f31981fd9c248e",
    "v0002_columns.py": "85e5305dd6d354c60935900206b469040abd0095f3f6454aee4ec74fcbae30fe",
    "v0003_board_page.py": "94860ba5acacb5c42d354988231205c9a9a54f88057fe9484304b3e26e5ee0da",
    "v0004_journals.py": "076b2aeb9c19dcc7787aed78c71d02eca413ba8df651f696c5d4d85b81524899",
    "v0005_practice.py": "9a0f23ed7bc601ba051d7a6c15f03903e0741905948ae84d57161b05adb58fce",
    "v0006_processes.py": "b10dc75f21e5c73302ce8a2bcc0d6ec52f2df838e208d2d835f0c82f758430af",
    "v0007_settings.py": "564ee9d57e13ed12de2d9edb849cb7a70bc385aff5ccb32d2984093b872ab165",
    "v0008_growth.py": "e3e81e5190e83ebee7a006aae1a824a99dba2eabf409e08733e029c8e630ae7c",
    "v0009_learning.py": "55376dc0bd53aa9596675f0fa9d291c9b17b953aa51bed3836031a07d2d504a4",
    "v0010_activities.py": "fae3cbe89531fd927e77ba595f07ad2241fb0b4bfa793677bfc647799a27e1bc",
    "v0011_races.py": "9a6a1f3bae5409a45ea2b62a7a3985be43311c9fc8cae8f0477387e0376f3774",
    "v0012_together.py": "a51c0e8012a9bd43f9f98089060354a82c936c19eb9e1fc4c3c59f54c143dd76",
    "v0013_drafts.py": "2b344b74bedd81bc2014f7748869097cca8537378f7ce5835fa22327582fd030",
    "v0014_banked_rules.py": "9a558b912127bbb59c66b622e061359c1389a7ff6c72157f635b36e47ed57888",
    "v0015_outbox.py": "10c4cf9599582a2cd669735ec03a3afb243975c7186d2c8aaf8fd694e94cb8c1",
    "v0016_drill_pages.py": "3d500cd6eaba3c831e4857bd1044903d15444a24dfd462a05ac8f2c9eedc78ac",
    "v0017_drawn_marks.py": "7a922345c25d62b42eb473f1d394715e97b14eb83175a4d5de4423233fd97468",
    "v0018_one_post.py": "6d7d18059784d1b4aa99a115399fe2932d3bbb44ff7b925a711e56a6fd2f3eab",
    "v0019_kept_off.py": "c4b3399dc9302f430823b740d87954627ad50bb95007eb26f8d55f141309a45a",
    "v0020_par.py": "c4aedaec428d88974486dbcd39a4ea1f3b38a10c0d7171d005099d268f389e02",
    "v0021_published.py": "fb84ead32c8f9931f9c2c3903761326d630c7b9ad3227c0a85a08726ac3f4833",
    "v0022_fair_races.py": "b398fde4bc783dbbb4ecc0f9177df9fe173d4deaba433ed7b5bbd7ec20bfa4ae",
    "v0023_together.py": "c02c87feb86d8928dc2b08f584f2fdf2cff2f4650706ae3c63a358addfbfc231",
    "v0024_activities.py": "60a82b12dac9fd8b3a2454d1bec517a7623370d45b3255312eaa6d9e02ce6d9a",
}
"""The SHA-256 of each migration on the main branch: such a migration never changes."""
OLD_SCHEMAS = json.loads((ROOT / "tests/support/store/old_schemas.json").read_text())
"""Schemas whose numbers were used again later, with the columns of their tables."""


def test_a_migration_never_changes() -> None:
    files = sorted((FOLDER / "versions").glob("v*.py"))
    assert {file.name: sha256(file.read_bytes()).hexdigest() for file in files} == MIGRATIONS
    assert [file.name[1:5] for file in files] == [f"{n:04}" for n in range(1, len(files) + 1)]


@pytest.mark.parametrize("name", OLD_SCHEMAS)
async def test_a_schema_whose_number_was_used_again_is_refused(address: str, name: str) -> None:
    """It is refused before anything is touched, with a sentence that says what to do."""
    place, old = parse_address(address), OLD_SCHEMAS[name]
    async with connect(place) as database, database.writing() as connection:
        for table, columns in old["tables"].items():
            names = ", ".join(f'"{column}" TEXT' for column in columns.split())
            await tell(connection, f'CREATE TABLE "{table}" ({names})')
        await tell(connection, "CREATE TABLE alembic_version (version_num TEXT)")
        version = old["version"]
        await tell(connection, "INSERT INTO alembic_version VALUES (:version)", version=version)
        await tell(connection, "INSERT INTO players (id) VALUES ('7')")
    before = await shape(place)
    with pytest.raises(OlderError):
        await require_newest(place)
    with pytest.raises(UnlikeError, match=f"names schema {old['version']} .* run the version"):
        await migrate(place)
    assert await shape(place) == before
    assert await stored_versions(address) == [old["version"]]


async def shape(place: Address) -> tuple[object, ...]:
    async with connect(place) as database, database.reading() as connection:
        players = [*map(tuple, await ask(connection, "SELECT id FROM players"))]
        return await tables(connection), players


VERSIONS = versions.known_versions()
SOME_VERSIONS = (VERSIONS[0], VERSIONS[-2])


@pytest.mark.parametrize(
    "version",
    [
        pytest.param(each, marks=() if each in SOME_VERSIONS else pytest.mark.long)
        for each in VERSIONS
    ],
)
async def test_each_version_is_migrated_to_the_newest(address: str, version: str) -> None:
    """Also from a step at which an earlier migration ended."""
    place = parse_address(address)
    async with schema_transaction(place) as transaction:
        await transaction.run_sync(upgrade, version)
    await migrate(place)
    assert await stored_versions(address) == [newest_version()]
