"""Hints: finds the next step on a board, describes it at a level of detail, and counts the help.

Hints and checks each count as a kind of help; for the same marks, the dearest counts. `play.clock`
has the penalty of each kind in seconds.
"""

from collections.abc import Collection

from msgspec import Struct
from msgspec.structs import replace

from jobs.habits import Drawn
from jobs.playing import HintAnswer, HintRequest, find_hint
from narrator.narration import Level
from play.charges import Charges
from play.clock import Help
from service.errors import InputError, Problem
from service.helping.help_offers import HINTS, HelpOffer, after_hint
from service.learning.training import Training
from service.playing.attempts import Attempts
from service.playing.loaded_attempt import LoadedAttempt
from service.running.interaction_claims import unless_repeated
from service.running.readers import Reader
from solver.explain.explainer import NoStep
from store import journals
from workers.pool import Priority, WorkPool

QUICK_CELLS = 100
"""Maximum cells of a board for quick jobs; on larger ones a step may take a second or more."""

MAX_OTHERS = 99
"""Maximum number of the hints that can be asked for after the first; then they begin again."""

LAST_STEPS, LAST_EDGES = 3, 40
"""Maximum numbers of the last actions of a player, and of edges of each, that a hint is near to."""


LAST_BOARDS = 3
"""Number of a player's last solved boards that tell whether they leave out crosses."""


async def drawn_by(attempts: Attempts, loaded: LoadedAttempt) -> Drawn:
    """What tells of a player whether easy crosses are in their mind."""
    async with attempts.database.reading() as connection:
        last = await journals.last_solved(connection, loaded.attempt.player_id, LAST_BOARDS)
        return Drawn(last, await journals.get(connection, loaded.attempt.id) or "")


async def count_help(  # noqa: PLR0913 - a use of help
    attempts: Attempts,
    reader: Reader,
    loaded: LoadedAttempt,
    wanted: Help | None,
    *,
    about: Collection[int] = (),
    another: int = 0,
) -> tuple[LoadedAttempt, int]:
    """Count help about some edges of the board that was loaded; None is not counted.

    Returns the attempt after it, and the seconds that it adds to what was counted for the same
    marks. A
    page that sends its request again gets the same help; raises `InputError` for other marks.
    """
    if wanted is None:
        return loaded, 0
    counting = attempts.add_help(
        reader, loaded.attempt.id, wanted, board=loaded.pad.board, about=about, another=another
    )
    counted = await unless_repeated(reader.claim, counting)
    if counted is None:
        require_given(loaded, wanted, another)
        return loaded, 0
    return counted, counted.just_counted


def require_given(loaded: LoadedAttempt, wanted: Help, another: int = 0) -> None:
    """Raise `InputError` unless this help was given for the marks that are on the board now.

    `another` is the number of a hint that is not the first for these marks.
    """
    if not Charges.from_text(loaded.attempt.charged).has_help(loaded.pad.board, wanted, another):
        raise InputError(Problem.BOARD_CHANGED)


def with_prices(loaded: LoadedAttempt, offers: tuple[HelpOffer, ...]) -> tuple[HelpOffer, ...]:
    """Offers with what was counted for the same marks, which they do not add again."""
    charges, board = Charges.from_text(loaded.attempt.charged), loaded.pad.board
    found = [(each, charges.dearest(board, each.help, each.another)) for each in offers]
    return tuple(replace(each, paid=paid.penalty) if paid else each for each, paid in found)


class HintResult(Struct, frozen=True):
    """The hint, the attempt after it, and the help it counts as, None for none.

    `added`: the seconds that it adds; 0 if no less was counted before for the same marks.
    `another`: how many other hints came before it.
    `part`: the number of the part of the argument that is shown, from 1; None for all of it.
    `ways`: whether its ways are shown.
    """

    loaded: LoadedAttempt
    level: Level
    found: HintAnswer
    counted: Help | None
    added: int = 0
    another: int = 0
    part: int | None = None
    ways: bool = False

    @property
    def next_number(self) -> int:
        """The number of the hint after this one."""
        return (self.another + 1) % (MAX_OTHERS + 1)

    @property
    def offers(self) -> tuple[HelpOffer, ...]:
        """What further help is offered."""
        offers = after_hint(self.found, self.level, self.another, self.next_number)
        return with_prices(self.loaded, offers)


