"""The databases of bots that are killed."""

from pathlib import Path

import pytest

from tests.support.faults.killing import ForkServer, RunDatabases
from tests.support.prepared import PreparedDatabases


@pytest.fixture(
    params=[
        "sqlite",
        "postgresql at commits",
        pytest.param("postgresql", marks=pytest.mark.long),
    ]
)
def run_databases(
    request: pytest.FixtureRequest,
    fork_server: ForkServer,
    tmp_path: Path,
    prepared_databases: PreparedDatabases,
) -> RunDatabases:
    """The databases of bots that are killed.

    On PostgreSQL only kills at commits are tested by default, as the database makes no difference
    between commits.
    """
    if request.param == "sqlite":
        return RunDatabases(fork_server, tmp_path, prepared_databases)
    address = request.getfixturevalue("postgresql_tables")
    only = "COMMIT" if "commits" in request.param else ""
    return RunDatabases(fork_server, tmp_path, prepared_databases, address, only)
