"""The chats, bots and databases of the tests of faults."""

from pathlib import Path

import pytest

from tests.e2e.conftest import _restored_addresses, chat, run_bot, sandbox
from tests.faults.killing import Shelf
from tests.store.conftest import empty_postgresql, postgresql

__all__ = ["_restored_addresses", "chat", "empty_postgresql", "postgresql", "run_bot", "sandbox"]


@pytest.fixture(params=["sqlite", "postgresql"])
def shelf(request: pytest.FixtureRequest, tmp_path: Path) -> Shelf:
    """Where bots that are killed have their databases."""
    if request.param == "sqlite":
        return Shelf(tmp_path)
    return Shelf(tmp_path, request.getfixturevalue("empty_postgresql"))
