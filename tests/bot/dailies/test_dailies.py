"""Dailies: generated ahead by several services at once, found, and kept secret."""

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from discord.components import _component_factory
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from app.pools import open_pool
from app.settings import Settings
from bot.answering.layouts import MAX_CHARACTERS, custom_ids
from bot.dailies.components import PlayDaily
from bot.dailies.messages import day_message
from bot.solving.chat import from_payload, to_payload
from i18n.localizer import ENGLISH
from jobs.appearance import Appearance
from jobs.reading import PastedText
from jobs.solving import SolveRequest
from play.calendar import number_of
from play.tracks import EVERYDAY, Track, size, tracks_of
from puzzle.moves import parse_marks
from puzzle.notation import parse_loopy
from puzzle.rules import is_solved
from service.dailies.day_ends import DayEnd
from service.generating.daily_generation import STYLES, difficulty_of, spec_of
from service.services import Services
from store import dailies, puzzles
from store.check import check
from store.database import Database
from store.records import StandingRecord, Visibility
from tests.support.posts.contents import words
from tests.support.posts.daily import day_view
from tests.support.posts.values import DAY as POSTED
from tests.support.posts.values import ID
from texts.tracks import track_name
from workers.pool import LocalPool

MAX_ALT, MAX_COMPONENTS = 1024, 40
"""Discord's limits of characters of an alternative text, and of components of a message."""
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


def test_the_style_changes_from_day_to_day_and_track_to_track() -> None:
    week = [spec_of(Track.EASY, DAY + timedelta(days=number), 1).symmetry for number in range(4)]
    assert set(week) == set(STYLES)
    assert len({spec_of(track, DAY, 1).symmetry for track in EVERYDAY}) == 3


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


def test_the_dailies_of_a_day_are_one_picture_and_a_row_each() -> None:
    tracks = tuple(Track)
    post = day_message(ENGLISH, day_view(tracks, 1))
    [file] = post.files
    assert 0 < len(file.description or "") <= MAX_ALT
    assert all(track_name(ENGLISH, track) in (file.description or "") for track in tracks)
    assert len([*post.view.walk_children()]) <= MAX_COMPONENTS
    assert words(post).count("solved by 1 person everywhere") == len(tracks)
    assert "Rules:" in words(post), "those of the special"
    linked = day_message(ENGLISH, day_view(tracks), posted="https://discord.com/channels/1/2/3")
    assert not linked.files
    assert "https://discord.com/channels/1/2/3" in words(linked)


def test_yesterday_is_told_above_the_picture_with_a_worst_text_within_the_limit() -> None:
    line = StandingRecord(1, ID, 7, 359_999, 0, 0, False, Visibility.NAMED)
    first = {track.value: [line] * 3 for track in Track}
    end = DayEnd(POSTED, dict.fromkeys(first, 12_345), first, 1000, first)
    post = day_message(ENGLISH, day_view(tuple(Track), 12_345), ID, ended=end)
    assert sum(map(len, post.view.texts())) < MAX_CHARACTERS
    assert len([*post.view.walk_children()]) <= MAX_COMPONENTS
    assert words(post).index("in this server") < words(post).index("everywhere")
    assert "in this server" not in words(
        day_message(ENGLISH, day_view(tuple(Track), over=True), ended=end)
    )


@pytest.mark.parametrize("over", [False, True])
def test_a_message_is_found_by_any_of_its_tracks(over: bool) -> None:
    """A retry does not send a second one."""
    post = day_message(ENGLISH, day_view(tuple(Track), over=over))
    sent: list[Any] = post.view.to_components()
    message: Any = SimpleNamespace(components=[_component_factory(each) for each in sent])
    assert {PlayDaily.id_of(POSTED, track) for track in Track} <= custom_ids(message)


def test_what_is_over_is_short_and_can_be_played() -> None:
    post = day_message(ENGLISH, day_view(tuple(Track), over=True), ping=7)
    assert not post.files
    assert "Solved everywhere: " in words(post)
    assert "<@&7>" not in words(post)
    played = {PlayDaily.id_of(POSTED, track) for track in Track}
    assert played <= {getattr(each, "custom_id", None) for each in post.view.walk_children()}


def test_nothing_in_a_post_becomes_false_when_its_day_ends() -> None:
    """It is edited some minutes later."""
    for view in (day_view(tuple(Track)), day_view(tuple(Track), 3)):
        text = words(day_message(ENGLISH, view)).lower()
        assert not [word for word in ("yet", "nobody", "so far", ":r>", "today") if word in text]
