"""Simulated servers over 60 days, by which par and what managers are told of it are measured.

`python -m tests.support.seasons` prints the figures of `docs/fairness.md`. Times are not what the
model supposes: they have heavy tails, some boards are left open, each person has levels and a way
of drawing that suit them more or less, and some people learn, change to the page, or come back.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from itertools import combinations
from math import exp, log, sqrt
from random import Random
from statistics import correlation, mean, median

from msgspec import Struct

from play.par import DRIFT, FEWEST, LAST, UNUSUAL, TimedBoard, departure, drifted
from tests.support.times import LEVELS, World

DAYS = 60
CHANGE = 30
"""The day from which on somebody cheats, draws on the page, or is back after `AWAY` days."""
AWAY = 90
TRACKS = {
    "MINI": ("EASY", 50),
    "EASY": ("EASY", 220),
    "NORMAL": ("NORMAL", 220),
    "HARD": ("HARD", 220),
}
HONEST = {"steady": 60, "learns": 15, "learns in a week": 5, "to the page": 10, "returns": 10}
"""How many of 100 people are of each kind."""
CHEATS = {
    "twice": 0.7,
    "2.7 times": 1.0,
    "4.5 times": 1.5,
    "program": 0.0,
    "slow elsewhere": 0.0,
}
"""How much stronger somebody with the times of others is, as a strength; a program takes 5 to 15
seconds, and another one leaves boards of their own open, which makes dailies seem quick."""
WAITS = 1.0
"""The logarithm of how many times as long that takes."""
BEGINS_BELOW = 1.0
"""How much weaker who learns is in the beginning."""


class Timed(Struct, frozen=True):
    """A board that somebody solved: in what time, what was told before it, and what is true."""

    person: int
    day: int
    number: int
    seconds: float
    par: float
    rating: float
    truth: float
    ranked: bool


class Season:
    """A server whose people solve dailies; the first of them is of one kind, if it is given.

    `found` has the rank correlation of strengths by the number of boards that all have solved.
    """

    def __init__(self, seed: int, people: int, first: str | None = None) -> None:
        self.people = people
        self.timed: list[Timed] = []
        self.found: dict[int, float] = {}
        self._world = World(seed, people)
        self._random = pick = Random(seed + 1)
        self.kinds = pick.choices([*HONEST], [*HONEST.values()], k=people)
        if first:
            self.kinds[0] = first
        self._often = [pick.betavariate(2, 2) for _ in self.kinds]
        self._in_chat = [pick.random() < 0.3 for _ in self.kinds]
        self._chat = [pick.gauss(0, 0.2) for _ in self.kinds]
        self._suits = [{track: pick.gauss(0, 0.1) for track in TRACKS} for _ in self.kinds]
        self._last = dict[int, int]()
        self._solved = Counter[int]()

    def strength(self, person: int, day: int) -> float:
        """How strong a person truly is on a day."""
        kind, base = self.kinds[person], self._world.strengths[person]
        if kind in CHEATS and day >= CHANGE:
            return base + CHEATS[kind]
        if kind == "returns" and day >= CHANGE:
            return base - 0.4 * exp((CHANGE - day) / 7)
        if kind.startswith("learns"):
            return base - BEGINS_BELOW * exp(-day / (7 if "week" in kind else 20))
        return base

    def run(self) -> "Season":
        """Let all days pass."""
        for day in range(DAYS):
            drift = self._random.gauss
            strengths = self._world.strengths
            strengths[:] = [each + drift(0, sqrt(DRIFT)) for each in strengths]
            for track in TRACKS:
                for person, often in enumerate(self._often):
                    if self._random.random() < often:
                        self._solve(person, track, day)
        return self

    def _solve(self, person: int, track: str, day: int) -> None:
        kind, pick = self.kinds[person], self._random
        level, edges = TRACKS[track]
        in_chat = day < CHANGE if kind == "to the page" else self._in_chat[person]
        place = level, LEVELS[level], "squares", "plain", in_chat
        truth = self._truth(person, day, TimedBoard(f"{track}{day}", edges, *place))
        truth += self._suits[person][track] + in_chat * self._chat[person]
        noise = pick.gauss(0, 0.4) / sqrt(pick.gammavariate(3, 1 / 3))
        noise += pick.uniform(0.5, 4) * (pick.random() < 0.03)
        seconds = exp(truth + noise)
        if kind == "program" and day >= CHANGE:
            seconds = pick.uniform(5, 15)
        self._learn(person, day, TimedBoard(f"{track}{day}", edges, *place), seconds, truth)
        if kind == "slow elsewhere" and day >= CHANGE:
            own = TimedBoard(f"{person}{track}{day}", edges, *place)
            truth = self._truth(person, day, own) + WAITS
            self._learn(person, day, own, exp(truth + noise), truth, ranked=False)

    def _truth(self, person: int, day: int, board: TimedBoard) -> float:
        """The logarithm of the seconds that a board takes a person in the middle."""
        terms = sum(map(self._world.true, board.terms))
        return board.predicted + terms - self.strength(person, day)

    def _learn(
        self,
        person: int,
        day: int,
        board: TimedBoard,
        seconds: float,
        truth: float,
        *,
        ranked: bool = True,
    ) -> None:
        world, on = self._world, day
        if self.kinds[person] == "returns" and day >= CHANGE:
            on += AWAY
        if person in world.known:
            passed = timedelta(days=on - self._last[person])
            world.known[person] = drifted(world.known[person], passed)
        self._last[person] = on
        told = world.solve(person, board, seconds).par
        self._solved[person] += 1
        number, rating = self._solved[person], exp(board.predicted)
        self.timed.append(Timed(person, day, number, seconds, told, rating, exp(truth), ranked))
        least = min(self._solved[each] for each in range(self.people))
        if least == number and least not in self.found:
            means = [world.known[each].mean for each in range(self.people)]
            true = [self.strength(each, day) for each in range(self.people)]
            self.found[least] = correlation(_ranks(means), _ranks(true))

    def told(self) -> Iterator[tuple[int, int, int]]:
        """Who managers are told of, on which day, after how many boards since `CHANGE`."""
        ratios, since = defaultdict[int, list[float]](list), Counter[int]()
        for each in self.timed:
            since[each.person] += each.ranked and each.day >= CHANGE
            if each.ranked and each.number > FEWEST:
                ratios[each.person].append(each.seconds / each.par)
                found = departure(ratios[each.person][-LAST:], UNUSUAL)
                if found and found.over < 0:
                    yield each.person, each.day, since[each.person]


def _ranks(values: Sequence[float]) -> list[float]:
    return [float(sum(other < value for other in values)) for value in values]


def seasons(number: int, people: int, first: str | None = None) -> list[Season]:
    """Several servers of so many people."""
    return [Season(1000 * people + seed, people, first).run() for seed in range(number)]


def errors(servers: Sequence[Season]) -> dict[str, float]:
    """By what factor times are off in the middle, from the tenth day on, by what they are from."""
    off = defaultdict[str, list[float]](list)
    for server in servers:
        shifts, own = list[float](), defaultdict[int, list[float]](list)
        for each in server.timed:
            time, rating = log(each.seconds), log(each.rating)
            if each.day >= 10 and each.number > FEWEST and own[each.person]:
                off["truth"].append(abs(time - log(each.truth)))
                off["par"].append(abs(time - log(each.par)))
                off["rating"].append(abs(time - rating - median(shifts[-400:])))
                off["own median"].append(abs(time - median(own[each.person])))
            shifts.append(time - rating)
            own[each.person].append(time)
    return {name: exp(median(values)) for name, values in off.items()}


def fairness(servers: Sequence[Season]) -> tuple[float, float]:
    """The share of pairs on a daily, from the tenth day on, in which the weaker one is quicker, and
    the share in which the weaker one takes less of par."""
    by_time, over_par = list[bool](), list[bool]()
    for server in servers:
        boards = defaultdict[tuple[int, float], list[Timed]](list)
        for each in server.timed:
            if each.day >= 10 and each.number > FEWEST:
                boards[each.day, each.rating].append(each)
        for there in boards.values():
            for one, other in combinations(there, 2):
                pair = sorted((one, other), key=lambda it: server.strength(it.person, it.day))
                weaker, stronger = pair
                by_time.append(weaker.seconds < stronger.seconds)
                over_par.append(weaker.seconds / weaker.par < stronger.seconds / stronger.par)
    return mean(by_time), mean(over_par)


def false_alarms(servers: Sequence[Season]) -> dict[str, tuple[int, int]]:
    """By kind of honest people: in how many weeks managers are told of them, and of how many."""
    weeks, told = Counter[str](), Counter[str]()
    for server in servers:
        weeks.update(
            server.kinds[person]
            for person, _ in {(each.person, each.day // 7) for each in server.timed}
        )
        told.update(
            server.kinds[person]
            for person, _ in {(person, day // 7) for person, day, _ in server.told()}
        )
    return {kind: (told[kind], weeks[kind]) for kind in weeks}


def until_told(servers: Sequence[Season]) -> list[int | None]:
    """After how many boards managers are told of each first person who cheats; None for never."""
    return [
        next(
            (boards for person, day, boards in server.told() if not person and day >= CHANGE), None
        )
        for server in servers
    ]


def main(write: Callable[[str], object] = print) -> None:
    """Print the figures."""
    for people, number in ((3, 600), (10, 300), (60, 30)):
        servers = seasons(number, people)
        off = ", ".join(f"{name} {factor:.2f}" for name, factor in errors(servers).items())
        ranks = {
            boards: mean(it.found[boards] for it in servers if boards in it.found)
            for boards in (3, 10, 30)
        }
        by_time, over_par = fairness(servers)
        write(f"{people} people, {number} servers: times off by a factor of {off}")
        write("  ranks after boards " + ", ".join(f"{k}: {v:.2f}" for k, v in ranks.items()))
        write(f"  the weaker one wins {by_time:.0%} by time, {over_par:.0%} over par")
        alarms = false_alarms(servers)
        told, weeks = (sum(values) for values in zip(*alarms.values(), strict=True))
        write(f"  managers are told in {told} of {weeks} weeks of honest people: {alarms}")
    for kind in CHEATS:
        found = until_told(seasons(200, 10, kind))
        boards = sorted(it for it in found if it is not None)
        middle, late = boards[len(boards) // 2], boards[len(boards) * 9 // 10]
        write(f"{kind}: {len(boards)} of {len(found)}, after {middle} boards, 9 in 10 by {late}")


if __name__ == "__main__":
    main()
