"""`python -m tools.zone_names` writes `play/zone_names.txt`: what CLDR calls time zones, by Babel.

These are the cities by which CLDR names zones, their countries, and what their times are called, in
each language of Ouro; and the abbreviations that people use somewhere where these languages are
spoken.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
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
    named, known = dict[tuple[str, ...], list[str]](), available_timezones()
    newer, territories = get_global("zone_aliases"), get_global("zone_territories")
    metazones = get_global("meta_zones")
    for old in sorted(metazones, key=lambda each: newer.get(each, each)):
        if old not in known or "/" not in old or old.startswith("Etc/"):
            continue
        zone = newer.get(old, old)
        country = territories.get(zone) or territories.get(old, "")
        for names in (_cities(old, zone), _country(country), _times(metazones[old])):
            if some := tuple(dict.fromkeys(names)):
                named.setdefault(some, []).append(zone)
    return HEAD + "".join(
        f"{'; '.join(names)}: {', '.join(zones)}\n" for names, zones in sorted(named.items())
    )


def _cities(old: str, zone: str) -> Iterator[str]:
    """The city of a zone in each language, where the name of the zone is another."""
    known = zone.lower().rpartition("/")[2].replace("_", " ")
    names = (locale.time_zones.get(old, {}).get("city", known) for locale in LOCALES)
    return (name for name in names if name.lower() != known)


def _country(code: str) -> Iterator[str]:
    """A country in each language, and its code of three letters or a further one of two.

    A code that is an abbreviation of a time is left out, as EST, Estonia, is.
    """
    yield from (locale.territories[code] for locale in LOCALES if code in locale.territories)
    times = {name for names in _abbreviations().values() for name in names}
    for other, codes in sorted(get_global("territory_aliases").items()):
        if codes == [code] and other.isalpha() and other not in times:
            yield other


def _times(metazone: str) -> Iterator[str]:
    """What the times of a metazone are called in each language, and their abbreviations."""
    for locale in LOCALES:
        yield from locale.meta_zones.get(metazone, {}).get("long", {}).values()
    yield from (name for name in _abbreviations()[metazone] if name.isascii() and name.isalpha())


@cache
def _abbreviations() -> Mapping[str, Sequence[str]]:
    """The abbreviations of the times of metazones, as each region of the languages has them."""
    found = defaultdict[str, list[str]](list)
    languages = {code.partition("-")[0] for code in LANGUAGES}
    for each in sorted(locale_identifiers()):
        if each.partition("_")[0] in languages:
            for metazone, names in Locale.parse(each).meta_zones.items():
                found[metazone] += names.get("short", {}).values()
    return found


if __name__ == "__main__":
    PATH.write_text(zone_names(), encoding="utf-8")
