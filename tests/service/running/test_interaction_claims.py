"""What an interaction requests is done by one handler, and counted once."""

import ast
import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime

import pytest

from jobs.reading import PastedText
from narrator.checks import Detail
from narrator.narration import Level
from play.clock import HelpCounts
from play.history import Mark
from play.pen import Arrow
from puzzle.model import Board, EdgeState
from puzzle.notation import parse_loopy
from service.errors import AlreadyClaimed, InputError, NotYours, Problem
from service.generating.generation import PuzzleOptions
from service.helping.hints import last_edges
from service.learning.course import CourseAction
from service.people.preferences import do_not_remind
from service.playing.attempts import Attempts
from service.playing.loaded_attempt import LoadedAttempt
from service.running.interaction_claims import Claim, InteractionClaim, store_claim
from service.running.outbox import reply_key
from service.running.readers import InteractionToken, Reader
from service.services import Services
from solver.search import solve
from store.database import Database
from store.growth import CLAIMS
from store.transaction import Connection
from tests.support.clock import Clock
from tests.support.packages import modules, name_of

ADA, SERVER = 7, 99
PUZZLE = parse_loopy("5x5:b1c3a12a02d1a2c32")
WRONG = Board.of_lines(PUZZLE, frozenset(PUZZLE.grid.cell_edges[0]))
OTHER = Board.of_lines(PUZZLE, frozenset(PUZZLE.grid.cell_edges[24]))
[SOLUTION] = solve(PUZZLE).solutions
STATES = dict.fromkeys(sorted(SOLUTION)[:3], EdgeState.LINE)


async def board_of(services: Services, person: int = ADA) -> LoadedAttempt:
    return (await services.boards.open_pasted(Reader(person), PUZZLE)).loaded


async def changes(
    services: Services,
) -> dict[str, Callable[[InteractionClaim], Awaitable[object]]]:
    """Everything that an interaction can change, on a board that is not solved."""
    loaded = await board_of(services)
    number = loaded.attempt.id
    learning = await services.course.open(Reader(ADA))
    solved = await board_of(services, ADA + 1)
    lines = Mark(dict.fromkeys(SOLUTION, EdgeState.LINE))
    await services.attempts.change(Reader(ADA + 1), solved.attempt.id, lines)
    each = services
    return {
        "open": lambda by: each.boards.open_pasted(Reader(ADA, server=SERVER, claim=by), PUZZLE),
        "open stored": lambda by: each.boards.open_stored(Reader(ADA, server=SERVER, claim=by), 1),
        "begin elsewhere": lambda by: each.drafts.begin_text(
            Reader(ADA, claim=by), PastedText("3x3:3a3c3a3"), "A1-A2"
        ),
        "change": lambda by: each.attempts.change(Reader(ADA, claim=by), number, Arrow.RIGHT),
        "hint": lambda by: each.hints.give(Reader(ADA, claim=by), loaded, Level.NUDGE),
        "submit": lambda by: each.attempts.submit(Reader(ADA, claim=by), number, WRONG),
        "new": lambda by: each.generation.generate(Reader(ADA, claim=by), PuzzleOptions(5, 5), 1),
        "settings": lambda by: each.preferences.change(Reader(ADA, claim=by), do_not_remind),
        "setup": lambda by: each.servers.choose(SERVER, channel_id=1, claim=by),
        "post now": lambda by: each.servers.choose(SERVER, at_once=True, claim=by),
        "learn": lambda by: each.course.open(Reader(ADA, claim=by)),
        "lesson": lambda by: each.course.act(
            Reader(ADA, claim=by), learning.attempt.id, CourseAction.DO, 0
        ),
        "share": lambda by: each.sharing.share(Reader(ADA + 1, claim=by), solved.attempt.id),
        "reply": lambda by: each.outbox.reply(by, InteractionToken(2, "token"), {}),
        "reveal": lambda by: each.solutions.reveal(Reader(ADA, claim=by), loaded),
        "delete": lambda by: each.personal_data.delete(Reader(ADA, claim=by)),
    }


