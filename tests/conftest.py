"""What holds for every test, and where fixtures come from that several folders share."""

import gc
import os
import signal
import sys

import pytest
from hypothesis import settings

pytest_plugins = (
    "tests.support.selection",
    "tests.support.fixtures.certificates",
    "tests.support.fixtures.facts",
    "tests.support.fixtures.chat",
    "tests.support.fixtures.postgresql",
    "tests.support.fixtures.prepared",
    "tests.support.fixtures.programs",
)
pytest.register_assert_rewrite("tests.support")

settings.register_profile("some", deadline=None, max_examples=10)  # tests are never timed
settings.register_profile("all", deadline=None, max_examples=150)
settings.register_profile("once", deadline=None, max_examples=5)

for name in ("DISCORD_TOKEN", "OURO_DATABASE"):
    os.environ.pop(name, None)  # no test meets the bot or the database of whoever runs it
os.environ["OURO_DATA"] = f"{os.devnull}/ouro"  # where nothing can be written

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as shells do for what runs in background
    signal.signal(signal.SIGINT, signal.default_int_handler)  # else programs of tests ignore it too


def pytest_configure(config: pytest.Config) -> None:
    """Try more examples of every property in the long run and fewer in the short one; collect
    tests without a garbage collector, which looks at more and more tests and finds nothing."""
    chosen = (name for name in ("all", "once") if config.getoption(name))
    settings.load_profile(next(chosen, "some"))
    gc.disable()


def pytest_collection_finish() -> None:
    """Prepare the process for many tests."""
    collect_garbage_rarely()
    log_plainly()


def collect_garbage_rarely() -> None:
    """Collect garbage rarely and only what tests leave, which else takes a tenth of the time."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(10_000, 10, 10)


def log_plainly() -> None:
    """Log plainly where there are logs: all the values around an exception take seconds."""
    if structlog := sys.modules.get("structlog"):
        *before, _ = structlog.get_config()["processors"]
        plain = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
        structlog.configure(processors=[*before, plain])
