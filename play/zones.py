"""Time zones: finds them by the names that people type, and suggests names."""

import re
import unicodedata
from collections.abc import Mapping
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from itertools import islice
from types import MappingProxyType
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from play.errors import EntryError
from puzzle.lazy_messages import lazy

MAX_NAME = 64
"""Maximum length of a time zone's name in characters."""
WELL_KNOWN = (
    "Pacific/Honolulu",
    "America/Anchorage",
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/New_York",
    "America/Halifax",
    "America/Sao_Paulo",
    "Atlantic/Azores",
    "Europe/London",
    "Europe/Berlin",
    "Europe/Athens",
    "Europe/Istanbul",
    "Asia/Dubai",
    "Asia/Karachi",
    "Asia/Kolkata",
    "Asia/Dhaka",
    "Asia/Bangkok",
    "Asia/Singapore",
    "Asia/Tokyo",
    "Australia/Adelaide",
    "Australia/Sydney",
    "Pacific/Noumea",
    "Pacific/Auckland",
    "UTC",
)
"""A zone with many people for most hours of the day, from west to east."""
_OFFSET = re.compile(r"(?:utc|gmt)?([+-]\d{1,2})(?::?([0-5]\d))?", re.ASCII)
_SEASONS = (datetime(2026, 1, 1), datetime(2026, 7, 1))


def find_zone(name: str) -> ZoneInfo:
    """The zone of the tz database with a name; case does not matter.

    Raises `EntryError` for an unknown name, with the nearest ones, and for unreadable zone data.

    >>> find_zone("europe/london").key
    'Europe/London'
    >>> find_zone("Tokio")
    Traceback (most recent call last):
    ...
    play.errors.EntryError: There is no time zone 'Tokio'; perhaps Asia/Tokyo.
    """
    key = _zones().get(_normalise(name))
    if key is None:
        similar = ", ".join(suggest_zones(name, 3)) if name.strip() else ""
        shown = name[:MAX_NAME]
        raise EntryError(
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
        raise EntryError(
            lazy("The time zone {zone} cannot be read here; choose another.", zone=key)
        ) from error


def suggest_zones(text: str, limit: int = 25) -> list[str]:
    """At most `limit` zones for a partly typed name: those that contain it, then similar ones.

    For an offset, those whose clocks show it in January or in July, well-known ones first; for no
    text, well-known ones.

    >>> suggest_zones("tokyo"), suggest_zones("UTC+9", 2), suggest_zones(" ", 1)
    (['Asia/Tokyo'], ['Asia/Tokyo', 'Asia/Chita'], ['Pacific/Honolulu'])
    """
    wanted = _normalise(text)
    if not wanted:
        return list(WELL_KNOWN[:limit])
    if (offset := _OFFSET.fullmatch(wanted)) is not None:
        return _with_offset(offset, limit)
    zones = sorted(zone for zone in _zones().values() if "/" in zone or zone == "UTC")
    containing = [zone for zone in zones if wanted in zone.lower()]
    places: dict[str, str] = {}
    for zone in zones:
        places.setdefault(zone.rpartition("/")[2].lower(), zone)
    similar = [places[place] for place in get_close_matches(wanted, places, n=3, cutoff=0.7)]
    return list(dict.fromkeys(containing + similar))[:limit]


def _with_offset(offset: re.Match[str], limit: int) -> list[str]:
    hours, minutes = int(offset[1]), int(offset[2] or 0)
    shift = timedelta(hours=hours, minutes=-minutes if offset[1][0] == "-" else minutes)
    zones = dict.fromkeys((*WELL_KNOWN, *sorted(zone for zone in _zones().values() if "/" in zone)))
    found = (zone for zone in zones if shift in _offsets(zone))
    return list(islice(found, limit))


@cache
def _offsets(zone: str) -> frozenset[timedelta | None]:
    """The offsets of a zone from UTC in January and in July; none if it cannot be read here."""
    try:
        return frozenset(map(ZoneInfo(zone).utcoffset, _SEASONS))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return frozenset()


def _normalise(name: str) -> str:
    return unicodedata.normalize("NFKC", name[: 2 * MAX_NAME]).strip().lower().replace(" ", "_")


@cache
def _zones() -> Mapping[str, str]:
    """The names of all zones by their lower-case form; cached, as listing them is slow."""
    return MappingProxyType({zone.lower(): zone for zone in available_timezones()})
