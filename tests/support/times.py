"""Simulated people who solve boards, by whom `play.par` is measured."""

from math import exp, sqrt
from random import Random

from msgspec import Struct, field

from play.par import NOISE, PRIORS, Belief, TimedBoard, learned, par, prior

LEVELS = {"EASY": 0.0, "NORMAL": 6.0, "HARD": 37.0, "EXPERT": 125.0}
EDGES = (60, 112, 220, 480)


class Solve(Struct, frozen=True):
    """A board that somebody solved, what was told before it, and the time."""

    person: int
    board: TimedBoard
    par: float
    seconds: float


class World(Struct):
    """People of some strength who solve boards, of which the model sees times only."""

    seed: int
    people: int
    strengths: list[float] = field(default_factory=list)
    known: dict[int, Belief] = field(default_factory=dict)
    terms: dict[str, Belief] = field(default_factory=dict)
    true_terms: dict[str, float] = field(default_factory=dict)
    solves: list[Solve] = field(default_factory=list)
    random: Random = field(default_factory=Random)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)
        self.strengths = [self.random.gauss(0, 0.5) for _ in range(self.people)]

    def board(self) -> TimedBoard:
        """A puzzle of a random size and level."""
        level = self.random.choice(list(LEVELS))
        return TimedBoard(
            str(len(self.true_terms)),
            self.random.choice(EDGES),
            level,
            LEVELS[level],
            "squares",
            "plain",
        )

    def true(self, term: str) -> float:
        """What a term really is: drawn when it is first asked for."""
        belief = prior(term)
        return self.true_terms.setdefault(
            term, self.random.gauss(belief.mean, sqrt(belief.variance))
        )

    def seconds(self, person: int, board: TimedBoard) -> float:
        """How long a person takes, this time."""
        mean = board.predicted + sum(map(self.true, board.terms)) - self.strengths[person]
        return exp(self.random.gauss(mean, sqrt(NOISE)))

    def par(self, person: int, board: TimedBoard) -> float:
        """What the person is told before the board."""
        terms = [self.terms.get(term, prior(term)) for term in board.terms]
        return par(board, self.known.get(person, PRIORS["strength"]), terms)

    def solve(self, person: int, board: TimedBoard, seconds: float | None = None) -> Solve:
        """The board solved by a person; the model learns from it."""
        solve = Solve(
            person, board, self.par(person, board), seconds or self.seconds(person, board)
        )
        terms = [self.terms.get(term, prior(term)) for term in board.terms]
        strength, after = learned(
            board, self.known.get(person, PRIORS["strength"]), terms, solve.seconds
        )
        self.known[person] = strength
        self.terms.update(zip(board.terms, after, strict=True))
        self.solves.append(solve)
        return solve
