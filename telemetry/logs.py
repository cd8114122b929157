"""Logging: readable lines on a terminal, JSON otherwise, and never a secret.

Logs say what happened and how long it took. They hold no message content, no puzzle, no name
of a person, no token.
"""

import logging
import re
import sys
from collections.abc import Sequence
from typing import Any

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

SECRET_PATHS = re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s\"'?]+")
"""Addresses of interactions carry the token with which anybody could answer them."""


PACKAGES = ("app", "bot", "sandbox", "service", "store", "telemetry", "workers")
"""Our own code that logs; it may do so below INFO."""

CHATTY = ("alembic", "discord")
"""Libraries that tell at INFO of every step of theirs; they do so only where we log at DEBUG."""


def configure_logging(form: str = "auto", level: str = "info", secrets: Sequence[str] = ()) -> None:
    """Send what the bot and its libraries log to stderr, without these secrets.

    `form` is `pretty`, `json`, or `auto`: pretty on a terminal.
    """
    pretty = form == "pretty" or (form == "auto" and sys.stderr.isatty())
    redactor = Redactor(*secrets)
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    structlog.configure(
        processors=[
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *shared],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                structlog.processors.format_exc_info,
                visible,
                redactor,
                structlog.dev.ConsoleRenderer() if pretty else structlog.processors.JSONRenderer(),
                redactor.at_last,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    lowest = logging.getLevelNamesMapping()[level.upper()]
    root.setLevel(max(lowest, logging.INFO))  # below it, libraries log tokens and what people write
    for package in PACKAGES:
        logging.getLogger(package).setLevel(lowest)
    for library in CHATTY:
        news = logging.INFO if lowest <= logging.DEBUG else max(lowest, logging.WARNING)
        logging.getLogger(library).setLevel(news)


_UNSEEN = {
    code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"
} | {code: f"\\u{code:04x}" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""What makes a terminal do something, or turns text around, and how it is written instead."""


def visible(_: WrappedLogger, __: str, entry: EventDict) -> EventDict:
    """A structlog processor: no text of an entry can end its line or command the terminal.

    >>> visible(None, "info", {"event": "up" + chr(27) + "[2J" + chr(10) + "down"})
    {'event': 'up\\\\x1b[2J\\\\ndown'}
    """

    def shown(key: str, text: str) -> str:
        text = text.translate(_UNSEEN)
        return text if key in {"exception", "stack"} else text.replace("\n", "\\n")

    return {
        key: shown(key, value) if isinstance(value, str) else value for key, value in entry.items()
    }


class Redactor:
    """A structlog processor that blots secrets out of every text of an entry.

    >>> redact = Redactor("very-secret", "hunter2")
    >>> redact(None, "info", {"event": "POST /webhooks/12/abc.def/messages with very-secret"})
    {'event': 'POST /webhooks/12/[token]/messages with [secret]'}
    """

    def __init__(self, *secrets: str) -> None:
        self._secrets = sorted(filter(None, secrets), key=len, reverse=True)

    def __call__(self, _: WrappedLogger, __: str, entry: EventDict) -> EventDict:
        """The entry, blotted."""
        return {
            key: self.redact(value) if isinstance(value, str) else value
            for key, value in entry.items()
        }

    def at_last(self, _: WrappedLogger, __: str, line: Any) -> str:
        """The line as it will be written, blotted once more: values may hold other values."""
        return self.redact(str(line))

    def redact(self, text: str) -> str:
        """The text without its secrets."""
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        return SECRET_PATHS.sub(r"/\1/\2/[token]", text)
