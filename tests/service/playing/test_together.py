"""Boards of several people: who draws, what is kept, and who keeps order."""

import asyncio
import tracemalloc
from datetime import timedelta
from functools import partial

import msgspec
import pytest
from msgspec.structs import replace

from i18n.localizer import Localizer
from narrator.checks import Detail
from narrator.narration import Level
from play.history import Mark, Undo
from play.together import (
    DRAWING,
    MAX_DRAWING,
    MAX_MEMBERS,
    MAX_SIZE,
    UNTOUCHED,
    DrawnStroke,
    Entry,
    SharedMarks,
)
from puzzle.model import Board, EdgeState
from puzzle.notation import parse_loopy
from service.errors import InputError, NotYours, Problem, SecretPuzzle
from service.helping.common_help import HelpWanted
from service.playing.together import (
    BYTES_PER_BOARD,
    BYTES_PER_CHARACTER,
    MAX_CACHED_BYTES,
    SharedBoard,
    TogetherBoards,
)
from service.running.membership import Membership
from service.running.readers import Place, Reader
from service.services import Services
from store import privacy
from store.database import Database
from store.records import StoredPuzzle
from store.together import TogetherMember
from tests.support.clock import Clock
from tests.support.store.tables import ask
from texts.together import MAX_LENGTH, board_text

ADA, BOB, CY = 7, 8, 9
PLACE = Place(5, 6, joined=True, shows=True, speaks=True)
PUZZLE = parse_loopy("3x3:2121a1212")
LINE, CROSS, BLANK = EdgeState.LINE, EdgeState.CROSS, EdgeState.UNKNOWN
BORDER = tuple(edge for edge, cells in enumerate(PUZZLE.grid.edge_cells) if -1 in cells)
"""The loop of the puzzle."""


@pytest.fixture
def boards(services: Services) -> TogetherBoards:
    """The boards of several people."""
    return services.together


async def stored(boards: TogetherBoards) -> StoredPuzzle:
    """The puzzle, which somebody has a board of."""
    return await boards.boards.store_puzzle(Reader(ADA), PUZZLE)


async def begin(boards: TogetherBoards, *others: int) -> int:
    shared = await boards.begin(Reader(ADA), await stored(boards), PLACE)
    for person in others:
        await boards.join(Reader(person), shared.board.id)
    return shared.board.id


def looks(shared: SharedBoard) -> dict[int, tuple[int, EdgeState]]:
    return {edge: (top.member, top.state) for edge, top in shared.marks.tops().items()}


def problem_of(closed: InputError | None) -> Problem | None:
    return None if closed is None else closed.problem


def other_process(boards: TogetherBoards) -> TogetherBoards:
    """The same boards, as another process knows them."""
    return TogetherBoards(
        database=boards.database,
        boards=boards.boards,
        generation=boards.generation,
        members=Membership(),
        now=boards.now,
    )


async def test_all_draw_on_the_same_board(boards: TogetherBoards) -> None:
    number = await begin(boards, BOB)
    there = other_process(boards)
    await boards.change(Reader(ADA), number, Mark({0: LINE, 1: LINE}))
    await there.change(Reader(BOB), number, Mark({1: CROSS, 2: LINE}))
    await boards.change(Reader(ADA), number, Mark({3: CROSS}))
    expected = {0: (0, LINE), 1: (1, CROSS), 2: (1, LINE), 3: (0, CROSS)}
    for each in boards, there, other_process(boards):
        assert looks(await each.find(CY, number)) == expected
    assert (await there.find(CY, number)).shares == {0: 1, 1: 1}


async def test_undo_takes_back_ones_own_alone(boards: TogetherBoards) -> None:
    number = await begin(boards, BOB)
    await boards.change(Reader(ADA), number, Mark({0: LINE, 1: LINE}))
    await boards.change(Reader(BOB), number, Mark({1: CROSS}))
    undone = await boards.change(Reader(ADA), number, Undo())
    assert undone.left == (1,)
    assert undone.over == (1,)
    assert looks(undone.shared) == {1: (1, CROSS)}
    await boards.change(Reader(BOB), number, Undo())
    assert looks(await boards.find(ADA, number)) == {1: (0, LINE)}
    assert (await boards.change(Reader(BOB), number, Undo())).left == ()


