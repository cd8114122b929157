"""Times of day as people type them, and when clocks next show them."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from babel import Locale
from babel.dates import format_skeleton, format_time
from hypothesis import given
from hypothesis import strategies as st

from i18n.languages import LANGUAGES
from play.calendar import local_instant
from play.errors import EntryError
from play.times import next_time, parse_time
from tests.support.strategies import TIMES, ZONES


@given(TIMES)
def test_every_minute_is_read_as_it_is_written(at: time) -> None:
    for text in (f"{at:%H:%M}", f" {at.hour}.{at:%M} ", f"{at.hour}時{at:%M}分", f"{at:%I:%M %p}"):
        assert parse_time(text) == at


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("7", "07:00"),
        ("18h", "18:00"),
        ("12am", "00:00"),
        ("12 p.m.", "12:00"),
        ("18:30", "18:30"),
        ("0900", "09:00"),
        ("900", "09:00"),
        ("1830", "18:30"),
        ("930pm", "21:30"),
        ("24:00", "00:00"),
        ("2400", "00:00"),
        ("24時", "00:00"),
        ("Noon", "12:00"),
        (" midnight ", "00:00"),
        ("正午", "12:00"),
        ("午前0時", "00:00"),
        ("午後0時30分", "12:30"),
        ("午前9時", "09:00"),
        ("午後9時半", "21:30"),
        ("21時半", "21:30"),
        ("AM9:00", "09:00"),
        ("pm 9", "21:00"),
        ("21:00 h", "21:00"),
        ("9.30 Uhr", "09:30"),
        ("18 h 30", "18:30"),
        ("오후 9시 반", "21:30"),
        ("下午9点半", "21:30"),
        ("9点05分", "09:05"),
    ],
)
def test_short_and_wide_ways_of_writing_are_read(text: str, told: str) -> None:
    assert parse_time(text).isoformat("minutes") == told


@pytest.mark.parametrize(
    "text",
    [
        "",
        "24:01",
        "2401",
        "25",
        "7:60",
        "0960",
        "7:5",
        "13pm",
        "24 am",
        "0 am",
        "午後13時",
        "noon pm",
        "午後9pm",
        "am 9 pm",
        "9半",
        "nightfall",
        "12345",
        "\N{ARABIC-INDIC DIGIT SEVEN}",
        "-1",
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(EntryError, match=r"no time of day; write one such as 18:30"):
        parse_time(text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_each_language_are_read(language: str) -> None:
    """As CLDR has them: times in short and the words for noon and midnight."""
    locale = Locale.parse(language, sep="-")
    for at in (time(hour, minute) for hour in range(24) for minute in (0, 5, 59)):
        assert parse_time(format_time(at, "short", locale=locale)) == at
        assert (
            parse_time(
                format_skeleton("hm", datetime.combine(date(2026, 11, 5), at), locale=locale)
            )
            == at
        )
        assert parse_time(format_time(at, "HHmm", locale=locale)) == at
    words = locale.day_periods["format"]["wide"]
    for name, at in (("noon", time(12)), ("midnight", time())):
        if name in words:
            assert parse_time(words[name]) == at


def test_a_long_text_is_cut_off() -> None:
    with pytest.raises(EntryError) as caught:
        parse_time("1" * 10_000)
    assert len(str(caught.value)) < 100


@given(TIMES, ZONES, st.datetimes(datetime(2027, 1, 1), datetime(2028, 1, 1)))
def test_the_next_time_is_the_first_that_the_clocks_show(
    at: time, zone: ZoneInfo, naive: datetime
) -> None:
    after = naive.replace(tzinfo=UTC)
    found = next_time(at, zone, after)
    assert after < found <= after + timedelta(hours=25)
    first = after.date() - timedelta(days=2)
    shown = [local_instant(first + timedelta(days=n), at, zone) for n in range(6)]
    assert found == min(each for each in shown if each > after)
