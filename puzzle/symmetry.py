"""The eight ways to turn and mirror a board of square cells: the puzzle stays the same."""

from puzzle.grid import square_grid
from puzzle.model import Clue, Puzzle

Rows = tuple[tuple[Clue, ...], ...]


def images(puzzle: Puzzle) -> tuple[Puzzle, ...]:
    """The puzzle turned by no, one, two and three quarters, then the same of its mirror image.

    >>> puzzle = Puzzle(square_grid(1, 2), (3, None))
    >>> [(image.size, image.clues) for image in images(puzzle)][:3]
    [('2x1', (3, None)), ('1x2', (3, None)), ('2x1', (None, 3))]
    """
    rows: Rows = tuple(puzzle.clue_rows)
    turned = [rows]
    turned += [rows := _quarter(rows) for _ in range(3)]
    return tuple(_puzzle(image) for image in (*turned, *map(_mirror, turned)))


def canonical(puzzle: Puzzle) -> Puzzle:
    """One of the images, the same for all eight: it has no more rows than columns.

    >>> [canonical(image).clues for image in images(Puzzle(square_grid(1, 2), (3, None)))]
    [(None, 3), (None, 3), (None, 3), (None, 3), (None, 3), (None, 3), (None, 3), (None, 3)]
    """
    return min(images(puzzle), key=_rank)


def _rank(puzzle: Puzzle) -> tuple[int, list[int]]:
    return puzzle.grid.rows, [-1 if clue is None else clue for clue in puzzle.clues]


def _quarter(rows: Rows) -> Rows:
    """Turned by a quarter with the clock."""
    return tuple(zip(*rows[::-1], strict=True))


def _mirror(rows: Rows) -> Rows:
    """Left and right exchanged."""
    return tuple(row[::-1] for row in rows)


def _puzzle(rows: Rows) -> Puzzle:
    return Puzzle(square_grid(len(rows), len(rows[0])), tuple(clue for row in rows for clue in row))
