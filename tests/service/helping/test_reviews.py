"""Journals that playing leaves, and reviews that are made of them."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace

from i18n.catalogues import localizer_for
from play.history import Clear, Mark, Redo, Undo
from play.journal import MarkSource
from play.pen import Action, Arrow
from play.tracks import Track
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.notation import format_puzzle, parse_puzzle
from service.errors import InputError, NotYours, Problem
from service.helping.hints import drawn_by
from service.playing.loaded_attempt import LoadedAttempt
from service.running.interaction_claims import InteractionClaim
from service.running.readers import Reader
from service.services import Services
from solver.search import solve
from store import journals, puzzles
from store.records import AttemptKind, UnsavedPuzzle
from tests.support.clock import Clock

ANN, BOB = 1001, 1002
FIVE = parse_puzzle("5x5:b1c3a12a02d1a2c32")
SOME = parse_puzzle("2x1:4a")
[SOLUTION] = solve(FIVE).solutions
LOOP = Mark(dict.fromkeys(SOLUTION, EdgeState.LINE))
DISCORD = datetime(2015, 1, 1, tzinfo=UTC)


async def opened(
    services: Services, kind: AttemptKind = AttemptKind.PASTED, puzzle: Puzzle = FIVE
) -> LoadedAttempt:
    async with services.attempts.database.writing() as connection:
        new = UnsavedPuzzle(format_puzzle(puzzle, "loopy"), puzzle.canonical_key)
        stored = await puzzles.add(connection, new)
    return await services.attempts.open(Reader(ANN), stored, kind)


async def journal_of(services: Services, loaded: LoadedAttempt) -> str | None:
    async with services.attempts.database.reading() as connection:
        return await journals.get(connection, loaded.attempt.id)


def claim_at(instant: datetime, number: int = 0) -> InteractionClaim:
    """The claim of an interaction at an instant, whose ID has its milliseconds."""
    milliseconds = (instant - DISCORD) // timedelta(milliseconds=1)
    return InteractionClaim((milliseconds << 22) + number)


async def test_the_last_solved_boards_and_this_one_tell_who_leaves_out_crosses(
    services: Services,
) -> None:
    solved = await opened(services)
    await services.attempts.change(Reader(ANN), solved.attempt.id, LOOP)
    course = await opened(services, AttemptKind.LEARN, SOME)
    await services.attempts.change(Reader(ANN), course.attempt.id, Mark({0: EdgeState.LINE}))
    drawn = await drawn_by(services.attempts, course)
    assert drawn.earlier == (await journal_of(services, solved),)
    assert drawn.now == await journal_of(services, course)


async def test_every_change_is_an_entry_at_the_time_of_its_interaction(
    services: Services, now: Clock
) -> None:
    loaded = await opened(services)
    shown, attempt = now(), loaded.attempt.id
    actions: list[tuple[int, Action]] = [
        (3, Arrow.RIGHT),
        (5, Undo()),
        (5, Undo()),
        (8, Redo()),
        (70, Clear()),
    ]
    for number, (seconds, action) in enumerate(actions):
        claim = claim_at(shown + timedelta(seconds=seconds), number)
        await services.attempts.change(Reader(ANN, claim=claim), attempt, action)
    now.pass_(100)
    mark = Mark({1: EdgeState.CROSS})
    await services.attempts.change(Reader(ANN), attempt, mark, source=MarkSource.HINT)
    await services.attempts.submit(
        Reader(ANN), attempt, Board.blank(FIVE).mark({2: EdgeState.LINE})
    )
    text = await journal_of(services, loaded)
    assert text is not None
    entries = text.split(".")[:-1]
    assert [entry[:2] for entry in entries[:4]] == ["3P", "5U", "8R", "1y"]
    assert entries[4:] == ["2sH1B", "2sT1E1A"] or entries[4:] == ["2sH1B", "2sT1EA"]


async def test_a_revealed_board_keeps_no_journal(services: Services) -> None:
    loaded = await opened(services)
    await services.attempts.change(Reader(ANN), loaded.attempt.id, Arrow.RIGHT)
    assert await journal_of(services, loaded)
    await services.attempts.record_reveal(Reader(ANN), loaded.attempt.id)
    await services.attempts.submit(Reader(ANN), loaded.attempt.id, Board.of_lines(FIVE, SOLUTION))
    assert await journal_of(services, loaded) is None


async def test_a_solved_board_is_reviewed_for_its_player_alone(services: Services) -> None:
    loaded = await opened(services)
    attempt = loaded.attempt.id
    wrong = Mark(parse_marks("B3 top", FIVE.grid))
    for action in (wrong, Undo()):
        await services.attempts.change(Reader(ANN), attempt, action)
    with pytest.raises(InputError) as early:
        await services.reviews.review(Reader(ANN), attempt)
    assert early.value.problem is Problem.NOT_SOLVED_YET
    await services.attempts.change(Reader(ANN), attempt, LOOP)
    result = await services.reviews.review(Reader(ANN), attempt)
    assert "1 stroke went wrong." in result.found.counts
    assert result.found.moments[0].drawing.png[1:4] == b"PNG"
    assert "The solution does not have the line" in result.found.moments[0].text
    replay = await services.reviews.replay(Reader(ANN), attempt)
    assert replay is not None
    assert replay.gif[:3] == b"GIF"
    with pytest.raises(NotYours):
        await services.reviews.review(Reader(BOB), attempt)


async def test_a_live_daily_is_reviewed_once_its_player_has_solved_it(services: Services) -> None:
    daily, stored = await services.dailies.find(services.dailies.today(), Track.EASY)
    loaded = await services.attempts.open(Reader(ANN), daily, AttemptKind.DAILY)
    assert stored.solution is not None
    marks = Mark(parse_marks(stored.solution, loaded.puzzle.grid))
    with pytest.raises(InputError) as unsolved:
        await services.reviews.review(Reader(ANN), loaded.attempt.id)
    assert unsolved.value.problem is Problem.NOT_SOLVED_YET
    await services.attempts.change(Reader(ANN), loaded.attempt.id, marks)
    result = await services.reviews.review(
        Reader(ANN, replace(localizer_for("ja"), clock=False)), loaded.attempt.id
    )
    assert result.found.counts
    assert await services.reviews.replay(Reader(ANN), loaded.attempt.id)
    for shown in (services.reviews.review, services.reviews.replay):
        with pytest.raises(NotYours):
            await shown(Reader(BOB), loaded.attempt.id)


async def test_without_a_journal_there_is_no_review(services: Services) -> None:
    loaded = await opened(services)
    await services.attempts.change(Reader(ANN), loaded.attempt.id, LOOP)
    async with services.attempts.database.writing() as connection:
        await journals.remove(connection, loaded.attempt.id)
    with pytest.raises(InputError) as missing:
        await services.reviews.review(Reader(ANN), loaded.attempt.id)
    assert missing.value.problem is Problem.NO_JOURNAL
