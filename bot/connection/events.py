"""The one way by which events of Discord reach their parsers.

discord.py ends the process when a parser raises an exception. Here it costs the event: a log entry
and a metric tell which. An interaction that arrives again is dropped too.
"""

from __future__ import annotations

import traceback
from typing import Any

import structlog
from msgspec import Struct, field

from bot.connection.discord_internals import Parser
from telemetry.logs import Throttle
from telemetry.metrics import Metrics

FRAME = "frame"
"""The name of what arrives and is no event."""
INTERACTION = "INTERACTION_CREATE"
INTERACTIONS_KNOWN = 4096
"""Number of latest interactions by whose ID a repeated one is known."""
LOG_SECONDS = 10.0
"""Minimum seconds between log entries about events of one name."""

log = structlog.stdlib.get_logger(__name__)


class Arriving(Struct, eq=False):
    """Logs and counts the events that are dropped, and knows the interactions."""

    metrics: Metrics
    _interactions: dict[str, None] = field(default_factory=dict)
    _throttles: dict[str, Throttle] = field(default_factory=dict)

    def is_repeated(self, interaction: str) -> bool:
        """Whether an interaction arrived before; it counts as arrived from now on."""
        if interaction in self._interactions:
            return True
        self._interactions[interaction] = None
        if len(self._interactions) > INTERACTIONS_KNOWN:
            del self._interactions[next(iter(self._interactions))]
        return False

    def note(self, outcome: str, shard: int, name: str, error: Exception | None = None) -> None:
        """Log and count an event, or a frame that is none, which a shard received.

        The outcomes are `dropped` and `repeated`.
        """
        self.metrics.events_faulty.labels(name, outcome).inc()
        throttle = self._throttles.setdefault(name, Throttle(LOG_SECONDS))
        if (suppressed := throttle.suppressed_before()) is not None:
            reason = {} if error is None else reason_of(error)
            log.warning(f"event {outcome}", kind=name, shard=shard, suppressed=suppressed, **reason)


class SafeParser(Struct, frozen=True):
    """The parser of the events `name` that a shard receives, which raises nothing."""

    arriving: Arriving
    shard: int
    name: str
    parser: Parser

    def __call__(self, data: Any) -> None:
        """Parse an event, or drop it if that is impossible."""
        is_press = self.name == INTERACTION and isinstance(data, dict)
        if is_press and self.arriving.is_repeated(str(data.get("id"))):
            self.arriving.note("repeated", self.shard, self.name)
            return
        try:
            self.parser(data)
        except Exception as error:
            self.arriving.note("dropped", self.shard, self.name, error)


def reason_of(error: Exception) -> dict[str, str]:
    """What a log entry says of an exception: nothing that was received but the name of a field.

    >>> try:
    ...     {"a": 1}["volume"]
    ... except KeyError as error:
    ...     found = reason_of(error)
    >>> found["reason"], found["field"]
    ('KeyError', 'volume')
    """
    found = {"reason": type(error).__name__}
    for place in traceback.extract_tb(error.__traceback__)[-1:]:
        found["at"] = f"{place.name}:{place.lineno}"
    if isinstance(error, KeyError) and str(error.args[0]).isidentifier():
        found["field"] = str(error.args[0])
    return found
