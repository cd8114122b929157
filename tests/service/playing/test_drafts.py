"""Drafts: what is entered is kept, counted, played and shared; nobody else sees it."""

import asyncio
from datetime import timedelta
from typing import Any
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from jobs.constructing import ClueQuestion, FollowRequest
from jobs.playing import GoOnAnswer, Wanted
from jobs.reading import PastedText
from play.tracks import Track
from puzzle.drawn_marks import DrawnMarks
from puzzle.errors import PuzzleError, RulesError, SizeError
from puzzle.grid import square_grid
from puzzle.model import Board, Puzzle
from puzzle.notation import format_loopy, format_rows, parse_loopy, parse_rows
from puzzle.notation.save import format_save
from puzzle.rules import ALL_RULES
from puzzle.symmetry import images
from scanner.values import LINES, UNLIKELY, PictureReading
from service.errors import AlreadyClaimed, InputError, NotYours, Problem, SecretPuzzle
from service.playing.board_links import hash_of
from service.playing.constructing import Constructing
from service.playing.drafts import MAX_DRAFTS, OPEN, PuzzleDraft, copied_texts
from service.running.interaction_claims import InteractionClaim
from service.running.readers import Reader
from service.services import Services
from solver.constructing import find_forced
from solver.generate.spec import SIZES
from solver.report import Limits, Outcome
from solver.search import solve
from store import drafts, purge
from store.database import Database
from store.records import Attempt
from tests.support.clock import Clock
from tests.support.variants import sample

ADA, BOB = 7, 8
PUZZLE = parse_loopy("5x5:b1c3a12a02d1a2c32")


async def draft_of(services: Services, person: int = ADA) -> PuzzleDraft:
    return await services.drafts.begin_draft(
        Reader(person), PictureReading(PUZZLE, (4, 13)), pictured=True
    )


async def refused(problem: Problem, services: Services, size: str) -> bool:
    with pytest.raises(InputError) as caught:
        await services.drafts.begin_empty(Reader(ADA), size)
    return caught.value.problem is problem


async def test_an_empty_draft_has_the_size_that_is_asked_for(services: Services) -> None:
    made = [await services.drafts.begin_empty(Reader(ADA), size) for size in (None, "3", "30x12")]
    assert [draft.puzzle.size for draft in made] == ["10x10", "3x3", "30x12"]
    assert not any(draft.puzzle.clue_cells or draft.doubts for draft in made)
    for size in ("2x5", "31", "5x31"):
        assert await refused(Problem.SIZE_OUT_OF_RANGE, services, size)
    assert await refused(Problem.NO_SIZE, services, "large")
    with pytest.raises(SizeError):
        await services.drafts.begin_draft(
            Reader(ADA), PictureReading(parse_rows("\n".join(["3" * 31] * 3)))
        )


async def test_the_drafts_used_last_are_kept_for_a_day(
    services: Services, database: Database, now: Clock
) -> None:
    first = await draft_of(services)
    second = await draft_of(services)
    others = await draft_of(services, BOB)
    now.time += timedelta(minutes=1)
    await services.drafts.set_clues(Reader(ADA), first.id, {0: 3})
    for _ in range(MAX_DRAFTS - 1):
        await services.drafts.begin_empty(Reader(ADA))
    with pytest.raises(NotYours):
        await services.drafts.get(ADA, second.id)
    assert (await services.drafts.get(ADA, first.id)).puzzle.clues[0] == 3
    now.time += timedelta(hours=23, minutes=59, seconds=30)
    assert await purge.purge(database, "drafts", now()) == 1
    with pytest.raises(NotYours):
        await services.drafts.get(BOB, others.id)
    assert await services.drafts.get(ADA, first.id)


async def test_nobody_else_sees_or_changes_a_draft(services: Services) -> None:
    number = (await draft_of(services)).id
    for doing in (
        services.drafts.get(BOB, number),
        services.drafts.set_clues(Reader(BOB), number, {0: 1}),
        services.drafts.type_clues(Reader(BOB), number, "A1 = 1"),
        services.board_links.make_link(BOB, number, "draft_id"),
        services.drafts.get(ADA, 2**40),
    ):
        with pytest.raises(NotYours):
            await doing
    await services.drafts.put_away(Reader(BOB), number)
    assert (await services.drafts.get(ADA, number)).revision == 0


