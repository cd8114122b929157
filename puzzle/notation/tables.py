"""Tables of cells among the lines of a text, for `puzzle.notation.search`.

A table is a run of lines that are rows of cells, or nearly. Rules (`----`) around it and labels of
its rows and columns are taken away; words before its first row and after its last one are too, if
the rest of that line can only be a row. What may be a row or not is an error, so that no row is
left out without a word.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from enum import Enum, auto
from itertools import groupby
from string import ascii_uppercase

from msgspec import Struct

from puzzle.errors import NotationError
from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.notation.drawing import is_drawing
from puzzle.notation.rows import NAME, is_spaced

MIN_SIDE = 3
"""Minimum number of rows and columns of a table among words."""

_BLANKS = ".-_?*\u00b7\u30fb\uff65\u25a0\u25a1\u25aa\u25ab\u25fb\u25fc\u25fd\u25fe\u2b1b\u2b1c"
_WIDE = "\uff0e\uff0d\uff3f\uff1f\uff0a\u3000" + "".join(map(chr, range(0xFF10, 0xFF15)))
_NO_SPACES = frozenset(_BLANKS + ",;|\t")
"""Signs beside which spaces are no blank cells."""
_JOINED = "\ufe0f\u20e3"  # the rest of the emoji of a digit
_SIGNS = frozenset("01234" + _BLANKS + _WIDE + _JOINED)
_SEPARATORS = frozenset(" ,;\t|")
_ROW = _SIGNS | _SEPARATORS
_NEARLY = _ROW | frozenset("56789xX#\u2025\u2026")
_MARKED = re.compile(r"[0-9\uff10-\uff19].*[.\-_?*]|[.\-_?*].*[0-9\uff10-\uff19]")
_DECIMAL = re.compile(r"-?\d+\.\d+")
_DIGIT = re.compile(r"[0-4]")
_EDGE_ERROR = NotationError(
    NAME,
    lazy("it is not clear whether the words beside the table end with a row of it"),
    remedy=lazy("put nothing but rows into these lines, or put the rows into a code block"),
)
_ELLIPSIS = "\u2026"
_TAIL = re.compile(f"[{re.escape(''.join(sorted(_ROW - {' '})))}]+$")
_HEAD = re.compile(f"[{re.escape(''.join(sorted(_ROW - {' '})))}]*")
_BULLET = re.compile(r"[ \t]*([-*\u2022\u2013]) +(?=\S)")
_AS_SPACES = dict.fromkeys(map(ord, "|,;\t"), " ")
_RECORD_LABEL = re.compile(r" *(?P<word>)(?P<label>[A-Za-z]|\d{1,3})(?P<mark>) *[,;\t]")
_FILLED = re.compile(r"\S")
_APART = re.compile(r" *\S(?: +\S)+ *")
_GRID_LINE = frozenset("+=~#")
_LABEL = re.compile(
    r"[ |]*(?P<word>(?:row|r) ?(?=\d))?(?P<label>[A-Za-z]|\d{1,3})(?P<mark>[:.)]| ?=|\|)?"
    r"(?=[ \t|])(?: *[\t|] ?| +)?",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"[ \t]*#\d{1,9}[ \t]*")
_END = re.compile(r"[^\w.\-_?*\u2025\u2026]+$")
_FRAMED = re.compile(
    r"(?P<start>[ \t]*(?:[-*\u2022] +)?[\"'`|\[({>\u201c\u300c]{1,3}|\t*)"
    r"(?P<row>[^\"'`|\[\](){},;\t\\>\n]{2,}?)"
    r"(?P<end>[\"'`|\])}\u201d\u300d]{0,3})(?:[,;\\] *)?"
)
"""A row between the same signs as those around it: quotation marks, backticks, bars, a tab."""


class Table(Struct, frozen=True):
    """The text of a table; `error` says why it cannot be read for certain."""

    text: str
    error: NotationError | None = None


class _LineKind(Enum):
    ROW = auto()
    NEARLY = auto()
    LABELS = auto()
    RULE = auto()
    BLANK = auto()
    WORDS = auto()


class _RowRun(Struct):
    """Consecutive lines of a table, and the number of the first, from 0."""

    start: int
    lines: list[str]
    error: NotationError | None = None

    @property
    def width(self) -> int | None:
        """The number of cells of most rows; None when no row is sure, as with spaces for blanks."""
        if {*"".join(self.lines)}.isdisjoint(_NO_SPACES) and any(
            line.startswith(" ") for line in self.lines
        ):
            return None
        widths = self._widths()
        return widths.most_common(1)[0][0] if widths else None

    @property
    def is_ragged(self) -> bool:
        """Whether a blank line may be a row: where blank cells at the end of a row are left out.

        So they are in records of different length, and where spaces are blank cells.
        """
        records = any("," in line or ";" in line for line in self.lines)
        spaces = any(is_row(line) and _width(line) is None for line in self.lines)
        return spaces or (records and len(self._widths()) > 1)

    def _widths(self) -> Counter[int]:
        return Counter(width for line in self.lines if (width := _width(line)))


def is_row(line: str) -> bool:
    """Whether a line consists of nothing but cells and what separates them.

    >>> is_row("3 . . 2"), is_row("3,,2"), is_row("at 3"), is_row(" ")
    (True, True, False, False)
    """
    return bool(line.strip()) and _ROW.issuperset(line.rstrip("/"))


def without_frame(text: str) -> str:
    """A table without rules above and below it, and without the labels of rows and columns.

    Any other text is returned unchanged. Raises `NotationError` when a rule is inside the table, or
    when numbers may be labels or clues.

    >>> without_frame("----\\n3..\\n.2.\\n..1\\n----")
    '3..\\n.2.\\n..1'
    >>> without_frame("  A B C\\n1 3 . .\\n2 . 2 .")
    '3 . .\\n. 2 .'
    """
    text = _without_emphasis(text)
    lines = _without_frames(text.strip("\n").split("\n"))
    if len(lines) < 2 or "/" in text.rstrip("/"):
        return text
    kinds = _kinds(lines)
    tabular = {_LineKind.ROW, _LineKind.NEARLY, _LineKind.LABELS, _LineKind.RULE, _LineKind.BLANK}
    if not tabular.issuperset(kinds) or not {_LineKind.ROW, _LineKind.NEARLY} & {*kinds}:
        return text
    if any(map(_is_grid_line, lines[1:-1])) or (_is_grid_line(lines[0]) and is_drawing(text)):
        return text
    first, last = 0, len(lines)
    edge = {_LineKind.RULE, _LineKind.BLANK}
    while kinds[first] in edge:
        first += 1
    while kinds[last - 1] in edge:
        last -= 1
    if _LineKind.RULE in kinds[first:last]:
        raise NotationError(
            NAME,
            lazy("a line of dashes stands between the rows"),
            lazy("in line {line}", line=first + kinds[first:last].index(_LineKind.RULE) + 1),
            lazy("leave it out, or write blank cells as dots"),
        )
    found = _without_labels(_without_bullets(lines[first:last]))
    _check_spaces(found)
    return "\n".join(found) if found != text.strip("\n").split("\n") else text


def _without_emphasis(text: str) -> str:
    """A text without the marks of italics or bold at both ends.

    Raises `NotationError` when the marks may be blank cells, since no other sign is.
    """
    bare = text.strip()
    for mark in ("_", "*", "**"):
        framed = bare.startswith(mark) and bare.endswith(mark)
        if not framed or bare.count(mark[0]) != 2 * len(mark):
            continue
        inside = bare[len(mark) : -len(mark)]
        if is_row(bare.replace("\n", "")) and not {*inside} & {*_BLANKS}:
            raise NotationError(
                NAME,
                lazy("the marks at both ends may be italics, bold, or blank cells"),
                remedy=lazy("write blank cells as dots"),
            )
        return inside
    return text


def tables(text: str) -> Iterator[Table]:
    """The tables of at least three rows among the lines of a text."""
    lines = _without_frames(text.split("\n"))
    kinds = _kinds(lines)
    runs = _whole_drawings(_runs(lines, kinds))
    for run in runs:
        _add_edges(run, lines, kinds)
        _trim_edges(run)
    whole = [run for run in runs if len(run.lines) >= MIN_SIDE]
    rest = [run for run in runs if len(run.lines) < MIN_SIDE]
    if not whole:
        yield from _scattered(rest, kinds)
    ragged = any(run.is_ragged for run in runs)  # whose rows without clues are blank lines
    for run in whole:
        width = run.width
        if width is not None and width < MIN_SIDE:
            continue
        apart = [each for each in rest if width is not None and each.width == width]
        if ragged or width is None:
            apart = [each for each in runs if each is not run and any(map(is_row, each.lines))]
        error = run.error or (_apart_error(apart[0]) if apart else None)
        try:
            table = _without_labels(_without_bullets(run.lines))
            _check_spaces(table)
        except NotationError as ambiguous:
            table, error = run.lines, error or ambiguous
        if sum(map(is_row, table)) >= 2 and any(map(_DIGIT.search, table)):
            yield Table("\n".join(table), error)


def nearly_tables(text: str) -> Iterator[str]:
    """Lines of one length among those of a text that seem to be a table with unknown signs."""
    lines = text.split("\n")
    for length, group in groupby(
        map(str.strip, lines), key=lambda line: -len(line) if line.startswith("```") else len(line)
    ):
        run = list(group)
        signs = {*"".join(run)}
        letters = [sign for sign in signs if sign.isalpha()]
        if min(length, len(run)) >= MIN_SIDE and len(letters) <= 1 and any(map(_DIGIT.search, run)):
            yield "\n".join(run)


def _kinds(lines: Sequence[str]) -> list[_LineKind]:
    """What each line of a text seems to be."""
    rows = [line for line in lines if not _is_dashes(line) and is_row(line)]
    used = {sign for line in rows for sign in line}
    kinds = {line: _kind(line, used) for line in {*lines}}
    if " " in used and used.isdisjoint(_NO_SPACES):
        kinds[" " * max(map(len, rows))] = _LineKind.ROW  # of blank cells
    return [kinds[line] for line in lines]


def _kind(line: str, used: set[str]) -> _LineKind:
    bare = line.strip()
    if not bare:
        return _LineKind.ROW if "\t" in line and "\t" in used else _LineKind.BLANK
    if _NUMBERED.fullmatch(line):
        return _LineKind.WORDS
    if (_is_dashes(line) and used and bare[0] not in used) or _is_grid_line(line) or bare == "||":
        return _LineKind.RULE
    if is_row(line):
        return _LineKind.ROW
    if _is_labels(_labels_of(line)):
        return _LineKind.LABELS
    return _LineKind.NEARLY if _is_nearly_row(line) else _LineKind.WORDS


def _is_sure(label: re.Match[str]) -> bool:
    """Whether something beside a label says that it is one."""
    return bool(label["word"] or label["mark"])


def _is_nearly_row(line: str) -> bool:
    """Whether a line is a row with a label, or with few signs that no cell has."""
    label, bare = _LABEL.match(line), line.strip()
    if (
        label
        and is_row(line[label.end() :])
        and (_is_sure(label) or _MARKED.search(line[label.end() :]))
    ):
        return True
    signs = sum(char in _SIGNS for char in bare)
    others = sum(char not in _ROW for char in bare)
    nearly = len(bare.replace(_ELLIPSIS, "...")) >= MIN_SIDE and _NEARLY.issuperset(bare)
    return nearly or (signs >= 2 and 2 * others <= signs)


def _is_dashes(line: str) -> bool:
    bare = line.strip()
    return len(bare) >= MIN_SIDE and (set(bare) in ({"-"}, {"_"}))


def _is_grid_line(line: str) -> bool:
    """Whether a line consists of signs that no cell has, as `=====`, `+---+` or `|---|---|`."""
    signs = set(line) - {" "}
    drawn = bool(signs & _GRID_LINE) or {"|", "-"} <= signs
    return len(line.strip()) >= MIN_SIDE and drawn and signs <= _GRID_LINE | set("-_|:")


def _labels_of(line: str) -> list[str]:
    """The labels of columns that a line may consist of."""
    labels = line.translate(_AS_SPACES).split()
    return list(labels[0]) if len(labels) == 1 else labels


def _is_labels(labels: Sequence[str], least: int = MIN_SIDE) -> bool:
    """Whether at least so many labels are A, B, C … or count from 0 or 1."""
    count = len(labels)
    if count < least:
        return False
    upper = [label.upper() for label in labels]
    return (
        upper == list(ascii_uppercase[:count])
        or upper == [str(number) for number in range(1, count + 1)]
        or upper == [str(number) for number in range(count)]
    )


def _width(line: str) -> int | None:
    """The number of cells of a row; None when it is no row or its blanks may be spaces."""
    if not is_row(line):
        return None
    bare = "".join(char for char in line.strip(" ") if char not in _JOINED)
    for separator in ",;\t|":
        if separator in bare:
            return bare.count(separator) + 1
    cells = bare.split()
    if len(cells) == 1:
        return len(bare)
    return len(cells) if all(len(cell) == 1 or cell == "-1" for cell in cells) else None


def _runs(lines: Sequence[str], kinds: Sequence[_LineKind]) -> Iterator[_RowRun]:
    """The runs of lines that are rows, nearly rows, or labels above them."""
    inside = {_LineKind.ROW, _LineKind.NEARLY, _LineKind.LABELS}
    for tabular, group in groupby(range(len(lines)), key=lambda index: kinds[index] in inside):
        numbers = list(group)
        if tabular and any(kinds[number] is not _LineKind.LABELS for number in numbers):
            yield _RowRun(numbers[0], [lines[number] for number in numbers])


def _whole_drawings(runs: Iterable[_RowRun]) -> list[_RowRun]:
    """The runs, of which those are one that a row without clues of a drawing separates."""
    whole = list[_RowRun]()
    for run in runs:
        if whole and run.start == whole[-1].start + len(whole[-1].lines) + 1:
            joined = [*whole[-1].lines, "", *run.lines]
            if whole[-1].lines[-1].rstrip() == run.lines[0].rstrip() and is_drawing(
                "\n".join(joined)
            ):
                whole[-1].lines = joined
                continue
        whole.append(run)
    return whole


def _add_edges(run: _RowRun, lines: Sequence[str], kinds: Sequence[_LineKind]) -> None:
    """Add the rows at the end of the line above a run and at the start of the line below it."""
    width = run.width
    end = run.start + len(run.lines)
    if width is None or width < MIN_SIDE or len(run.lines) < 2:
        return
    if run.start and kinds[run.start - 1] is _LineKind.WORDS:
        _add_edge(run, lines[run.start - 1], width, above=True)
    if end < len(lines) and kinds[end] is _LineKind.WORDS:
        _add_edge(run, lines[end], width, above=False)


def _add_edge(run: _RowRun, line: str, width: int, *, above: bool) -> None:
    """Add what is surely a row in the line beside a run; an error for what may be one."""
    if _NUMBERED.fullmatch(line) and len(line.strip()) == width:
        run.error = _EDGE_ERROR
        return
    spaced = any(" " in each.strip() for each in run.lines)
    words = line.split()
    count = width if spaced and len(words) > width else 1
    near = words[-count:] if above else words[:count]
    word = " ".join(near)
    row = _after_markup(word) if above else _END.sub("", word)
    if not is_row(row):
        cells = "".join(words[-width:] if above else words[:width]) if spaced else row
        if _touches(cells, width, above=above):
            run.error = _EDGE_ERROR
    elif _width(row) == width:
        if _MARKED.search(row) and not _DECIMAL.fullmatch(row):
            run.lines[:] = [row, *run.lines] if above else [*run.lines, row]
            run.start -= above
        else:
            run.error = _EDGE_ERROR
    elif _width(row.strip(",;|")) == width:
        run.error = _EDGE_ERROR
    if not run.error and any(_is_row_of(each, width) for each in words if each not in near):
        run.error = _EDGE_ERROR


def _is_row_of(word: str, width: int) -> bool:
    """Whether a word without its frame is surely a row of a table."""
    row = word.strip("\"'`|[](){}<>:,;")
    return is_row(row) and _width(row) == width and bool(_MARKED.search(row))


def _trim_edges(run: _RowRun) -> None:
    """Leave out what stands beside the first and the last row in the lines of these."""
    width = run.width
    if run.error or width is None or width < MIN_SIDE or len(run.lines) < MIN_SIDE:
        return
    for above, at in ((True, 0), (False, -1)):
        line = run.lines[at]
        if is_row(line):
            continue
        rest = run.lines[1:] if above else run.lines[:-1]
        inner = _RowRun(run.start + above, rest)
        _add_edge(inner, line, width, above=above)
        if inner.error or len(inner.lines) == len(run.lines):
            run.lines[:], run.error = inner.lines, run.error or inner.error


def _without_frames(lines: Sequence[str]) -> list[str]:
    """The lines without the same signs around each row of a run of lines."""
    found = [_FRAMED.fullmatch(line) for line in lines]
    bare = list(lines)
    for frame, group in groupby(
        range(len(lines)),
        key=lambda at: (match["start"], match["end"]) if (match := found[at]) else None,
    ):
        numbers = list(group)
        rows = {number: match["row"] for number in numbers if (match := found[number])}
        signs = {*"".join(rows.values())}
        if frame and len(numbers) > 1 and {" "} != signs <= _ROW:
            for number, row in rows.items():
                bare[number] = row
    return bare


def _after_markup(word: str) -> str:
    """The part of a word after the last mark that may stand before a row."""
    return re.split(r"[|~`(\[:>\"]", word)[-1].lstrip("*")


def _touches(word: str, width: int, *, above: bool) -> bool:
    """Whether a word ends (above a table) or starts (below it) with what may be a row of it."""
    cells = _TAIL.search(word) if above else _HEAD.match(word)
    if cells is None:
        return False
    rest = word[: cells.start()] if above else word[cells.end() :]
    if not above and rest.startswith(_ELLIPSIS):
        return True
    beside = rest[-1:] if above else rest[:1]
    punctuation = len({*cells[0]}) == 1 and beside.isalpha() and len(cells[0]) != width
    return len(cells[0]) >= width and not (punctuation and not _DIGIT.search(cells[0]))


def _scattered(runs: Sequence[_RowRun], kinds: Sequence[_LineKind]) -> Iterator[Table]:
    """The table of rows of one length that do not follow each other.

    It is read when nothing but a blank line stands between each two rows.
    """
    rows = [line for run in runs for line in run.lines]
    widths = {run.width for run in runs}
    if len(rows) < MIN_SIDE or len(widths) > 1 or not max(widths.pop() or 0, 0) >= MIN_SIDE:
        return
    between = set(kinds[runs[0].start : runs[-1].start]) - {_LineKind.ROW}
    even = between == {_LineKind.BLANK} and len(rows) == len(runs)
    text = "\n".join(rows)
    if _MARKED.search(text.replace("\n", "")):
        yield Table(text, None if even else _apart_error(runs[1]))


def _apart_error(run: _RowRun) -> NotationError:
    return NotationError(
        NAME,
        lazy("a row stands apart from the others"),
        lazy("in line {line}", line=run.start + 1),
        lazy("leave out what is between the rows, or that line if it is none"),
    )


def _without_labels(lines: Sequence[str]) -> list[str]:
    """The rows without labels of columns and rows; the same lines when there are none.

    Raises `NotationError` when numbers may be labels or clues.
    """
    head = _labels_of(lines[0])
    headed = _is_labels(head)
    body = list(lines[1:] if headed else lines)
    indexed = headed and lines[0].lstrip(" ")[:1] in {",", ";", "\t"}  # as by spreadsheets
    found = [(_RECORD_LABEL if indexed else _LABEL).match(line) for line in body]
    labels = [match["label"] if match else "" for match in found]
    labelled = _is_labels(labels, 2)
    rest = [
        _after_label(line, match) if match else line
        for line, match in zip(body, found, strict=True)
    ]
    if labelled:
        _check_beside_labels(rest)
        sure = (
            headed
            or not set(labels) <= set("01234")
            or all(match and _is_sure(match) for match in found)
        )
        if not sure:
            raise _labels_error(lazy("the first column"))
        body = rest
    if headed and not labelled and set(head) <= set("01234"):
        raise _labels_error(lazy("the first row"))
    return body if headed or labelled else list(lines)


def _after_label(line: str, label: re.Match[str]) -> str:
    """A row without its label; it keeps its bars at both ends."""
    bare = line.strip()
    return f"{'|' * (bare[0] == bare[-1] == '|')}{line[label.end() :]}"


def _check_beside_labels(rows: Sequence[str]) -> None:
    """Raise `NotationError` when spaces beside labels may be blank cells or not."""
    spaced = any(row.startswith(" ") or "  " in row for row in rows)
    if spaced and _NO_SPACES.isdisjoint("".join(rows)):
        raise _spaces_error(lazy("the spaces beside the labels may be blank cells or not"))


def _without_bullets(lines: Sequence[str]) -> list[str]:
    """The rows without the same mark of a list before each; the same lines when there are none.

    Raises `NotationError` when the marks may be blank cells.
    """
    found = [_BULLET.match(line) for line in lines]
    marks = {match[1] if match else "" for match in found}
    rest = [
        line[match.end() :] if match else line for line, match in zip(lines, found, strict=True)
    ]
    text = "".join(rest)
    if len(marks) > 1 or "" in marks or marks <= {*text}:
        return list(lines)
    if _NO_SPACES.isdisjoint(text):
        raise _labels_error(lazy("the first column"))
    return rest


def _check_spaces(lines: Sequence[str]) -> None:
    """Raise `NotationError` when spaces around or between all cells may be blank cells or not."""
    if not _NO_SPACES.isdisjoint("".join(lines)):
        return
    if all(line.startswith(" ") for line in lines):
        raise _spaces_error(lazy("the spaces before all rows may be blank cells or not"))
    if not all(map(is_spaced, lines)):
        if all(line.endswith(" ") for line in lines):
            raise _spaces_error(lazy("the spaces after all rows may be blank cells or not"))
        places = {tuple(found.start() for found in _FILLED.finditer(line)) for line in lines}
        if len(places) == 1 and all(map(_APART.fullmatch, lines)):
            raise _spaces_error(lazy("the spaces between all cells may be blank cells or not"))


def _spaces_error(problem: LazyMessage) -> NotationError:
    return NotationError(NAME, problem, remedy=lazy("write blank cells as dots"))


def _labels_error(part: str) -> NotationError:
    return NotationError(
        NAME,
        lazy("{part} may be labels or clues", part=part),
        remedy=lazy("leave labels out, or put a / after each row if they are clues"),
    )
