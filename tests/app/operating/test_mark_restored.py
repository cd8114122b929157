"""`ouro db mark-restored`."""

import sqlite3
from contextlib import closing
from pathlib import Path

from typer.testing import CliRunner

from cli.errors import UsageError
from cli.listing import build_app


def test_a_database_is_marked_as_restored(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'ouro.db'}"
    arguments = ["db", "mark-restored", "--database", address]
    assert isinstance(CliRunner().invoke(build_app(), arguments).exception, UsageError)
    CliRunner().invoke(build_app(), ["db", "upgrade", "--database", address])
    done = CliRunner().invoke(build_app(), arguments)
    assert (done.exit_code, "is marked as restored" in done.output) == (0, True)
    with closing(sqlite3.connect(tmp_path / "ouro.db")) as database:
        found = database.execute("SELECT count(*) FROM meta WHERE key = 'restored_at'").fetchone()
    assert found == (1,)
