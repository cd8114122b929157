"""What is shared of a solved board: less of a live daily than of others."""

from datetime import timedelta

from msgspec.structs import replace

from i18n.localizer import ENGLISH, Localizer
from jobs.appearance import Appearance
from narrator.narration import Level
from play.history import Mark
from play.pen import Pad
from play.regions import RegionOrder
from play.tracks import Track
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.regions import edge_regions
from renderer.chains import border_of
from service.playing.loaded_attempt import LoadedAttempt
from service.playing.sharing import card_of, picture_of
from service.running.readers import Reader
from service.services import Services
from store.records import StoredPuzzle
from tests.support.clock import Clock
from tests.support.posts.playing import SOLVED
from texts.sharing import facts, shared

ADA = 7
GRID = square_grid(7, 7)


async def solve(services: Services, loaded: LoadedAttempt, puzzle: StoredPuzzle) -> LoadedAttempt:
    """Draw the solution, a region in each step, the last region first."""
    assert puzzle.solution is not None
    grid = loaded.puzzle.grid
    solution, regions = parse_marks(puzzle.solution, grid), edge_regions(grid)
    for region in sorted({*regions}, reverse=True):
        marks = {edge: solution[edge] for edge in solution if regions[edge] == region}
        loaded = await services.attempts.change(Reader(ADA), loaded.attempt.id, Mark(marks))
    assert loaded.solved
    return loaded


def solved(removed: set[int]) -> LoadedAttempt:
    """A solved board whose loop is around all cells but a few, drawn region by region."""
    loop = border_of(GRID, {cell for cell in range(49) if cell not in removed})
    clues = tuple(len(loop.intersection(edges)) for edges in GRID.cell_edges)
    pad, regions = Pad.fresh(Puzzle(GRID, clues)), edge_regions(GRID)
    for region in range(9):
        edges = [edge for edge in loop if regions[edge] == region]
        pad = pad.apply(Mark(dict.fromkeys(edges, EdgeState.LINE)))
    order = RegionOrder(helped=frozenset({4})).solved(pad.history)
    return LoadedAttempt(replace(SOLVED, regions=order.to_text()), pad)


def test_two_solutions_in_the_same_order_give_the_same_card() -> None:
    one, two = solved({0, 6, 42}), solved({0, 1, 48})
    assert one.pad.board.lines != two.pad.board.lines
    cards = [card_of(loaded, 5) for loaded in (one, two)]
    assert shared(ENGLISH, cards[0]) == shared(ENGLISH, cards[1])
    assert picture_of(cards[0], GRID, "dark").png() == picture_of(cards[1], GRID, "dark").png()
    order = replace(cards[1], regions=RegionOrder((2, 1, *range(3, 10))))
    assert picture_of(order, GRID, "dark").png() != picture_of(cards[0], GRID, "dark").png()


async def test_a_live_daily_keeps_its_loop_and_shows_it_when_its_day_is_over(
    services: Services, now: Clock
) -> None:
    day, track = services.dailies.today(), Track.EASY
    _, puzzle = await services.dailies.find(day, track)
    loaded = await services.boards.open_daily(Reader(ADA), day, track)
    loaded = await solve(services, loaded, puzzle)
    live = await services.sharing.share(Reader(ADA), loaded.attempt.id)
    assert not live.open
    assert live.card.regions.ranks == tuple(range(9, 0, -1))
    assert live.png == picture_of(live.card, loaded.puzzle.grid, "dark").png()
    now.pass_(timedelta(days=1).total_seconds())
    over = await services.sharing.share(Reader(ADA), loaded.attempt.id)
    assert over.open
    grid, lines = loaded.puzzle.grid, loaded.pad.board.lines
    assert over.png == picture_of(over.card, grid, "dark", lines).png() != live.png


async def test_a_copy_of_a_daily_keeps_its_loop_when_it_was_opened_before(
    services: Services,
) -> None:
    """A puzzle becomes a coming daily after a person has opened it."""
    day, track = services.dailies.today() + timedelta(days=1), Track.EASY
    daily = await services.daily_generation.generate_now(day, track)
    stored = await services.boards.stored_puzzle(daily.puzzle_id)
    opened = await services.boards.open_stored(Reader(ADA), stored.id)
    loaded = await solve(services, opened, stored)
    assert not (await services.sharing.share(Reader(ADA), loaded.attempt.id)).open


async def test_help_is_marked_where_it_was_given(services: Services) -> None:
    opened = await services.boards.open_pasted(Reader(ADA), solved({0, 6, 42}).puzzle)
    hint = await services.hints.give(Reader(ADA), opened.loaded, Level.NUDGE)
    regions = edge_regions(opened.loaded.puzzle.grid)
    assert hint.loaded.regions.helped == {regions[edge] for edge in hint.found.about}


async def test_the_card_is_in_the_theme_that_is_asked_for(services: Services) -> None:
    puzzle = Puzzle(square_grid(1, 1), (4,))
    opened = await services.boards.open_pasted(Reader(ADA), puzzle)
    board = Board.of_lines(puzzle, frozenset(range(4)))
    loaded, _ = await services.attempts.submit(Reader(ADA), opened.loaded.attempt.id, board)
    result = await services.sharing.share(
        Reader(ADA, appearance=Appearance("paper")), loaded.attempt.id
    )
    assert result.open
    assert result.png == picture_of(result.card, puzzle.grid, "paper", board.lines).png()


async def test_a_result_may_be_shared_without_its_time(services: Services) -> None:
    puzzle = Puzzle(square_grid(1, 1), (4,))
    opened = await services.boards.open_pasted(Reader(ADA), puzzle)
    board = Board.of_lines(puzzle, frozenset(range(4)))
    loaded, _ = await services.attempts.submit(Reader(ADA), opened.loaded.attempt.id, board)
    result = await services.sharing.share(Reader(ADA, Localizer(clock=False)), loaded.attempt.id)
    assert facts(ENGLISH, result.card).splitlines()[1] == "No help"
    assert result.card.total is None
