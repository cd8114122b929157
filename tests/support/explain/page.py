"""The section of docs/hints.md on techniques, generated from the table, texts and examples.

`python -m tests.support.explain.page` updates the document.
"""

from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from narrator.techniques import text_of
from puzzle.model import Board, EdgeState
from renderer.text import board_text
from solver.explain.explainer import Explainer
from solver.explain.step import ClueReason, DotReason, LoopReason, Step
from solver.explain.techniques import TABLE, TechniqueRow
from tests.support.explain.examples import EXAMPLES, Example

PAGE = Path(__file__).resolve().parents[3] / "docs" / "hints.md"

HEADING = "## Techniques\n"
"""The heading of the section, which ends at the next heading of this level or at the end."""

INTRODUCTION = """\
`solver/explain/techniques.py` holds the table of techniques. Each row has a predicate on a step:
which clues and dots are its reasons, how they lie to each other, and which marks the step uses. The
rows are tried in the order below, and the first that fits names the step. The last two rows look
for no pattern: they differ by whether the argument splits into cases.

- *Family* groups techniques that are learned together.
- *Level* says how experienced a player has to be to find the step. [Ratings](difficulty.md) do not
  use it: they count reasons.
- *Reasons* is the median number of clues and dots, with the loop as one more, over the steps of the
  puzzles in the tests.

Each entry has the rule as `narrator/techniques.py` states it, and an example: a board on which the
technique is the next step, and the same board after it. In a board, `·` is a dot, `━` and `┃` are
lines, and `\N{MULTIPLICATION SIGN}` is a cross.

`python -m tests.support.explain.page` generates this section from the table.
"""


def section() -> str:
    """The whole section with its heading."""
    parts = [HEADING, INTRODUCTION, "\n".join(_overview()) + "\n"]
    parts += (_entry(row, example) for row, example in zip(TABLE, EXAMPLES, strict=True))
    return "\n".join(parts)


def _overview() -> Iterator[str]:
    yield "| Technique | Name in code | Family | Level | Reasons |"
    yield "|---|---|---|---|---|"
    for row in TABLE:
        title = text_of(row.technique).title.text
        entry = f"[{title}](#{title.lower().replace(' ', '-')})"
        yield f"| {entry} | `{row.name}` | {row.family.value} | {_level(row)} | {row.cost} |"


def _level(row: TechniqueRow) -> str:
    return row.difficulty.name.capitalize()


def _entry(row: TechniqueRow, example: Example) -> str:
    texts = text_of(row.technique)
    board = example.board
    step = Explainer(board.puzzle).next_step(board)
    assert isinstance(step, Step)
    lines = [
        f"### {texts.title.text}",
        "",
        f"- Rule: {texts.description.text}",
        f"- Example: {_example(board, step)}",
        f"- Name in code: `{row.name}`; family {row.family.value}, level {_level(row)}, "
        f"{_counted(row.cost, 'reason')}.",
        "",
        "```text",
        *_before_and_after(board, step),
        "```",
        "",
    ]
    return "\n".join(lines)


def _example(board: Board, step: Step) -> str:
    """What a step finds, and from which reasons.

    >>> board = EXAMPLES[0].board
    >>> _example(board, Explainer(board.puzzle).next_step(board))
    '1 clue (0) forces 4 crosses.'
    """
    cells = [reason.cell for reason in step.reasons if isinstance(reason, ClueReason)]
    clues = ", ".join(str(clue) for clue in sorted(board.puzzle.clues[cell] or 0 for cell in cells))
    dots = sum(isinstance(reason, DotReason) for reason in step.reasons)
    reasons = [f"{_counted(len(cells), 'clue')} ({clues})"] if cells else []
    reasons += [_counted(dots, "dot")] if dots else []
    reasons += ["the loop"] if LoopReason() in step.reasons else []
    states = [found.state for found in step.deductions]
    lines, crosses = states.count(EdgeState.LINE), states.count(EdgeState.CROSS)
    found = [_counted(lines, "line")] if lines else []
    found += [_counted(crosses, "cross", "crosses")] if crosses else []
    verb = "forces" if step.cost == 1 else "force"
    return f"{_listed(reasons)} {verb} {_listed(found)}."


def _counted(count: int, one: str, more: str = "") -> str:
    return f"{count} {one if count == 1 else more or f'{one}s'}"


def _listed(words: list[str]) -> str:
    return " and ".join([", ".join(words[:-1]), words[-1]] if words[1:] else words)


def _before_and_after(board: Board, step: Step) -> Iterator[str]:
    """The board of an example beside the same board with the step taken."""
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