async def test_a_late_stroke_leaves_what_changed_meanwhile(boards: TogetherBoards) -> None:
    number = await begin(boards, BOB)
    await boards.change(Reader(BOB), number, Mark({1: CROSS}))
    late = await boards.change(Reader(ADA), number, Mark({1: LINE, 2: LINE}), {1: BLANK, 2: BLANK})
    assert late.left == (1,)
    assert late.over == (1,)
    assert looks(late.shared) == {1: (1, CROSS), 2: (0, LINE)}


async def test_the_board_ends_once_it_is_solved(boards: TogetherBoards, now: Clock) -> None:
    number = await begin(boards, BOB)
    await boards.change(Reader(ADA), number, Mark(dict.fromkeys(BORDER[:5], LINE)))
    solved = await boards.change(Reader(BOB), number, Mark(dict.fromkeys(BORDER[5:], LINE)))
    assert solved.shared.is_over
    assert solved.shared.board.solved_at == now()
    with pytest.raises(InputError, match="TOGETHER_OVER"):
        await boards.change(Reader(ADA), number, Undo())


async def test_who_only_looks_on_does_not_draw(boards: TogetherBoards) -> None:
    number = await begin(boards)
    with pytest.raises(InputError, match="NOT_DRAWING"):
        await boards.change(Reader(BOB), number, Mark({0: LINE}))
    with pytest.raises(NotYours):
        await boards.find(BOB, number + 1)


async def test_so_many_draw_at_once(boards: TogetherBoards, now: Clock) -> None:
    number = await begin(boards, *range(101, 100 + MAX_DRAWING))
    looks_on = await boards.join(Reader(BOB), number)
    assert looks_on.member(BOB) is None
    assert problem_of(boards.closed_to(looks_on, BOB)) is Problem.TOGETHER_FULL
    now.time += DRAWING
    await boards.change(Reader(ADA), number, Mark({0: LINE}))
    await boards.join(Reader(BOB), number)
    for person in range(101, 99 + MAX_DRAWING):
        await boards.change(Reader(person), number, Mark({person - 100: LINE}))
    with pytest.raises(InputError, match="TOGETHER_FULL"):
        await boards.change(Reader(99 + MAX_DRAWING), number, Mark({1: CROSS}))


async def test_a_persons_marks_are_taken_back_and_put_back(boards: TogetherBoards) -> None:
    number = await begin(boards, BOB)
    await boards.change(Reader(ADA), number, Mark({0: LINE}))
    await boards.change(Reader(BOB), number, Mark({0: CROSS, 1: CROSS}))
    before = looks(await boards.find(ADA, number))
    with pytest.raises(InputError, match="NOT_BEGUN_BY"):
        await boards.keep_order(Reader(BOB), number, 0, "take-back", manages=False)
    taken = await boards.keep_order(Reader(CY), number, 1, "take-back", manages=True)
    assert looks(taken) == {0: (0, LINE)}
    back = await boards.keep_order(Reader(ADA), number, 1, "put-back", manages=False)
    assert looks(back) == before


async def test_who_is_shut_out_draws_no_more(boards: TogetherBoards) -> None:
    number = await begin(boards, BOB)
    await boards.keep_order(Reader(ADA), number, 1, "shut-out", manages=False)
    with pytest.raises(InputError, match="SHUT_OUT"):
        await boards.change(Reader(BOB), number, Undo())
    looks_on = await boards.join(Reader(BOB), number)
    assert problem_of(boards.closed_to(looks_on, BOB)) is Problem.SHUT_OUT
    await boards.keep_order(Reader(ADA), number, 1, "let-in", manages=False)
    await boards.change(Reader(BOB), number, Mark({0: LINE}))


async def test_who_left_the_server_draws_no_more(boards: TogetherBoards) -> None:
    async def name(server: int, person: int) -> str:
        return "" if (server, person) == (PLACE.server, BOB) else f"person {person}"

    number = await begin(boards, BOB)
    boards.members.ask = name
    with pytest.raises(NotYours):
        await boards.change(Reader(BOB), number, Mark({0: LINE}))
    assert await boards.names(await boards.find(ADA, number)) == {0: "person 7", 1: "2"}


async def test_who_has_the_puzzle_open_chooses(boards: TogetherBoards, services: Services) -> None:
    own = await services.boards.open_pasted(Reader(BOB), PUZZLE)
    number = await begin(boards)
    with pytest.raises(InputError, match="TOGETHER_ENDS_OWN"):
        await boards.join(Reader(BOB), number)
    await boards.join(Reader(BOB), number, ends_own=True)
    assert (await services.attempts.find(BOB, own.loaded.attempt.id)).attempt.replayed


