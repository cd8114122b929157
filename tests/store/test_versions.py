"""The versions of the schema, as this program and Alembic know them."""

import subprocess
import sys
from pathlib import Path

from alembic.config import Config
from alembic.script import ScriptDirectory

from store.versions import FOLDER, known_versions

OPENS = """
import asyncio, sys
import app.main
from store.database import open_database

async def open_once():
    async with open_database(sys.argv[1]):
        print(*sorted({"alembic", "sqlalchemy"} & sys.modules.keys()))

asyncio.run(open_once())
"""


def test_the_names_of_the_files_are_the_chain_of_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", str(FOLDER))
    config.set_main_option("path_separator", "os")
    chain = [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]
    assert tuple(reversed(chain)) == known_versions()


def test_alembic_and_sqlalchemy_are_loaded_only_to_migrate(tmp_path: Path) -> None:
    command = [sys.executable, "-c", OPENS, f"sqlite:///{tmp_path / 'ouro.db'}"]
    loaded = [
        subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)
    ]
    assert loaded == ["alembic sqlalchemy\n", "\n"]
