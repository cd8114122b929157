"""Maximum sizes of boards and texts, checked before memory is allocated for them."""

from msgspec import Struct

from puzzle.errors import SizeError
from puzzle.lazy_messages import lazy


class Bounds(Struct, frozen=True):
    """Maximum size of a board, in cells, and of the text that describes it, in characters.

    `max_side` limits the number of rows and the number of columns, `max_cells` that of cells, and
    `max_edges` that of edges, of which cells with many sides have more than squares.

    >>> Bounds(max_side=20).check(10, 30)
    Traceback (most recent call last):
    ...
    puzzle.errors.SizeError: The size 30x10 cannot be used: no side may be over 20 cells.
    """

    max_side: int = 200
    max_cells: int = 40_000
    max_text: int = 600_000
    max_edges: int = 100_000

    def check(self, rows: int, cols: int) -> None:
        """Check a size in cells; raises `SizeError` when the board is empty or out of bounds."""
        size = f"{cols}x{rows}"
        if rows < 1 or cols < 1:
            raise SizeError(size, lazy("a board has at least one row and one column"))
        if rows > self.max_side or cols > self.max_side:
            raise SizeError(size, lazy("no side may be over {most} cells", most=self.max_side))
        self.check_cells(size, rows * cols)

    def check_cells(self, size: str, cells: int) -> None:
        """Check the number of cells of a board; raises `SizeError` when it is out of bounds."""
        if cells > self.max_cells:
            raise SizeError(
                size, lazy("a board may have at most {most} cells", most=self.max_cells)
            )

    def check_edges(self, size: str, edges: int) -> None:
        """Check the number of edges of a board; raises `SizeError` when it is out of bounds."""
        if edges > self.max_edges:
            raise SizeError(
                size, lazy("a board may have at most {most} edges here", most=self.max_edges)
            )


DEFAULT_BOUNDS = Bounds()
"""The bounds of every parser whose caller gives none."""
