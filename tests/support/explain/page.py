"""Generates the section of docs/hints.md on techniques from the table, texts and examples.

`python -m tests.support.explain.page` updates the document.
"""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from narrator.techniques import text_of
from renderer.text import board_text
from solver.explain.explainer import Explainer
from solver.explain.step import Step
from solver.explain.techniques import TABLE, TechniqueRow
from tests.support.explain.examples import EXAMPLES, Example

PAGE = Path(__file__).resolve().parents[3] / "docs" / "hints.md"

HEADING = "## Techniques\n"
"""The heading of the section, which ends at the next heading of this level."""

INTRODUCTION = """\
A step is named by the clues and dots that are its reasons, by how they lie, and by the marks that
it uses. Techniques are tried in this order; *reasons* are how many clues and dots, with the loop
as one more, have to be seen together: the median over the steps of the puzzles in the tests.
The last two techniques name no pattern, only the way of the argument.
"""


def section() -> str:
    """The whole section, with its heading."""
    parts = [HEADING, INTRODUCTION, "\n".join(_overview()) + "\n"]
    parts += (_entry(row, example) for row, example in zip(TABLE, EXAMPLES, strict=True))
    return "\n".join(parts)


def _overview() -> Iterator[str]:
    yield "| Technique | Name in code | Family | Level | Reasons |"
    yield "|---|---|---|---|---|"
    for row in TABLE:
        title = text_of(row.technique).title.text
        level = row.difficulty.name.capitalize()
        yield f"| {title} | `{row.name}` | {row.family.value} | {level} | {row.cost} |"


def _entry(row: TechniqueRow, example: Example) -> str:
    texts = text_of(row.technique)
    picture = "\n".join(_before_and_after(example))
    return f"### {texts.title.text}\n\n{texts.description.text}\n\n```text\n{picture}\n```\n"


def _before_and_after(example: Example) -> Iterator[str]:
    """The board of an example beside the board after the step, line by line."""
    board = example.board
    step = Explainer(board.puzzle).next_step(board)
    assert isinstance(step, Step)
    taken = board.mark({found.edge: found.state for found in step.deductions})
    before, after = board_text(board).split("\n"), board_text(taken).split("\n")
    middle = len(before) // 2
    width = 4 * board.puzzle.grid.cols + 1
    for number, (left, right) in enumerate(zip_longest(before, after, fillvalue="")):
        arrow = "->" if number == middle else "  "
        yield f"{left:{width}}   {arrow}   {right}".rstrip()


def replaced(document: str) -> str:
    """The document with the section updated, or appended if it is missing."""
    start = document.find(HEADING)
    if start < 0:
        return f"{document.rstrip()}\n\n{section()}".lstrip()
    end = document.find("\n## ", start + len(HEADING))
    rest = "" if end < 0 else document[end:]
    return document[:start] + section() + rest


def main() -> None:
    """Update the document."""
    document = PAGE.read_text(encoding="utf-8") if PAGE.exists() else "# Hints\n"
    PAGE.write_text(replaced(document), encoding="utf-8")


if __name__ == "__main__":
    main()
