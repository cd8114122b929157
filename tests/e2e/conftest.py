"""The bot's database: SQLite, and also PostgreSQL for marked tests, or for all with `--all`."""

from pathlib import Path

import pytest

from store.address import file_address


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize the tests that run on both databases."""
    marked = metafunc.definition.get_closest_marker("both_databases") is not None
    if marked or metafunc.config.getoption("all"):
        metafunc.parametrize("bot_database", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture(autouse=True)
def bot_database(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """The address of a database without rows, which all bots of the test use."""
    address = file_address(tmp_path / "ouro.db")
    if getattr(request, "param", "sqlite") == "postgresql":
        address = request.getfixturevalue("postgresql_tables")
    monkeypatch.setenv("OURO_DATABASE", address)
    return address
