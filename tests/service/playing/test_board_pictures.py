"""The pictures of boards that people play."""

from jobs.appearance import Appearance
from jobs.playing import DrawRequest, draw_board
from play.history import Mark
from play.pen import Pad
from puzzle.model import EdgeState
from puzzle.notation import parse_loopy
from renderer.highlights import Highlights
from service.running.readers import Reader
from service.services import Services
from solver.search import solve

ADA = 7
PUZZLE = parse_loopy("5x5:b1c3a12a02d1a2c32")
LOOP = Mark(dict.fromkeys(solve(PUZZLE).solutions[0], EdgeState.LINE))


def picture(pad: Pad, shown: Highlights, *, labels: bool = True) -> bytes:
    return draw_board(DrawRequest(pad.board, Appearance(labels=labels), shown)).png


async def test_clues_that_have_their_lines_are_dimmed_until_the_board_is_solved(
    services: Services,
) -> None:
    opened = (await services.boards.open_pasted(Reader(ADA), PUZZLE)).loaded
    lines = dict(list(LOOP.states.items())[1:])
    begun = await services.attempts.change(Reader(ADA), opened.attempt.id, Mark(lines))
    view = await services.boards.view(Reader(ADA), begun)
    dimmed = Highlights(cursor=begun.pad.pen, dim_satisfied=True)
    assert view.drawing.png == picture(begun.pad, dimmed)
    plain = picture(begun.pad, Highlights(cursor=begun.pad.pen))
    assert view.drawing.png != plain
    view = await services.boards.view(Reader(ADA, appearance=Appearance(dim=False)), begun)
    assert view.drawing.png == plain

    wrong = Highlights(conflict_cells=frozenset({0}))
    judged = await services.boards.view(Reader(ADA), begun, wrong)
    shown = Highlights(conflict_cells=frozenset({0}), dim_satisfied=True)
    assert judged.drawing.png == picture(begun.pad, shown)

    done = await services.attempts.change(Reader(ADA), opened.attempt.id, LOOP)
    assert done.solved
    view = await services.boards.view(Reader(ADA), done)
    assert view.drawing.png == picture(done.pad, Highlights(), labels=False)
