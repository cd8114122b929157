"""Races: who may join, when they begin and end, and what is told of boards before."""

import asyncio
import time
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from i18n.localizer import ENGLISH
from play.clock import Help
from play.history import Mark
from play.par import FEWEST
from play.race import COUNTDOWN, LIMIT, MOST, WAITING, RacePhase
from puzzle.model import EdgeState
from puzzle.moves import parse_marks
from service.errors import InputError, NotYours, Problem, SecretPuzzle
from service.people.preferences import choosing
from service.playing import attempts
from service.playing.races import RaceView
from service.running.interaction_claims import InteractionClaim
from service.running.readers import Place, Reader
from service.services import Services
from service.settings import RACES
from store import pars, players, privacy, puzzles
from store.database import Database
from store.growth import RACES as KEPT
from store.purge import note_unused_puzzles, purge
from store.records import StoredPuzzle, StoredTerm, Strength, UnsavedPuzzle, Visibility
from tests.support.clock import Clock
from tests.support.store.tables import ask
from texts.races import BY_PAR, BY_TIME, race_text

ADA, BOB, CY = 7, 8, 9
PLACE = Place(5, 6, joined=True, shows=True)


@pytest.fixture(autouse=True)
def _no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    """Boards are read within the countdown, which takes no real time."""
    monkeypatch.setattr(attempts, "COUNTDOWN", timedelta())


@pytest.fixture
async def puzzle(database: Database) -> StoredPuzzle:
    """A puzzle whose loop is its border."""
    async with database.writing() as connection:
        new = UnsavedPuzzle("3x3:2121a1212", "key", "A1-D1-D4-A4-A1", "easy")
        return await puzzles.add(connection, new)


async def invite(services: Services, puzzle: StoredPuzzle, *others: int) -> RaceView:
    view = await services.races.create_race(Reader(ADA), puzzle, PLACE)
    for person in others:
        view = await services.races.join_race(Reader(person), view.race.id)
    return view


async def begin(services: Services, puzzle: StoredPuzzle, *others: int) -> RaceView:
    view = await invite(services, puzzle, *others)
    return await services.races.start_race(Reader(ADA), view.race.id)


async def draw(services: Services, view: RaceView, person: int, part: float = 1) -> None:
    """Draw the first lines of the loop, all by default."""
    loaded = await services.races.board(person, view.race.id)
    assert view.puzzle.solution is not None
    marks = parse_marks(view.puzzle.solution, loaded.puzzle.grid)
    lines = sorted(edge for edge in marks if marks[edge] is EdgeState.LINE)
    some = dict.fromkeys(lines[: round(part * len(lines))], EdgeState.LINE)
    await services.attempts.change(Reader(person), loaded.attempt.id, Mark(some))


async def know(services: Services, *strengths: float, boards: int = FEWEST) -> None:
    """Store strengths of Ada, Bob and so on."""
    now = services.races.now()
    async with services.races.database.writing() as connection:
        people = [Strength(ADA + each, it, 0.05, boards, now) for each, it in enumerate(strengths)]
        for person in people:
            await players.ensure(connection, person.player_id, now)
        await pars.save(connection, people, [StoredTerm("all", 0, 0.1)])


def ranking(view: RaceView) -> str | None:
    """Which sentence tells by what a race ranks."""
    told = "\n".join(race_text(ENGLISH, view))
    return next((each.text for each in (BY_PAR, BY_TIME) if each.text in told), None)


async def refused(problem: Problem, request: object) -> None:
    with pytest.raises(InputError) as caught:
        await request  # type: ignore[misc]
    assert caught.value.problem is problem


