"""Par predicts times better than the rating or the person's own times, and makes races fair."""

from datetime import timedelta
from itertools import pairwise
from math import exp, log
from statistics import correlation, median

import pytest

from play.par import PRIORS, Belief, TimedBoard, drifted, learned, par, prior
from tests.support.seasons import false_alarms, seasons, until_told
from tests.support.times import World

SERVERS = [(3, 30), (10, 20), (60, 10)]
"""People, and the boards that each of them has solved at least."""


def lived_in(people: int, boards: int, seed: int) -> World:
    """A server in which a third of all people solve each board."""
    world = World(seed, people)
    while len(world.solves) < people * boards:
        board = world.board()
        for person in world.random.sample(range(people), max(2, people // 3)):
            world.solve(person, board)
    return world


@pytest.mark.parametrize(("people", "boards"), SERVERS)
def test_par_is_nearer_than_the_rating_and_than_the_median(people: int, boards: int) -> None:
    """On times that the model has not seen."""
    by_par, by_rating, by_median = [], [], []
    for seed in range(4):
        world = lived_in(people, boards, seed)
        shift = median(log(each.seconds) - each.board.predicted for each in world.solves)
        for _ in range(100):
            person, board = world.random.randrange(people), world.board()
            own = median(log(each.seconds) for each in world.solves if each.person == person)
            time = log(world.seconds(person, board))
            by_par.append(abs(time - log(world.par(person, board))))
            by_rating.append(abs(time - board.predicted - shift))
            by_median.append(abs(time - own))
    assert exp(median(by_par)) < 1.6
    assert median(by_par) < 0.9 * median(by_rating)
    assert median(by_par) < 0.6 * median(by_median)


@pytest.mark.parametrize(("people", "boards"), SERVERS)
def test_strengths_are_found_and_races_over_par_are_fair(people: int, boards: int) -> None:
    by_time, over_par, found, races = 0, 0, [], 400
    for seed in range(4):
        world = lived_in(people, boards, seed)
        means = [world.known[person].mean for person in range(people)]
        found.append(correlation(means, world.strengths))
        for _ in range(races // 4):
            board = world.board()
            pair = world.random.sample(range(people), 2)
            weaker, other = sorted(pair, key=world.strengths.__getitem__)
            times = [world.seconds(person, board) for person in (weaker, other)]
            pars = [world.par(person, board) for person in (weaker, other)]
            by_time += times[0] < times[1]
            over_par += times[0] / pars[0] < times[1] / pars[1]
    assert median(found) > 0.9
    assert by_time < 0.3 * races
    assert 0.4 * races < over_par < 0.6 * races


def test_managers_are_told_of_a_program_and_seldom_of_honest_people() -> None:
    """`python -m tests.support.seasons` has more people, and more ways to cheat."""
    told, weeks = map(sum, zip(*false_alarms(seasons(6, 10)).values(), strict=True))
    assert 1000 * told <= weeks > 400
    found = [boards or 999 for boards in until_told(seasons(5, 10, "program"))]
    assert median(found) <= 8


BOARD = TimedBoard("b", 220, "HARD", 37.0, "squares", "plain", in_chat=True)
KNOWN = [prior(term) for term in BOARD.terms]
STRENGTH = PRIORS["strength"]


def test_the_quicker_the_stronger() -> None:
    strengths = [learned(BOARD, STRENGTH, KNOWN, seconds)[0] for seconds in (30, 300, 3_000)]
    assert all(one.mean > other.mean for one, other in pairwise(strengths))
    assert len({strength.variance for strength in strengths}) == 1


def test_a_board_left_open_for_days_counts_as_a_slow_one() -> None:
    slow = [learned(BOARD, STRENGTH, KNOWN, seconds) for seconds in (100_000, 10_000_000)]
    assert slow[0] == slow[1]


def test_chat_is_slower_and_only_known_for_boards_in_chat() -> None:
    on_page = TimedBoard("b", 220, "HARD", 37.0, "squares", "plain")
    assert "chat" not in on_page.terms
    assert par(BOARD, STRENGTH, KNOWN) > par(on_page, STRENGTH, KNOWN[:-1])


def test_what_is_known_of_a_strength_fades_but_not_beyond_a_stranger() -> None:
    known = Belief(0.4, 0.01)
    assert known.variance < drifted(known, timedelta(days=30)).variance < STRENGTH.variance
    assert drifted(known, timedelta(days=10_000)) == Belief(0.4, STRENGTH.variance)
    assert drifted(known, timedelta(days=-1)) == known
