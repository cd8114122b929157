"""What holds for every test, and where fixtures come from that several folders share."""

import pytest
import structlog
from hypothesis import settings

pytest_plugins = (
    "tests.support.fixtures.facts",
    "tests.support.fixtures.chat",
    "tests.support.fixtures.postgresql",
)
pytest.register_assert_rewrite("tests.support")

settings.register_profile("ouro", deadline=None)  # machines are noisy; tests are never timed
settings.load_profile("ouro")


def pytest_configure(config: pytest.Config) -> None:
    """Register our own marks, and log plainly: all the values around an exception take seconds."""
    *before, _ = structlog.get_config()["processors"]
    plain = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    structlog.configure(processors=[*before, plain])
    line = "wrong_requests: sends what Discord refuses; the contract looks at answers alone"
    config.addinivalue_line("markers", line)
