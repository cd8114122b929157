"""Scenes of small boards, compared with expected scenes."""

import itertools

from hypothesis import given

from puzzle.grid import edges_from_rows, square_grid
from puzzle.model import Board, Puzzle
from puzzle.rules import is_one_loop
from renderer.highlights import Highlights
from renderer.labels import Labels
from renderer.scene import Scene, build_scene
from renderer.shapes import Area, Path, ShapeRole, Symbol, Text
from tests.support.renderer.boards import solved_board
from tests.support.strategies import boards


def frame(left: float, top: float, right: float, bottom: float) -> Area:
    return Area(ShapeRole.BOARD, ((left, top), (right, top), (right, bottom), (left, bottom)))


def test_a_solved_board_of_two_rows_by_three() -> None:
    turns = ((0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (3.0, 1.0), (3.0, 2.0), (0.0, 2.0))
    assert build_scene(solved_board()) == Scene(
        (-0.6, -0.6, 3.6, 2.6),
        (
            frame(-0.6, -0.6, 3.6, 2.6),
            Area(ShapeRole.INSIDE, turns, rounded=True),
            Symbol(ShapeRole.DOT, (3.0, 0.0)),
            Symbol(ShapeRole.DOT, (1.0, 1.0)),
            Text(ShapeRole.CLUE, (0.5, 0.5), "2"),
            Text(ShapeRole.CLUE, (2.5, 0.5), "2"),
            Text(ShapeRole.CLUE, (1.5, 1.5), "1"),
            Text(ShapeRole.CLUE, (2.5, 1.5), "3"),
            Path(ShapeRole.LINE, turns, closed=True),
        ),
    )


def test_labels_name_the_cells_or_the_dots() -> None:
    board = Board.blank(Puzzle(square_grid(1, 2), (None, None)))
    texts = {
        labels: [
            (shape.text, shape.at)
            for shape in build_scene(board, labels=labels).shapes
            if isinstance(shape, Text)
        ]
        for labels in Labels
    }
    assert texts == {
        Labels.NONE: [],
        Labels.CELLS: [("A", (0.5, -0.54)), ("B", (1.5, -0.54)), ("1", (-0.54, 0.5))],
        Labels.DOTS: [
            ("A", (0.0, -0.54)),
            ("B", (1.0, -0.54)),
            ("C", (2.0, -0.54)),
            ("1", (-0.54, 0.0)),
            ("2", (-0.54, 1.0)),
        ],
    }


def test_lines_are_split_into_paths_where_they_branch() -> None:
    grid = square_grid(1, 2)
    ladder = Board.of_lines(Puzzle(grid, (None, None)), frozenset(range(7)))
    shapes = build_scene(ladder).shapes
    assert [shape for shape in shapes if isinstance(shape, Path)] == [
        Path(ShapeRole.LINE, ((1.0, 0.0), (0.0, 0.0), (0.0, 1.0), (1.0, 1.0))),
        Path(ShapeRole.LINE, ((1.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0))),
        Path(ShapeRole.LINE, ((1.0, 0.0), (1.0, 1.0))),
    ]
    assert not any(shape.role is ShapeRole.INSIDE for shape in shapes)


def test_lines_that_nobody_drew_are_hollow_where_people_have_colours() -> None:
    shapes = build_scene(solved_board(), highlights=Highlights(drawn_by=((0, 1),))).shapes
    roles = [shape.role for shape in shapes]
    for role in (ShapeRole.PERSON_2, ShapeRole.NUMBER, ShapeRole.LINE, ShapeRole.TRIED_LINE):
        assert role in roles
    drawn = [each for each in shapes if each.role is ShapeRole.TRIED_LINE]
    assert len(drawn) == len(solved_board().lines) - 1


def test_only_a_single_loop_has_an_inside() -> None:
    puzzle = Puzzle(square_grid(1, 3), (None, None, None))
    one = edges_from_rows(puzzle.grid, ["100", "100"], ["1100"])
    two = edges_from_rows(puzzle.grid, ["101", "101"], ["1111"])
    with_a_line_beside = edges_from_rows(puzzle.grid, ["101", "100"], ["1100"])
    for lines, has_inside in ((one, True), (two, False), (with_a_line_beside, False)):
        shapes = build_scene(Board.of_lines(puzzle, lines)).shapes
        assert any(shape.role is ShapeRole.INSIDE for shape in shapes) is has_inside
    assert not is_one_loop(puzzle.grid, frozenset())


@given(boards())
def test_paths_cover_each_line_once(board: Board) -> None:
    scene = build_scene(board)
    drawn: list[tuple[tuple[float, float], ...]] = []
    for shape in scene.shapes:
        if isinstance(shape, Path):
            stops = (*shape.corners, shape.corners[0]) if shape.closed else shape.corners
            for (x0, y0), (x1, y1) in itertools.pairwise(stops):
                assert (x0 == x1) != (y0 == y1)
                steps = int(abs(x1 - x0) + abs(y1 - y0))
                dx, dy = (x1 - x0) / steps, (y1 - y0) / steps
                units = [(x0 + dx * i, y0 + dy * i) for i in range(steps + 1)]
                drawn += [tuple(sorted(pair)) for pair in itertools.pairwise(units)]
    dots = board.puzzle.grid.dots
    lines = [board.puzzle.grid.edge_dots[edge] for edge in board.lines]
    expected = [tuple(sorted((dots[dot][1], dots[dot][0]) for dot in ends)) for ends in lines]
    assert sorted(drawn) == sorted(expected)


@given(boards())
def test_equal_boards_give_equal_scenes(board: Board) -> None:
    again = Board(board.puzzle, board.marks)
    assert build_scene(board, labels=Labels.CELLS) == build_scene(again, labels=Labels.CELLS)
    assert hash(build_scene(board)) == hash(build_scene(again))
