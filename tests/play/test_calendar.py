"""Dailies by date and number, and posting times in many time zones."""

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play import calendar, posting, tracks
from play.calendar import EPOCH, local_instant
from play.errors import EntryError
from play.posting import PlannedPost, Schedule, next_post
from play.tracks import SPECIALS, BoardSize, Track
from puzzle.grid import SQUARE
from puzzle.rules import PLAIN
from puzzle.tilings.catalogue import TILINGS
from service.generating.daily_generation import spec_of
from tests.support.strategies import TIMES

ZONES = [
    ZoneInfo(name)
    for name in (
        "Europe/London",  # puts its clocks forward and back at 01:00 UTC
        "America/New_York",
        "America/St_Johns",  # half an hour off
        "Australia/Lord_Howe",  # shifts by half an hour
        "Africa/Cairo",  # shifts at midnight
        "America/Santiago",  # shifts at midnight, in the southern year
        "Pacific/Kiritimati",  # 14 hours ahead
        "Pacific/Pago_Pago",  # 11 hours behind
        "Asia/Kathmandu",
        "Asia/Tokyo",
        "UTC",
    )
]
LONDON = ZoneInfo("Europe/London")
days = st.dates(EPOCH, date(2036, 1, 1))
schedules = st.builds(Schedule, TIMES, st.sampled_from(ZONES))
instants = st.datetimes(datetime(2026, 11, 2), datetime(2036, 1, 1), timezones=st.just(UTC))


def test_days_are_numbered_from_the_epoch() -> None:
    assert calendar.number_of(EPOCH) == 1
    assert calendar.parse_day("1") == calendar.parse_day(f"{EPOCH}") == EPOCH


@given(days)
def test_numbers_and_days_are_one_to_one(day: date) -> None:
    number = calendar.number_of(day)
    assert calendar.day_of(number) == day
    assert calendar.number_of(day + timedelta(1)) == number + 1
    assert calendar.parse_day(f" #{number} ") == calendar.parse_day(day.isoformat()) == day


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("0", "There is no daily #0; the first is #1"),
        ("-3", "'-3' is no daily; write its number, 62, or its date, 2027-01-01."),
        ("9999999", "There is no daily #9999999"),
        ("2026-10-31", "There was no daily on 2026-10-31; the first, #1, is of 2026-11-01."),
        ("2026-02-30", "'2026-02-30' is no daily"),
        ("\u0663", "is no daily"),
        ("", "'' is no daily"),
        ("9" * 10_000, "is no daily"),
    ],
)
def test_what_is_no_daily_gets_one_sentence(text: str, sentence: str) -> None:
    with pytest.raises(EntryError) as caught:
        calendar.parse_day(text)
    assert sentence in str(caught.value)
    assert len(str(caught.value)) < 120


def test_sizes_grow_with_the_tracks_and_on_sundays() -> None:
    week = [date(2026, 11, 2) + timedelta(n) for n in range(7)]
    assert {tracks.size(Track.EASY, day) for day in week} == {BoardSize(7, 7)}
    assert {tracks.size(Track.NORMAL, day) for day in week} == {BoardSize(10, 10)}
    hard = [BoardSize(12, 12)] * 6 + [BoardSize(15, 15)]
    assert [tracks.size(Track.HARD, day) for day in week] == hard


def test_specials_go_through_all_tilings_and_rules_that_are_made_at_both_levels() -> None:
    sundays = [EPOCH + timedelta(weeks=week) for week in range(2 * len(SPECIALS))]
    specs = [spec_of(Track.SPECIAL, day, 1) for day in sundays]
    periodic = {tiling.name for tiling in TILINGS.values() if tiling.is_periodic}
    kinds = [(spec.tiling, spec.rules.name) for spec in specs]
    variants = {(SQUARE, name) for name in ("full", "sheep-wolf")}
    tilings = {(tiling, PLAIN.name) for tiling in periodic - {SQUARE}}
    assert {*kinds[: len(SPECIALS)]} == tilings | variants
    assert len({(kind, spec.level) for kind, spec in zip(kinds, specs, strict=True)}) == (
        2 * len(SPECIALS)
    )
    assert all(45 <= spec.cells <= 90 for spec in specs)


