"""Leaderboards: the order depends on results alone, and ranks are consistent."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from play.ranking import Period, period_bounds
from play.tracks import Track
from tests.support.ranking import Result, standing_of, standings

MONDAY = date(2026, 11, 2)
TODAY = date(2026, 11, 19)


@st.composite
def histories(draw: st.DrawFn) -> list[Result]:
    """Results of a few people over several weeks, with few different times, so that many tie."""
    people, days = st.integers(1, 6), st.integers(0, 40).map(lambda n: MONDAY + timedelta(n))
    keys = draw(st.sets(st.tuples(people, days, st.sampled_from(Track)), max_size=30))
    small = st.integers(0, 2)
    return [
        Result(person, day, track, draw(st.sampled_from([60, 90])), draw(small), draw(small))
        for person, day, track in sorted(keys, key=lambda key: (key[0], key[1], key[2].value))
    ]


periods = st.sampled_from(Period)
tracks = st.sampled_from(Track)


@given(histories(), tracks, periods)
def test_ranks_are_one_more_than_the_people_who_are_better(
    history: list[Result], track: Track, period: Period
) -> None:
    board = standings(history, track, period, TODAY)
    for standing in board:
        assert standing.rank == 1 + sum(other.score < standing.score for other in board)
    for a in board:
        for b in board:  # any two can be compared, and alike means the same rank
            assert (a.score < b.score) == (a.rank < b.rank)
            assert (a.score == b.score) == (a.rank == b.rank)


@given(histories(), tracks, periods)
def test_a_board_sums_what_is_in_its_period_and_track(
    history: list[Result], track: Track, period: Period
) -> None:
    first, last = period_bounds(period, TODAY)
    board = standings(history, track, period, TODAY)
    for person in range(1, 7):
        own = [
            each
            for each in history
            if each.person == person and each.track is track and first <= each.day <= last
        ]
        standing = standing_of(board, person)
        if standing is None:
            assert not own
        else:
            sums = sum(each.seconds for each in own), sum(each.mistakes for each in own)
            assert (standing.solved, (standing.seconds, standing.mistakes)) == (len(own), sums)
            assert standing.helps == sum(each.helps for each in own)


@given(histories(), tracks, periods, st.integers(1, 6), st.integers(0, 5))
def test_one_more_daily_solved_or_a_better_time_never_lowers_a_rank(
    history: list[Result], track: Track, period: Period, person: int, seconds: int
) -> None:
    before = standing_of(standings(history, track, period, TODAY), person)
    own = {each.day for each in history if each.person == person and each.track is track}
    first, last = period_bounds(period, TODAY)
    free = [day for day in (first, last) if day not in own]
    if before is None:
        return
    faster = [
        replace(each, seconds=each.seconds - seconds) if each.person == person else each
        for each in history
    ]
    better = standing_of(standings(faster, track, period, TODAY), person)
    assert better is not None
    assert better.rank <= before.rank
    for day in free:
        more = standings([*history, Result(person, day, track, 10**6, 9, 9)], track, period, TODAY)
        after = standing_of(more, person)
        assert after is not None
        assert after.rank <= before.rank


def test_ties_are_broken_by_mistakes_then_help_and_then_shared() -> None:
    results = [
        Result(5, TODAY, Track.HARD, 90, 0, 1),
        Result(4, TODAY, Track.HARD, 90, 0, 1),
        Result(3, TODAY, Track.HARD, 90, 1, 0),
        Result(2, TODAY, Track.HARD, 90, 0, 0),
        Result(1, TODAY, Track.HARD, 91, 0, 0),
        Result(6, TODAY, Track.EASY, 10, 0, 0),
    ]
    board = standings(results, Track.HARD, Period.DAY, TODAY)
    assert [(each.rank, each.person) for each in board] == [(1, 2), (2, 4), (2, 5), (4, 3), (5, 1)]


def test_two_results_on_one_daily_are_a_mistake_of_the_caller() -> None:
    twice = [Result(1, TODAY, Track.EASY, 5), Result(1, TODAY, Track.EASY, 6)]
    with pytest.raises(ValueError, match="several results"):
        standings(twice, Track.EASY, Period.DAY, TODAY)


@given(st.dates(date(2026, 11, 1), date(2040, 1, 1)), periods)
def test_every_day_is_in_its_own_period_and_its_neighbours_share_it(
    day: date, period: Period
) -> None:
    first, last = period_bounds(period, day)
    assert first <= day <= last
    if period is not Period.ALL:
        assert period_bounds(period, first) == period_bounds(period, last) == (first, last)
        assert period_bounds(period, last + timedelta(1))[0] == last + timedelta(1)
        assert (last - first).days + 1 in {Period.DAY: {1}, Period.PAR: {1}, Period.WEEK: {7}}.get(
            period, {28, 29, 30, 31}
        )
