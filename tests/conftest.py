"""Fixtures for every test."""

from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from hypothesis import settings

from tests.contract.contract import Contract

settings.register_profile("ouro", deadline=None)  # machines are noisy; tests are never timed
settings.load_profile("ouro")


SHARED = Path(__file__).resolve().parents[2] / "shared"


def pytest_configure(config: pytest.Config) -> None:
    """Register our own marks, and log plainly: all the values around an exception take seconds."""
    *before, _ = structlog.get_config()["processors"]
    plain = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*before, plain])
    line = "wrong_requests: sends what Discord refuses; the contract looks at answers alone"
    config.addinivalue_line("markers", line)


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of shared facts and puzzles beside the checkout; the test skips without it."""
    if not SHARED.is_dir():
        pytest.skip("the shared puzzles are not beside this checkout")
    return SHARED


@pytest.fixture
def contract(request: pytest.FixtureRequest) -> Iterator[Contract | None]:
    """An inspector for sandboxes: the test fails if Discord's published contract was broken.

    None, and nothing is checked, where the published documents are not beside the checkout.
    """
    folder = SHARED / "discord"
    if not folder.is_dir():
        yield None
        return
    wrong = request.node.get_closest_marker("wrong_requests") is not None
    contract = Contract(folder, requests=not wrong)
    yield contract
    contract.check()
