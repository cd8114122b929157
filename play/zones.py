"""Time zones: finds them by the names that people type, and suggests names.

Zones are known by the tz database; what else people call them is in `zone_names.txt` (countries and
times, by CLDR) and `zone_cities.txt` (GeoNames).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from difflib import get_close_matches
from functools import cache
from importlib import resources
from itertools import islice
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
_OFFSET = re.compile(r"(?:utc|gmt)?_?([+-])_?(\d{1,2})(?::?([0-5]\d))?", re.ASCII)
_TURNED = re.compile(r"etc/gmt([+-])(\d{1,2})", re.ASCII)
"""The zones whose sign is the other way round: Etc/GMT+1 is one hour west of Greenwich."""
_SIGNS = str.maketrans("\u2010\u2011\u2012\u2013\u2212\u2018\u2019", "-----''")
"""Signs that people type in numbers and names, and those of ASCII."""
_SHORTEST_SIMILAR = 5
"""Minimum length of a name for which similar ones are suggested; every abbreviation has some."""
_SEASONS = (datetime(2026, 1, 1), datetime(2026, 7, 1))


def find_zone(name: str) -> ZoneInfo:
    """The zone of the tz database with a name that a person typed; case does not matter.

    Raises `EntryError` for an unknown name, with the nearest ones, for an abbreviation whose zone
    shows another time than the places that people mean by it, for a zone whose sign is the other
    way round, and for unreadable zone data.

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
Europe/London, Africa/Abidjan, Antarctica/Troll.
    """
    wanted, shown = _normalise(name), name[: MAX_NAME if name.isprintable() else 20]
    key = _zones().get(wanted)
    places = _one_of_each_clock(_names().get(wanted, ()))
    turned = _TURNED.fullmatch(wanted)
    if key is not None and places and _offsets(places[0]) != _offsets(key):
        problem = lazy(
            "{name!r} is the time of places whose clocks differ; choose one, such as {similar}.",
            name=shown,
            similar=", ".join(places[:SUGGESTED]),
        )
    elif key is not None and turned is not None and int(turned[2]):
        offset = f"UTC{'-' if turned[1] == '+' else '+'}{int(turned[2])}"
        problem = lazy(
            "{name!r} is {offset}, as its sign is the other way round; choose one such as "
            "{similar}.",
            name=shown,
            offset=offset,
            similar=", ".join(suggest_zones(offset, SUGGESTED)) or "UTC",
        )
    elif key is not None:
        return zone_of(key)
    elif similar := suggest_zones(name, SUGGESTED) if name.strip() else []:
        problem = lazy(
            "There is no time zone {name!r}; perhaps {similar}.",
            name=shown,
            similar=", ".join(similar),
        )
    else:
        problem = lazy(
            "There is no time zone {name!r}; write one such as Europe/London or UTC.", name=shown
        )
    raise EntryError(problem)


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

    For an offset, those whose clocks show it in January or in July; for a city, a country, or what
    a time is called, the zones that have it; else those whose names contain the text, or else
    similar ones. A place may be followed by a comma and more. For no text, well-known ones.

    >>> suggest_zones("tokyo"), suggest_zones("UTC+9", 2), suggest_zones(" ", 1)
    (['Asia/Tokyo'], ['Asia/Tokyo', 'Asia/Chita'], ['Pacific/Honolulu'])
    >>> suggest_zones("JST"), suggest_zones("CST", 2), suggest_zones("Mumbai")
    (['Asia/Tokyo'], ['America/Chicago', 'Asia/Shanghai'], ['Asia/Kolkata'])
    >>> suggest_zones("Germany", 1), suggest_zones("Paris, France"), suggest_zones("日本標準時")
    (['Europe/Berlin'], ['Europe/Paris'], ['Asia/Tokyo'])
    """
    wanted = _normalise(text)
    if not wanted:
        return list(WELL_KNOWN[:limit])
    if (offset := _OFFSET.fullmatch(wanted)) is not None:
        return _with_offset(offset, limit)
    named = _names()
    found = _one_of_each_clock(named.get(wanted, ()))
    if not found and len(wanted) > 1:
        found = sorted(zone for zone in _suggested() if wanted in zone.lower())
        longer = [name for name in named if wanted in name]
        longer.sort(key=lambda name: not name.startswith(wanted))
        found += _one_of_each_clock([zone for name in longer for zone in named[name]])
    if not found and (place := wanted.partition(",")[0]) != wanted and place:
        return suggest_zones(place, limit)
    if not found and len(wanted) >= _SHORTEST_SIMILAR:
        similar = get_close_matches(wanted, named, n=3, cutoff=0.7)
        found = [zone for name in similar for zone in named[name]]
    return list(dict.fromkeys(found))[:limit]


def _with_offset(offset: re.Match[str], limit: int) -> list[str]:
    shift = timedelta(hours=int(offset[2]), minutes=int(offset[3] or 0))
    shift = -shift if offset[1] == "-" else shift
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
    text = unicodedata.normalize("NFKC", name[: 2 * MAX_NAME].translate(_SIGNS))
    text = text.strip().lower().replace(" ", "_")
    signs = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in signs if not "\u0300" <= sign <= "\u036f")


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
def _names() -> Mapping[str, Sequence[str]]:
    """The zones by what they are called: abbreviations, countries and times, then cities.

    Of those that share one, well-known zones come first, then those with many cities. Where several
    have a city with a name, that comes first which has fewer larger ones.
    """
    cities = {zone: names.split(", ") for zone, names in _lines_of("zone_cities.txt")}
    sizes = {zone: (zone not in WELL_KNOWN, -len(cities.get(zone, ()))) for zone in _suggested()}
    found: dict[str, dict[str, None]] = {}

    def add(names: Iterable[str], zones: Iterable[str]) -> None:
        known = sorted((zone for zone in zones if zone in sizes), key=sizes.__getitem__)
        for name in names:
            found.setdefault(_normalise(name), {}).update(dict.fromkeys(known))

    for abbreviation, zones in _abbreviations().items():
        add([abbreviation], zones)
    for names, shared in _lines_of("zone_names.txt"):
        add(names.split("; "), shared.split(", "))
    for zone in _suggested():
        add([zone.rpartition("/")[2]], [zone])
    for _, name, zone in sorted(
        (rank, name, zone) for zone, names in cities.items() for rank, name in enumerate(names)
    ):
        add([name], [zone])
    return MappingProxyType({name: tuple(zones) for name, zones in found.items()})


def _abbreviations() -> Mapping[str, Sequence[str]]:
    """The zones by the abbreviations of their times, by the tz database."""
    found: dict[str, list[str]] = {}
    for zone in _suggested():
        with suppress(ZoneInfoNotFoundError, ValueError, OSError):
            for name in {*map(ZoneInfo(zone).tzname, _SEASONS)}:
                if name and name.isalpha() and zone != "UTC":
                    found.setdefault(name, []).append(zone)
    return found


def _lines_of(file: str) -> Iterator[tuple[str, str]]:
    """What is before and after the colon in the lines of a file."""
    for line in resources.files(__package__).joinpath(file).read_text("utf-8").splitlines():
        if not line.startswith("#"):
            before, _, after = line.partition(": ")
            yield before, after
