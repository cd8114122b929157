"""Checks the marks of a board: how many are wrong, where, and why."""

from msgspec import Struct
from msgspec.structs import replace

from jobs.playing import CheckAnswer, CheckRequest, check_marks
from narrator.checks import Detail
from play.clock import Help
from puzzle.rules import Capability
from service.helping.help_offers import CHECKS, HelpOffer, after_check
from service.helping.hints import count_help, drawn_by, is_small, require_given, with_prices
from service.playing.attempts import Attempts
from service.playing.loaded_attempt import LoadedAttempt
from service.running.readers import Reader
from solver.explain.mistakes import CheckOutcome
from workers.pool import Priority, WorkPool


class CheckResult(Struct, frozen=True):
    """The outcome of a check, the attempt after it, and the help it counts as, None for none.

    `added`: the seconds that it adds; 0 if no less was counted before for the same marks.
    """

    loaded: LoadedAttempt
    detail: Detail
    found: CheckAnswer
    counted: Help | None
    added: int = 0

    @property
    def part(self) -> int | None:
        """The number of the part of the refutation that is shown, from 1; None for all of it."""
        return self.found.part or None

    @property
    def offers(self) -> tuple[HelpOffer, ...]:
        """What further help is offered."""
        explained = self.loaded.puzzle.rules.supports(Capability.HINTS)
        solved = self.loaded.solved
        offers = after_check(self.found, self.detail, solved=solved, explained=explained)
        return with_prices(self.loaded, offers)


class Checks(Struct, eq=False):
    """Checks marks in a worker pool."""

    pool: WorkPool
    attempts: Attempts

    async def give(self, reader: Reader, loaded: LoadedAttempt, detail: Detail) -> CheckResult:
        """Check the marks of a person's board, and count the check.

        It counts as what it discloses: as `Help.CHECK_COUNT` if all marks are right, and as
        `Help.CHECK_WHERE` if no short reason is found. A check without marks or without a result is
        not counted, and of the checks of the same marks the dearest is. Raises `AlreadyClaimed`
        if another handler has claimed the interaction.
        """
        found = await self.uncounted(reader, loaded, detail)
        counted = _help_to_count(loaded, found)
        loaded, added = await count_help(self.attempts, reader, loaded, counted, about=found.about)
        return CheckResult(loaded, detail, found, counted, added)

    async def give_part(self, reader: Reader, loaded: LoadedAttempt, number: int) -> CheckResult:
        """Show a part of the refutation that was told for the same marks; 0 is all of it again.

        Nothing is counted. Raises `InputError` if it was not told for the marks that are on the
        board now.
        """
        require_given(loaded, CHECKS[Detail.WHY])
        found = await self.uncounted(reader, loaded, Detail.WHY, number)
        return CheckResult(loaded, Detail.WHY, found, None)

    async def uncounted(
        self, reader: Reader, loaded: LoadedAttempt, detail: Detail, part: int | None = None
    ) -> CheckAnswer:
        """Check quickly on a small board if nothing is explained, else without that limit."""
        request = CheckRequest(loaded.pad.board, detail, reader.labelled, reader.language, part)
        if detail is Detail.WHY:
            made, drawn = loaded.pad.history.marked_in_order, await drawn_by(self.attempts, loaded)
            request = replace(request, made=made, drawn=drawn)
        own, person = loaded.attempt.puzzle_id, reader.person
        if request.detail is not Detail.WHY and is_small(loaded):
            quick = replace(request, quick=True)
            found = await self.pool.run(
                check_marks, quick, person=person, priority=Priority.QUICK, own=own
            )
            if found.outcome is not CheckOutcome.UNDECIDED:
                return found
        return await self.pool.run(check_marks, request, person=person, own=own)


def _help_to_count(loaded: LoadedAttempt, found: CheckAnswer) -> Help | None:
    """The kind of help that a check counts as; None if it is not counted."""
    if not any(loaded.pad.board.marks):
        return None
    match found.outcome:
        case CheckOutcome.RIGHT:
            return Help.CHECK_COUNT
        case CheckOutcome.WRONG | CheckOutcome.NOT_TOGETHER:
            return CHECKS[found.detail]
        case _:
            return None
