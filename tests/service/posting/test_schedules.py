"""Posts are planned once per day and on time, despite time zones, clock changes and downtime."""

from collections import Counter
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo, available_timezones

from hypothesis import given, settings
from hypothesis import strategies as st

from play.calendar import closes, is_open, opens, today
from play.posting import MAX_SPREAD, Schedule
from play.tracks import Track, tracks_of
from service.posting.schedules import NO_PROGRESS, missing_posts, servers_by_due, zone_or_utc
from store.posts import Progress
from store.records import DailyPost, Server
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


class Service:
    """Plans the posts of one server, and sends those that are due."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.planned: dict[str, DailyPost] = {}
        self.last: dict[str, date] = {}
        self.sent: list[tuple[DailyPost, datetime]] = []

    def poll(self, now: datetime) -> None:
        self._plan(now)
        for track, post in list(self.planned.items()):
            if post.due_at <= now:
                self.sent.append((post, now))
                self.last[track] = post.day
                del self.planned[track]
        self._plan(now)

    def _plan(self, now: datetime) -> None:
        for track, post in list(self.planned.items()):
            if post.day < today(now):
                self.last[track] = post.day
                del self.planned[track]
        known = {
            (self.server.id, track): Progress(
                self.last.get(track), self.planned[track].day if track in self.planned else None
            )
            for track in self.server.tracks
        }
        for post in missing_posts([self.server], known, {}, now):
            assert post.track not in self.planned
            self.planned[post.track] = post


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
    found = Counter((post.day, post.track) for post, _ in service.sent)
    assert set(found.values()) <= {1}
    schedule = Schedule(at, ZoneInfo(zone))
    for post, now in service.sent:
        assert is_open(post.day, now)
        assert post.due_at == schedule.due(post.day) <= now
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


@given(st.lists(st.integers(1, 2**63), min_size=1000, max_size=1500, unique=True), times)
@settings(max_examples=5)
def test_a_thousand_servers_at_the_same_minute_are_spread(ids: list[int], at: time) -> None:
    wanting = [server(number, at, "UTC") for number in ids]
    day = START + timedelta(days=5)
    due = datetime.combine(day, at, UTC)
    crowds = servers_by_due([(at, "UTC", len(wanting))], day)
    planned = list(missing_posts(wanting, {}, crowds, opens(day)))
    assert len(planned) == len(wanting)
    late = [(post.due_at - due).total_seconds() for post in planned]
    assert min(late) >= 0
    assert max(late) < MAX_SPREAD
    assert all(is_open(day, post.due_at) for post in planned)
    if due + timedelta(seconds=MAX_SPREAD) < closes(day):
        busiest = Counter(int(seconds) for seconds in late).most_common(1)[0][1]
        assert busiest <= 25, "of five a second on average"


def test_what_is_planned_is_not_planned_again() -> None:
    noon = datetime(2026, 11, 5, 12, tzinfo=UTC)
    wanting = server(7, time(18), "UTC")
    [post] = missing_posts([wanting], {}, {}, noon)
    known = {(7, "easy"): Progress(None, post.day)}
    assert list(missing_posts([wanting], known, {}, noon)) == []
    assert list(missing_posts([wanting], {(7, "easy"): NO_PROGRESS}, {}, noon)) == [post]
    assert list(missing_posts([server(7, time(18), "UTC", ())], {}, {}, noon)) == []


def test_an_unknown_zone_is_replaced_by_utc() -> None:
    assert zone_or_utc("Mars/Olympus").key == "UTC"


def test_a_track_of_a_newer_version_keeps_no_other_one_from_being_planned() -> None:
    at = datetime(2026, 11, 5, 12, tzinfo=UTC)
    told = server(1, time(18), "UTC", ("giant", "hard", "easy"))
    planned = missing_posts([told], {}, {}, at)
    assert [post.track for post in planned] == ["hard", "easy"]