async def test_only_who_began_gives_up(boards: TogetherBoards) -> None:
    number = await begin(boards, BOB)
    with pytest.raises(InputError, match="NOT_BEGUN_BY"):
        await boards.give_up(Reader(BOB), number)
    assert (await boards.give_up(Reader(ADA), number)).board.revealed


async def test_a_solution_is_told_unless_the_puzzle_has_become_secret(
    boards: TogetherBoards, services: Services, now: Clock
) -> None:
    number = await begin(boards)
    shared = await boards.give_up(Reader(ADA), number)
    drawn = partial(services.common_help.draw_picture, Reader(ADA), shared)
    race = await services.races.create_race(Reader(ADA), await stored(boards), PLACE)
    await services.races.join_race(Reader(BOB), race.race.id)
    await services.races.start_race(Reader(ADA), race.race.id)
    with pytest.raises(SecretPuzzle):
        await services.common_help.solution(Reader(ADA), shared)
    assert "loop" not in (await drawn()).alt
    now.time += timedelta(days=1)  # the race is over
    solution = await services.common_help.solution(Reader(ADA), shared)
    assert solution is not None
    assert solution.lines == {*BORDER}
    assert "with the loop drawn" in (await drawn()).alt


async def test_help_tells_nothing_of_a_puzzle_that_has_become_secret(
    boards: TogetherBoards, services: Services
) -> None:
    number, help_ = await begin(boards), services.common_help
    race = await services.races.create_race(Reader(ADA), await stored(boards), PLACE)
    await services.races.join_race(Reader(BOB), race.race.id)
    await services.races.start_race(Reader(ADA), race.race.id)
    for asked, wanted in enumerate((HelpWanted(Level.STEP), HelpWanted(detail=Detail.WHERE)), 1):
        shared = (await help_.ask(Reader(ADA), number, wanted)).shared
        with pytest.raises(SecretPuzzle):
            await help_.tell(Reader(ADA), shared, asked)


async def test_only_strokes_keep_a_board_and_ones_place_on_it(
    boards: TogetherBoards, now: Clock
) -> None:
    number = await begin(boards, BOB)
    begun = now()
    now.time += DRAWING
    asked = (await boards.ask(Reader(BOB), number, {"level": "nudge"})).shared
    assert asked.board.touched_at == begun
    assert not any(map(boards.draws, asked.members))
    drawn = (await boards.change(Reader(BOB), number, Mark({0: LINE}))).shared
    assert drawn.board.touched_at == now()
    assert [boards.draws(each) for each in drawn.members] == [False, True], "all are told at once"


async def test_the_message_of_a_board_is_never_too_long(boards: TogetherBoards) -> None:
    shared = await boards.find(ADA, await begin(boards))
    people = [
        TogetherMember(shared.board.id, member, 10**18 + member, boards.now())
        for member in range(MAX_MEMBERS)
    ]
    crowded = replace(shared, members=tuple(people))
    parts = board_text(Localizer(), crowded, "x" * 9999)
    assert sum(map(len, parts)) == MAX_LENGTH
    assert f"<@{people[-1].player_id}>" in parts[2]


async def test_another_one_takes_all_along(boards: TogetherBoards) -> None:
    number = await begin(boards)
    following = await boards.begin(Reader(ADA), await stored(boards), PLACE, number)
    assert (await boards.find(BOB, number)).board.next_id == following.board.id
    again = await boards.begin(Reader(BOB), await stored(boards), PLACE, number)
    assert again.board.id == following.board.id


async def test_a_board_ends_when_nobody_draws(boards: TogetherBoards, now: Clock) -> None:
    number = await begin(boards)
    now.time += UNTOUCHED
    await boards.end_untouched()
    assert not (await boards.find(ADA, number)).is_over
    now.pass_(1)
    await boards.end_untouched()
    assert (await boards.find(ADA, number)).is_over
    assert await boards.of_player(ADA) == ()


async def test_strokes_at_the_same_time_are_all_kept(boards: TogetherBoards) -> None:
    number = await begin(boards, BOB)
    there = other_process(boards)
    edges = range(len(PUZZLE.grid.edge_dots))
    drawing = [
        partial(at.change, Reader(person), number, Mark({edge: CROSS}))
        for at, person in ((boards, ADA), (there, BOB))
        for edge in edges
    ]
    await asyncio.gather(*(each() for each in drawing))
    first, second = await boards.find(ADA, number), await there.find(ADA, number)
    assert looks(first) == looks(second)
    assert looks(first).keys() == set(edges)


