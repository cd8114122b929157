"""Time zones by name, from any text."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.errors import EntryError
from play.zones import WELL_KNOWN, find_zone, suggest_zones


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
    ],
)
def test_others_get_one_sentence(name: str, sentence: str) -> None:
    with pytest.raises(EntryError) as caught:
        find_zone(name)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 200


@given(st.text(max_size=20))
def test_any_text_is_a_zone_or_an_entry_error(text: str) -> None:
    with contextlib.suppress(EntryError):
        assert find_zone(text).key.lower() == text.strip().lower().replace(" ", "_")


def test_every_well_known_zone_is_found_and_suggested_for_no_text() -> None:
    assert suggest_zones(" ") == list(WELL_KNOWN)
    assert [find_zone(name).key for name in WELL_KNOWN] == list(WELL_KNOWN)


def test_suggestions_are_zones_and_few() -> None:
    assert len(suggest_zones("")) == 25
    american = suggest_zones("america")
    assert len(american) == 25
    for name in american:
        assert name.startswith("America/")
        assert find_zone(name).key == name
    assert suggest_zones("paris") == ["Europe/Paris"]
