"""Streaks over random histories: outages, freezes, time zones, and days with clock changes."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from play.calendar import closes, opens
from play.streaks import DAYS_PER_FREEZE, MAX_FREEZES, OUTAGE, Streak, outage_days, streak
from tests.support.strategies import ZONES

FIRST = date(2027, 1, 1)


def day(number: int) -> date:
    return FIRST + timedelta(days=number)


def streak_after(history: str) -> Streak:
    """The streak on the last of the days in a text: s is solved, . missed, and o an outage."""
    solved = {day(n) for n, letter in enumerate(history) if letter == "s"}
    available = {day(n) for n, letter in enumerate(history) if letter != "o"}
    return streak(solved, available, day(len(history) - 1))


histories = st.one_of(
    st.text("s.o", min_size=1, max_size=70),
    st.text("sssssssssss.o", min_size=1, max_size=70),  # mostly solved: freezes come and go
    st.lists(st.sampled_from(["sssssss", "s" * 14, ".", "..", "o", "ooo", "s"]), min_size=1).map(
        "".join
    ),
)


def test_days_in_a_row_count_and_a_missed_one_ends_it() -> None:
    assert streak_after("sss").current == 3
    broken = streak_after("sss.s")
    assert (broken.current, broken.longest, broken.since) == (1, 3, day(4))
    assert streak_after("sss.").current == 3  # today may still be solved
    assert streak_after("sss..").current == 0


def test_today_is_open_until_it_is_solved() -> None:
    assert streak_after("ss.").open_today
    assert not streak_after("sss").open_today
    assert not streak_after("sso").open_today
    assert streak([], [], FIRST) == Streak(0, 0, 0, 7, False, None, ())


def test_seven_days_earn_a_freeze_which_bridges_one_missed_day() -> None:
    assert (streak_after("s" * 6).freezes, streak_after("s" * 6).to_next_freeze) == (0, 1)
    assert (streak_after("s" * 7).freezes, streak_after("s" * 7).to_next_freeze) == (1, 7)
    bridged = streak_after("sssssss.s")
    assert (bridged.current, bridged.freezes, bridged.frozen) == (8, 0, (day(7),))
    assert bridged.since == FIRST
    assert streak_after("sssssss..s").current == 1
    assert streak_after("ssssss.s").current == 1


def test_at_most_two_freezes_are_kept() -> None:
    full = streak_after("s" * 40)
    assert (full.freezes, full.to_next_freeze) == (2, 0)
    assert streak_after("s" * 40 + "..s").current == 41
    spent = streak_after("s" * 40 + ".s")  # what was solved beyond two freezes is not saved up
    assert (spent.freezes, spent.to_next_freeze) == (1, 6)
    assert streak_after("s" * 40 + "...s").current == 1


def test_what_is_earned_of_the_next_freeze_survives_a_frozen_day() -> None:
    after = streak_after("s" * 10 + "." + "s" * 4)
    assert (after.freezes, after.to_next_freeze) == (1, 7)


def test_outages_are_skipped_and_whoever_solved_before_one_keeps_the_day() -> None:
    assert streak_after("ssooos").current == 3
    solved = {day(0), day(1), day(2)}
    assert streak(solved, {day(0), day(2)}, day(2)).current == 3


@given(histories, st.data())
def test_solving_one_more_day_never_shortens_anything(history: str, data: st.DataObject) -> None:
    before = streak_after(history)
    at = data.draw(st.integers(0, len(history) - 1))
    after = streak_after(history[:at] + "s" + history[at + 1 :])
    assert after.current >= before.current
    assert after.longest >= before.longest
    assert after.freezes >= before.freezes


@given(histories, st.data())
def test_an_outage_in_place_of_a_missed_day_never_costs_anything(
    history: str, data: st.DataObject
) -> None:
    missed = [n for n, letter in enumerate(history) if letter == "."]
    if missed:
        at = data.draw(st.sampled_from(missed))
        before, after = streak_after(history), streak_after(history[:at] + "o" + history[at + 1 :])
        assert after.current >= before.current
        assert after.longest >= before.longest
        assert after.freezes >= before.freezes


@given(histories)
def test_outage_days_do_not_change_a_streak(history: str) -> None:
    with_them, without = streak_after(history + "s"), streak_after(history.replace("o", "") + "s")
    assert (with_them.current, with_them.longest) == (without.current, without.longest)
    assert (with_them.freezes, len(with_them.frozen)) == (without.freezes, len(without.frozen))


@given(histories)
def test_freezes_balance(history: str) -> None:
    now = streak_after(history)
    assert 0 <= now.freezes <= MAX_FREEZES
    assert now.longest >= now.current
    # All that the current streak earned is kept, spent, being earned, or was beyond the two.
    earned, spent = now.current, DAYS_PER_FREEZE * len(now.frozen)
    part = DAYS_PER_FREEZE - now.to_next_freeze if now.to_next_freeze else 0
    kept = DAYS_PER_FREEZE * now.freezes + part
    assert kept <= earned - spent
    if now.current and earned <= MAX_FREEZES * DAYS_PER_FREEZE:
        assert kept == earned - spent  # nothing can have been lost at the limit


@given(histories)
def test_each_day_of_the_current_streak_was_solved_frozen_skipped_or_is_today(
    history: str,
) -> None:
    now = streak_after(history)
    letters = {day(n): letter for n, letter in enumerate(history)}
    last = day(len(history) - 1)
    if now.since is None:
        assert now.current == 0
        return
    inside = {each: letter for each, letter in letters.items() if each >= now.since}
    assert sum(letter == "s" for letter in inside.values()) == now.current
    missed = {each for each, letter in inside.items() if letter == "." and each < last}
    assert missed == set(now.frozen)


@given(histories, st.integers(1, 20))
def test_later_days_are_ignored(history: str, days: int) -> None:
    solved = {day(n) for n, letter in enumerate(history) if letter == "s"}
    available = {day(n) for n, letter in enumerate(history) if letter != "o"}
    last = day(len(history) - 1)
    future = {last + timedelta(n) for n in range(1, days + 1)}
    assert streak(solved | future, available | future, last) == streak(solved, available, last)


spans = st.lists(
    st.tuples(st.floats(-30, 100), st.floats(0, 40)).map(
        lambda span: (
            opens(FIRST) + timedelta(hours=span[0]),
            opens(FIRST) + timedelta(hours=span[0] + span[1]),
        )
    ),
    max_size=6,
)


@given(spans, ZONES)
def test_outages_are_counted_by_the_day_in_any_zone_and_order(
    outages: list[tuple[datetime, datetime]], zone: ZoneInfo
) -> None:
    found = outage_days(outages)
    local = [(begin.astimezone(zone), end.astimezone(zone)) for begin, end in outages]
    assert outage_days(reversed(local)) == found
    minute = timedelta(minutes=1)
    away = {
        number
        for begin, end in outages
        for number in range((begin - opens(FIRST)) // minute, (end - opens(FIRST)) // minute)
    }
    for number in range(-3, 8):
        each, first = day(number), (opens(day(number)) - opens(FIRST)) // minute
        minutes = len(away.intersection(range(first, first + 1440)))
        if each in found:
            assert timedelta(minutes=minutes + 7) >= OUTAGE
        else:
            assert timedelta(minutes=minutes - 7) < OUTAGE


def test_an_outage_of_an_hour_skips_a_day_and_of_less_does_not() -> None:
    start = datetime(2027, 1, 5, 9, tzinfo=UTC)
    assert outage_days([(start, start + OUTAGE)]) == {start.date()}
    assert not outage_days([(start, start + OUTAGE - timedelta(seconds=1))])
    assert not outage_days([(start, start), (start + OUTAGE, start)])
    london = ZoneInfo("Europe/London")  # an hour that its clocks show twice
    night = [datetime(2027, 10, 31, 1, 30, tzinfo=london, fold=fold) for fold in (0, 1)]
    assert outage_days([(night[0], night[1])]) == {date(2027, 10, 31)}
    halves = [(start, start + OUTAGE / 2), (start + 3 * OUTAGE, start + 3.5 * OUTAGE)]
    assert outage_days(halves) == {start.date()}
    assert (
        outage_days([(closes(start.date()) - OUTAGE / 2, closes(start.date()) + OUTAGE / 2)])
        == set()
    )