def test_specials_that_bots_have_stored_keep_their_boards() -> None:
    before = ["honeycomb", "cairo", "kites", "triangular", "great-hexagonal", "snub-square"]
    assert [board.tiling for board in SPECIALS[: len(before)]] == before


@given(st.dates(EPOCH, date(2100, 1, 1)), st.sampled_from(Track))
def test_the_nearest_days_of_a_track_have_it(day: date, track: Track) -> None:
    before, after = tracks.latest_of(track, day), tracks.next_of(track, day)
    assert day - timedelta(days=6) <= before <= day <= after <= day + timedelta(days=6)
    for each in (before, after):
        assert track in tracks.tracks_of(each)
    between = [before + timedelta(days=n) for n in range((after - before).days + 1)]
    assert [each for each in between if track in tracks.tracks_of(each)] in (
        [day],
        [before, after],
    )


@given(instants)
def test_exactly_one_day_is_open_at_any_instant(now: datetime) -> None:
    near = [now.date() + timedelta(n) for n in range(-2, 3)]
    open_days = [day for day in near if calendar.opens(day) <= now < calendar.closes(day)]
    assert open_days == [calendar.today(now)] == [day for day in near if calendar.is_open(day, now)]
    for zone in ZONES:
        assert calendar.today(now.astimezone(zone)) == calendar.today(now)


def test_an_instant_without_a_zone_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a zone"):
        calendar.today(datetime(2026, 11, 1))
    with pytest.raises(ValueError, match="no zone of its own"):
        local_instant(EPOCH, time(9, tzinfo=UTC), LONDON)


@pytest.mark.parametrize(
    ("zone", "day", "at", "utc"),
    [
        ("Europe/London", date(2027, 3, 28), time(0, 59), "2027-03-28T00:59"),
        ("Europe/London", date(2027, 3, 28), time(1, 30), "2027-03-28T01:30"),  # skipped
        ("Europe/London", date(2027, 3, 28), time(2, 0), "2027-03-28T01:00"),
        ("Europe/London", date(2027, 10, 31), time(1, 30), "2027-10-31T00:30"),  # the first
        ("Europe/London", date(2027, 10, 31), time(2, 0), "2027-10-31T02:00"),
        ("America/New_York", date(2027, 3, 14), time(2, 30), "2027-03-14T07:30"),  # skipped
        ("America/New_York", date(2027, 11, 7), time(1, 30), "2027-11-07T05:30"),  # the first
        ("Australia/Lord_Howe", date(2027, 10, 3), time(2, 15), "2027-10-02T15:45"),  # skipped
        ("Africa/Cairo", date(2027, 4, 30), time(0, 0), "2027-04-29T22:00"),  # skipped
        ("Pacific/Kiritimati", date(2027, 1, 1), time(0, 0), "2026-12-31T10:00"),
    ],
)
def test_clocks_that_skip_or_repeat_a_time(zone: str, day: date, at: time, utc: str) -> None:
    assert local_instant(day, at, ZoneInfo(zone)).isoformat()[:16] == utc


@given(days, schedules)
def test_every_daily_falls_due_once_while_it_is_open(day: date, schedule: Schedule) -> None:
    due = schedule.due(day)
    assert calendar.is_open(day, due)
    assert due < schedule.due(day + timedelta(1))
    assert 0 < schedule.hours_open(day) <= 24


def test_clocks_that_shift_around_midnight_utc_lose_no_daily() -> None:
    schedule = Schedule(time(0, 30), LONDON)
    forward = [schedule.due(date(2027, 3, day)).isoformat()[:16] for day in (27, 28, 29)]
    assert forward == ["2027-03-27T00:30", "2027-03-28T00:30", "2027-03-29T23:30"]
    back = [schedule.due(date(2027, 10, day)).isoformat()[:16] for day in (30, 31)]
    assert back == ["2027-10-30T23:30", "2027-10-31T00:00"]
    assert schedule.due(date(2027, 11, 1)).isoformat()[:16] == "2027-11-01T00:30"


