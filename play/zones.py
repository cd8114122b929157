"""Time zones: finds them by the names that people type, and suggests names."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from types import MappingProxyType
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from puzzle.errors import PuzzleError
from puzzle.lazy_messages import lazy

MAX_NAME = 64
"""Maximum length of a time zone's name in characters."""


def find_zone(name: str) -> ZoneInfo:
    """The zone of the tz database with a name; case does not matter.

    Raises `PuzzleError` for an unknown name, with the nearest ones, and for unreadable zone data.

    >>> find_zone("europe/london").key
    'Europe/London'
    >>> find_zone("Tokio")
    Traceback (most recent call last):
    ...
    puzzle.errors.PuzzleError: There is no time zone 'Tokio'; perhaps Asia/Tokyo.
    """
    key = _zones().get(_normalise(name))
    if key is None:
        shown, similar = name[:MAX_NAME], ", ".join(suggest_zones(name, 3))
        raise PuzzleError(
            lazy("There is no time zone {name!r}; perhaps {similar}.", name=shown, similar=similar)
            if similar
            else lazy(
                "There is no time zone {name!r}; write one such as Europe/London or UTC.",
                name=shown,
            )
        )
    try:
        return ZoneInfo(key)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:  # the tz database is damaged
        raise PuzzleError(
            lazy("The time zone {zone} cannot be read here; choose another.", zone=key)
        ) from error


def suggest_zones(text: str, limit: int = 25) -> list[str]:
    """At most `limit` zones for a partly typed name: those that contain it, then similar ones.

    >>> suggest_zones("tokyo")
    ['Asia/Tokyo']
    """
    wanted = _normalise(text)
    zones = sorted(zone for zone in _zones().values() if "/" in zone or zone == "UTC")
    containing = [zone for zone in zones if wanted in zone.lower()]
    places: dict[str, str] = {}
    for zone in zones:
        places.setdefault(zone.rpartition("/")[2].lower(), zone)
    similar = [places[place] for place in get_close_matches(wanted, places, n=3, cutoff=0.7)]
    return list(dict.fromkeys(containing + similar))[:limit]


def _normalise(name: str) -> str:
    return name[: 2 * MAX_NAME].strip().lower().replace(" ", "_")


@cache
def _zones() -> Mapping[str, str]:
    """The names of all zones by their lower-case form; cached, as listing them is slow."""
    return MappingProxyType({zone.lower(): zone for zone in available_timezones()})
