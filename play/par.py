"""Par: how long a board probably takes a person, from the boards that people have solved.

The logarithm of a time is the difficulty of the puzzle less the strength of the person, plus noise.
Difficulty is what size and rating predict, plus terms that are learned: one for everybody, for the
level, the tiling and the rules, for drawing in chat, and for the puzzle itself. Each term and each
strength is a normal distribution, and a solved board moves all that it depends on, each by its
share of the uncertainty: a step of a Kalman filter in which terms are independent (Glickman,
"Parameter Estimation in Large Dynamic Paired Comparison Experiments", Applied Statistics 48, 1999,
does so for games of two).

A strength of 0 is that of the middle; one of 0.5 takes 1.65 times less.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import timedelta
from math import exp, log, sqrt
from types import MappingProxyType
from typing import TypeVar

from msgspec import Struct

from puzzle.lazy_messages import LazyMessage, lazy

Kind = TypeVar("Kind")

NOISE = 0.45**2
"""The variance of the logarithm of a time where everything is known."""
MOST_DEVIATIONS = 3.0
"""A time that is further from par counts as if it were as far: somebody left the board open."""
FEWEST = 3
"""Minimum number of boards of a person before par is told."""
ALIKE = 1.25
"""How many times the other one of two times is that are alike."""
CERTAIN = 2.0
"""Minimum number of deviations of what is told as a difference."""
DRIFT = 0.0006
"""What a day adds to the variance of a strength: people learn, and get out of practice."""
EDGE_SECONDS = 0.6
"""Seconds for each edge of a board of score 0, before anybody has solved one."""
SCORE_SECONDS = 0.02
"""Seconds that each point of a score adds to each edge."""
MAX_SCORE = 1200.0
"""The largest score that counts: the bound of Expert."""
UNRATED_SCORE = 37.0
"""The score of what is not rated, as most pasted puzzles are: the usual one of Hard."""


class Belief(Struct, frozen=True):
    """What is known of a term or a strength, in logarithms of seconds."""

    mean: float
    variance: float


PRIORS: Mapping[str, Belief] = MappingProxyType(
    {
        "strength": Belief(0.0, 0.5**2),
        "puzzle": Belief(0.0, 0.35**2),
        "all": Belief(0.0, 0.5**2),
        "level": Belief(0.0, 0.3**2),
        "tiling": Belief(0.0, 0.3**2),
        "rules": Belief(0.0, 0.3**2),
        "chat": Belief(0.4, 0.3**2),
        "step": Belief(log(6), 1.0),
    }
)
"""What is supposed of a term by its kind, before anybody has solved a board."""
STEP_NOISE = 0.8**2
"""The variance of the logarithm of the time of a single step."""


class TimedBoard(Struct, frozen=True):
    """What the difficulty of a board is predicted by; `puzzle` is the same for turned images."""

    puzzle: str
    edges: int
    level: str | None
    score: float | None
    tiling: str
    rules: str
    in_chat: bool = False

    @property
    def predicted(self) -> float:
        """The logarithm of the seconds that it takes by its size and rating alone."""
        score = UNRATED_SCORE if self.score is None else min(self.score, MAX_SCORE)
        return log(self.edges * (EDGE_SECONDS + SCORE_SECONDS * score))

    @property
    def terms(self) -> tuple[str, ...]:
        """The names of its terms: a kind and, after a colon, which of the kind.

        >>> TimedBoard("b1", 60, "easy", 0.0, "squares", "plain").terms
        ('all', 'level:easy', 'tiling:squares', 'rules:plain', 'puzzle:b1')
        """
        named = {
            "level": self.level or "unrated",
            "tiling": self.tiling,
            "rules": self.rules,
            "puzzle": self.puzzle,
        }
        terms = ["all", *(f"{kind}:{name}" for kind, name in named.items())]
        return (*terms, "chat") if self.in_chat else tuple(terms)


def prior(term: str) -> Belief:
    """What is supposed of a term that nothing is known of."""
    return PRIORS[term.partition(":")[0]]


def drifted(strength: Belief, passed: timedelta) -> Belief:
    """What is still known of a strength after a time."""
    grown = strength.variance + DRIFT * max(0.0, passed / timedelta(days=1))
    return Belief(strength.mean, min(grown, PRIORS["strength"].variance))


def par(board: TimedBoard, strength: Belief, terms: Sequence[Belief]) -> float:
    """The seconds that a board takes a person in half of all cases; `terms` as `TimedBoard.terms`.

    >>> board = TimedBoard("b1", 220, "hard", 37.0, "squares", "plain")
    >>> terms = [prior(name) for name in board.terms]
    >>> round(par(board, PRIORS["strength"], terms)), round(par(board, Belief(0.5, 0.1), terms))
    (295, 179)
    """
    return exp(board.predicted + sum(term.mean for term in terms) - strength.mean)


def percent_over(ratio: float) -> int:
    """How many percent a time is over par, negative for under, from the ratio of both."""
    return round(100 * (ratio - 1))


def against_par(over: int) -> LazyMessage:
    """How a time compares with par that is so many percent over it.

    >>> against_par(-15), against_par(percent_over(1.0))
    ('15% under par', 'At par')
    """
    if not over:
        return lazy("At par")
    percent = f"{abs(over)}%"
    if over > 0:
        return lazy("{percent} over par", percent=percent)
    return lazy("{percent} under par", percent=percent)


def difference(ratios: Sequence[float]) -> float | None:
    """What share of par some boards take more or less, from the ratios of their times to par.

    None where that may well be chance.

    >>> difference([1.5, 1.4, 1.6, 1.5, 1.5]), difference([1.5]), difference([0.7, 1.4] * 9)
    (0.5, None, None)
    """
    if len(ratios) < FEWEST:
        return None
    mean = sum(map(log, ratios)) / len(ratios)
    is_certain = abs(mean) > CERTAIN * sqrt(NOISE / len(ratios))
    return round(exp(mean) - 1, 2) if is_certain else None


def nearest(pars: Mapping[Kind, float], seconds: float, played: Collection[Kind]) -> Kind:
    """The kind of board whose par is nearest to a time; of those that are alike, the kind that was
    `played` most often.

    >>> pars = {"5x5": 60.0, "7x7": 110.0, "8x8": 140.0, "10x10": 240.0}
    >>> [nearest(pars, 120, played) for played in ((), ("8x8", "8x8", "7x7"), ("10x10",))]
    ['7x7', '8x8', '7x7']
    """

    def place(kind: Kind) -> tuple[bool, int, float]:
        gap = abs(log(pars[kind] / seconds))
        is_alike = gap <= log(ALIKE)
        return not is_alike, -sum(each == kind for each in played) * is_alike, gap

    return min(pars, key=place)


def learned(
    board: TimedBoard, strength: Belief, terms: Sequence[Belief], seconds: float
) -> tuple[Belief, list[Belief]]:
    """The strength and the terms after a person has solved a board in some seconds.

    >>> board = TimedBoard("b1", 220, "hard", 37.0, "squares", "plain")
    >>> known = [prior(name) for name in board.terms]
    >>> strength, known = learned(board, PRIORS["strength"], known, seconds=200)
    >>> strength.mean > 0 > known[-1].mean, strength.variance < PRIORS["strength"].variance
    (True, True)
    """
    variance = NOISE + strength.variance + sum(term.variance for term in terms)
    most = MOST_DEVIATIONS * sqrt(variance)
    late = log(max(1.0, seconds) / par(board, strength, terms))
    late = min(most, max(-most, late))
    return _moved(strength, -late, variance), [_moved(term, late, variance) for term in terms]


def _moved(belief: Belief, late: float, variance: float) -> Belief:
    """A belief after what depends on it was so late, and had this variance."""
    share = belief.variance / variance
    return Belief(belief.mean + share * late, belief.variance * (1 - share))


def step_par(term: Belief, strength: Belief, chat: Belief | None = None) -> float:
    """The seconds that a step of a technique takes a person; `chat` where it is drawn there.

    >>> round(step_par(prior("step:zero"), Belief(0.0, 0.1)), 1)
    6.0
    """
    return exp(term.mean - strength.mean + (chat.mean if chat else 0.0))


def are_late(steps: Sequence[tuple[int, float]], variance: float) -> bool:
    """Whether steps took longer than par beyond chance, by their numbers on boards, the ratios of
    their times to par there, and how uncertain the strength of the person is.

    >>> are_late([(4, 2.5), (2, 3.0)], 0.05), are_late([(2, 3.0)], 0.05)
    (True, False)
    """
    count = sum(number for number, _ in steps)
    late = sum(number * log(ratio) for number, ratio in steps)
    return count >= FEWEST and late > CERTAIN * sqrt(count * (STEP_NOISE + count * variance))


def step_learned(term: Belief, par: float, strength: Belief, steps: int, seconds: float) -> Belief:
    """The term of a technique after steps of a board that took `seconds` each, and had this par.

    >>> known = prior("step:zero")
    >>> step_learned(known, 6.0, Belief(0.0, 0.1), 5, 12.0).mean > known.mean
    True
    """
    variance = STEP_NOISE / steps + strength.variance + term.variance
    return _moved(term, log(max(1.0, seconds) / par), variance)
