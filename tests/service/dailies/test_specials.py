"""The Sunday special: found on Sundays, shown until the next one, without a streak."""

from datetime import date, timedelta

import pytest
from msgspec.structs import replace

from i18n.localizer import ENGLISH
from jobs.reading import PastedText
from jobs.solving import SolveRequest
from play.calendar import EPOCH, opens, today
from play.history import Mark
from play.ranking import Period
from play.tracks import SPECIALS, BoardSize, Track, size
from puzzle.moves import parse_marks
from puzzle.notation import format_puzzle, parse_loopy
from service.dailies.archive import ArchiveQuery
from service.dailies.leaderboards import LeaderboardQuery
from service.errors import InputError, Problem, SecretPuzzle
from service.generating.daily_generation import difficulty_of, spec_of
from service.running.readers import Reader
from service.services import Services
from solver.explain.step import Difficulty
from store import outbox, servers
from store.database import Database
from store.records import Server, StoredPuzzle
from tests.support.clock import Clock
from tests.support.tilings import images_on_board
from texts.pasting import daily_line

ADA, SERVER = 7, 99
SUNDAY = date(2026, 11, 22)
WEEK, DAY = timedelta(weeks=1), timedelta(days=1)


async def planned(services: Services, database: Database) -> dict[tuple[int | None, str], date]:
    """The days of the posts that are due at some time, by server and track."""
    await services.schedules.plan_posts()
    async with database.reading() as connection:
        found = await outbox.unsent(connection, "daily:", [SERVER + more for more in range(3)])
    return {
        (each.server_id, track): date.fromisoformat(each.subject["day"])
        for each in found
        for track in each.subject["tracks"]
    }


def board_of(stored: StoredPuzzle) -> BoardSize:
    puzzle = parse_loopy(stored.notation)
    return BoardSize(puzzle.grid.rows, puzzle.grid.cols, puzzle.grid.tiling, puzzle.rules)


def test_the_specials_are_generated_on_their_tilings() -> None:
    for week in range(2 * len(SPECIALS)):
        day = EPOCH + week * WEEK
        spec, board = spec_of(Track.SPECIAL, day, 7), SPECIALS[week % len(SPECIALS)]
        assert BoardSize(spec.rows, spec.cols, spec.tiling, spec.rules) == board
        assert spec.level is (Difficulty.HARD if week % 2 else Difficulty.NORMAL)
        assert 40 <= spec.cells <= 110


async def test_a_special_is_there_on_sundays_only(services: Services, now: Clock) -> None:
    now.time = opens(SUNDAY) + timedelta(hours=12)
    _, stored = await services.dailies.find(SUNDAY, Track.SPECIAL)
    assert board_of(stored) == size(Track.SPECIAL, SUNDAY)
    assert stored.level == difficulty_of(Track.SPECIAL, SUNDAY).name.lower()
    view = await services.dailies.view(Reader(ADA), SUNDAY, [Track.SPECIAL])
    assert (view.puzzles, view.over) == ({Track.SPECIAL: stored}, False)
    for day in (SUNDAY - DAY, EPOCH + DAY):
        with pytest.raises(InputError) as met:
            await services.dailies.find(day, Track.SPECIAL)
        assert met.value.problem is Problem.ONLY_ON_SUNDAYS
    for days in range(7):
        now.time = opens(SUNDAY) + days * DAY
        assert services.dailies.latest(Track.SPECIAL) == SUNDAY
        assert services.dailies.latest(Track.EASY) == today(now())
        view = await services.dailies.view(Reader(ADA), SUNDAY, [Track.SPECIAL])
        assert view.over == bool(days)


async def test_the_latest_special_is_one_that_was_there(services: Services, now: Clock) -> None:
    """One that is made later, for the archive, was not; what has no day has none in the future."""
    special, following = Track.SPECIAL, SUNDAY + WEEK
    now.time = opens(SUNDAY)
    await services.dailies.find(SUNDAY, special)
    found = [await services.dailies.find_latest(special)]
    now.time = opens(SUNDAY + DAY)
    found += [await services.dailies.find_latest(each) for each in (special, Track.EASY)]
    now.time = opens(following + DAY)
    assert (await services.dailies.find(following, special))[0].made_later
    found += [await services.dailies.find_latest(special)]
    assert found == [SUNDAY, SUNDAY, SUNDAY + DAY, None]
    with pytest.raises(InputError) as met:
        await services.dailies.find(following + 2 * DAY, special)
    assert met.value.problem is Problem.ONLY_ON_SUNDAYS


