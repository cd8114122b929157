"""Time zones by name, from any text."""

import contextlib
import re
from datetime import datetime
from zoneinfo import ZoneInfo, available_timezones

import pytest

from play.errors import EntryError
from play.zones import WELL_KNOWN, find_zone, suggest_zones, zone_of
from tools.zone_names import PATH, zone_names


@pytest.mark.parametrize(
    ("name", "key"),
    [("Asia/Tokyo", "Asia/Tokyo"), (" utc ", "UTC"), ("america/new york", "America/New_York")],
)
def test_zones_are_found_in_any_case(name: str, key: str) -> None:
    assert find_zone(name).key == key


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("Berlin", "There is no time zone 'Berlin'; perhaps Europe/Berlin."),
        ("Lodnon", "perhaps Europe/London."),
        ("../../etc/passwd", "write one such as Europe/London or UTC."),
        ("/etc/passwd", "There is no time zone"),
        ("America", "perhaps America/Adak"),
        ("", "write one such as Europe/London or UTC."),
        (" ", "write one such as Europe/London or UTC."),
        ("UTC+9", "perhaps Asia/Tokyo,"),
        ("+5:30", "perhaps Asia/Kolkata,"),
        ("GMT-8", "perhaps America/Anchorage, America/Los_Angeles,"),
        ("utc+99", "write one such as Europe/London or UTC."),
        ("\0", "There is no time zone"),
        ("x" * 10**6, "There is no time zone"),
        ("PST", "There is no time zone 'PST'; perhaps America/Los_Angeles, Asia/Manila,"),
        ("BST", "perhaps Europe/London, Asia/Dhaka,"),
        ("CST", "perhaps America/Chicago, Asia/Shanghai,"),
        ("ist", "perhaps Asia/Kolkata, Asia/Jerusalem, Europe/Dublin."),
        ("JST", "perhaps Asia/Tokyo."),
        ("SGT", "perhaps Asia/Singapore."),
        ("EST", "'EST' is the time of places whose clocks differ; choose one, such as America/New"),
        ("MST", "such as America/Denver, America/Phoenix,"),
        ("gmt", "such as Europe/London, Africa/Abidjan,"),
        ("Beijing", "perhaps Asia/Shanghai."),
        ("Barcelona", "perhaps Europe/Madrid, America/Caracas."),
        ("Munich", "perhaps Europe/Berlin."),
        ("Mumbai", "perhaps Asia/Kolkata."),
        ("San Francisco", "perhaps America/Los_Angeles."),
        ("São Paulo", "perhaps America/Sao_Paulo."),
        ("東京", "perhaps Asia/Tokyo."),
        ("日本標準時", "perhaps Asia/Tokyo."),
        ("ET", "perhaps America/New_York,"),
        ("Eastern Standard Time", "perhaps America/New_York,"),
        ("USA", "perhaps America/New_York, America/Chicago, America/Los_Angeles."),
        ("UK", "perhaps Europe/London."),
        ("Germany", "perhaps Europe/Berlin,"),
        ("India", "perhaps Asia/Kolkata."),
        ("アメリカ", "perhaps America/Chicago, America/Mexico_City, America/New_York."),
        ("Tokyo, Japan", "perhaps Asia/Tokyo."),
        ("UTC +9", "perhaps Asia/Tokyo,"),
        ("UTC\N{MINUS SIGN}5", "perhaps America/Chicago, America/New_York,"),
        ("QQT", "write one such as Europe/London or UTC."),
    ],
)
def test_others_get_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(EntryError) as caught:
        find_zone(name)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 200


def test_every_well_known_zone_is_found_and_suggested_for_no_text() -> None:
    assert suggest_zones(" ") == list(WELL_KNOWN)
    assert [find_zone(name).key for name in WELL_KNOWN] == list(WELL_KNOWN)


@pytest.mark.parametrize("key", ["HST", "CET", "EET", "WET", "Japan", "EST5EDT", "Etc/GMT"])
def test_zones_that_show_what_people_mean_by_them_are_found(key: str) -> None:
    assert find_zone(key).key == key


@pytest.mark.parametrize(("key", "offset"), [("Etc/GMT+1", "UTC-1"), ("etc/gmt-9", "UTC+9")])
def test_a_zone_whose_sign_is_the_other_way_round_is_told(key: str, offset: str) -> None:
    with pytest.raises(EntryError, match=rf"is {re.escape(offset)}, as its sign .* such as [A-Z]"):
        find_zone(key)


@pytest.mark.parametrize("key", ["EST", "MST", "GMT", "HST", "Etc/GMT+1", "Asia/Tokyo"])
def test_a_stored_zone_is_found_as_it_is(key: str) -> None:
    assert zone_of(key).key == key


@pytest.mark.parametrize("text", ["gmt", "GMT+", "etc", "GMT+1", "UTC-1", "+09:00", "zulu"])
def test_no_zone_whose_sign_is_the_other_way_round_is_suggested(text: str) -> None:
    assert not [zone for zone in suggest_zones(text) if zone.startswith("Etc/")]


def test_an_abbreviation_is_no_zone_of_another_time() -> None:
    """Whatever abbreviation a person types, the clocks are those of its first suggestion."""
    seasons = (datetime(2026, 1, 1), datetime(2026, 7, 1))
    tried = 0
    places = [zone for zone in available_timezones() if "/" in zone and "Etc/" not in zone]
    for name in {ZoneInfo(zone).tzname(at) for zone in places for at in seasons}:
        if name is None or not name.isalpha() or name == "UTC":
            continue
        first, *_ = suggest_zones(name)
        assert name in {ZoneInfo(first).tzname(at) for at in seasons}
        with contextlib.suppress(EntryError):
            found, tried = find_zone(name), tried + 1
            assert [found.utcoffset(at) for at in seasons] == [
                ZoneInfo(first).utcoffset(at) for at in seasons
            ]
    assert tried


def test_the_names_of_cldr_are_those_of_babel() -> None:
    """`python -m tools.zone_names` writes them."""
    assert PATH.read_text(encoding="utf-8") == zone_names()


def test_each_name_suggests_its_zones() -> None:
    lines = [line for line in PATH.read_text("utf-8").splitlines() if not line.startswith("#")]
    shared = [line.split(": ") for line in lines[::7]]
    cities = PATH.with_name("zone_cities.txt").read_text("utf-8").splitlines()
    ranked = [line.split(": ")[::-1] for line in cities[::5] if not line.startswith("#")]
    for names, zones in [
        *((names.split("; "), zones) for names, zones in shared),
        *((names.split(", "), zone) for names, zone in ranked),
    ]:
        known = available_timezones().intersection(zones.split(", "))
        for name in names:
            assert known <= {*suggest_zones(name, 1_000)}, name


def test_no_country_code_is_an_abbreviation_of_a_time() -> None:
    """EST is Estonia's, and people mean New York."""
    assert "Europe/Tallinn" not in suggest_zones("EST", 1_000)


def test_suggestions_are_zones_and_few() -> None:
    assert len(suggest_zones("")) == 25
    american = suggest_zones("america")
    assert len(american) == 25
    for name in american:
        assert name.startswith("America/")
        assert find_zone(name).key == name
    assert suggest_zones("paris") == ["Europe/Paris"]
