"""The boards that a text may be, the likeliest first: which of them it is, the solver judges.

A candidate is certain if every other line of its text is explained: as a size of this board, as
labels, as a rule, as its solution, or as words without a row in them.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from puzzle.bounds import Bounds
from puzzle.clue_rows import Clue
from puzzle.grid import square_grid
from puzzle.lazy_messages import LazyMessage
from puzzle.model import Puzzle
from puzzle.notation.pages import ROW, Page, corners, flat_tables, fragment, pages
from puzzle.notation.signs import SIGNS, cell, is_rule, is_run, is_size
from puzzle.notation.tables import (
    FILLED,
    LEAST_SIDE,
    SEPARATORS,
    SPACES_BLANK,
    CellRows,
    Line,
    Table,
    boards,
    dialects,
    peeled,
    tables,
)
from puzzle.rules import PLAIN, Rules
from puzzle.rules.sheep_wolf import SHEEP_AND_WOLVES

MOST = 8
"""Maximum number of candidates."""
LEAST_CLUES = 2
_MESSAGE_SIDE = 3
"""Minimum number of rows and of columns of a board in a chat message."""
LEAST_CELLS = 9
"""Number of cells of a board below which a text may be one by chance."""
_WORK = 60_000
_WORK_OF_CHARACTER = 25
"""The work that a text may take: about as many steps, and as many more for each character."""
_TABLE_WORK, _LINE_WORK = 200, 12
_MOST_NUMBER = 44
"""A number in a line of its own that is no row."""
_LARGEST = 4
_LEAST_DOTS = 3
"""Number of dots of a line from which on it is one of a drawing."""

_ROWS = re.compile(rf"(?<![^\W_])[{SIGNS}]++(?![^\W_])")
_BLANK = re.compile("[.\\-_*?\u00b7]")
_WORD = re.compile(r"[^\W\d_]{2}|\d[:/]\d")
_SIZE = re.compile(r"[\d\sxX\u00d7,;*#]+")
_NUMBER = re.compile(r"\d+[.):]?")


class Candidate(NamedTuple):
    """A board that a text may be, how it was read, and whether all else in the text is explained.

    `plain` is whether the text was read as it stands, `together` whether its rows are the lines
    of the text one after the other.
    """

    rows: tuple[str, ...]
    how: tuple[LazyMessage, ...]
    certain: bool
    plain: bool
    together: bool = False

    @property
    def cells(self) -> int:
        """The number of cells."""
        return len(self.rows) * len(self.rows[0])

    @property
    def clues(self) -> int:
        """The number of clues."""
        return self.cells - "".join(self.rows).count(".")

    @property
    def has_blanks(self) -> bool:
        """Whether a cell is blank."""
        return any("." in row for row in self.rows)

    def fits(self, bounds: Bounds) -> bool:
        """Whether the board is within bounds."""
        return max(len(self.rows), len(self.rows[0])) <= bounds.max_side and (
            self.cells <= bounds.max_cells
        )

    def puzzle(self, bounds: Bounds) -> Puzzle:
        """The puzzle; raises `SizeError` when it is outside the bounds."""
        bounds.check(len(self.rows), len(self.rows[0]))
        flat = "".join(self.rows)
        rules = Rules(SHEEP_AND_WOLVES.name) if {*flat} & {*"SW"} else PLAIN
        letters = rules.variant.letters
        clues: list[Clue] = [
            None if each == "." else letters.get(each, -1) if each.isalpha() else int(each)
            for each in flat
        ]
        return Puzzle(square_grid(len(self.rows), len(self.rows[0])), tuple(clues), rules)


class _Finder:
    """The candidates that were found, and the work that may still be done."""

    def __init__(self, text: str, *, alone: bool) -> None:
        self.found: dict[tuple[str, ...], Candidate] = {}
        self.work = _WORK + _WORK_OF_CHARACTER * len(text)
        self._alone = alone

    def add(
        self,
        board: CellRows,
        *,
        certain: bool,
        plain: bool = False,
        broken: bool = False,
        together: bool = False,
    ) -> None:
        rows = board.rows
        if min(len(rows), len(rows[0])) < (LEAST_SIDE if self._alone else _MESSAGE_SIDE):
            return
        small = len(rows) * len(rows[0]) < LEAST_CELLS
        spaced = not self._alone and _is_spaced_by_dots(rows)
        doubtful = board.doubtful or spaced or (small and broken)
        certain = certain and not doubtful
        found = Candidate(rows, board.how, certain, plain, together)
        known = self.found.setdefault(rows, found)
        if (certain, plain) > (known.certain, known.plain):
            self.found[rows] = found

    def look_at(self, page: Page) -> None:
        """Add the boards of all tables of a page."""
        lines = page.lines
        drawn = page.cut and not self._alone and any("---" in line for line in lines)
        for dialect in dialects(lines):
            self.work -= _LINE_WORK * len(lines)
            for table in tables(lines, dialect):
                self.work -= _TABLE_WORK + len(table.rows) * len(table.rows[0])
                if self.work < 0:
                    return
                others = [at for at in range(len(lines)) if at not in table.used]
                how = (*page.how, *((SPACES_BLANK,) if dialect.step else ()))
                margins = dialect.sign in SEPARATORS
                for board in boards(table) if page.whole else peeled(table, margins=margins):
                    rest = self._unexplained(lines, others, board, max(table.used))
                    certain = not (rest or page.doubtful or drawn or _is_cut(page, table))
                    plain = not (rest or page.broken or page.cut or board.how or table.how)
                    told = board._replace(how=(*how, *board.how))
                    together = plain and len(table.used) > max(table.used) - min(table.used)
                    self.add(
                        told,
                        certain=certain,
                        plain=plain,
                        broken=page.broken,
                        together=together,
                    )

    def _unexplained(
        self, lines: Sequence[Line], others: Sequence[int], board: CellRows, end: int
    ) -> Sequence[int]:
        """The numbers of the other lines that are not explained beside a board."""
        self.work -= _LINE_WORK * len(others)
        shape = len(board.rows), len(board.rows[0])
        blanks = any("." in row for row in board.rows)
        rest = [at for at in others if not explained(lines[at], *shape, blanks, at > end)]
        names = [str(lines[at]).strip() for at in rest]
        return () if len(names) in shape and all(names) and is_run(names) else rest


def _is_spaced_by_dots(rows: Sequence[str]) -> bool:
    """Whether each column is full or blank, as those of numbers with dots or dashes between are."""
    blanks = [column.count(".") for column in zip(*rows, strict=True)]
    return {*blanks} == {0, len(rows)}


def _is_cut(page: Page, table: Table) -> bool:
    """Whether rows may be short because the text was broken at a wrong place."""
    return page.broken and FILLED in table.how and not table.rows[0][-1].strip()


def candidates(text: str, *, alone: bool) -> list[Candidate]:
    """The boards that a text may be, at most `MOST`; the certain ones first.

    With `alone` the text was given as a puzzle, so that it may be of any size.

    >>> [found.rows for found in candidates("4 3\\n3..\\n.2.\\n..1\\n...", alone=True)]
    [('3..', '.2.', '..1', '...')]
    """
    finder = _Finder(text, alone=alone)
    for page in pages(text):
        finder.look_at(page)
    for table, words in flat_tables(text):
        for board in peeled(table):
            finder.add(board, certain=words, broken=True)
    found = [*finder.found.values()] if finder.work >= 0 else []
    most = max((each.cells for each in found if each.certain), default=0)
    if most >= LEAST_CELLS:  # then small ones are there by chance
        found = [
            each._replace(certain=each.certain and (each.plain or each.cells >= LEAST_CELLS))
            for each in found
        ]
    likely = [each for each in found if each.certain or 2 * each.cells > most]
    return sorted(likely, key=lambda each: not each.certain)[:MOST]


@lru_cache(4096)
def explained(line: Line, rows: int, cols: int, blanks: bool, after: bool) -> bool:
    """Whether a line beside a board is none of its rows.

    `blanks` is whether the board has blank cells, `after` whether the line stands below it.

    >>> explained("from page 12", 3, 3, True, True), explained(".2.", 3, 3, True, True)
    (True, False)
    """
    text = line if isinstance(line, str) else " ".join(line)
    bare = text.strip()
    if is_rule(bare) and len(corners(bare)) < _LEAST_DOTS and not ("+" in bare and " " in bare):
        return blanks or len(bare) != cols or not {*bare} <= {"-", "_"}
    may_be_row = _may_be_row(text, cols)
    if not bare or may_be_row or _WORD.search(text):
        return not may_be_row
    words = re.split(r"[\s,;|]+", bare) if isinstance(line, str) else [*line]
    if any(map(str.isdigit, text)):
        return _are_numbers_beside(text, words, (rows, cols), after=after)
    if is_run(words):
        return 0 <= len(words) - cols <= LEAST_SIDE
    return len(bare) < _LEAST_DOTS or not ROW.fullmatch(text)


def _are_numbers_beside(
    text: str, words: Sequence[str], shape: tuple[int, int], *, after: bool
) -> bool:
    """Whether a line of numbers beside a board is its size, its labels, its solution, or no row."""
    cols, alone = shape[1], len(words) == 1
    numbers = [int(each) for each in re.findall(r"\d{1,9}", text)]
    labels = (words, text.split(), [*words[0]] if alone else ())
    run = next((each for each in labels if is_run(each)), None)
    size = _SIZE.fullmatch(text)
    if alone and any(map(str.isalpha, text)):
        return len(words[0]) != cols
    if size and (is_size(numbers, *shape) or (len(numbers) == LEAST_SIDE and not after)):
        return is_size(numbers, *shape)
    if run is not None:
        return 0 <= len(run) - cols <= LEAST_SIDE
    if alone and _NUMBER.fullmatch(words[0]):
        return numbers[0] > _MOST_NUMBER and not {*words[0]} <= {*"01234"}
    solution = after and {*"".join(words)} <= {"0", "1", "-"}
    return solution or (len(words) != cols and max(numbers) > _LARGEST and not _BLANK.search(text))


def _may_be_row(text: str, cols: int) -> bool:
    """Whether something in a line looks like a row of a board, whatever stands beside it."""
    if (
        max(map(text.count, "+\u00b7")) >= _LEAST_DOTS
        or len(corners(text)) >= _LEAST_DOTS
        or ({*text.strip()} <= {*"+\u00b7|"} and len(text.strip()) < 3 and "+" in text)
    ):
        return True
    if not re.search(r"[^\W_]", text):
        return len(_BLANK.findall(text)) > 2
    if not ROW.fullmatch(text):
        long = (each for each in _ROWS.findall(text) if len(each) == cols > 2)
        if any(_BLANK.search(each) and cell(each) is None for each in long):
            return True
    part = fragment(text)
    if part is None:
        return False
    are_cells = re.fullmatch(rf"[{SIGNS}]+", part)
    count = len(part) if are_cells else len(re.split(r"[\s,;|]+", part))
    digits = part.replace(" ", "").isdecimal()  # such as a year
    return (count >= cols and not digits) or (count > 2 and bool(_BLANK.search(part)))