class Hints(Struct, eq=False):
    """Finds hints in a worker pool."""

    pool: WorkPool
    attempts: Attempts
    training: Training

    async def give(
        self, reader: Reader, loaded: LoadedAttempt, level: Level, *, another: int = 0
    ) -> HintResult:
        """Find a hint for a person's board and count it; `another` asks for a different one.

        If wrong marks prevent a step, the hint counts as a nudge, once for the same marks whichever
        was asked for; if there is no step for another reason, it is not counted. Of the hints of a
        step for the same marks the dearest is counted. A technique that is named, and that the
        person has practised, is due for practice again. Raises `AlreadyClaimed` if another handler
        has claimed the interaction.
        """
        asked = HintRequest(loaded.pad.board, level, another=another)
        found = await self.uncounted(reader, loaded, asked)
        counted = _help_to_count(found, level)
        if found.missing is not None:
            another = 0
        loaded, added = await count_help(
            self.attempts, reader, loaded, counted, about=found.about, another=another
        )
        if found.technique is not None and level is not Level.NUDGE and added:
            await self.training.make_due(reader.person, found.technique)
        return HintResult(loaded, level, found, counted, added, another)

    async def give_part(
        self,
        reader: Reader,
        loaded: LoadedAttempt,
        number: int,
        *,
        another: int = 0,
        ways: bool = False,
    ) -> HintResult:
        """Show a part of the step that was told for the same marks, or its `ways`.

        Part 0 is the whole step again.

        `another` is the number of the hint, as in `give`. Nothing is counted. Raises `InputError`
        if the step was not told for the marks that are on the board now.
        """
        require_given(loaded, HINTS[Level.STEP], another)
        part, board = number or None, loaded.pad.board
        asked = HintRequest(board, Level.STEP, another=another, part=part, ways=ways)
        found = await self.uncounted(reader, loaded, asked)
        return HintResult(loaded, Level.STEP, found, None, another=another, part=part, ways=ways)

    async def uncounted(
        self, reader: Reader, loaded: LoadedAttempt, asked: HintRequest
    ) -> HintAnswer:
        """Find a hint quickly on a small board, and without that limit where it takes longer."""
        drawn, near = await drawn_by(self.attempts, loaded), last_edges(loaded)
        look, language = reader.labelled, reader.language
        request = replace(asked, appearance=look, locale=language, near=near, drawn=drawn)
        if asked.level is Level.HINT and loaded.attempt.id:  # what nobody knows is told to all
            request = replace(request, known=await self.training.known(reader.person))
        own, person = loaded.attempt.puzzle_id, reader.person
        if is_small(loaded):
            quick = replace(request, quick=True)
            found = await self.pool.run(
                find_hint, quick, person=person, priority=Priority.QUICK, own=own
            )
            if found.missing is not NoStep.TOO_HARD:
                return found
        return await self.pool.run(find_hint, request, person=person, own=own)


def last_edges(loaded: LoadedAttempt) -> tuple[tuple[int, ...], ...]:
    """The edges that a player changed with the last actions, the latest first."""
    steps = map(loaded.pad.history.edges_of, loaded.pad.done[-LAST_STEPS:])
    return tuple(edges[:LAST_EDGES] for edges in reversed([*filter(None, steps)]))


def is_small(loaded: LoadedAttempt) -> bool:
    """Whether a hint or check on this board is tried as a quick job first."""
    return len(loaded.puzzle.clues) <= QUICK_CELLS


def _help_to_count(found: HintAnswer, level: Level) -> Help | None:
    """The kind of help that a hint counts as; None if it is not counted."""
    if found.missing is None:
        return HINTS[level]
    return Help.NUDGE if found.missing is NoStep.WRONG_MARKS else None
