"""Time zones: finds them by the names that people type, and suggests names.

Zones are known by the tz database; what else people call them is in `zone_names.txt` (CLDR) and
`zone_cities.txt` (GeoNames).
"""

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from importlib import resources
from itertools import chain, islice
from types import MappingProxyType
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from play.errors import EntryError
from puzzle.lazy_messages import lazy

MAX_NAME = 64
"""Maximum length of a time zone's name in characters."""
SUGGESTED = 3
"""Number of zones that an error names."""
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
    """The zone of the tz database with a name that a person typed; case does not matter.

    Raises `EntryError` for an unknown name, with the nearest ones, for an abbreviation whose zone
    shows another time than the places that people mean by it, and for unreadable zone data.

    >>> find_zone("europe/london").key
    'Europe/London'
    >>> find_zone("Tokio")
    Traceback (most recent call last):
    ...
    play.errors.EntryError: There is no time zone 'Tokio'; perhaps Asia/Tokyo.
    >>> find_zone("GMT")
    Traceback (most recent call last):
    ...
    play.errors.EntryError: 'GMT' is the time of places whose clocks differ; choose one, such as \
Europe/London, Africa/Abidjan, Africa/Dakar.
    """
    wanted, shown = _normalise(name), name[:MAX_NAME]
    key = _zones().get(wanted)
    places = _one_of_each_clock(_abbreviations().get(wanted, ()))
    if key is not None and places and _offsets(places[0]) != _offsets(key):
        similar = ", ".join(places[:SUGGESTED])
        raise EntryError(
            lazy(
                "{name!r} is the time of places whose clocks differ; choose one, such as "
                "{similar}.",
                name=shown,
                similar=similar,
            )
        )
    if key is None:
        similar = ", ".join(suggest_zones(name, SUGGESTED)) if name.strip() else ""
        raise EntryError(
            lazy("There is no time zone {name!r}; perhaps {similar}.", name=shown, similar=similar)
            if similar
            else lazy(
                "There is no time zone {name!r}; write one such as Europe/London or UTC.",
                name=shown,
            )
        )
    return zone_of(key)


def zone_of(key: str) -> ZoneInfo:
    """The zone of a key that is stored; raises `EntryError` if it cannot be read here."""
    try:
        return ZoneInfo(key)
    except (ZoneInfoNotFoundError, ValueError, OSError) as error:  # the tz database is damaged
        raise EntryError(
            lazy("The time zone {zone} cannot be read here; choose another.", zone=key)
        ) from error


def suggest_zones(text: str, limit: int = 25) -> list[str]:
    """At most `limit` zones for a partly typed name, well-known ones first.

    For an offset, those whose clocks show it in January or in July; for an abbreviation or a city,
    the zones that have it; else those whose name or city contains the text, or else similar ones.
    For no text, well-known ones.

    >>> suggest_zones("tokyo"), suggest_zones("UTC+9", 2), suggest_zones(" ", 1)
    (['Asia/Tokyo'], ['Asia/Tokyo', 'Asia/Chita'], ['Pacific/Honolulu'])
    >>> suggest_zones("JST"), suggest_zones("CST", 2), suggest_zones("Mumbai")
    (['Asia/Tokyo'], ['America/Chicago', 'Asia/Shanghai'], ['Asia/Kolkata'])
    """
    wanted = _normalise(text)
    if not wanted:
        return list(WELL_KNOWN[:limit])
    if (offset := _OFFSET.fullmatch(wanted)) is not None:
        return _with_offset(offset, limit)
    named = _places()
    found = _one_of_each_clock([*_abbreviations().get(wanted, ()), *named.get(wanted, ())])
    found += sorted(zone for zone in _suggested() if wanted in zone.lower())
    if wanted not in named and len(wanted) > 1:
        found += [zone for name, zones in named.items() if wanted in name for zone in zones]
    if not found:
        similar = get_close_matches(wanted, named, n=3, cutoff=0.7)
        found = [zone for name in similar for zone in named[name]]
    return list(dict.fromkeys(found))[:limit]


