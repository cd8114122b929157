"""The databases of bots that are killed."""

from pathlib import Path

import pytest

from tests.support.faults.killing import (
    RunDatabases,
    after_changes,
    after_commits,
    every_point,
)
from tests.support.prepared import PreparedDatabases
from tests.support.warm.program import WarmProgram


@pytest.fixture(
    params=[
        "sqlite",
        "postgresql",
        pytest.param("sqlite everywhere", marks=pytest.mark.long),
        pytest.param("postgresql everywhere", marks=pytest.mark.long),
    ]
)
def run_databases(
    request: pytest.FixtureRequest,
    killable_bots: WarmProgram,
    tmp_path: Path,
    prepared_databases: PreparedDatabases,
) -> RunDatabases:
    """The databases of bots that are killed.

    By default bots are killed only where the database or the chat has just changed, as a kill
    between two changes leaves the same state; and on PostgreSQL only after commits, as databases
    make no difference elsewhere.
    """
    name, _, everywhere = request.param.partition(" ")
    postgresql = request.getfixturevalue("postgresql_tables") if name == "postgresql" else None
    selection = after_commits if postgresql else after_changes
    if everywhere:
        selection = every_point
    return RunDatabases(killable_bots, tmp_path, prepared_databases, selection, postgresql)
