"""Posts are planned once per day and on time, despite time zones, clock changes and downtime."""

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from play.calendar import closes, is_open, opens, today
from play.posting import Schedule
from play.tracks import Track, tracks_of
from service.posting.schedules import next_posts, zone_or_utc
from store.records import PendingMessage, Server
from tests.support.long import some_examples, some_or_all

ZONES = (
    "UTC",
    "Europe/London",
    "Asia/Tokyo",
    "America/New_York",
    "Australia/Lord_Howe",
    "Pacific/Kiritimati",
    "Pacific/Apia",
    "America/St_Johns",
    "Asia/Kathmandu",
)
START = date(2026, 11, 1)
HALF = timedelta(minutes=30)


def server(number: int, at: time, zone: str, tracks: tuple[str, ...] = ("easy",)) -> Server:
    return Server(number, datetime(2026, 1, 1, tzinfo=UTC), 100, at, zone, tracks)


def day_of(post: PendingMessage) -> date:
    """The day of the daily that a post is about."""
    return date.fromisoformat(post.subject["day"])


class Service:
    """Plans the posts of one server, and sends those that are due."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.planned: list[PendingMessage] = []
        self.last: dict[str, date] = {}
        self.sent: list[tuple[PendingMessage, datetime]] = []

    def poll(self, now: datetime) -> None:
        self._plan(now)
        for post in [each for each in self.planned if each.due_at <= now]:
            self.sent.append((post, now))
            self._forget(post)
        self._plan(now)

    def _forget(self, post: PendingMessage) -> None:
        self.last |= dict.fromkeys(post.subject["tracks"], day_of(post))
        self.planned.remove(post)

    def _plan(self, now: datetime) -> None:
        for post in [each for each in self.planned if day_of(each) < today(now)]:
            self._forget(post)
        last = {(self.server.id, track): day for track, day in self.last.items()}
        planned = {
            (self.server.id, day_of(post), track)
            for post in self.planned
            for track in post.subject["tracks"]
        }
        self.planned += next_posts(self.server, last, now, planned)


days = st.integers(0, 700)
times = st.times().map(lambda at: at.replace(second=0, microsecond=0))


@some_examples(20)
@given(times, st.sampled_from(ZONES), days, st.lists(st.tuples(days, st.integers(1, 300))))
def test_every_daily_is_posted_once_while_the_service_is_up(
    at: time, zone: str, first: int, away: list[tuple[int, int]]
) -> None:
    """`away` are downtimes as (start, length) in half hours; polls are half an hour apart."""
    service = Service(server(7, at, zone, tuple(track.value for track in Track)))
    start = opens(START + timedelta(days=first))
    gone = {start + (begin + step) * HALF for begin, length in away for step in range(length)}
    polls = [start + step * HALF for step in range(48 * 20)]
    polls = [now for now in polls if now not in gone]
    for now in polls:
        service.poll(now)
    found = Counter((day_of(post), it) for post, _ in service.sent for it in post.subject["tracks"])
    assert set(found.values()) <= {1}
    days = [day_of(post) for post, _ in service.sent]
    assert len({*days}) == len(days), "one message a day"
    schedule = Schedule(at, ZoneInfo(zone))
    for post, now in service.sent:
        assert is_open(day_of(post), now)
        assert post.due_at == schedule.due(day_of(post)) <= now
    for day in (START + timedelta(days=first + number) for number in range(20)):
        there = any(schedule.due(day) <= now < closes(day) for now in polls)
        due = tracks_of(day) if there else ()
        assert {track for posted, track in found if posted == day} == {one.value for one in due}


@some_or_all("step", 40, 1)
def test_a_post_falls_due_once_a_day_around_each_change_of_clocks(step: int) -> None:
    """In each zone: never on another day, and at the time that its clocks show, if they do."""
    changed = 0
    for zone in map(ZoneInfo, sorted(available_timezones())[::step]):
        days = [date(2026, 12, 31) + timedelta(days=number) for number in range(366)]
        offsets = [opens(day).astimezone(zone).utcoffset() for day in days]
        changes = [number for number in range(1, 366) if offsets[number] != offsets[number - 1]]
        for day in {days[min(max(at + off, 0), 365)] for at in changes for off in (-2, -1, 0, 1)}:
            for minutes in range(0, 24 * 60, 30):
                at = time(minutes // 60, minutes % 60)
                due = Schedule(at, zone).due(day)
                assert is_open(day, due)
                changed += due.astimezone(zone).time() != at
    assert changed


def test_the_next_post_is_that_of_today_until_it_is_recorded() -> None:
    noon = datetime(2026, 11, 5, 12, tzinfo=UTC)
    wanting = server(7, time(18), "UTC")
    [post] = next_posts(wanting, {}, noon)
    assert (day_of(post), post.due_at) == (today(noon), noon.replace(hour=18))
    [at_once] = next_posts(wanting, {}, noon, at_once=True)
    assert (at_once.key, at_once.due_at) == (post.key, noon)
    [after] = next_posts(wanting, {(7, "easy"): today(noon)}, noon, at_once=True)
    assert after.due_at == noon.replace(day=6, hour=18)
    assert list(next_posts(server(7, time(18), "UTC", ()), {}, noon)) == []
    assert list(next_posts(replace(wanting, channel_id=None), {}, noon)) == []


def test_an_unknown_zone_is_replaced_by_utc() -> None:
    assert zone_or_utc("Mars/Olympus").key == "UTC"


def test_a_track_of_a_newer_version_keeps_no_other_one_from_being_planned() -> None:
    at = datetime(2026, 11, 5, 12, tzinfo=UTC)
    told = server(1, time(18), "UTC", ("giant", "hard", "easy"))
    planned = next_posts(told, {}, at)
    assert [post.subject["tracks"] for post in planned] == [["hard", "easy"]]
