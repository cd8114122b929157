"""The catalogue of techniques: a table, and an entry with a small example board for each."""

from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from narrator.techniques import text_of
from puzzle.grid import square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import parse_marks
from puzzle.rules import PLAIN, rules_named
from renderer.text import board_text
from solver.explain.explainer import Explainer
from solver.explain.step import LoopReason, SidesReason, Step
from solver.explain.techniques import TABLE, TechniqueRow
from tools.reference import tables


class Example(NamedTuple):
    """A board on which one technique is the next step.

    `rows` are the clues, with a dot for a blank cell; `marks` is text for `parse_marks`. `rules`
    are those of the puzzle, by their name.
    """

    technique: str
    rows: tuple[str, ...]
    marks: str = ""
    rules: str = PLAIN.name

    @property
    def board(self) -> Board:
        """The board before the step."""
        rules, width = rules_named(self.rules) or PLAIN, len(self.rows[0])
        letters, signs = rules.variant.letters, "".join(self.rows)
        clues = (letters[s] if s in letters else int(s) if s.isdigit() else None for s in signs)
        puzzle = Puzzle(square_grid(len(self.rows), width), tuple(clues), rules)
        return Board.blank(puzzle).mark(parse_marks(self.marks, puzzle.grid))


EXAMPLES = (
    Example("zero", ("...", ".0.", "...")),
    Example("three-next-to-zero", ("....", ".30.", "....")),
    Example("full-clue", ("...", ".2.", "..."), "x B2-C2-C3"),
    Example("met-clue", ("...", ".1.", "..."), "B2-C2"),
    Example("two-ways-left", ("...", "..."), rules="full"),
    Example("way-on", ("..", ".."), "B1-B2 x A2-B2-C2"),
    Example("two-lines-at-dot", ("..", ".."), "B1-B2-C2"),
    Example("dead-end", ("..", ".."), "x A2-C2 x B1-B2"),
    Example("premature-loop", ("...", "...", "..."), "B1-A1-A2-B2 C4-D4-D3 x A2-A3"),
    Example("known-sides", ("....", ".SW.", "...."), rules="sheep-wolf"),
    Example("corner-3", ("3.", "..")),
    Example("corner-1", ("1.", "..")),
    Example("three-diagonal-to-zero", ("....", ".3..", "..0.", "....")),
    Example("three-at-closed-corner", ("...", ".3.", "..."), "x C1-C2-D2"),
    Example("one-at-closed-corner", ("...", ".1.", "..."), "x C1-C2-D2"),
    Example("forced-turn-3", ("...", ".3.", "..."), "D2-C2 x C1-C2"),
    Example("forced-turn-2", ("...", ".2.", "..."), "D2-C2 x C1-C2 x B2-B3"),
    Example("forced-turn-1", ("...", ".1.", "..."), "D2-C2 x C1-C2"),
    Example("line-arriving-3", ("...", ".3.", "..."), "D2-C2"),
    Example("line-arriving-2", ("...", ".2.", "..."), "D2-C2 x B2-B3"),
    Example("line-arriving-1", ("...", ".1.", "..."), "D2-C2 x B2-B3-C3"),
    Example("line-leaving-3", ("...", ".3.", "..."), "B2-B3-C3 x C1-C2 x A3-B3-B4"),
    Example("line-leaving-2", ("...", ".2.", "..."), "B2-B3 x B3-C3 x C1-C2"),
    Example("line-leaving-1", ("...", ".1.", "..."), "x B2-B3-C3 x C1-C2"),
    Example("loop-at-clue", ("...", "...", ".3."), "B2-C2 C3-B3-B4 D3-D4-C4 x B2-B3-A3"),
    Example("loop-at-dot", ("....", "...."), "B1-A1-A2 D1-E1-E2 x C2-B2-B3"),
    Example(
        "clue-and-sides", ("...", "...", ".3."), "A2-B2 C2-D2 B3-C3 x B1-B2 x C1-C2 x A3-B3 x C3-D3"
    ),
    Example("corner-2", ("2..", "...", "...")),
    Example("adjacent-3-3", ("....", ".33.", "....", ".2..")),
    Example("diagonal-3-3", ("....", ".3..", "..3.", "....")),
    Example("two-at-closed-corner", ("...", ".2.", "..."), "x C1-C2-D2 x B1-B2"),
    Example("line-through-2", ("...", ".2.", "..."), "D2-C2 x C1-C2 x A3-B3"),
    Example("adjacent-1-3", ("....", ".31.", "...."), "x C1-C2"),
    Example("adjacent-1-1", (".11.", "....")),
    Example(
        "loop-at-both-ends",
        ("3.3...", "......", "......", "......"),
        "B1-A1-A2 C1-D1-D2 B2-B3-C3-C2 F1-F2 x D1-E1 x B2-C2 x A3-B3-B4 x D3-C3-C4",
    ),
    Example("diagonal-1-3", ("...", "3..", ".1.", "..."), "x C3-C4-B4"),
    Example("diagonal-1-1", ("...", "1..", ".1.", "..."), "x C3-C4-B4"),
    Example("adjacent-2-3", (".23.", "...."), "B1-B2"),
    Example("adjacent-2-2", ("...", ".2.", ".2.", "..."), "B2-C2 x A3-B3 x C3-D3"),
    Example("adjacent-1-2", ("....", "....", ".21.", "....", "...."), "x B3-B4 x C2-C3"),
    Example("diagonal-2-3", ("..", "2.", ".3", ".."), "x A2-B2"),
    Example("diagonal-2-2", ("...", ".2.", "2..", "..."), "x C2-C3 x A4-B4"),
    Example("diagonal-1-2", ("...", ".2.", "1..", "..."), "C2-C3 x B2-C2"),
    Example("clues-round-a-dot", ("...", "13.", ".1.")),
    Example("diagonal-3-2-3", (".....", ".3...", "..2..", "...3.", ".....")),
    Example("even-crossings", ("...", "...", "..."), "B1-C1 C2-C3 D2-D3"),
    Example("loop-look-ahead", (".....", "....."), "B1-A1-A2 D2-E2 x C1-D1 x E1-F1-F2"),
    Example("diagonal-chain", (".....", ".2...", "..2..", "...3.", "....."), "B2-C2 x B2-B3"),
    Example(
        "parity",
        (".....", "...2.", ".....", ".2.2.", "....."),
        "E2-E3 B5-C5 D5-E5 x D2-E2 x B3-C3 x B4-B5 x E4-E5",
    ),
    Example("arc-chain", ("...", "12.", "..3", "..."), "x B1-B2"),
    Example("look-ahead", ("..", "3.", ".."), "B1-C1-C2"),
    Example("small-core", ("....", ".3..", "1...", "...."), "B1-A1-A2 C1-D1 C2-C3-B3 x D3-C3-C4"),
)
"""One example for each technique, in the order of the table of techniques."""


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
    return link, f"`{row.name}`", row.family.value, row.difficulty.name.capitalize(), str(row.cost)


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
    cells, dots = step.cells, len(step.dots)
    clues = ", ".join(str(clue) for clue in sorted(board.puzzle.clues[cell] or 0 for cell in cells))
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
    """The board of an example beside the same board with the step taken, without its rules."""
    taken, rows = board.mark(step.forced), 2 * board.puzzle.grid.rows + 1
    before, after = (board_text(each).split("\n")[:rows] for each in (board, taken))
    middle = len(before) // 2
    width = 4 * board.puzzle.grid.cols + 1
    for number, (left, right) in enumerate(zip_longest(before, after, fillvalue="")):
        arrow = "->" if number == middle else "  "
        yield f"{left:{width}}   {arrow}   {right}".rstrip()
