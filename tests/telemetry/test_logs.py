"""Logs are readable lines or JSON, and contain no secret."""

import json
import logging
import re
from collections.abc import Iterator

import pytest
import structlog
from pydantic import SecretStr

from app.settings import Settings
from telemetry.logs import PACKAGES, VERBOSE_LIBRARIES, configure_logging

SECRET = "MTIz.secret.token"  # noqa: S105 - not one that works anywhere


@pytest.fixture(autouse=True)
def _restored_logging() -> Iterator[None]:
    root = logging.getLogger()
    handlers, config = root.handlers[:], structlog.get_config()
    loggers = [root, *map(logging.getLogger, (*PACKAGES, *VERBOSE_LIBRARIES))]
    levels = [logger.level for logger in loggers]
    yield
    root.handlers = handlers
    for logger, level in zip(loggers, levels, strict=True):
        logger.setLevel(level)
    structlog.configure(**config)


def configured(form: str) -> None:
    settings = Settings(
        DISCORD_TOKEN=SecretStr(SECRET),  # type: ignore[call-arg]  # by its alias
        database=SecretStr("postgresql://ouro:hunter%402@db.example/ouro"),
    )
    configure_logging(form, "info", settings.secrets)


def test_our_entries_and_those_of_libraries_are_json_lines(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configured("json")
    structlog.stdlib.get_logger("bot.connection.client").info("answered", size="10x10", solve_ms=3)
    logging.getLogger("discord.http").warning("We are being rate limited. %s", "later")
    ours, theirs = map(json.loads, capsys.readouterr().err.splitlines())
    assert (ours["event"], ours["size"], ours["solve_ms"]) == ("answered", "10x10", 3)
    assert (ours["level"], ours["logger"]) == ("info", "bot.connection.client")
    assert theirs["event"] == "We are being rate limited. later"
    assert theirs["level"] == "warning"


def test_a_terminal_shows_words(capsys: pytest.CaptureFixture[str]) -> None:
    configured("pretty")
    structlog.stdlib.get_logger("bot.connection.client").info("answered", size="10x10", solve_ms=3)
    logging.getLogger("discord.http").warning("We are being rate limited.")
    ours, theirs = capsys.readouterr().err.splitlines()
    assert re.fullmatch(r"\d\d:\d\d:\d\d answered: size 10x10, solve ms 3", ours)
    assert theirs[8:] == " WARNING of discord.http: We are being rate limited."


@pytest.mark.parametrize("form", ["json", "pretty"])
def test_secrets_are_redacted_everywhere(form: str, capsys: pytest.CaptureFixture[str]) -> None:
    configured(form)
    log = structlog.stdlib.get_logger("bot.test")
    address = "https://discord.com/api/v10/webhooks/123/aW50ZXJhY3Rpb24/messages/@original"
    log.info(f"with {SECRET}", address=address)
    log.info("nested", found={"all": [SECRET, address]}, words=["hunter@2", "hunter%402"])
    logging.getLogger("discord.http").warning("POST %s failed", address)
    try:
        raise ValueError(f"{SECRET} at {address}")
    except ValueError:
        log.exception("failed")
    written = capsys.readouterr().err
    assert SECRET not in written
    assert "hunter" not in written
    assert "aW50ZXJhY3Rpb24" not in written
    assert written.count("/webhooks/123/[token]/messages") >= 4
    assert "ValueError" in written


def test_tracebacks_do_not_show_values_of_variables(capsys: pytest.CaptureFixture[str]) -> None:
    configured("pretty")

    def fail(message_content: str) -> None:
        raise ValueError(len(message_content))

    try:
        fail("something private" + "!" * 3)
    except ValueError:
        structlog.stdlib.get_logger("bot.test").exception("failed")
    written = capsys.readouterr().err
    assert "Traceback" in written
    assert "something private!!!" not in written


def test_libraries_stay_above_debug(capsys: pytest.CaptureFixture[str]) -> None:
    """Their DEBUG entries contain whole payloads, and so the content of messages."""
    configure_logging("json", "debug")
    for library in ("discord.gateway", "aiosqlite", "sqlalchemy.engine", "any.other"):
        logging.getLogger(library).debug("what somebody wrote")
    structlog.stdlib.get_logger("bot.connection.client").debug("ours")
    assert [json.loads(line)["event"] for line in capsys.readouterr().err.splitlines()] == ["ours"]


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        ("debug", ["info", "warning", "error"]),
        ("info", ["warning", "error"]),
        ("warning", ["warning", "error"]),
        ("error", ["error"]),
    ],
)
@pytest.mark.parametrize("library", ["alembic.runtime.migration", "discord.gateway"])
def test_verbose_libraries_log_at_info_only_at_our_debug_level(
    library: str, chosen: str, shown: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    configure_logging("json", chosen)
    for level in ("debug", "info", "warning", "error"):
        getattr(logging.getLogger(library), level)(level)
    assert [json.loads(line)["event"] for line in capsys.readouterr().err.splitlines()] == shown


def test_log_entries_carry_the_request_id(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configured("json")
    with structlog.contextvars.bound_contextvars(request="0a1b2c3d"):
        structlog.stdlib.get_logger("bot.connection.client").info("ours")
        logging.getLogger("discord.http").warning("theirs")
    lines = [json.loads(line) for line in capsys.readouterr().err.splitlines()]
    assert [line["request"] for line in lines] == ["0a1b2c3d", "0a1b2c3d"]


@pytest.mark.parametrize("form", ["json", "pretty"])
def test_no_text_forges_a_line_or_controls_the_terminal(
    form: str, capsys: pytest.CaptureFixture[str]
) -> None:
    configured(form)
    hostile = "a\r\nb\x1b[2J\x1b]0;title\x07\u202e\x9b31m"
    structlog.stdlib.get_logger("bot.test").info("news", told=hostile)
    logging.getLogger("discord.gateway").warning("about %s", hostile)
    logging.getLogger("discord.gateway").warning(hostile)
    try:
        raise ValueError(hostile)
    except ValueError:
        structlog.stdlib.get_logger("bot.test").exception("failed")
    written = capsys.readouterr().err
    for part in ("\x1b[2J", "\x1b]", "\x07", "\u202e", "\x9b", "\r"):
        assert part not in written
    first_three = written.splitlines()[:3]
    assert all("b" in line and ("news" in line or "discord" in line) for line in first_three)
