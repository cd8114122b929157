"""How large a puzzle may be; checked before anything is allocated for it."""

from dataclasses import dataclass

from puzzle.errors import SizeError
from puzzle.lazy_messages import lazy


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits on a board (in cells) and on the text that describes it (in characters).

    >>> Bounds(max_side=20).check(10, 30)
    Traceback (most recent call last):
    ...
    puzzle.errors.SizeError: The size 30x10 cannot be used: no side may be over 20 cells.
    """

    max_side: int = 200
    max_cells: int = 40_000
    max_text: int = 200_000

    def check(self, rows: int, cols: int) -> None:
        """Raise `SizeError` when a board of that many rows and columns is out of bounds."""
        size = f"{cols}x{rows}"
        if rows < 1 or cols < 1:
            raise SizeError(size, lazy("a board has at least one row and one column"))
        if rows > self.max_side or cols > self.max_side:
            raise SizeError(size, lazy("no side may be over {most} cells", most=self.max_side))
        if rows * cols > self.max_cells:
            raise SizeError(
                size, lazy("a board may have at most {most} cells", most=self.max_cells)
            )


DEFAULT_BOUNDS = Bounds()
"""What every parser allows when its caller sets no bounds."""