NINE = Schedule(time(9), LONDON)
NONE = timedelta()


def test_after_downtime_todays_is_posted_late_and_older_ones_never() -> None:
    now = datetime(2026, 11, 20, 15, tzinfo=UTC)
    for last in (None, date(2026, 11, 3), date(2026, 11, 19)):
        post = next_post(Track.EASY, now, last, NINE, NONE)
        assert post == PlannedPost(date(2026, 11, 20), datetime(2026, 11, 20, 9, tzinfo=UTC))
        assert post.due <= now
    done = next_post(Track.EASY, now, date(2026, 11, 20), NINE, NONE)
    assert done == PlannedPost(date(2026, 11, 21), datetime(2026, 11, 21, 9, tzinfo=UTC))


def test_a_delay_does_not_lead_out_of_the_day() -> None:
    late = Schedule(time(23, 59), ZoneInfo("UTC"))
    now = datetime(2026, 11, 20, 15, tzinfo=UTC)
    assert calendar.is_open(
        now.date(), next_post(Track.EASY, now, None, late, timedelta(seconds=599)).due
    )
    assert (
        next_post(Track.EASY, now, None, NINE, timedelta(seconds=599)).due.isoformat()[11:19]
        == "09:09:59"
    )


def test_a_clock_that_was_set_back_posts_nothing_twice() -> None:
    now = datetime(2026, 11, 20, 15, tzinfo=UTC)
    assert next_post(Track.EASY, now, date(2026, 11, 22), NINE, NONE).day == date(2026, 11, 23)


@given(
    st.sampled_from([Track.EASY, Track.SPECIAL]),
    schedules,
    st.integers(0, 599),
    instants,
    st.lists(st.floats(0.1, 60), max_size=40),
)
def test_a_scheduler_that_wakes_up_at_any_times_posts_each_day_at_most_once_and_while_open(
    track: Track, schedule: Schedule, seconds: int, now: datetime, pauses: list[float]
) -> None:
    last: date | None = None
    posted: list[date] = []
    woken = [now]
    for pause in pauses:
        post = next_post(track, now, last, schedule, timedelta(seconds=seconds))
        assert track in tracks.tracks_of(post.day)
        assert calendar.is_open(post.day, post.due)
        assert post.due >= schedule.due(post.day)
        if post.due <= now:
            assert calendar.is_open(post.day, now)
            last = post.day
            posted.append(post.day)
        now += timedelta(hours=pause)
        woken.append(now)
    assert posted == sorted(set(posted))
    late = timedelta(seconds=seconds)
    for instant in woken[: len(pauses)]:
        day = calendar.today(instant)
        there = track in tracks.tracks_of(day)
        assert (day in posted) <= there
        assert day in posted or not there or instant < schedule.due(day) + late


def test_servers_due_at_once_are_spread_evenly_and_always_alike() -> None:
    servers = [(1_500_000_000_000 << 22) + n * 7919 for n in range(2_500)]
    seconds = posting.spread_seconds(len(servers))
    delays = [posting.posting_delay(server, seconds) for server in servers]
    assert delays == [posting.posting_delay(server, seconds) for server in servers]
    assert all(timedelta() <= delay < timedelta(seconds=seconds) for delay in delays)
    per_second = Counter(int(delay.total_seconds()) for delay in delays)
    assert max(per_second.values()) <= 4 * posting.SERVERS_PER_SECOND
    assert len(per_second) > 0.98 * seconds


@given(st.integers(0, 10**7))
def test_a_spread_is_bounded(servers: int) -> None:
    assert 1 <= posting.spread_seconds(servers) <= posting.MAX_SPREAD
