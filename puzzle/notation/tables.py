"""Tables that lines may hold: rows of one width, whatever stands between their cells.

A dialect is what separates cells: a sign, spaces, nothing, or a number of characters where spaces
are blank cells. Each table may have edges that are no cells: labels, a size, a rule, a solution.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from math import gcd
from typing import NamedTuple, TypeAlias

from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.notation.signs import SIGNS, cell, is_rule, is_run, is_size, label

Line: TypeAlias = str | tuple[str, ...]
"""A line of text, or the words of a list."""

SEPARATORS = (",", ";", "\t", "|", "&")
LEAST_SIDE = 2
MOST_PEELED = 12
"""Number of ways to take edges from one table that are tried."""

_SPACED = re.compile(r"[0-4 ]+")
_CELLS = re.compile(rf"[{SIGNS}\s,;|]+")
_GAP = re.compile("^ |  ")
_WIKI = re.compile(r"\s\|\|(?:\s|$)")
_AROUND = " \t,;:\"'|(){}[]"
_RULE_EDGES = ({"-"}, {"_"}, {"*"})
_STEPS = (4, 3, 2, 1)

SPACES_BLANK = lazy("spaces are read as blank cells")
LINES_BLANK = lazy("blank lines are read as rows without clues")
FILLED = lazy("short rows are filled up with blank cells")


class Dialect(NamedTuple):
    """What stands between cells: a sign, " " for spaces, nothing, or every `step` characters."""

    sign: str = ""
    step: int = 0
    start: int = 0

    @property
    def fills(self) -> bool:
        """Whether blank cells at the end of a row may be left out."""
        return self.step > 0 or self.sign in {",", ";", "\t"}


LIST = Dialect("list")


class Table(NamedTuple):
    """Rows of words, the numbers of the lines that they were, and how they were read.

    `doubtful` is one that is never certain.
    """

    rows: Sequence[Sequence[str]]
    used: frozenset[int]
    how: tuple[LazyMessage, ...] = ()
    doubtful: bool = False


class CellRows(NamedTuple):
    """Rows of digits and dots, how they were read, and whether that is never certain."""

    rows: tuple[str, ...]
    how: tuple[LazyMessage, ...] = ()
    doubtful: bool = False


def dialects(lines: Sequence[Line]) -> list[Dialect]:
    """The dialects that lines may be in."""
    texts = [line for line in lines if isinstance(line, str)]
    if len(texts) < len(lines):
        return [LIST]
    joined = "\n".join(texts)
    signs = [Dialect(sign) for sign in SEPARATORS if sign in joined]
    spaces = [Dialect(" ")] if " " in joined.strip() or "\n" in joined.strip() else []
    return [*signs, *spaces, Dialect(), *_pitches(texts)]


def _pitches(lines: Sequence[str]) -> Iterator[Dialect]:
    """Steps and starts of columns where no sign stands for blank cells but spaces."""
    rows = [line for line in lines if line.strip() and _SPACED.fullmatch(line)]
    if len(rows) < LEAST_SIDE or not any(" " in line for line in rows):
        return
    at = sorted({found.start() for line in rows for found in re.finditer("[0-4]", line)})
    full = all(len(line.split()) == len(at) for line in rows)
    step = gcd(*(after - before for before, after in pairwise(at))) or 1
    fitting = [each for each in _STEPS if step % each == 0]
    certain = full or (len(at) >= len(_STEPS) and step <= max(_STEPS))
    for each in fitting[: 1 if certain else None]:
        for start in sorted({at[0], at[0] % each}):
            yield Dialect("", each, start)


def split(line: Line, dialect: Dialect) -> Sequence[str]:
    """The words of a line that may be cells of a row; none for another line.

    >>> split("| 3 |   | 2 |", Dialect("|")), split("3.2", Dialect())
    ([' 3 ', '   ', ' 2 '], ['3', '.', '2'])
    """
    if not isinstance(line, str):
        return line
    if dialect.step:
        places = range(dialect.start, len(line), dialect.step)
        cells = [line[at : at + dialect.step] for at in places]
        return cells if _SPACED.fullmatch(line) else ()
    if dialect.sign == " ":
        return () if "\t" in line.strip() else line.strip(" ,;").split()
    if not dialect.sign:
        return _characters(line.strip(_AROUND))
    if dialect.sign in line:
        return _between(line.strip(" "), dialect.sign)
    return [line] if cell(line) and dialect.sign != "|" else ()


def _characters(bare: str) -> Sequence[str]:
    groups = bare.split(" ")
    whole = "\t" in bare or bare == "-1" or (len(groups) > 1 and all(map(_is_long_cell, groups)))
    return () if whole or len({*map(len, groups)}) > 1 else [*"".join(groups)]


def _is_long_cell(word: str) -> bool:
    return len(word) > 1 and cell(word) is not None


def _between(bare: str, sign: str) -> list[str]:
    if sign == "|":
        if _WIKI.search(bare):
            return bare.lstrip("|").split("||")
        bare = bare.removesuffix(".") if bare.endswith("|.") else bare
        bare = bare[1:-1] if len(bare) > 1 and bare[0] == bare[-1] == "|" else bare
    return bare.split(sign)


# Tables


def tables(lines: Sequence[Line], dialect: Dialect) -> Iterator[Table]:
    """The tables that lines may hold in a dialect."""
    rows = _rows(lines, dialect)
    stretches = [*_stretches(rows, lines)]
    runs = list[list[int]]()
    for stretch in stretches:
        runs += [[*run] for _, run in groupby(stretch, key=lambda at: len(rows[at]))]
        if dialect.fills and len({len(rows[at]) for at in stretch}) > 1:
            yield from _filled(lines, rows, stretch, dialect)
    widths = dict[int, list[list[int]]]()
    for run in runs:
        widths.setdefault(len(rows[run[0]]), []).append(run)
        if len(run) > 1:
            yield Table([rows[at] for at in run], frozenset(run))
        if run[-1] - run[0] >= len(run):
            yield from _with_gaps(lines, rows, run, dialect)
    for width, same in widths.items():
        if width > 1 and len(same) > 1 and dialect is not LIST:
            together = [at for run in same for at in run]
            yield Table([rows[at] for at in together], frozenset(together))


def _rows(lines: Sequence[Line], dialect: Dialect) -> dict[int, Sequence[str]]:
    """The words of the lines that may be rows, by the numbers of these."""
    used = {
        sign
        for line in lines
        if isinstance(line, str) and re.search("[0-9]", line) and _CELLS.fullmatch(line)
        for sign in line
    }
    rows = dict[int, Sequence[str]]()
    for at, line in enumerate(lines):
        if isinstance(line, str):
            blank = not line.strip() and not (line and (dialect.sign == "\t" or dialect.step))
            if blank or (is_rule(line) and not {*line.strip()} <= used):
                continue
        words = split(line, dialect)
        cells = words and (dialect.step or any(map(cell, words)))
        if cells and all(cell(word) or label(word) for word in words):
            rows[at] = words
    return rows


def _stretches(rows: Mapping[int, object], lines: Sequence[Line]) -> Iterator[list[int]]:
    """The numbers of rows between which no words stand."""
    stretch = list[int]()
    for at in rows:
        between = lines[stretch[-1] + 1 : at] if stretch else ()
        if any(
            not isinstance(each, str) or (each.strip() and not is_rule(each)) for each in between
        ):
            yield stretch
            stretch = []
        stretch.append(at)
    if stretch:
        yield stretch


def _filled(
    lines: Sequence[Line],
    rows: Mapping[int, Sequence[str]],
    stretch: Sequence[int],
    dialect: Dialect,
) -> Iterator[Table]:
    """The tables of rows whose blank cells at the end are missing, if at most half are short."""
    widths = sorted(len(rows[at]) for at in stretch)
    most = widths[-1]
    if 2 * widths[len(widths) // 2] < most:
        return

    def row(at: int) -> list[str]:
        words = rows.get(at, ())
        return [*words, *[""] * (most - len(words))]

    table, used = [row(at) for at in stretch], frozenset(stretch)
    texts = [str(lines[at]).rstrip() for at in stretch]
    gaps = not dialect.step or any(map(_GAP.search, texts))
    yield Table(table, used, (FILLED,), doubtful=not gaps)
    if (short := most - len(rows[stretch[0]])) and dialect.sign == "\t":
        yield Table([[""] * short + [*rows[stretch[0]]], *table[1:]], used, (FILLED,))
    whole = range(stretch[0], stretch[-1] + 1)
    if len(whole) > len(stretch) and _are_blank(lines, rows, whole):
        yield Table([*map(row, whole)], frozenset(whole), (FILLED, LINES_BLANK))


def _are_blank(lines: Sequence[Line], rows: Mapping[int, object], numbers: range) -> bool:
    """Whether the lines between rows are blank, so that these may be rows without clues."""
    return not any(str(lines[at]).strip() for at in numbers if at not in rows)


def _with_gaps(
    lines: Sequence[Line], rows: Mapping[int, Sequence[str]], run: Sequence[int], dialect: Dialect
) -> Iterator[Table]:
    """The tables of a run of rows with blank lines or rules between some of them."""
    whole = range(run[0], run[-1] + 1)
    if dialect.fills and _are_blank(lines, rows, whole):
        blank = [""] * len(rows[run[0]])
        table = [rows.get(at, blank) for at in whole]
        yield Table(table, frozenset(whole), (LINES_BLANK,))
    blocks = [[run[0]]]
    for before, at in pairwise(run):
        if at - before > 1:
            blocks.append([])
        blocks[-1].append(at)
    several = min(map(len, blocks)) > LEAST_SIDE
    for block in blocks:
        if 1 < len(block) < len(run):
            yield Table([rows[at] for at in block], frozenset(run if several else block))


# Edges


def peeled(table: Table, *, margins: bool = True) -> Iterator[CellRows]:
    """The boards that a table may be: as it is, and without edges that may be no cells."""
    queue, seen = deque([table]), list[Sequence[Sequence[str]]]()
    while queue and len(seen) < MOST_PEELED:
        table = queue.popleft()
        rows = table.rows
        if len(rows) < LEAST_SIDE or not rows[0] or rows in seen:
            continue
        seen.append(rows)
        if _is_labelled(rows):
            queue.append(table._replace(rows=[row[1:] for row in rows[1:]]))
            continue
        yield from boards(table)
        if (kept := _above_solution(rows)) < len(rows):
            queue.append(table._replace(rows=rows[:kept], how=(*table.how, _SOLUTION)))
        if margins and (inner := _without_margins(rows)) is not rows:
            queue.append(table._replace(rows=inner))
        queue += _without_edges(table, margins=margins)


def _is_labelled(rows: Sequence[Sequence[str]]) -> bool:
    """Whether a first row and a first column below a blank corner can only be labels."""
    first = [row[0] for row in rows]
    labels = [*first[1:], *rows[0][1:]]
    are_labels = all(map(str.strip, labels)) and is_run(rows[0]) and is_run(first)
    return not first[0].strip() and len(first) > LEAST_SIDE and are_labels


def boards(table: Table) -> Iterator[CellRows]:
    """The board of all words of a table, if these are cells."""
    cells = [[cell(word) for word in row] for row in table.rows]
    if odd := _odd_blank(table.rows, cells):
        cells = [["." if each is None else each for each in row] for row in cells]
    if all(None not in row for row in cells):
        rows = tuple("".join(filter(None, row)) for row in cells)
        how = (*table.how, sign_remark(odd)) if odd else table.how
        yield CellRows(rows, how, table.doubtful)
        flat = "".join(rows)
        if "." not in flat and 3 * flat.count("0") > len(flat):
            zeros = tuple(row.replace("0", ".") for row in rows)
            yield CellRows(zeros, (*table.how, sign_remark("0")), doubtful=True)


def sign_remark(sign: str) -> LazyMessage:
    """The remark that a sign is read as a blank cell."""
    return lazy('"{sign}" is read as a blank cell', sign=sign)


def _odd_blank(rows: Sequence[Sequence[str]], cells: Sequence[Sequence[str | None]]) -> str:
    """The digit that can only stand for blank cells, such as 5; empty without one."""
    if any("." in row for row in cells):
        return ""
    words = [word.strip() for row in rows for word in row]
    odd = {*words} & {*"56789"}
    return odd.pop() if len(odd) == 1 and sum(map(words.count, odd)) > LEAST_SIDE else ""


_SOLUTION = lazy("the rows of 0 and 1 below it are read as its solution")


def _above_solution(rows: Sequence[Sequence[str]]) -> int:
    """The number of rows above those of 0 and 1 that may be a solution."""
    kept, below = len(rows), set[str]()
    while kept > LEAST_SIDE and (words := {word.strip() for word in rows[kept - 1]}) <= {"0", "1"}:
        kept -= 1
        below |= words
    return kept if "0" in below and 3 * kept >= len(rows) - kept else len(rows)


def _without_margins(rows: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """The rows without the blank rows below and the blank columns at the right."""
    while len(rows) > LEAST_SIDE and not "".join(rows[-1]).strip():
        rows = rows[:-1]
    while len(rows[0]) > LEAST_SIDE and not any(row[-1].strip() for row in rows):
        rows = [row[:-1] for row in rows]
    return rows


def _without_edges(table: Table, *, margins: bool) -> Iterator[Table]:
    """The tables without one edge of labels, without a size, or without a rule."""
    rows = table.rows
    first, last = [row[0] for row in rows], [row[-1] for row in rows]
    for name, edge, rest in (
        (_FIRST_ROW, rows[0], rows[1:]),
        (_LAST_ROW, rows[-1], rows[:-1]),
        (_FIRST_COLUMN, first, [row[1:] for row in rows]),
        (_LAST_COLUMN, last, [row[:-1] for row in rows]),
    ):
        if len(rest) < LEAST_SIDE or not rest[0]:
            continue
        is_row = name in {_FIRST_ROW, _LAST_ROW}
        how = (*table.how, name)
        if is_row and len(edge) > LEAST_SIDE and {*edge} in _RULE_EDGES:
            yield table._replace(rows=rest, how=how, doubtful=True)
        elif margins and not "".join(edge).strip():
            yield table._replace(rows=rest)
        elif (
            (is_run(edge) and (len(edge) > LEAST_SIDE or not all(map(cell, edge))))
            or (not is_row and not cell(edge[0]) and is_run(edge[1:]))
            or not any(map(cell, edge))
            or (name is _FIRST_ROW and _is_size_row(edge, rest))
        ):
            clues = name in {_LAST_ROW, _LAST_COLUMN} and all(map(cell, edge))
            yield table._replace(rows=rest, how=how, doubtful=table.doubtful or clues)


def _is_size_row(edge: Sequence[str], rest: Sequence[Sequence[str]]) -> bool:
    numbers = [word.strip() for word in edge]
    numbers = numbers[1:] if numbers[0] in {"-", "*"} else numbers
    return all(map(str.isdecimal, numbers)) and is_size(
        [*map(int, numbers)], len(rest), len(rest[0])
    )


_FIRST_ROW = lazy("the first row is left out, since it is no row of clues")
_LAST_ROW = lazy("the last row is left out, since it is no row of clues")
_FIRST_COLUMN = lazy("the first column is left out, since it is none of clues")
_LAST_COLUMN = lazy("the last column is left out, since it is none of clues")
