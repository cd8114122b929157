"""`python -m tools.zone_names` writes `play/zone_names.txt`: what CLDR calls time zones, by Babel.

These are the cities by which CLDR names zones, in each language of Ouro, and the abbreviations of
their times that people use somewhere where these languages are spoken.
"""

from collections.abc import Iterator
from pathlib import Path
from zoneinfo import available_timezones

from babel import Locale
from babel.core import get_global
from babel.localedata import locale_identifiers

from i18n.catalogues import LANGUAGES

PATH = Path(__file__).resolve().parents[1] / "play" / "zone_names.txt"
HEAD = """\
# Names of time zones beside those of the tz database, by `python -m tools.zone_names`.
# Source: Unicode CLDR, as in Babel.
"""


def zone_names() -> str:
    """The text of the file."""
    lines, newer = [], get_global("zone_aliases")
    for old, metazone in sorted(_zones().items(), key=lambda each: newer.get(each[0], each[0])):
        zone = newer.get(old, old)
        known = {zone.lower().rpartition("/")[2].replace("_", " ")}
        names = [*_cities(old), *_abbreviations(metazone)]
        names = [name for name in dict.fromkeys(names) if name.lower() not in known]
        if names:
            lines.append(f"{zone}: {', '.join(names)}\n")
    return HEAD + "".join(lines)


def _zones() -> dict[str, str]:
    """The metazone of each zone of a place."""
    return {
        zone: metazone
        for zone, metazone in get_global("meta_zones").items()
        if zone in available_timezones() and "/" in zone and not zone.startswith("Etc/")
    }


def _cities(zone: str) -> Iterator[str]:
    """The city of a zone in each language."""
    for language in LANGUAGES:
        names = Locale.parse(language, sep="-").time_zones.get(zone, {})
        if "city" in names:
            yield names["city"]


def _abbreviations(metazone: str) -> Iterator[str]:
    """The abbreviations of the times of a metazone."""
    for identifier in sorted(locale_identifiers()):
        if identifier.partition("_")[0] in {code.partition("-")[0] for code in LANGUAGES}:
            short = Locale.parse(identifier).meta_zones.get(metazone, {}).get("short", {})
            yield from (name for name in short.values() if name.isascii() and name.isalpha())


if __name__ == "__main__":
    PATH.write_text(zone_names(), encoding="utf-8")