async def test_a_list_tells_the_size_of_the_puzzle_that_was_generated(
    services: Services, now: Clock
) -> None:
    now.time = opens(SUNDAY)
    _, stored = await services.dailies.find(SUNDAY, Track.SPECIAL)
    places = {each.track: each for each in (await services.boards.overview(ADA)).dailies}
    assert places[Track.SPECIAL].size == stored.notation.partition(":")[0]
    other = replace(places[Track.SPECIAL], size="9x8t2")
    assert "honeycomb 9x8" in daily_line(ENGLISH, SUNDAY, other)
    ungenerated = replace(other, size=None)
    assert f"{size(Track.SPECIAL, SUNDAY)}" in daily_line(ENGLISH, SUNDAY, ungenerated)


async def test_a_special_is_ranked_and_secret_and_no_day_of_a_streak(
    services: Services, now: Clock
) -> None:
    now.time = opens(SUNDAY)
    _, stored = await services.dailies.find(SUNDAY, Track.SPECIAL)
    request = SolveRequest(PastedText(stored.notation))
    with pytest.raises(SecretPuzzle):
        await services.solving.solve(request, person=ADA)
    images = images_on_board(parse_loopy(stored.notation))
    assert len(images) > 1
    for image in images:
        pasted = SolveRequest(PastedText(format_puzzle(image, "loopy")))
        with pytest.raises(SecretPuzzle):
            await services.solving.solve(pasted, person=ADA)
    loaded = await services.boards.open_daily(Reader(ADA, server=SERVER), SUNDAY, Track.SPECIAL)
    now.pass_(60)
    assert stored.solution is not None
    marks = Mark(parse_marks(stored.solution, loaded.puzzle.grid))
    loaded = await services.attempts.change(Reader(ADA), loaded.attempt.id, marks)
    assert loaded.attempt.ranked
    assert await services.streaks.of_attempt(loaded.attempt) == 0
    assert await services.streaks.current(ADA) == 0
    assert not (await services.sharing.share(Reader(ADA), loaded.attempt.id)).open

    # Its leaderboard of a day is that of the last Sunday, and goes from one to another.
    now.time = opens(SUNDAY + WEEK + 3 * DAY)
    asked = LeaderboardQuery(Track.SPECIAL, Period.DAY, today(now()), server=True)
    latest = await services.leaderboards.read(Reader(ADA, server=SERVER), asked)
    assert (latest.query.day, latest.count) == (SUNDAY + WEEK, 0)
    assert latest.query.later(latest.on) is None
    earlier = latest.query.earlier()
    assert earlier is not None
    [line] = (await services.leaderboards.read(Reader(ADA, server=SERVER), earlier)).lines
    assert (earlier.day, line.player_id, line.seconds) == (SUNDAY, ADA, 60)
    assert earlier.later(latest.on) == latest.query
    month = LeaderboardQuery(Track.SPECIAL, Period.MONTH, SUNDAY, server=True)
    assert (await services.leaderboards.read(Reader(ADA, server=SERVER), month)).count == 1
    assert isinstance(await services.leaderboards.track_of(ADA), Track)


async def test_its_archive_has_the_sundays(services: Services, now: Clock) -> None:
    now.time = opens(date(2026, 12, 4))
    latest = services.archive.latest(Track.SPECIAL)
    shown = await services.archive.read(Reader(ADA), latest)
    assert [each.day for each in shown.days] == [EPOCH + week * WEEK for week in range(5)]
    assert (shown.earlier, shown.later) == (None, None), "December has had no Sunday yet"
    december = ArchiveQuery(date(2026, 12, 1), Track.SPECIAL)
    assert (await services.archive.read(Reader(ADA), december)).query == latest


async def test_servers_post_it_on_sundays_if_they_have_chosen_it(
    services: Services, database: Database, now: Clock
) -> None:
    others = tuple(track.value for track in Track if track is not Track.SPECIAL)
    async with database.writing() as connection:
        for number, tracks in enumerate(((*others, "special"), others, ("special",))):
            await servers.save(connection, Server(SERVER + number, now(), 6, tracks=tracks))
    for day, chosen in ((SUNDAY - 2 * DAY, others), (SUNDAY, (*others, "special"))):
        async with database.writing() as connection:
            await outbox.withdraw(connection, "daily:")
        now.time = opens(day)
        due = await planned(services, database)
        assert {track for server, track in due if server == SERVER} == {*chosen}
        assert (SERVER + 1, "special") not in due
        assert due.pop((SERVER + 2, "special")) == SUNDAY
        assert {*due.values()} == {day}


async def test_todays_special_is_posted_at_once_on_sundays_only(
    services: Services, now: Clock
) -> None:
    tracks = tuple(track.value for track in Track)
    for day, count in ((SUNDAY - DAY, 4), (SUNDAY, 5)):
        now.time = opens(day) + timedelta(hours=20)
        await services.servers.choose(SERVER, channel_id=5, tracks=tracks)
        await services.servers.choose(SERVER, at_once=True)
        [[claimed]] = await services.outbox.claim(100)
        assert (claimed.subject["day"], len(claimed.subject["tracks"])) == (str(day), count)
        await services.outbox.shown(claimed, 1, "", is_last=False)
        services.outbox.release(claimed.key)
