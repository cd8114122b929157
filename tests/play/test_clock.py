"""Solving times and penalties."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from play.calendar import closes, opens
from play.clock import Help, HelpCounts, elapsed, format_duration, is_ranked

DAY = date(2026, 11, 20)
NOON = datetime(2026, 11, 20, 12, tzinfo=UTC)

tallies = st.builds(HelpCounts, *[st.integers(0, 20)] * 7)


@pytest.mark.parametrize(
    ("help_", "seconds"),
    [
        (Help.NUDGE, 15),
        (Help.HINT, 30),
        (Help.STEP, 60),
        (Help.CHECK_COUNT, 20),
        (Help.CHECK_WHERE, 30),
        (Help.CHECK_WHY, 60),
    ],
)
def test_each_kind_of_help_has_its_penalty(help_: Help, seconds: int) -> None:
    assert help_.penalty == seconds
    assert HelpCounts().add(help_).penalty == seconds
    assert HelpCounts().add(help_).add(help_).count(help_) == 2


def test_a_mistake_costs_thirty_seconds_and_is_no_help() -> None:
    help_counts = HelpCounts().add_mistake()
    assert (help_counts.penalty, help_counts.mistakes, help_counts.helps) == (30, 1, 0)


@given(tallies, st.sampled_from(Help))
def test_help_and_mistakes_add_their_penalties(help_counts: HelpCounts, help_: Help) -> None:
    penalty = help_counts.penalty
    assert help_counts.add(help_).penalty == penalty + help_.penalty
    assert help_counts.add_mistake().penalty == penalty + 30
    assert help_counts.add(help_).helps == help_counts.helps + 1


def test_setting_clocks_back_does_not_shorten_a_time() -> None:
    london = ZoneInfo("Europe/London")
    shown = datetime(2027, 10, 31, 1, 50, tzinfo=london)
    solved = datetime(2027, 10, 31, 1, 5, tzinfo=london, fold=1)
    assert elapsed(shown, solved) == 15 * 60


def test_a_machine_whose_clock_went_back_gives_no_negative_time() -> None:
    assert elapsed(NOON, NOON - timedelta(seconds=5)) == 0
    with pytest.raises(ValueError, match="needs a zone"):
        elapsed(NOON.replace(tzinfo=None), NOON)


@given(
    st.timedeltas(timedelta(hours=-30), timedelta(hours=54)),
    st.timedeltas(timedelta(), timedelta(hours=30)),
)
def test_an_attempt_counts_when_begun_and_solved_within_the_day(
    start: timedelta, took: timedelta
) -> None:
    shown = opens(DAY) + start
    expected = opens(DAY) <= shown and shown + took < closes(DAY)
    assert is_ranked(DAY, shown, shown + took, revealed=False) is expected
    assert not is_ranked(DAY, shown, shown + took, revealed=True)
    assert not is_ranked(DAY, shown, None, revealed=False)
    assert not is_ranked(DAY, shown, shown + took, revealed=False, replayed=True)


@given(st.integers(0, 10**6))
def test_durations_read_back(seconds: int) -> None:
    total = 0
    for part in format_duration(seconds).split(":"):
        total = 60 * total + int(part)
    assert total == seconds