async def test_a_second_handler_changes_nothing(services: Services) -> None:
    for number, (name, change) in enumerate((await changes(services)).items()):
        await services.claims.take(InteractionClaim(1000 + number))
        try:
            await change(InteractionClaim(1000 + number))
        except AlreadyClaimed:
            pass
        else:
            pytest.fail(f"{name} was done twice")
        first = InteractionClaim(2000 + number)
        await change(first)
        with pytest.raises(AlreadyClaimed):
            await services.claims.take(InteractionClaim(2000 + number))
        await services.claims.take(first)


async def test_what_two_handlers_do_at_once_is_done_by_one(services: Services) -> None:
    for number, (name, change) in enumerate((await changes(services)).items()):
        results = await asyncio.gather(
            *(change(InteractionClaim(1000 + number)) for _ in range(2)), return_exceptions=True
        )
        assert sum(isinstance(each, AlreadyClaimed) for each in results) == 1, name
        assert sum(isinstance(each, BaseException) for each in results) == 1, name


async def test_two_handlers_at_once_draw_one_line(services: Services) -> None:
    loaded = await board_of(services)
    number = loaded.attempt.id
    results = await asyncio.gather(
        *(
            services.attempts.change(
                Reader(ADA, claim=InteractionClaim(interaction)), number, Arrow.RIGHT
            )
            for interaction in (1, 1, 2, 2)
        ),
        return_exceptions=True,
    )
    assert sum(isinstance(each, AlreadyClaimed) for each in results) == 2
    assert len((await services.attempts.find(ADA, number)).pad.board.lines) == 2


async def test_a_change_that_fails_is_told_by_one_handler(services: Services) -> None:
    first, second = InteractionClaim(1), InteractionClaim(1)
    with pytest.raises(NotYours):
        await services.attempts.change(Reader(ADA, claim=first), 10**6, Arrow.RIGHT)
    with pytest.raises(AlreadyClaimed):
        await services.attempts.change(Reader(ADA, claim=second), 10**6, Arrow.RIGHT)


