"""The catalogue of techniques: a table, and an entry with an example for each."""

from collections.abc import Iterator
from itertools import zip_longest

from narrator.techniques import text_of
from puzzle.model import Board, EdgeState
from renderer.text import board_text
from solver.explain.explainer import Explainer
from solver.explain.step import ClueReason, DotReason, LoopReason, SidesReason, Step
from solver.explain.techniques import TABLE, TechniqueRow
from tools.reference import tables
from tools.reference.examples import EXAMPLES, Example


def table() -> Iterator[str]:
    """The lines of the table of all techniques."""
    return tables.table(
        ["Technique", "Name in code", "Family", "Level", "Reasons"], map(_row, TABLE)
    )


def entries() -> Iterator[str]:
    """The entries of all techniques, in the order of the table."""
    yield "\n\n".join(map(_entry, TABLE, EXAMPLES))


def _row(row: TechniqueRow) -> tuple[str, ...]:
    title = text_of(row.technique).title.text
    link = f"[{title}](#{title.lower().replace(' ', '-')})"
    return link, f"`{row.name}`", row.family.value, _level(row), str(row.cost)


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
        f"{texts.description.text} Here, {_example(board, step)}",
        "",
        "```text",
        *_before_and_after(board, step),
        "```",
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
    reasons += ["inside and outside"] if SidesReason() in step.reasons else []
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
    taken = board.mark(step.forced)
    before, after = board_text(board).split("\n"), board_text(taken).split("\n")
    middle = len(before) // 2
    width = 4 * board.puzzle.grid.cols + 1
    for number, (left, right) in enumerate(zip_longest(before, after, fillvalue="")):
        arrow = "->" if number == middle else "  "
        yield f"{left:{width}}   {arrow}   {right}".rstrip()
