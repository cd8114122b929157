"""A PostgreSQL server of our own for as long as tests run."""

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
from store.migrate import require_newest
from store.schema import metadata
from store.transaction import Connection

SERVE = """
initdb --pgdata=data --username=ouro --auth=trust --encoding=UTF8 --no-locale --no-sync >log 2>&1 &&
pg_ctl start --wait --pgdata=data --log=log --options="-F -h '' -k '$PWD' -c jit=off" >/dev/null &&
echo ready && cat >/dev/null
pg_ctl stop --pgdata=data --mode=immediate >/dev/null 2>&1
rm -rf data
"""
"""Serves from the current folder, by a socket in it, until what is piped in ends.

That is also when the tests are killed: the server never outlives them.
"""
USERS = ("postgres", "nobody")
"""Who may run the server where tests are run by root, whom it refuses."""


class NoServerError(Exception):
    """A PostgreSQL server cannot be had here."""


@contextmanager
def postgres_server() -> Iterator[str]:
    """Starts a server with an empty database and gives its address.

    Raises `NoServerError` with the reason where PostgreSQL is not installed or does not start.
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
            start_new_session=True,  # an interrupt from the keyboard is for the tests
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
    """The folder of PostgreSQL's programs; Debian keeps them off the path, by version."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    newest_first = sorted(folders, key=lambda each: float(each.parent.name), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *map(str, newest_first)])
    found = shutil.which("initdb", path=path)
    if found is None:
        raise NoServerError("PostgreSQL is not installed")
    return Path(found).parent


def _user() -> pwd.struct_passwd | None:
    """Who is to run the server; None for ourselves."""
    if os.geteuid() != 0:
        return None
    for name in USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise NoServerError(f"PostgreSQL does not run as root, and there is no user {USERS[0]}")


async def clear_postgresql(connection: Connection) -> None:
    """Leave an empty database."""
    await connection.execute(text("DROP SCHEMA public CASCADE"))
    await connection.execute(text("CREATE SCHEMA public"))


async def clear_tables(connection: Connection) -> None:
    """Leave the tables of the newest schema, without rows."""
    names = ", ".join(table.name for table in metadata.sorted_tables)
    await connection.execute(text(f"TRUNCATE {names} RESTART IDENTITY"))


async def make_tables(database: Database) -> None:
    """Leave the tables of the newest schema, without rows, whatever there was."""
    async with database.writing() as connection:
        try:
            await connection.run_sync(require_newest, str(database.address))
        except StoreError:
            await clear_postgresql(connection)
    await migrate(database.address)
    async with database.writing() as connection:
        await clear_tables(connection)