async def test_a_refusal_after_the_claim_is_told_by_one_handler(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In every use case, whatever it refuses in its transaction; nothing else of it is stored."""
    made, refusing = await changes(services), set[str]()

    async def refuse(connection: Connection, claim: Claim | None, now: datetime) -> None:
        await store_claim(connection, claim, now)
        raise InputError(Problem.NO_CLUES)

    for path in modules("service"):
        name, tree = name_of(path), ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            text = ast.unparse(node) if isinstance(node, ast.AsyncFunctionDef) else ""
            if "await store_claim(" in text:
                assert ".writing(" not in text, f"{name} goes around what is kept"
                refusing.add(name)
    for name in refusing:
        monkeypatch.setattr(f"{name}.store_claim", refuse)
    assert len(refusing) > 10
    for number, change in enumerate(made.values()):
        for error in (InputError, AlreadyClaimed, AlreadyClaimed):
            with pytest.raises(error):
                await change(InteractionClaim(1000 + number))


async def test_claims_are_kept_as_long_as_somebody_may_be_late(
    services: Services, now: Clock
) -> None:
    await services.claims.take(InteractionClaim(1))
    now.time += CLAIMS
    await services.purging.delete_expired()
    with pytest.raises(AlreadyClaimed):
        await services.claims.take(InteractionClaim(1))
    now.pass_(1)
    await services.purging.delete_expired()
    await services.claims.take(InteractionClaim(1))


async def test_a_reply_of_another_handler_stays_pending(services: Services, now: Clock) -> None:
    ours, other = InteractionClaim(5), InteractionClaim(5)
    await services.outbox.reply(ours, InteractionToken(2, "token"), {})
    with pytest.raises(AlreadyClaimed):
        await services.outbox.reply(other, InteractionToken(2, "other"), {})
    assert await services.outbox.claim(9) == ()
    services.outbox.release(reply_key(ours))
    now.pass_(1)
    [[left]] = await services.outbox.claim(9)
    assert (left.key, left.token, left.tries) == (reply_key(ours), "token", 2)


# Help is counted once for a board


async def test_the_same_hint_for_the_same_board_costs_once(services: Services) -> None:
    loaded = await board_of(services)
    hints = [
        await services.hints.give(Reader(ADA), loaded, level)
        for level in (Level.NUDGE, Level.NUDGE, Level.HINT, Level.NUDGE, Level.STEP, Level.HINT)
    ]
    assert [hint.added for hint in hints] == [15, 0, 15, 0, 30, 0]
    assert hints[0].found.narration == hints[1].found.narration
    counts = hints[-1].loaded.help_counts
    assert (counts.helps, counts.steps, counts.penalty) == (1, 1, 60)
    moved = await services.attempts.change(Reader(ADA), loaded.attempt.id, Mark(STATES))
    again = await services.hints.give(Reader(ADA), moved, Level.NUDGE)
    assert again.added == 15
    assert again.loaded.help_counts == HelpCounts(nudges=1, steps=1)


async def test_another_hint_costs_as_much_and_the_same_one_nothing_more(
    services: Services,
) -> None:
    loaded = await board_of(services)
    hints = [
        await services.hints.give(Reader(ADA), loaded, Level.NUDGE, another=another)
        for another in (0, 1, 0, 1, 2)
    ]
    assert [hint.added for hint in hints] == [15, 15, 0, 0, 15]
    assert hints[0].found.narration != hints[1].found.narration
    assert hints[0].found.narration == hints[2].found.narration
    assert hints[-1].loaded.help_counts.nudges == 3


async def test_a_hint_is_near_to_the_last_marks(services: Services) -> None:
    loaded = await board_of(services)
    assert last_edges(loaded) == ()
    for edges in ((0,), (5, 6), (9,), (12,)):
        action = Mark(dict.fromkeys(edges, EdgeState.CROSS))
        loaded = await services.attempts.change(Reader(ADA), loaded.attempt.id, action)
    assert last_edges(loaded) == ((12,), (9,), (5, 6))


async def test_a_double_press_of_hint_costs_once(services: Services) -> None:
    loaded = await board_of(services)
    hints = await asyncio.gather(
        *(services.hints.give(Reader(ADA), loaded, Level.STEP) for _ in range(2))
    )
    assert sorted(hint.added for hint in hints) == [0, 60]
    assert (await services.attempts.find(ADA, loaded.attempt.id)).help_counts.steps == 1


async def test_the_same_check_of_the_same_marks_costs_once(services: Services) -> None:
    loaded = await board_of(services)
    loaded = await services.attempts.change(Reader(ADA), loaded.attempt.id, Mark(STATES))
    for added in (20, 0):
        check = await services.checks.give(Reader(ADA), loaded, Detail.WHY)
        assert check.added == added
    assert check.loaded.help_counts.penalty == 20  # all marks are right


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        (6, 19, "So the top of B2 is a line, but you have a cross there."),
        (19, 6, "So the top of E4 is a cross, but you have a line there."),
    ],
)
async def test_a_check_explains_the_first_wrong_mark_made(
    services: Services, first: int, second: int, told: str
) -> None:
    loaded = await board_of(services)
    wrong = {
        edge: EdgeState.CROSS if edge in SOLUTION else EdgeState.LINE for edge in (first, second)
    }
    for edge, state in wrong.items():
        loaded = await services.attempts.change(Reader(ADA), loaded.attempt.id, Mark({edge: state}))
    check = await services.checks.give(Reader(ADA), loaded, Detail.WHY)
    assert check.found.wrong == 2
    if check.found.part:  # a long reason begins with its first step
        check = await services.checks.give_part(Reader(ADA), check.loaded, 0)
    assert check.found.narration.sentences[-1] == told
    # Whoever makes a mark again makes it last.
    for state in (EdgeState.UNKNOWN, wrong[first]):
        loaded = await services.attempts.change(
            Reader(ADA), loaded.attempt.id, Mark({first: state})
        )
    check = await services.checks.give(Reader(ADA), loaded, Detail.WHY)
    assert check.found.narration.sentences[-1] != told


async def test_the_same_wrong_answer_is_one_mistake_for_every_process(
    services: Services, database: Database
) -> None:
    loaded = await board_of(services)
    for board, mistakes in ((WRONG, 1), (WRONG, 1), (OTHER, 2), (WRONG, 3)):
        process = Attempts(database, services.attempts.now)
        after, _ = await process.submit(Reader(ADA), loaded.attempt.id, board)
        assert after.help_counts.mistakes == mistakes
