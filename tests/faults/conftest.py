"""The databases of the tests of faults."""

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
    """Where bots that are killed have their databases.

    Between commits nothing depends on which database it is.
    """
    if request.param == "sqlite":
        return RunDatabases(fork_server, tmp_path, prepared_databases)
    address = request.getfixturevalue("postgresql_tables")
    only = "COMMIT" if "commits" in request.param else ""
    return RunDatabases(fork_server, tmp_path, prepared_databases, address, only)
