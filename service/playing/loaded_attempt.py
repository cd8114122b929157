"""An attempt with its parsed board, and what changes of it consist of."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime

from msgspec import Struct
from msgspec.structs import asdict, replace

from play.charges import Charges
from play.clock import HelpCounts, elapsed, is_ranked
from play.history import Mark, ShadeCells
from play.journal import MarkSource, entry_of, interaction_seconds
from play.par import percent_over
from play.pen import Action, Pad
from play.regions import RegionOrder
from puzzle.model import Board, EdgeState, Puzzle
from service.errors import InputError, MarksChanged, NotYours, Problem
from service.running.interaction_claims import Claim, InteractionClaim
from store.records import Attempt, AttemptKind, Surface


class LoadedAttempt(Struct, frozen=True):
    """A stored attempt together with its parsed board.

    `just_solved` is true if the last change solved the puzzle; `just_counted` is the number of
    seconds that it added for help.
    `new_entries` is what the last change adds to the journal. `par` is the player's par in seconds,
    as it was before a solved board; None where none is told. `link` and `settings` were read with a
    locked attempt, see `LockedAttempt`.
    """

    attempt: Attempt
    pad: Pad
    just_solved: bool = False
    just_counted: int = 0
    new_entries: str = ""
    par: float | None = None
    link: bytes | None = None
    settings: str | None = None

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle of the attempt."""
        return self.pad.board.puzzle

    @property
    def solved(self) -> bool:
        """Whether the puzzle is solved, by the last change or earlier."""
        return self.attempt.solved_at is not None

    @property
    def is_over(self) -> bool:
        """Whether the puzzle is solved, or its solution was shown: nothing changes any more."""
        return self.solved or self.attempt.revealed

    @property
    def help_counts(self) -> HelpCounts:
        """The number of uses of each kind of help, and of wrong submissions."""
        return HelpCounts(*(getattr(self.attempt, name) for name in HelpCounts.__struct_fields__))

    @property
    def has_free_help(self) -> bool:
        """Whether help and wrong submissions add nothing, as in the course."""
        return self.attempt.kind is AttemptKind.LEARN

    @property
    def over_par(self) -> int | None:
        """How many percent the time of a solved board, without what mistakes add, is over par."""
        seconds = self.attempt.seconds
        if self.par is None or seconds is None:
            return None
        return percent_over(seconds / self.par)

    @property
    def regions(self) -> RegionOrder:
        """Where help was used and, once solved, the order in which regions were finished."""
        return RegionOrder.from_text(self.attempt.regions)


def require_owner(attempt: Attempt | None, player: int) -> Attempt:
    """The attempt of a player; raises `NotYours` if it does not exist or is another player's."""
    if attempt is None or attempt.player_id != player:
        raise NotYours
    return attempt


def require_seen(
    board: Board, seen_marks: Mapping[int, EdgeState], actions: Sequence[Action]
) -> None:
    """Raise `MarksChanged` if a mark is neither what the player saw nor what actions make it, and
    `InputError` if they are about a dot or a cell that is not on the board.
    """
    for action in actions:
        match action:
            case Mark(pen=int(place)):
                places, most = [place], len(board.puzzle.grid.dots)
            case ShadeCells(shades):
                places, most = [*shades], len(board.puzzle.clues)
            case _:
                continue
        if not all(0 <= each < most for each in places):
            raise InputError(Problem.NOT_ON_BOARD)
    marks = [action.states for action in actions if isinstance(action, Mark)]
    for edge, seen in seen_marks.items():
        if not 0 <= edge < len(board.marks):
            raise MarksChanged
        now = board.marks[edge]
        if now is not seen and all(states.get(edge) is not now for states in marks):
            raise MarksChanged


def with_actions(
    loaded: LoadedAttempt, actions: Iterable[Action], source: MarkSource | None, seconds: int
) -> LoadedAttempt:
    """The attempt after actions, `seconds` after it was shown.

    Without a source, marks in an action are from a text, and others are made with the pen.
    """
    pad, entries = loaded.pad, list[str]()
    for action in actions:
        after = pad.apply(action)
        made = source or (MarkSource.TEXT if isinstance(action, Mark) else MarkSource.PEN)
        entries.append(entry_of(pad.history, action, after.history, made, seconds))
        pad = after
    return replace(loaded, pad=pad, new_entries="".join(entries))


def with_board(loaded: LoadedAttempt, board: Board, seconds: int) -> LoadedAttempt:
    """The attempt with the marks of a board in the place of its own, as one step."""
    return with_actions(loaded, [Mark(dict(enumerate(board.marks)))], MarkSource.TEXT, seconds)


def seconds_at(attempt: Attempt, claim: Claim | None, now: datetime) -> int:
    """Seconds from when an attempt was shown to a request for it.

    The instant of an interaction is in its number; other requests come `now`.
    """
    shown = attempt.shown_at or attempt.begun_at
    if isinstance(claim, InteractionClaim):
        return interaction_seconds(shown, claim.interaction)
    return elapsed(shown, now)


def with_help_counts(loaded: LoadedAttempt, help_counts: HelpCounts) -> LoadedAttempt:
    """The attempt with other numbers of uses of help and of mistakes, if it counts them."""
    if loaded.has_free_help:
        return loaded
    return replace(loaded, attempt=replace(loaded.attempt, **asdict(help_counts)))


def with_charges(loaded: LoadedAttempt, charges: Charges) -> LoadedAttempt:
    """The attempt with other help that was counted last."""
    return replace(loaded, attempt=replace(loaded.attempt, charged=charges.to_text()))


def with_help_place(loaded: LoadedAttempt, about: Collection[int]) -> LoadedAttempt:
    """The attempt with a use of help about some edges, or where the player drew last."""
    order = loaded.regions.with_help(loaded.pad.history, about, loaded.pad.pen)
    return replace(loaded, attempt=replace(loaded.attempt, regions=order.to_text()))


def with_surface(loaded: LoadedAttempt, claim: Claim | None) -> LoadedAttempt:
    """The attempt with the place where a request made marks; one without a claim is none."""
    if claim is None:
        return loaded
    surface = Surface.CHAT if isinstance(claim, InteractionClaim) else Surface.PAGE
    attempt = replace(loaded.attempt, surfaces=loaded.attempt.surfaces | surface)
    return replace(loaded, attempt=attempt)


def with_solve_time(attempt: Attempt, help_counts: HelpCounts, now: datetime) -> Attempt:
    """The attempt with its solving time and penalty in seconds, and whether it is ranked."""
    shown = attempt.shown_at or attempt.begun_at
    day = attempt.day
    return replace(
        attempt,
        shown_at=shown,
        solved_at=now,
        seconds=elapsed(shown, now),
        penalty=help_counts.penalty,
        ranked=day is not None and is_ranked(day, shown, now, attempt.revealed, attempt.replayed),
    )
