"""`ouro db backup` with and without rotation, and `ouro db restore`."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from cli.listing import build_app
from store.errors import NoFileError
from tests.support.cli import ouro


def db(*arguments: str, database: Path) -> str:
    """Run a command of `ouro db`; returns its output."""
    options = ["--database", f"sqlite:///{database}"]
    done = CliRunner().invoke(build_app(), ["db", *arguments, *options])
    assert done.exit_code == 0, done.output
    return done.output


def test_backups_are_rotated_and_the_newest_is_restored(tmp_path: Path) -> None:
    database, folder = tmp_path / "ouro.db", tmp_path / "backups"
    db("upgrade", database=database)
    folder.mkdir()
    old = [folder / f"ouro-2026010{day}T000000Z.db" for day in (1, 2, 3)]
    for path in old:
        db("backup", str(path), database=database)
    output = db("backup", str(folder), "--keep", "2", database=database)
    *kept, newest = sorted(folder.iterdir())
    assert kept == old[2:]
    assert output == f"The database {database} is backed up in {newest}.\n"
    db("restore", str(newest), database=tmp_path / "restored.db")
    assert "in order" in db("check", database=tmp_path / "restored.db")


@pytest.mark.parametrize("keep", ["0", "-1", "all"])
def test_at_least_one_backup_is_kept(tmp_path: Path, keep: str) -> None:
    done = CliRunner().invoke(build_app(), ["db", "backup", str(tmp_path), "--keep", keep])
    assert done.exit_code == 2


def test_postgresql_has_its_own_program(tmp_path: Path) -> None:
    options = ["--keep", "2", "--database", "postgresql://a@localhost/b"]
    done = ouro("db", "backup", str(tmp_path), *options)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"{NoFileError()}\n")
    assert "pg_dump" in done.stderr
