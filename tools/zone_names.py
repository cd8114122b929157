"""`python -m tools.zone_names` writes `play/zone_names.txt`: what CLDR calls time zones, by Babel.

These are the cities by which CLDR names zones, their countries, and what their times are called, in
each language of Ouro; and the abbreviations that people use somewhere where these languages are
spoken.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from zoneinfo import available_timezones

from babel import Locale
from babel.core import get_global
from babel.localedata import locale_identifiers

from i18n.languages import LANGUAGES

PATH = Path(__file__).resolve().parents[1] / "play" / "zone_names.txt"
HEAD = """\
# Names of time zones beside those of the tz database, by `python -m tools.zone_names`.
# Source: Unicode CLDR, as in Babel.
"""
LOCALES = tuple(Locale.parse(code, sep="-") for code in LANGUAGES)


def zone_names() -> str:
    """The text of the file: names of a city, a country or a time, and the zones that have it."""
    named = dict[tuple[str, ...], list[str]]()
    newer, territories = get_global("zone_aliases"), get_global("zone_territories")
    for old, metazone in sorted(_zones().items(), key=lambda each: newer.get(each[0], each[0])):
        zone = newer.get(old, old)
        known = zone.lower().rpartition("/")[2].replace("_", " ")
        cities = (name for name in _cities(old) if name.lower() != known)
        for names in (
            cities,
            _country(territories.get(zone) or territories.get(old, "")),
            _times(metazone),
        ):
            if some := tuple(dict.fromkeys(names)):
                named.setdefault(some, []).append(zone)
    return HEAD + "".join(
        f"{'; '.join(names)}: {', '.join(zones)}\n" for names, zones in sorted(named.items())
    )


def _zones() -> dict[str, str]:
    """The metazone of each zone of a place."""
    return {
        zone: metazone
        for zone, metazone in get_global("meta_zones").items()
        if zone in available_timezones() and "/" in zone and not zone.startswith("Etc/")
    }


def _cities(zone: str) -> Iterator[str]:
    """The city of a zone in each language."""
    for locale in LOCALES:
        names = locale.time_zones.get(zone, {})
        if "city" in names:
            yield names["city"]


def _country(code: str) -> Iterator[str]:
    """A country in each language, and its code of three letters or a further one of two.

    A code that is an abbreviation of a time is left out, as EST, Estonia, is.
    """
    for locale in LOCALES:
        if code in locale.territories:
            yield locale.territories[code]
    for other, codes in sorted(get_global("territory_aliases").items()):
        if codes == [code] and other.isalpha() and other not in _abbreviated():
            yield other


def _times(metazone: str) -> Iterator[str]:
    """What the times of a metazone are called in each language, and their abbreviations."""
    for locale in LOCALES:
        yield from locale.meta_zones.get(metazone, {}).get("long", {}).values()
    for locale in _regions():
        short = locale.meta_zones.get(metazone, {}).get("short", {})
        yield from (name for name in short.values() if name.isascii() and name.isalpha())


@cache
def _abbreviated() -> frozenset[str]:
    """The abbreviations of all times."""
    return frozenset(
        name
        for locale in _regions()
        for metazone in locale.meta_zones.values()
        for name in metazone.get("short", {}).values()
    )


@cache
def _regions() -> tuple[Locale, ...]:
    """The languages of Ouro as they are spoken in each region."""
    languages = {code.partition("-")[0] for code in LANGUAGES}
    known = sorted(locale_identifiers())
    return tuple(Locale.parse(each) for each in known if each.partition("_")[0] in languages)


if __name__ == "__main__":
    PATH.write_text(zone_names(), encoding="utf-8")
