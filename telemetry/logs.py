"""Logging to stderr: lines in words on a terminal, JSON otherwise, with secrets redacted.

Log entries contain events and durations, but no message content, puzzle, user name or token. Those
of one interaction have its ID, and a repeated event is logged only so often.
"""

import logging
import math
import re
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

import structlog
from msgspec import Struct
from structlog.typing import EventDict, Processor, WrappedLogger

SECRET_PATHS = re.compile(r"/(webhooks|interactions)/(\d+)/[^/\s\"'?]+")
"""URL paths of interactions and webhooks; the last part is a token that permits to answer them."""

PACKAGES = ("app", "bot", "sandbox", "service", "store", "telemetry", "workers")
"""Our own packages that log; only they log below INFO."""

VERBOSE_LIBRARIES = ("alembic", "discord")
"""Libraries that log routine steps at INFO; their INFO entries appear only at level DEBUG."""


def configure_logging(form: str = "auto", level: str = "info", secrets: Sequence[str] = ()) -> None:
    """Send the log entries of the bot and its libraries to stderr, with `secrets` redacted.

    `form` is `pretty`, `json`, or `auto`, which is pretty on a terminal. `level` is the lowest
    level of our own packages; libraries log at INFO or above.
    """
    pretty = form == "pretty" or (form == "auto" and sys.stderr.isatty())
    redactor = Redactor(*secrets)
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper("%H:%M:%S" if pretty else "iso", utc=not pretty),
    ]
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,  # first, so that no other one runs in vain
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
                escape_control_characters,
                redactor,
                in_words if pretty else structlog.processors.JSONRenderer(),
                redactor.redact_line,
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    lowest = logging.getLevelNamesMapping()[level.upper()]
    # Below INFO, libraries log tokens and the content of messages.
    root.setLevel(max(lowest, logging.INFO))
    for package in PACKAGES:
        logging.getLogger(package).setLevel(lowest)
    for library in VERBOSE_LIBRARIES:
        reduced = logging.INFO if lowest <= logging.DEBUG else max(lowest, logging.WARNING)
        logging.getLogger(library).setLevel(reduced)


_ESCAPES = {
    code: f"\\x{code:02x}" for code in (*range(32), *range(127, 160)) if chr(code) not in "\n\t"
} | {code: f"\\u{code:04x}" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}
"""Control characters and changes of text direction, mapped to their escape sequences."""


def escape_control_characters(_: WrappedLogger, __: str, entry: EventDict) -> EventDict:
    """A structlog processor that escapes control characters in the texts of an entry.

    Then no value can forge a line of the log or control the terminal. Tracebacks keep their line
    breaks.

    >>> entry = {"event": "up" + chr(27) + "[2J" + chr(10) + "down"}
    >>> escape_control_characters(None, "info", entry)
    {'event': 'up\\\\x1b[2J\\\\ndown'}
    """

    def escaped(key: str, text: str) -> str:
        text = text.translate(_ESCAPES)
        return text if key in {"exception", "stack"} else text.replace("\n", "\\n")

    return {
        key: escaped(key, value) if isinstance(value, str) else value
        for key, value in entry.items()
    }


def in_words(_: WrappedLogger, __: str, entry: EventDict) -> str:
    """A structlog processor that renders an entry as a line for people, with a traceback below.

    Warnings and errors name their logger.

    >>> entry = {"timestamp": "09:30:00", "level": "info", "logger": "service", "event": "sent"}
    >>> in_words(None, "info", entry | {"after_seconds": 0.4, "count": 24})
    '09:30:00 sent: after seconds 0.4, count 24'
    """
    logger, level = entry.pop("logger"), entry.pop("level")
    start = "" if level in {"debug", "info"} else f"{level.upper()} of {logger}: "
    line = f"{entry.pop('timestamp')} {start}{entry.pop('event')}"
    below = [entry.pop(key) for key in ("exception", "stack") if key in entry]
    told = ", ".join(f"{key.replace('_', ' ')} {value}" for key, value in entry.items())
    return "\n".join([f"{line}: {told}" if told else line, *below])


class Redactor:
    """A structlog processor that replaces secrets in every text of an entry.

    It replaces the given secrets, and the tokens in the URL paths of `SECRET_PATHS`.

    >>> redact = Redactor("very-secret", "hunter2")
    >>> redact(None, "info", {"event": "POST /webhooks/12/abc.def/messages with very-secret"})
    {'event': 'POST /webhooks/12/[token]/messages with [secret]'}
    """

    def __init__(self, *secrets: str) -> None:
        self._secrets = sorted(filter(None, secrets), key=len, reverse=True)

    def __call__(self, _: WrappedLogger, __: str, entry: EventDict) -> EventDict:
        """Return the entry with its top-level text values redacted."""
        return {
            key: self.redact(value) if isinstance(value, str) else value
            for key, value in entry.items()
        }

    def redact_line(self, _: WrappedLogger, __: str, line: Any) -> str:
        """A structlog processor for the rendered line, which also covers nested values."""
        return self.redact(str(line))

    def redact(self, text: str) -> str:
        """The text with `[secret]` or `[token]` in place of its secrets."""
        for secret in self._secrets:
            text = text.replace(secret, "[secret]")
        return SECRET_PATHS.sub(r"/\1/\2/[token]", text)


def request_id() -> str:
    """The ID of the interaction that the current task answers; a new one outside of interactions.

    It has eight hexadecimal digits.

    >>> with structlog.contextvars.bound_contextvars(request="1f2e3d4c"):
    ...     request_id()
    '1f2e3d4c'
    >>> len(request_id())
    8
    """
    value = structlog.contextvars.get_contextvars().get("request")
    return value if isinstance(value, str) else secrets.token_hex(4)


class Throttle(Struct, eq=False):
    """Allows at most one report of a repeated event in each interval of `seconds`.

    >>> throttle = Throttle(10.0, clock=iter([100.0, 101.0, 102.0, 110.0]).__next__)
    >>> [throttle.suppressed_before() for _ in range(4)]
    [0, None, None, 2]
    """

    seconds: float
    clock: Callable[[], float] = time.monotonic
    _next: float = -math.inf
    _suppressed: int = 0

    def suppressed_before(self) -> int | None:
        """Count an event; return the number of events suppressed since the last report.

        Returns None when this event must not be reported either.
        """
        now = self.clock()
        if now < self._next:
            self._suppressed += 1
            return None
        suppressed, self._suppressed = self._suppressed, 0
        self._next = now + self.seconds
        return suppressed
