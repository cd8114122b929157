"""Races: several people on the same new puzzle at the same time.

A race waits for people, runs until nobody solves any more or its time is over, and is then over.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import Enum, auto

from msgspec import Struct

from play.par import ALIKE, percent_over
from puzzle.model import Board
from puzzle.rules import around, lines_at_dots

FEWEST, MOST = 2, 8
"""Minimum number of people of a race that begins, and maximum number of any race."""
WAITING = timedelta(minutes=10)
"""How long a race waits for people; Discord takes private messages for them no longer than 15."""
COUNTDOWN = timedelta(seconds=3)
"""From the press that starts a race to the instant at which all get their boards."""
LIMIT = timedelta(minutes=30)
"""How long a race runs at most."""


class RacePhase(Enum):
    """The state of a race; one that nobody began in time, or that all left, is called off."""

    WAITING = auto()
    RUNNING = auto()
    OVER = auto()
    CALLED_OFF = auto()


class RaceStanding(Struct, frozen=True):
    """How far a person is in a race.

    - `progress`: percent, see `progress`;
    - `seconds`: the time with what help and mistakes add, None unless solved in time;
    - `solved_at`: when it was solved in time;
    - `gave_up`: whether the person gave up;
    - `par`: their par in seconds, None in a race by time.
    """

    player: int
    progress: int = 0
    seconds: int | None = None
    solved_at: datetime | None = None
    gave_up: bool = False
    par: float | None = None

    @property
    def ratio(self) -> float:
        """What is compared of who solved it: the time, or in a race by par its share of par."""
        return (self.seconds or 0) / (self.par or 1)

    @property
    def over(self) -> int | None:
        """How many percent the time is over par; None without a time or a par."""
        return None if self.seconds is None or self.par is None else percent_over(self.ratio)

    @property
    def is_racing(self) -> bool:
        """Whether the person neither solved the puzzle nor gave up."""
        return self.solved_at is None and not self.gave_up


def ranked(standings: tuple[RaceStanding, ...]) -> tuple[RaceStanding, ...]:
    """Standings in order: who solved it, the fastest first, or who took the smallest share of par;
    then who is further; then who gave up.

    >>> noon = datetime(2026, 11, 5, 12)
    >>> found = ranked(
    ...     (
    ...         RaceStanding(1, 90, gave_up=True),
    ...         RaceStanding(2, 40),
    ...         RaceStanding(3, 100, 80, noon),
    ...         RaceStanding(4, 70),
    ...         RaceStanding(5, 100, 60, noon + timedelta(seconds=5)),
    ...     )
    ... )
    >>> [each.player for each in found]
    [5, 3, 4, 2, 1]
    >>> slower = RaceStanding(1, 100, 80, noon, par=90)
    >>> faster = RaceStanding(2, 100, 60, noon, par=50)
    >>> [(each.player, each.over) for each in ranked((faster, slower))]
    [(1, -11), (2, 20)]
    """

    def place(each: RaceStanding) -> tuple[object, ...]:
        if each.solved_at is not None:
            return 0, each.ratio, each.solved_at
        return 1 + each.gave_up, -each.progress, each.player

    return tuple(sorted(standings, key=place))


def is_by_par(pars: Sequence[float | None], wanted: bool | None) -> bool:
    """Whether a race of people with these pars ranks by the share of par.

    It does if that is `wanted`, or for None where two pars differ by more than a quarter. It never
    does where somebody has no par.

    >>> [is_by_par((100, 130), wanted) for wanted in (None, True, False)]
    [True, True, False]
    >>> is_by_par((100, 120), None), is_by_par((100, 120), True), is_by_par((100, None), True)
    (False, True, False)
    """
    known = [each for each in pars if each is not None]
    if wanted is False or not FEWEST <= len(pars) == len(known):
        return False
    return bool(wanted) or max(known) > ALIKE * min(known)


def progress(board: Board) -> int:
    """The percentage of the clues above 0 around which is what they count, right or wrong.

    It tells nothing about the solution: it is counted from what is drawn alone.

    >>> from puzzle.model import EdgeState
    >>> from puzzle.notation import parse_loopy
    >>> board = Board.blank(parse_loopy("2x1:03"))
    >>> progress(board), progress(board.mark(dict.fromkeys((1, 3, 6), EdgeState.LINE)))
    (0, 100)
    """
    grid, lines, variant = board.puzzle.grid, board.lines, board.puzzle.rules.variant
    clues = [(cell, clue) for cell, clue in enumerate(board.puzzle.clues) if clue and clue > 0]
    visited = lines_at_dots(grid, lines)
    met = sum(variant.is_met(clue, around(grid, cell, lines, visited)) for cell, clue in clues)
    return 100 * met // len(clues) if clues else 0


def phase_of(
    standings: tuple[RaceStanding, ...],
    started_at: datetime | None,
    ends_at: datetime,
    now: datetime,
) -> RacePhase:
    """The state of a race, which ends at `ends_at` at the latest, or stops waiting then.

    >>> noon = datetime(2026, 11, 5, 12)
    >>> one, ends_at = (RaceStanding(7),), noon + LIMIT
    >>> [phase_of(one, noon, ends_at, at).name for at in (noon, ends_at)]
    ['RUNNING', 'OVER']
    >>> [phase_of(*each, ends_at, noon).name for each in ((one, None), ((), None), ((), noon))]
    ['WAITING', 'CALLED_OFF', 'OVER']
    """
    if started_at is None:
        return RacePhase.WAITING if standings and now < ends_at else RacePhase.CALLED_OFF
    racing = any(each.is_racing for each in standings)
    return RacePhase.RUNNING if racing and now < ends_at else RacePhase.OVER