async def test_no_change_of_another_cell_is_lost(services: Services) -> None:
    number = (await services.drafts.begin_empty(Reader(ADA), "5x5")).id
    changes = [
        services.drafts.set_clues(Reader(ADA), number, {cell: cell % 4}) for cell in range(25)
    ]
    await asyncio.gather(*changes)
    draft = await services.drafts.get(ADA, number)
    assert draft.puzzle.clues == tuple(cell % 4 for cell in range(25))
    assert draft.revision == 25


async def test_a_doubt_ends_when_its_cell_is_set_or_said_to_be_right(services: Services) -> None:
    draft = await draft_of(services)
    assert (draft.doubts, draft.pictured) == ((4, 13), True)
    draft = await services.drafts.set_clues(Reader(ADA), draft.id, {4: PUZZLE.clues[4]})
    assert (draft.doubts, draft.puzzle) == ((13,), PUZZLE)
    draft = await services.drafts.set_clues(Reader(ADA), draft.id, {}, certain=[13, 14])
    assert (draft.doubts, draft.puzzle) == ((), PUZZLE)
    for wrong in ({25: 1}, {-1: 1}, {0: 5}):
        with pytest.raises(PuzzleError):
            await services.drafts.set_clues(Reader(ADA), draft.id, wrong)


async def test_what_is_asked_of_a_picture_is_kept_until_all_rows_are_typed(
    services: Services,
) -> None:
    remarks = (LINES, UNLIKELY, "right")
    new = await services.drafts.begin_draft(
        Reader(ADA), PictureReading(PUZZLE, (4,), remarks=remarks), pictured=True
    )
    draft = await services.drafts.get(ADA, new.id)
    assert (draft.doubts, draft.remarks, draft.in_doubt) == ((4,), remarks, True)
    draft = await services.drafts.set_clues(Reader(ADA), new.id, {4: 1})
    assert (draft.doubts, draft.remarks, draft.in_doubt) == ((), (LINES, "right"), True)
    draft, _ = await services.drafts.type_clues(Reader(ADA), new.id, format_rows(PUZZLE))
    assert (draft.remarks, draft.in_doubt) == ((), False)
    lines = await services.drafts.begin_draft(
        Reader(ADA), PictureReading(PUZZLE, remarks=(LINES,)), pictured=True
    )
    assert not lines.in_doubt


async def test_clues_are_typed_as_lines_or_as_all_rows(services: Services) -> None:
    draft = await draft_of(services)
    typed, problems = await services.drafts.type_clues(
        Reader(ADA), draft.id, "A1 = 2\nZ9 = 1\nD3 = ."
    )
    assert (typed.puzzle.clues[0], typed.doubts) == (2, (4,))
    assert [str(each).partition(";")[0] for each in problems] == ["There is no cell Z9"]
    rows = "3.\n.2\n.."
    whole, problems = await services.drafts.type_clues(Reader(ADA), draft.id, rows)
    assert (whole.puzzle, whole.doubts, problems) == (parse_rows(rows), (), ())
    same, [problem] = await services.drafts.type_clues(Reader(ADA), draft.id, "12\n1")
    assert same.puzzle == whole.puzzle
    assert "row 2" in str(problem)


@pytest.mark.parametrize(
    ("rows", "outcome"),
    [
        (format_rows(PUZZLE), Outcome.UNIQUE),
        ("...\n...\n...", Outcome.MULTIPLE),
        ("33\n33", Outcome.NONE),
    ],
)
async def test_solutions_are_counted(services: Services, rows: str, outcome: Outcome) -> None:
    draft = await services.drafts.begin_draft(Reader(ADA), PictureReading(parse_rows(rows)))
    assert (await services.drafts.follow(draft))[1].outcome is outcome