def _with_offset(offset: re.Match[str], limit: int) -> list[str]:
    hours, minutes = int(offset[1]), int(offset[2] or 0)
    shift = timedelta(hours=hours, minutes=-minutes if offset[1][0] == "-" else minutes)
    return list(islice((zone for zone in _suggested() if shift in _offsets(zone)), limit))


@cache
def _offsets(zone: str) -> tuple[timedelta | None, ...]:
    """The offsets of a zone from UTC in January and in July; none if it cannot be read here."""
    try:
        return tuple(map(ZoneInfo(zone).utcoffset, _SEASONS))
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return ()


def _normalise(name: str) -> str:
    """A name in lower case, without accents, and with low lines for spaces, as in zones."""
    text = unicodedata.normalize("NFKC", name[: 2 * MAX_NAME]).strip().lower().replace(" ", "_")
    return "".join(sign for sign in unicodedata.normalize("NFKD", text) if not _is_accent(sign))


def _is_accent(sign: str) -> bool:
    return "\u0300" <= sign <= "\u036f"


@cache
def _zones() -> Mapping[str, str]:
    """The names of all zones by their lower-case form; cached, as listing them is slow."""
    return MappingProxyType({zone.lower(): zone for zone in available_timezones()})


@cache
def _suggested() -> tuple[str, ...]:
    """The zones of places and UTC, well-known ones first.

    Others are those of Etc, whose signs are the other way round, and old names.
    """
    others = (zone for zone in _zones().values() if "/" in zone and not zone.startswith("Etc/"))
    return tuple(dict.fromkeys((*WELL_KNOWN, *sorted(others))))


def _one_of_each_clock(zones: Sequence[str]) -> list[str]:
    """The same zones: the first of each clock, then the others."""
    first = {_offsets(zone): zone for zone in reversed(zones)}.values()
    return sorted(zones, key=lambda zone: zone not in first)


@cache
def _abbreviations() -> Mapping[str, Sequence[str]]:
    """The zones by the abbreviations of their times, by the tz database.

    Well-known ones come first, then those with many cities.
    """
    cities = {zone: len(names) for zone, names in _names_in("zone_cities.txt")}
    found: dict[str, list[str]] = {}
    for zone in _suggested():
        with suppress(ZoneInfoNotFoundError, ValueError, OSError):
            for name in {*map(ZoneInfo(zone).tzname, _SEASONS)}:
                if name and name.isalpha() and zone != "UTC":
                    found.setdefault(name.lower(), []).append(zone)
    for zones in found.values():
        zones.sort(key=lambda zone: (zone not in WELL_KNOWN, -cities.get(zone, 0)))
    return MappingProxyType(found)


@cache
def _places() -> Mapping[str, Sequence[str]]:
    """The zones by the names of their cities, and by abbreviations that the tz database lacks.

    Where several have a city with a name, that comes first which has fewer larger ones.
    """
    found: dict[str, dict[str, int]] = {}
    for zone in _suggested():
        found.setdefault(_normalise(zone.rpartition("/")[2]), {})[zone] = 0
    for zone, names in chain(_names_in("zone_names.txt"), _names_in("zone_cities.txt")):
        for rank, name in enumerate(names if zone.lower() in _zones() else ()):
            found.setdefault(_normalise(name), {}).setdefault(zone, rank)
    return MappingProxyType(
        {name: sorted(ranks, key=lambda zone: ranks[zone]) for name, ranks in found.items()}
    )


def _names_in(file: str) -> Iterator[tuple[str, Sequence[str]]]:
    """The zones of a file, each with its names there."""
    for line in resources.files(__package__).joinpath(file).read_text("utf-8").splitlines():
        if not line.startswith("#"):
            zone, _, names = line.partition(": ")
            yield zone, names.split(", ")
