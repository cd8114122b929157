"""Prints the answers of `ouro hint` and `ouro check`, and draws them into files."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from cli.board import draw_board
from cli.endings import check_ending
from cli.output import Line, Output
from narrator.argument_parts import ArgumentPart
from puzzle.model import Board
from renderer.highlights import Highlights
from renderer.labels import Labels


def check_drawings(png: Path | None, out: Path | None) -> None:
    """Raise `UsageError` for the name of a file that cannot be drawn, before any work."""
    check_ending("--png", png, ["png"])
    if out is not None:
        from cli.argument import ENDINGS  # noqa: PLC0415 - it loads Pillow

        check_ending("--out", out, ENDINGS)


class Advice(Struct, frozen=True):
    """A board, a JSON record and lines about it, what its picture highlights, and an argument.

    `highlights` and `parts` are called only to draw files.
    """

    board: Board
    record: Mapping[str, object]
    lines: Sequence[Line]
    highlights: Callable[[], Highlights]
    parts: Callable[[], Sequence[ArgumentPart]]

    def show(self, *, as_json: bool, png: Path | None, out: Path | None, theme: str) -> None:
        """Print the record or the lines, and draw the board into the files that are given."""
        Output().show([Line(json.dumps(self.record))] if as_json else self.lines)
        if png is not None:
            draw_board(png, self.board, theme, labels=Labels.CELLS, highlights=self.highlights())
        if out is not None:
            from cli.argument import draw_argument  # noqa: PLC0415 - it loads Pillow

            draw_argument(out, self.board, theme, self.highlights(), self.parts())