async def test_pages_are_told_what_is_drawn(boards: TogetherBoards) -> None:
    number = await begin(boards)
    there = other_process(boards)
    seen = list[SharedBoard | None]()
    revision = (await there.find(ADA, number)).board.revision
    there.watchers.watch(number, revision, seen.append)
    await boards.change(Reader(ADA), number, Mark({0: LINE}))
    await there.look()
    [shared] = seen
    assert shared is not None
    assert looks(shared) == {0: (0, LINE)}


async def test_the_puzzle_of_a_race_is_not_shared(
    boards: TogetherBoards, services: Services
) -> None:
    puzzle = await stored(boards)
    await services.races.create_race(Reader(ADA), puzzle, PLACE)
    with pytest.raises(SecretPuzzle):
        await boards.begin(Reader(BOB), puzzle, PLACE)


async def test_a_board_is_begun_where_it_can_be_shown(boards: TogetherBoards) -> None:
    for place, problem in (
        (None, Problem.ONLY_WITH_BOT),
        (Place(5, 6, joined=True), Problem.NOT_POSTED),
    ):
        with pytest.raises(InputError) as raised:
            await boards.begin(Reader(ADA), await stored(boards), place)
        assert raised.value.problem is problem


async def test_the_message_is_renewed_when_something_was_drawn(
    boards: TogetherBoards, database: Database
) -> None:
    async def wanted() -> object:
        async with database.reading() as connection:
            rows = await ask(connection, "SELECT wanted FROM outbox WHERE key = 'together:1'")
            return [row[0] for row in rows]

    assert await begin(boards) == 1
    before = await wanted()
    await boards.change(Reader(ADA), 1, Mark({0: LINE}))
    drawn = await wanted()
    assert drawn != before
    await boards.change(Reader(ADA), 1, Mark({0: LINE}))
    assert await wanted() == drawn


async def test_lines_stay_nameless_when_data_is_deleted(
    boards: TogetherBoards, services: Services
) -> None:
    number = await begin(boards, BOB)
    await boards.change(Reader(BOB), number, Mark({0: LINE}))
    await boards.change(Reader(ADA), number, Mark({1: LINE}))
    async with services.attempts.database.reading() as connection:
        exported = await privacy.export(connection, BOB)
    assert [row["entry"] for row in exported["together_entries"]] == ['["s",1,{"0":1}]']
    await services.personal_data.delete(Reader(BOB))
    shared = await other_process(boards).find(ADA, number)
    assert looks(shared) == {0: (1, LINE), 1: (0, LINE)}
    assert [each.player_id for each in shared.members] == [ADA, None]
    with pytest.raises(InputError, match="NOT_DRAWING"):
        await boards.change(Reader(BOB), number, Undo())


async def test_a_board_begins_with_ones_own_marks(boards: TogetherBoards, now: Clock) -> None:
    drawn = Board.blank(PUZZLE).mark({0: LINE, 1: CROSS})
    shared = await boards.begin(Reader(ADA), await stored(boards), PLACE, drawn=drawn)
    assert looks(shared) == {0: (0, LINE), 1: (0, CROSS)}
    number = shared.board.id
    await boards.change(Reader(ADA), number, Mark(dict.fromkeys(BORDER, LINE)))
    solved_at = now()
    now.pass_(60)
    await boards.keep_order(Reader(CY), number, 0, "take-back", manages=True)
    await boards.keep_order(Reader(CY), number, 0, "put-back", manages=True)
    assert (await boards.find(ADA, number)).board.solved_at == solved_at


@pytest.mark.parametrize(("edges", "strokes"), [(1, 5_000), (20, 1_000), (1_500, 60)])
def test_a_board_takes_no_more_memory_than_is_counted_for_it(edges: int, strokes: int) -> None:
    tracemalloc.start()
    before, size, marks = tracemalloc.get_traced_memory()[0], 0, SharedMarks()
    for number in range(strokes):
        states = {(number + each) % 1_600: EdgeState(each % 3) for each in range(edges)}
        text = msgspec.json.encode(DrawnStroke(number % 8, states))
        marks.add(msgspec.json.decode(text, type=Entry))
        size += len(text)
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    assert taken < BYTES_PER_BOARD + BYTES_PER_CHARACTER * size
    assert BYTES_PER_BOARD + BYTES_PER_CHARACTER * MAX_SIZE <= MAX_CACHED_BYTES