async def test_drafts_are_of_any_tiling_and_rules(services: Services) -> None:
    begin, reader = services.drafts.begin_empty, Reader(ADA)
    for tiling, sizes in SIZES.items():
        draft = await begin(reader, tiling=tiling)
        assert (draft.puzzle.grid.tiling, draft.puzzle.size) == (tiling, sizes.usual)
        cells, cols = range(len(draft.puzzle.clues)), draft.puzzle.grid.cols
        await services.drafts.set_clues(reader, draft.id, {cell: cell % 3 for cell in cells})
        larger = f"{cols + 1}x{draft.puzzle.grid.rows + 1}"
        grown = (await services.drafts.resize(reader, draft.id, larger)).puzzle
        assert grown.size == larger
        kept = sorted(grown.clues[cell] or 0 for cell in grown.clue_cells)
        assert kept == sorted(cell % 3 for cell in cells)
    for rules in ALL_RULES:
        draft = await begin(reader, "4x3", rules=rules)
        signs = {1 - sign: sign for sign in rules.variant.signs}
        draft = await services.drafts.set_clues(reader, draft.id, {0: 2, **signs})
        assert draft.puzzle.rules == rules
        _, found = await services.drafts.follow(draft)
        assert found == find_forced(draft.puzzle, Limits())
    for size, rules in (("99x99", ALL_RULES[0]), ("7x7", ALL_RULES[1])):
        with pytest.raises(PuzzleError):
            await begin(reader, size, "honeycomb", rules)


async def test_a_clue_to_come_is_kept_as_blank(services: Services) -> None:
    draft = await draft_of(services)
    draft = await services.drafts.set_clues(Reader(ADA), draft.id, {4: OPEN, 2: OPEN, 13: 2})
    draft = await services.drafts.set_clues(Reader(ADA), draft.id, {2: 1, 7: None})
    assert draft == await services.drafts.get(ADA, draft.id)
    assert (draft.open, draft.doubts, draft.puzzle.clues[4]) == ((4,), (), None)
    assert draft.in_doubt is False


async def test_a_draft_keeps_its_clues_in_another_size_and_turned(services: Services) -> None:
    draft = await draft_of(services)
    await services.drafts.set_clues(Reader(ADA), draft.id, {6: OPEN})
    wide = await services.drafts.resize(Reader(ADA), draft.id, "7x6", size="5x5")
    assert [row[:5] for row in wide.puzzle.clue_rows[:5]] == [
        row if number != 1 else (row[0], None, *row[2:])
        for number, row in enumerate(PUZZLE.clue_rows)
    ]
    assert (wide.doubts, wide.open) == ((4, 17), (8,))
    back = await services.drafts.resize(Reader(ADA), draft.id, "5x5")
    assert (back.doubts, back.open) == ((4, 13), (6,))
    turned = [back.turned("right"), back.turned("half"), back.turned("left")]
    assert [each.puzzle for each in turned] == [*images(back.puzzle)[1:4]]
    assert back.turned("mirror").turned("half").puzzle == back.turned("flip").puzzle
    stored = await services.drafts.turn(Reader(ADA), draft.id, "right")
    assert stored == replace(back.turned("right"), revision=stored.revision)
    for wrong in ("2x5", "31"):
        with pytest.raises(InputError):
            await services.drafts.resize(Reader(ADA), draft.id, wrong)
    with pytest.raises(PuzzleError):
        await services.drafts.turn(Reader(ADA), draft.id, "left", size="9x9")


async def test_what_is_forced_and_asked_is_told_of_the_last_clues(services: Services) -> None:
    draft = await services.drafts.begin_empty(Reader(ADA), "3x3")
    changed = [
        await services.drafts.set_clues(Reader(ADA), draft.id, {cell: clue})
        for cell, clue in ((0, 3), (8, 3), (2, 0))
    ]
    followed = await asyncio.gather(*map(services.drafts.follow, changed))
    assert {each.revision for each, _ in followed[1:]} == {3}
    last = await services.drafts.get(ADA, draft.id)
    for _, found in followed[1:]:
        assert found == find_forced(last.puzzle, Limits())
    told = await services.drafts.ask(last, ClueQuestion.VALUES, cell=4)
    assert told.complete
    assert set(told.groups[0]) < set(range(5))
    with pytest.raises(PuzzleError):
        await services.drafts.ask(last, ClueQuestion.VALUES, cell=9)


