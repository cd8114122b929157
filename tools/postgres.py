"""A temporary PostgreSQL server on a socket in a folder of its own, for benchmarks and tests.

It keeps nothing, so it never waits until data is on the disk.
"""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tools.programs import MissingProgramError

SERVER_USERS = ("postgres", "nobody")
"""Users that run the server when this program runs as root, which PostgreSQL refuses."""
COMMANDS = """
initdb --pgdata=data --username=ouro --auth=trust --encoding=UTF8 --no-locale --no-sync >log 2>&1 &&
sed -i '1i local all guarded scram-sha-256' data/pg_hba.conf &&
pg_ctl start --wait --pgdata=data --log=log --options="-F -h '' -k '$PWD' -c jit=off" >/dev/null &&
echo ready && cat >/dev/null
pg_ctl stop --pgdata=data --mode=immediate >/dev/null 2>&1
"""
"""Run the server until standard input is closed, which also happens when this program is killed."""


GUARDED = "guarded"
"""The only name, of a role to make, that the server asks for a password."""


@contextmanager
def postgres() -> Iterator[str]:
    """Start a server with an empty database in a temporary folder, and yield its address.

    Raises `MissingProgramError` when PostgreSQL is not installed or does not start.
    """
    owner = _owner()
    with tempfile.TemporaryDirectory(prefix="ouro-postgresql-") as name:
        folder = Path(name)
        if owner is not None:
            os.chown(folder, owner.pw_uid, owner.pw_gid)
        with subprocess.Popen(  # noqa: S603 - our own script
            ["/bin/sh", "-c", COMMANDS],
            cwd=folder,
            env={"PATH": f"{_programs()}:/usr/bin:/bin", "LC_ALL": "C"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
            user=owner and owner.pw_uid,
            group=owner and owner.pw_gid,
            extra_groups=None if owner is None else [],
        ) as server:
            assert server.stdin is not None
            assert server.stdout is not None
            try:
                if server.stdout.readline() != b"ready\n":
                    log = (folder / "log").read_text(errors="replace").strip()
                    raise MissingProgramError(f"PostgreSQL does not start: {log[-300:]}")
                yield f"postgresql://ouro@/postgres?host={folder}"
            finally:
                server.stdin.close()
                server.wait(30)


def _programs() -> Path:
    """The folder of PostgreSQL's programs; on Debian it is outside `PATH`, by version."""
    folders = Path("/usr/lib/postgresql").glob("*/bin")
    newest_first = sorted(folders, key=lambda each: float(each.parent.name), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", os.defpath), *map(str, newest_first)])
    found = shutil.which("initdb", path=path)
    if found is None:
        raise MissingProgramError(
            "PostgreSQL is not installed. On Debian: apt-get install postgresql."
        )
    return Path(found).parent


def _owner() -> pwd.struct_passwd | None:
    """The user that runs the server; None for the current user."""
    if os.geteuid() != 0:
        return None
    for name in SERVER_USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise MissingProgramError("PostgreSQL does not run as root, and there is no user postgres.")