async def test_however_a_board_is_asked_for_it_waits_for_the_countdown(
    services: Services, puzzle: StoredPuzzle, now: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = await begin(services, puzzle, BOB)
    own = (await services.boards.unfinished(BOB, 1))[0].id
    monkeypatch.setattr(attempts, "COUNTDOWN", timedelta(seconds=0.1))
    for ask_for in (
        partial(services.races.board, BOB, view.race.id),
        partial(services.boards.current, BOB),
        partial(services.attempts.find, BOB, own),
        partial(services.attempts.settled, BOB, own),
    ):
        asked_at = time.monotonic()
        await ask_for()
        assert time.monotonic() - asked_at > 0.09
    now.pass_(COUNTDOWN.total_seconds())
    monkeypatch.setattr(attempts, "COUNTDOWN", timedelta(seconds=3600))
    await services.attempts.find(BOB, own)  # at once


async def test_all_begin_at_once_and_the_fastest_with_penalties_wins(
    services: Services, puzzle: StoredPuzzle, now: Clock
) -> None:
    waiting = await invite(services, puzzle, BOB)
    assert (waiting.phase, waiting.host) == (RacePhase.WAITING, ADA)
    await refused(Problem.NOT_IN_RACE, services.races.board(ADA, waiting.race.id))
    view = await services.races.start_race(Reader(ADA), waiting.race.id)
    assert services.races.starts_in(view) == COUNTDOWN.total_seconds()
    now.pass_(COUNTDOWN.total_seconds() + 60)
    assert services.races.starts_in(view) == 0
    loaded = await services.races.board(ADA, view.race.id)
    await services.attempts.add_help(Reader(ADA), loaded.attempt.id, Help.STEP)
    await draw(services, view, ADA)
    now.pass_(5)
    await draw(services, view, BOB)
    over = await services.races.view(view.race.id)
    assert over.phase is RacePhase.OVER
    assert [(each.player, each.seconds) for each in over.standings] == [
        (BOB, 65),
        (ADA, 60 + Help.STEP.penalty),
    ]
    assert len(await services.races.boards(Reader(ADA), over)) == 2


async def test_progress_counts_what_is_drawn_right_or_wrong(
    services: Services, puzzle: StoredPuzzle
) -> None:
    view = await begin(services, puzzle, BOB)
    await draw(services, view, BOB, 0.5)
    half = await services.races.view(view.race.id)
    assert [each.player for each in half.standings] == [BOB, ADA]
    assert 0 < half.standings[0].progress < 100
    assert half.standings[1].progress == 0
    assert half.phase is RacePhase.RUNNING


async def test_the_time_is_over_and_who_solves_later_did_not(
    services: Services, puzzle: StoredPuzzle, now: Clock
) -> None:
    view = await begin(services, puzzle, BOB)
    now.pass_((COUNTDOWN + LIMIT).total_seconds() - 1)
    await draw(services, view, BOB)
    now.pass_(1)
    over = await services.races.view(view.race.id)
    assert over.phase is RacePhase.OVER
    now.pass_(1)
    await draw(services, view, ADA)
    loaded = await services.races.board(ADA, view.race.id)
    assert loaded.solved
    later = await services.races.view(view.race.id)
    assert [each.is_racing for each in later.standings] == [False, True]


async def test_a_result_is_not_shared_while_others_race(
    services: Services, puzzle: StoredPuzzle
) -> None:
    view = await begin(services, puzzle, BOB)
    await draw(services, view, BOB)
    bobs = (await services.races.board(BOB, view.race.id)).attempt.id
    with pytest.raises(SecretPuzzle):
        await services.sharing.share(Reader(BOB), bobs)
    adas = (await services.races.board(ADA, view.race.id)).attempt.id
    await services.attempts.record_reveal(Reader(ADA), adas)
    assert (await services.races.view(view.race.id)).standings[1].gave_up
    await services.sharing.share(Reader(BOB), bobs)
    with pytest.raises(NotYours):
        await services.attempts.find(BOB, adas)


async def test_of_many_who_join_at_once_eight_are_in(
    services: Services, puzzle: StoredPuzzle
) -> None:
    view = await invite(services, puzzle)
    assert await services.races.waiting_in(PLACE) == view
    joining = [services.races.join_race(Reader(person), view.race.id) for person in range(20, 32)]
    results = await asyncio.gather(*joining, return_exceptions=True)
    full = [each.problem for each in results if isinstance(each, InputError)]
    assert full == [Problem.RACE_FULL] * (len(joining) + 1 - MOST)
    assert len((await services.races.view(view.race.id)).standings) == MOST
    assert await services.races.waiting_in(PLACE) is None


async def test_who_joined_next_is_the_host_when_the_first_leaves(
    services: Services, puzzle: StoredPuzzle
) -> None:
    view = await invite(services, puzzle, BOB)
    number = view.race.id
    await refused(Problem.NOT_HOST, services.races.start_race(Reader(BOB), number))
    await refused(Problem.NOT_IN_RACE, services.races.leave_race(Reader(CY), number))
    assert (await services.races.leave_race(Reader(ADA), number)).host == BOB
    await refused(Problem.RACE_ALONE, services.races.start_race(Reader(BOB), number))
    left = await services.races.leave_race(Reader(BOB), number)
    assert (left.phase, left.host) == (RacePhase.CALLED_OFF, None)
    await refused(Problem.RACE_GONE, services.races.join_race(Reader(BOB), number))


async def test_nobody_joins_a_race_that_has_begun_or_waited_too_long(
    services: Services, puzzle: StoredPuzzle, now: Clock
) -> None:
    view = await begin(services, puzzle, BOB)
    await refused(Problem.RACE_BEGUN, services.races.join_race(Reader(CY), view.race.id))
    await refused(Problem.RACE_GONE, services.races.view(99))
    other = await services.races.create_race(Reader(CY), puzzle, PLACE)
    now.pass_(WAITING.total_seconds())
    assert (await services.races.view(other.race.id)).phase is RacePhase.CALLED_OFF
    await refused(Problem.RACE_GONE, services.races.join_race(Reader(12), other.race.id))


async def test_a_person_is_in_one_race_until_they_are_done(
    services: Services, puzzle: StoredPuzzle
) -> None:
    view = await begin(services, puzzle, BOB)
    await refused(Problem.IN_OTHER_RACE, services.races.require_allowed(BOB, PLACE.server))
    await draw(services, view, BOB)
    await services.races.require_allowed(BOB, PLACE.server)


async def test_managers_switch_races_off(services: Services, puzzle: StoredPuzzle) -> None:
    view = await invite(services, puzzle)
    await services.servers.choose(PLACE.server, settings={RACES.name: False})
    await refused(Problem.RACES_OFF, services.races.join_race(Reader(BOB), view.race.id))
    await refused(Problem.RACES_OFF, services.races.require_allowed(BOB, PLACE.server))
    await services.races.require_allowed(BOB, 99)


async def test_a_person_leaves_nothing_in_a_race(
    services: Services, database: Database, puzzle: StoredPuzzle
) -> None:
    view = await begin(services, puzzle, BOB)
    async with database.writing() as connection:
        assert len((await privacy.export(connection, BOB))["racers"]) == 1
        await privacy.forget(connection, BOB, view.race.created_at)
    left = await services.races.view(view.race.id)
    assert [each.player for each in left.standings] == [ADA]
    await services.personal_data.delete(Reader(ADA))
    nobody = await services.races.view(view.race.id)
    assert (nobody.phase, nobody.host) == (RacePhase.OVER, None)


async def test_races_are_forgotten_after_a_week(
    services: Services, database: Database, puzzle: StoredPuzzle, now: Clock
) -> None:
    view = await begin(services, puzzle, BOB)
    ends_at = view.race.ends_at
    for person in (ADA, BOB):
        await services.personal_data.delete(Reader(person))
    assert await note_unused_puzzles(database, now()) == 0
    assert await purge(database, "races", ends_at + KEPT) == 0
    assert await purge(database, "races", ends_at + KEPT + timedelta(seconds=1)) == 1
    assert await note_unused_puzzles(database, now()) == 1
    async with database.reading() as connection:
        assert [row[0] for row in await ask(connection, "SELECT id FROM puzzles")] == [puzzle.id]


async def test_where_pars_differ_the_smallest_share_of_par_wins(
    services: Services, puzzle: StoredPuzzle, now: Clock
) -> None:
    """Pars are those of the start, for the race and for its boards, whatever is learned later."""
    await know(services, 0.5, -0.5, 0.5)
    view = await invite(services, puzzle)
    assert ranking(view) is None
    view = await services.races.join_race(Reader(CY), view.race.id)
    assert ranking(view) is None
    view = await services.races.join_race(Reader(BOB), view.race.id)
    assert ranking(view) == BY_PAR.text
    view = await services.races.start_race(Reader(ADA), view.race.id)
    begun = {each.player: each.par or 0 for each in view.standings}
    assert begun[ADA] == begun[CY] == pytest.approx(begun[BOB] / 2.718, rel=0.01)
    await know(services, 2, 2, 2)
    assert view.race.started_at
    for person, share in ((ADA, 0.9), (BOB, 0.5), (CY, 2)):
        assert (await services.races.board(person, view.race.id)).par == begun[person]
        now.time = view.race.started_at + timedelta(seconds=share * begun[person])
        await draw(services, view, person)
        assert (await services.races.board(person, view.race.id)).par == begun[person]
    over = await services.races.view(view.race.id)
    assert [each.player for each in over.standings] == [BOB, ADA, CY]
    assert [each.over for each in over.standings] == pytest.approx([-50, -10, 100], abs=6)
    told = "\n".join(race_text(ENGLISH, over))
    assert BY_PAR.text in told
    assert "100% over par" in told


async def test_boards_that_are_drawn_in_chat_alone_have_the_par_of_chat(
    services: Services, puzzle: StoredPuzzle
) -> None:
    await know(services, 0, 0)
    view = await services.races.create_race(Reader(ADA), puzzle, PLACE, handicap=True)
    await services.races.join_race(Reader(BOB), view.race.id)
    view = await services.races.start_race(Reader(ADA), view.race.id)
    own = (await services.races.board(BOB, view.race.id)).attempt.id
    pressed = Reader(BOB, claim=InteractionClaim(1))
    await services.attempts.change(pressed, own, Mark({0: EdgeState.LINE}))
    shown = await services.races.view(view.race.id)
    pars = {each.player: each.par or 0 for each in shown.standings}
    assert pars[BOB] > pars[ADA]
    assert (await services.races.board(BOB, view.race.id)).par == pars[BOB]


@pytest.mark.parametrize(
    ("changes", "boards"),
    [({"par": False}, FEWEST), ({"visibility": Visibility.NO_CLOCK}, FEWEST), ({}, FEWEST - 1)],
)
async def test_a_race_with_somebody_without_par_is_by_time(
    services: Services, puzzle: StoredPuzzle, changes: dict[str, Any], boards: int
) -> None:
    """Nobody is told who it is, nor why."""
    await know(services, 2, -2)
    await know(services, 2, boards=boards)
    await services.preferences.change(Reader(ADA), choosing(changes))
    for handicap, told in ((None, None), (False, None), (True, BY_TIME.text)):
        view = await services.races.create_race(Reader(ADA), puzzle, PLACE, handicap)
        view = await services.races.join_race(Reader(BOB), view.race.id)
        assert ranking(view) == told
        for person in (ADA, BOB):
            await services.races.leave_race(Reader(person), view.race.id)
    view = await services.races.create_race(Reader(ADA), puzzle, PLACE, handicap=True)
    await services.races.join_race(Reader(BOB), view.race.id)
    view = await services.races.start_race(Reader(ADA), view.race.id)
    assert not view.by_par
    await know(services, 1, -1)
    later = await services.races.view(view.race.id)
    assert (later.by_par, ranking(later)) == (False, BY_TIME.text)


async def test_who_wants_a_race_by_time_gets_one(services: Services, puzzle: StoredPuzzle) -> None:
    await know(services, 2, -2)
    view = await services.races.create_race(Reader(ADA), puzzle, PLACE, handicap=False)
    view = await services.races.join_race(Reader(BOB), view.race.id)
    assert (view.by_par, ranking(view)) == (False, None)
