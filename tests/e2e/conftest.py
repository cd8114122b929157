"""The bot's database: SQLite, and PostgreSQL too for some tests, or with `--all` for every one."""

from pathlib import Path

import pytest

from store.address import file_address


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make two tests of one where it is to run on both databases."""
    marked = metafunc.definition.get_closest_marker("both_databases") is not None
    if marked or metafunc.config.getoption("all"):
        metafunc.parametrize("bot_database", ["sqlite", "postgresql"], indirect=True)


@pytest.fixture(autouse=True)
def bot_database(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> str:
    """The address of a database without rows, at which every bot of the test finds its own."""
    address = file_address(tmp_path / "ouro.db")
    if getattr(request, "param", "sqlite") == "postgresql":
        address = request.getfixturevalue("postgresql_tables")
    monkeypatch.setenv("OURO_DATABASE", address)
    return address