async def test_one_job_at_a_time_follows_a_draft_with_what_is_known() -> None:
    """Those that wait behind one are answered for the last clues only."""
    asked, running, free = [], asyncio.Event(), asyncio.Event()

    async def run(job: Any, request: FollowRequest, **_: object) -> Any:
        asked.append(request)
        running.set()
        await free.wait()
        return job(request)

    constructing = Constructing(AsyncMock(run=run))
    puzzles = [Puzzle(square_grid(3, 3), (clue, *(None,) * 8)) for clue in range(4)]
    first = asyncio.create_task(constructing.follow(1, puzzles[0], ADA))
    await running.wait()
    others = [asyncio.create_task(constructing.follow(1, each, ADA)) for each in puzzles[1:]]
    await asyncio.sleep(0)  # all of them wait
    free.set()
    found = [await each for each in (first, *others)]
    assert [each is None for each in found] == [False, True, True, False]
    assert [each.puzzle for each in asked] == [puzzles[0], puzzles[3]]
    assert asked[1].known.clues == puzzles[0].clues
    assert not constructing._last


async def test_a_picture_names_the_cells_in_doubt(services: Services) -> None:
    drawing = await services.drafts.draw(Reader(ADA), await draft_of(services))
    assert "Not certain: the cell at E1, the cell at D3." in drawing.alt


async def test_a_draft_becomes_a_board_once(services: Services) -> None:
    draft = await draft_of(services)
    claim = InteractionClaim(1)
    opened = await services.drafts.open_draft(Reader(ADA, claim=claim), draft)
    assert (opened.loaded.puzzle, opened.remark) == (PUZZLE, None)
    empty = await services.drafts.begin_empty(Reader(ADA))
    with pytest.raises(InputError) as caught:
        await services.drafts.open_draft(Reader(ADA), empty)
    assert caught.value.problem is Problem.NO_CLUES
    with pytest.raises(AlreadyClaimed):
        await services.drafts.set_clues(Reader(ADA, claim=InteractionClaim(1)), draft.id, {0: 1})


def test_what_is_copied_is_read_again() -> None:
    copied = copied_texts(PUZZLE)
    assert (parse_loopy(copied.id), parse_rows(copied.rows)) == (PUZZLE, PUZZLE)
    assert copied.address.startswith("https://puzz.link/p?slither/5/5/")


async def test_a_link_leads_to_a_draft_until_that_is_gone(
    services: Services, database: Database
) -> None:
    draft, links = await draft_of(services), services.board_links
    secret = await links.make_link(ADA, draft.id, "draft_id")
    token = await links.redeem(secret, "page")
    assert token is not None
    assert await links.redeem(secret, "other") is None
    session = await links.page_session(token)
    assert session is not None
    assert (session.player_id, session.draft_id) == (ADA, draft.id)
    exported = await services.personal_data.export(ADA)
    assert exported is not None
    assert f'"draft_id": {draft.id}'.encode() in exported.data
    assert b'"notation": "5x5:b1c3a12a02d1a2c32"' in exported.data
    await services.personal_data.delete(Reader(ADA))
    assert await links.page_session(token) is None
    assert await links.over([hash_of(token)]) == {hash_of(token)}
    async with database.reading() as connection:
        assert await drafts.get(connection, draft.id) is None


MARKED = parse_loopy("5x5:b1a312c20a2a3a3a1e")
LOOP = solve(MARKED).solutions[0]
SOME = frozenset(sorted(LOOP)[:6])


async def marked(services: Services, person: int = ADA) -> PuzzleDraft:
    reading = PictureReading(MARKED, remarks=(LINES,), marks=DrawnMarks(SOME, doubts=SOME))
    return await services.drafts.begin_draft(Reader(person), reading, pictured=True)


async def test_the_marks_of_a_picture_are_kept_and_drawn(services: Services) -> None:
    draft = await marked(services)
    assert (draft.in_doubt, draft.board.lines) == (False, SOME)
    assert "6 lines drawn" in (await services.drafts.draw(Reader(ADA), draft)).alt
    changed = await services.drafts.set_clues(Reader(ADA), draft.id, {0: 2})
    assert (changed.marks, changed.puzzle == MARKED) == (draft.marks, False)
    other, _ = await services.drafts.type_clues(Reader(ADA), draft.id, "3.\n.2\n..")
    assert not other.marks
    again = await services.drafts.get(ADA, draft.id)
    assert (again.marks, again.puzzle) == (other.marks, other.puzzle)
    asked = await services.drafts.draw(Reader(ADA), replace(draft, asked=SOME))
    assert asked.alt.count("Not certain: ") == 1


