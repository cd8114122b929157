"""A temporary PostgreSQL server for tests."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import text

from store.database import Database, migrate
from store.errors import StoreError
from store.schema import metadata
from store.transaction import Connection
from store.versions import require_newest

SERVE = """
initdb --pgdata=data --username=ouro --auth=trust --encoding=UTF8 --no-locale --no-sync >log 2>&1 &&
pg_ctl start --wait --pgdata=data --log=log --options="-F -h '' -k '$PWD' -c jit=off" >/dev/null &&
echo ready && cat >/dev/null
pg_ctl stop --pgdata=data --mode=immediate >/dev/null 2>&1
rm -rf data
"""
"""Runs a server in the current folder, on a socket there, until standard input is closed.

That also happens when the tests are killed, so the server never outlives them.
"""
USERS = ("postgres", "nobody")
"""Users that run the server when the tests run as root, which PostgreSQL refuses."""


class NoServerError(Exception):
    """A PostgreSQL server cannot be started on this machine."""


@contextmanager
def postgres_server() -> Iterator[str]:
    """Start a server with an empty database and yield its address.

    Raises `NoServerError` with the reason when PostgreSQL is not installed or does not start.
    """
    programs = _programs()
    user = _user()
    with tempfile.TemporaryDirectory(prefix="ouro-postgresql-") as name:
        folder = Path(name)
        if user is not None:
            os.chown(folder, user.pw_uid, user.pw_gid)
        with subprocess.Popen(
            ["/bin/sh", "-c", SERVE],
            cwd=folder,
            env={"PATH": f"{programs}:/usr/bin:/bin", "LC_ALL": "C"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Control-C must only interrupt the tests
            user=user and user.pw_uid,
            group=user and user.pw_gid,
            extra_groups=None if user is None else [],
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                if process.stdout.readline() != b"ready\n":
                    log = (folder / "log").read_text(errors="replace").strip()
                    raise NoServerError(f"PostgreSQL does not start: {log[-500:]}")
                yield f"postgresql://ouro@/postgres?host={folder}"
            finally:
                process.stdin.close()
                process.wait(timeout=30)


def _programs() -> Path:
    """The folder of PostgreSQL's programs; on Debian it is outside `PATH`, by version."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    newest_first = sorted(folders, key=lambda each: float(each.parent.name), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *map(str, newest_first)])
    found = shutil.which("initdb", path=path)
    if found is None:
        raise NoServerError("PostgreSQL is not installed")
    return Path(found).parent


def _user() -> pwd.struct_passwd | None:
    """The user that runs the server; None for the current user."""
    if os.geteuid() != 0:
        return None
    for name in USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NoServerError(f"PostgreSQL does not run as root, and there is no user {USERS[0]}")


async def clear_postgresql(connection: Connection) -> None:
    """Drop everything in the database."""
    await connection.execute(text("DROP SCHEMA public CASCADE"))
    await connection.execute(text("CREATE SCHEMA public"))


async def clear_tables(connection: Connection) -> None:
    """Delete the rows of all tables."""
    names = ", ".join(table.name for table in metadata.sorted_tables)
    await connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY"))


async def make_tables(database: Database) -> None:
    """Replace the contents of a database with empty tables of the newest schema."""
    async with database.writing() as connection:
        try:
            await connection.run_sync(require_newest, str(database.address))
        except StoreError:
            await clear_postgresql(connection)
    await migrate(database.address)
    async with database.writing() as connection:
        await clear_tables(connection)
