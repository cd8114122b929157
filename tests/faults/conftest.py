"""The databases of the tests of faults."""

from pathlib import Path

import pytest

from tests.support.faults.killing import Shelf, Starter
from tests.support.prepared import PreparedDatabases


@pytest.fixture(
    params=[
        "sqlite",
        "postgresql at commits",
        pytest.param("postgresql", marks=pytest.mark.long),
    ]
)
def shelf(
    request: pytest.FixtureRequest,
    starter: Starter,
    tmp_path: Path,
    prepared_databases: PreparedDatabases,
) -> Shelf:
    """Where bots that are killed have their databases.

    Between commits nothing depends on which database it is.
    """
    if request.param == "sqlite":
        return Shelf(starter, tmp_path, prepared_databases)
    address = request.getfixturevalue("postgresql_tables")
    only = "COMMIT" if "commits" in request.param else ""
    return Shelf(starter, tmp_path, prepared_databases, address, only)