async def test_each_step_is_on_the_draft_before_the_next(services: Services) -> None:
    draft = await marked(services)
    first = await services.drafts.go_on(Reader(ADA), draft, Wanted.STEP)
    assert isinstance(first, GoOnAnswer)
    assert first.hint is not None
    await services.drafts.go_on(Reader(ADA), draft, Wanted.NEXT)
    after = await services.drafts.get(ADA, draft.id)
    assert after.marks.hinted == first.hint.states.keys()
    opened = await services.drafts.open_draft(Reader(ADA), after, marked=True)
    assert opened.loaded.pad.board == after.board
    own = await services.drafts.go_on(Reader(ADA), after, Wanted.STEP)
    assert own == opened.loaded.attempt
    turned = await services.drafts.begin_draft(Reader(ADA), PictureReading(images(MARKED)[3]))
    led = await services.drafts.go_on(Reader(ADA), turned, Wanted.STEP)
    assert isinstance(led, Attempt)
    assert led.id == opened.loaded.attempt.id
    others = await services.drafts.go_on(Reader(BOB), await marked(services, BOB), Wanted.STEP)
    assert isinstance(others, GoOnAnswer)


async def test_a_hint_does_not_bring_back_the_marks_of_another_size(services: Services) -> None:
    draft = await marked(services)
    await services.drafts.type_clues(Reader(ADA), draft.id, "3.\n.2\n..")
    await services.drafts.go_on(Reader(ADA), draft, Wanted.NEXT)
    assert not (await services.drafts.get(ADA, draft.id)).marks


async def test_a_text_is_a_draft_on_any_tiling_with_its_moves(services: Services) -> None:
    board = Board.of_lines(MARKED, SOME)
    saved = await services.drafts.begin_text(Reader(ADA), PastedText(format_save(board)))
    assert (saved.puzzle, saved.marks.sure, saved.pictured) == (MARKED, SOME, False)
    text = PastedText(format_loopy(MARKED))
    moved = await services.drafts.begin_text(Reader(ADA), text, "A1-A2 x B1-B2")
    assert (len(moved.marks.lines), len(moved.marks.crosses)) == (1, 1)
    hexagons = parse_loopy("4x4t2:55b4b443b4b5")
    tiled = await services.drafts.begin_text(Reader(ADA), PastedText(format_loopy(hexagons)))
    assert tiled.puzzle == hexagons
    assert await services.drafts.get(ADA, tiled.id) == tiled
    with pytest.raises(RulesError):
        await services.drafts.begin_text(Reader(ADA), PastedText(format_loopy(sample("touch"))))


async def test_a_copy_of_a_daily_leads_those_who_play_it_to_their_board(
    services: Services,
) -> None:
    day = services.dailies.today()
    _, puzzle = await services.dailies.find(day, Track.EASY)
    daily = parse_loopy(puzzle.notation)
    first = daily.clue_cells[0]
    less = Puzzle(daily.grid, tuple(None if i == first else c for i, c in enumerate(daily.clues)))
    drafts_of = [
        await services.drafts.begin_draft(Reader(ADA), PictureReading(each))
        for each in (daily, images(daily)[5], less)
    ]
    for draft in drafts_of:
        with pytest.raises(SecretPuzzle):
            await services.drafts.go_on(Reader(ADA), draft, Wanted.STEP)
    loaded = await services.boards.open_daily(Reader(ADA), day, Track.EASY)
    for draft in drafts_of:
        found = await services.drafts.go_on(Reader(ADA), draft, Wanted.STEP)
        assert isinstance(found, Attempt)
        assert found.id == loaded.attempt.id
    await services.solutions.reveal(Reader(ADA), loaded)
    with pytest.raises(SecretPuzzle):
        await services.drafts.go_on(Reader(ADA), drafts_of[0], Wanted.STEP)
