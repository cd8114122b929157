"""Dailies: generated ahead by several services at once, found, and kept secret."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from app.pools import open_pool
from app.settings import Settings
from bot.dailies.daily_posts import nonce_of
from bot.dailies.post_updates import MAX_TRACKED_MESSAGES, MIN_CHANGE_INTERVAL, ChangeLimiter
from bot.solving.chat import from_payload, to_payload
from i18n.localizer import ENGLISH
from jobs.appearance import Appearance
from jobs.reading import MessageTexts, PastedText
from jobs.solving import SolveAnswer, SolveRequest
from play.calendar import closes, number_of
from play.tracks import EVERYDAY, Track, size, tracks_of
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import format_loopy, parse_loopy
from puzzle.rules import is_solved
from puzzle.symmetry import images
from service.dailies.dailies import LiveDaily
from service.generating.daily_generation import STYLES, difficulty_of, spec_of
from service.services import Services
from store import dailies, puzzles
from store.check import check
from store.database import Database
from store.records import DailyPost
from tests.support.clock import Clock
from tests.support.posts.contents import words
from tests.support.posts.daily import daily_posts
from texts import dailies as texts
from workers.pool import LocalPool

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = NOON.date()


@pytest.fixture
async def pool(tmp_path: Path) -> AsyncIterator[LocalPool]:
    settings = Settings().model_copy(update={"data": tmp_path, "workers": 2})
    async with open_pool(settings) as pool:
        yield pool


def service(pool: LocalPool, database: Database) -> Services:
    return Services(Settings().of_services, pool, database, lambda: NOON)


async def test_two_services_generate_the_same_dailies_ahead(
    pool: LocalPool, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("service.generating.daily_generation.DAYS_AHEAD", 1)
    with capture_logs() as logged:
        await asyncio.gather(
            *(service(pool, database).daily_generation.generate_ahead() for _ in range(2))
        )
    assert {entry["event"] for entry in logged if entry["log_level"] == "info"} == {
        "dailies generated"
    }
    async with database.reading() as connection:
        found = [
            (daily, await puzzles.get(connection, daily.puzzle_id))
            for ahead in range(3)
            for daily in await dailies.of_day(connection, DAY + timedelta(days=ahead))
        ]
        assert await check(connection) == ()
    assert len(found) == sum(len(tracks_of(DAY + timedelta(days=ahead))) for ahead in range(2))
    assert len({daily.canonical_key for daily, _ in found}) == len(found)
    for daily, stored in found:
        assert stored is not None
        puzzle = parse_loopy(stored.notation)
        track = Track(daily.track)
        assert puzzle.size == str(size(track, daily.day))
        level = difficulty_of(track, daily.day).name.lower()
        assert (daily.number, stored.level) == (number_of(daily.day), level)
        assert stored.solution is not None
        assert is_solved(puzzle, frozenset(parse_marks(stored.solution, puzzle.grid)))
    first = {daily.day: stored and stored.seed for daily, stored in found}
    assert len(set(first.values())) == len(first), "each from a seed of its own"


async def test_a_live_daily_is_recognised_by_its_clues(pool: LocalPool, database: Database) -> None:
    found_by = service(pool, database)
    daily, stored = await found_by.dailies.find(DAY, "normal")
    puzzle = parse_loopy(stored.notation)
    cell = puzzle.clue_cells[0]
    fewer = Puzzle(puzzle.grid, (*puzzle.clues[:cell], None, *puzzle.clues[cell + 1 :]))
    for form in (*images(puzzle), framed(images(puzzle)[5])):
        assert await found_by.dailies.recognise(form.canonical_key) == LiveDaily(daily, puzzle.size)
    for form in (fewer, parse_loopy("3x3:i")):
        assert await found_by.dailies.recognise(form.canonical_key) is None
    texts = MessageTexts(("what do you think?", f"of {stored.notation} here"))
    for source in (
        PastedText(stored.notation),
        PastedText(format_loopy((await found_by.solving.puzzle_in(texts, person=1)).puzzle)),
    ):
        found = await found_by.solving.solve(SolveRequest(source), person=1)
        assert found == LiveDaily(daily, puzzle.size)
    answer = await found_by.solving.solve(SolveRequest(PastedText("1x1:4")), person=1)
    assert isinstance(answer, SolveAnswer)
    assert answer.puzzle == "1x1:4"
    async with database.reading() as connection:
        assert await puzzles.find(connection, stored.notation) == stored


async def test_dailies_are_secret_until_they_close(pool: LocalPool, database: Database) -> None:
    _, stored = await service(pool, database).dailies.find(DAY, "easy")
    key = parse_loopy(stored.notation).canonical_key
    for now, secret in (
        (NOON - timedelta(days=9), True),
        (closes(DAY) - timedelta(microseconds=1), True),
        (closes(DAY), False),
    ):
        at = Services(Settings().of_services, pool, database, Clock(now)).dailies
        assert (await at.recognise(key) is not None) is secret


def framed(puzzle: Puzzle) -> Puzzle:
    """With a blank row above, and two blank columns to the right."""
    rows, cols = puzzle.grid.rows, puzzle.grid.cols
    clues = [(None,) * (cols + 2), *((*row, None, None) for row in puzzle.clue_rows)]
    return Puzzle(square_grid(rows + 1, cols + 2), tuple(clue for row in clues for clue in row))


def test_the_style_changes_from_day_to_day_and_track_to_track() -> None:
    week = [spec_of(Track.EASY, DAY + timedelta(days=number), 1).symmetry for number in range(4)]
    assert set(week) == set(STYLES)
    assert len({spec_of(track, DAY, 1).symmetry for track in EVERYDAY}) == 3


@given(st.integers(1, 2**64 - 1), st.dates(), st.sampled_from(Track))
def test_a_nonce_keeps_discords_length_limit(server: int, day: date, track: Track) -> None:
    post = DailyPost(server, day, track.value, NOON)
    assert len(nonce_of(post)) <= 25
    assert nonce_of(post) != nonce_of(DailyPost(server, day, "other", NOON))


def test_edits_of_a_message_are_limited() -> None:
    limiter = ChangeLimiter()
    assert limiter.allows(1, NOON)
    assert not limiter.allows(1, NOON + MIN_CHANGE_INTERVAL / 2)
    assert limiter.allows(1, NOON + MIN_CHANGE_INTERVAL)
    for message in range(2, MAX_TRACKED_MESSAGES + 2):
        limiter.allows(message, NOON + MIN_CHANGE_INTERVAL)
    assert limiter.allows(1, NOON + MIN_CHANGE_INTERVAL), "it was forgotten"


@given(
    st.text().map(PastedText),
    st.integers(0, 999_999),
    st.builds(Appearance, st.sampled_from(["light", "dark"]), st.booleans(), st.booleans()),
    st.booleans(),
)
def test_a_payload_restores_its_request(
    source: PastedText, index: int, look: Appearance, private: bool
) -> None:
    request = SolveRequest(source, index, look, locale="ja")
    assert from_payload(to_payload(request, private=private), "ja") == (request, private)


def test_nobody_is_asked_to_be_the_first_when_the_day_is_over() -> None:
    shown = [words(post) for post in daily_posts(ENGLISH)]
    over = [text for text in shown if texts.CLOSED.text in text]
    assert over
    assert not [text for text in over if texts.SOLVED_BY_NOBODY.text in text]
    assert [text for text in over if texts.UNSOLVED.text in text]
