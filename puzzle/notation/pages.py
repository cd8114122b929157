"""Views of a text in which a board may stand: as it is, its lists, what labels stand beside, …

No view knows the others; `puzzle.notation.candidates` looks for tables in each.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from math import isqrt
from typing import NamedTuple

from puzzle.lazy_messages import LazyMessage, lazy
from puzzle.notation.signs import SIGNS, cell, is_rule, is_run, label
from puzzle.notation.tables import Line, Table, sign_remark


class Page(NamedTuple):
    """Lines, how they were made of the text, whether its line ends were lost, whether no board in
    them is ever certain, whether words beside rows were cut off, and whether each cell is one."""

    lines: Sequence[Line]
    how: tuple[LazyMessage, ...] = ()
    broken: bool = False
    doubtful: bool = False
    cut: bool = False
    whole: bool = False


_LABEL = re.compile(
    r"^\s{0,40}(?:\[[^\]]{0,40}\](?:\s?[A-Za-z]\w{0,20}:)?|[A-Za-z]{0,20}\s?\d{1,3}(?:[.)]|\s?[:|=\]])"
    r"|[A-Za-z]\w{0,20}\d{1,3}\s?[:=])\s?"
)
_BULLET = re.compile(r"^\s{0,40}[-*\u2022] +(?=\S+$)")
_NUMBER = re.compile(r"^\s{0,40}\d{1,3} +(?=\S{3})")
_TAIL = re.compile(r"(?<!\s)\s{1,40}(?:=|<-|//|#|--\s)[^\n]{0,400}$")
_LETTERS = str.maketrans("OlI|Z", "01112")
_LOOKS_LIKE_DIGITS = re.compile(rf"[{SIGNS}OlI|Z\s]+")
_MARKS = ("**", "*", "__", "_", "~~")
_EDGE = re.compile(rf"[\"'`(){{}}<>\[\]\\#~]{{0,9}}\s?([{SIGNS} ,;|&\t]+)(?![A-Za-z0-9_/:])")
_LONG_ROW = re.compile(rf"[{SIGNS}\s,;|]{{3,}}")
ROW = re.compile(rf"[{SIGNS}\s,;|]*")
_TIME = frozenset("0123456789/:.")
_CORNERS = frozenset("+.\u00b7*")
_CORNER_LINE = frozenset("+.\u00b7* -")
_LEAST_DOTS = 3
_LEAF = re.compile(r"[\[({]([^\[\](){}]*)(?=[\])}])")
_NO_LEAF = re.compile(r"[\])}]\s{0,9}(?::\s?\d|=)")
_COMMENT = re.compile(r"//[^\n]*")
_QUOTED = re.compile(r"[\"']([^\"'\n]{2,400})[\"'](?!\s?:)")
_QUOTED_ROW = re.compile(rf"[{SIGNS} ,xX]+")
_SLASHES = re.compile(rf"(?<=[{SIGNS},]) ?/[ \n]?(?=[{SIGNS},])")
_GAP = re.compile(r" *[,;\t/] *| +")
_LABELS = re.compile(
    r"(?:^|(?<!\s)\s{1,9})(?=(?:[A-Za-z]{1,20} ?)?(\d{1,2})(?:[.)]| ?[:|=])(?!\d)|\[(\d{1,2}),\])"
)
_SIDES = re.compile(r"\b(\d\d?)(\D{1,12})(\d\d?)\b")
_POINT = re.compile(r"\{[^{}\n]{0,200}\}")
_FIELD = re.compile(r"[\"']?([A-Za-z]\w{0,9})[\"']?\s?[:=]\s?(-?\d{1,3})\b")
_CELL_SIGNS = ".-_*?\u00b7"
_LEAST_CELLS = 9

LETTERS = lazy("letters are read as the digits that they look like")
DRAWN = lazy("the signs between the dots are left out")
BROKEN = lazy("the line ends were lost; the rows are told apart by what stands between them")


def pages(text: str) -> Iterator[Page]:
    """The views of a text, the plainest first."""
    lines = text.split("\n")
    yield Page(lines)
    yield from _cut(text, lines)
    yield from _between_marks(text)
    yield from _drawings(lines)
    yield from _bracketed(text)
    for other in _broken(text, lines):
        for page in (Page(other), *_cut("\n".join(other), other)):
            yield Page(page.lines, (*page.how, BROKEN), broken=True)


def _cut(text: str, lines: Sequence[str]) -> Iterator[Page]:
    """The lines without labels or remarks, with one sign for blank cells, or with digits for
    letters."""
    for pattern in (_LABEL, _NUMBER, _TAIL, _BULLET):
        marked = [(line, pattern.search(line)) for line in lines]
        marks = [found[0] for line, found in marked if found and found[0] != line]
        bare = [line for line, found in marked if not found or found[0] == line]
        partly = pattern in {_LABEL, _NUMBER} and any(
            _LONG_ROW.fullmatch(line) and not is_rule(line) for line in bare
        )
        if (
            len(marks) > 1
            and not partly
            and (
                pattern is _TAIL
                or (pattern is _BULLET and len(marks) == sum(map(bool, map(str.strip, lines))))
                or marks[0].lstrip().startswith("[")
                or is_run([re.sub(r"\D", "", mark) for mark in marks])
            )
        ):
            yield Page([pattern.sub("", line) for line in lines])
    alike = [line for line in lines if _LOOKS_LIKE_DIGITS.fullmatch(line)]
    bars = any(line.count("|") > 1 for line in lines)
    if len(alike) > 1 and re.search("[OlIZ|]", "".join(alike)) and not bars:
        plain = [line.translate(_LETTERS) if line in alike else line for line in lines]
        yield Page(plain, (LETTERS,))
    for sign in sorted(
        {each for each in text if (each.isalpha() and each not in "SW") or each == "#"},
        key=text.count,
    )[-2:]:
        rows = re.compile(rf"[0-4{sign}\s,;|/]{{3,}}")
        like = [line for line in lines if rows.fullmatch(line)]
        if like and sum(line.count(sign) for line in like) > 2:
            blank = [line.replace(sign, ".") if line in like else line for line in lines]
            yield Page(blank, (sign_remark(sign),) if sign.isalnum() and sign not in "xX" else ())
    beside = [fragment(line) or line for line in lines]
    if beside != lines:
        cut = (row for row, line in zip(beside, lines, strict=True) if row is not line)
        yield Page(beside, doubtful=not all(re.search("[0-9]", row) for row in cut), cut=True)


def _between_marks(text: str) -> Iterator[Page]:
    """The text without the marks of bold text around it, or without its stop."""
    bare = text.strip()
    if len(bare) < _LEAST_CELLS:
        return
    inner = next(
        (
            bare[len(mark) : -len(mark)]
            for mark in _MARKS
            if bare.startswith(mark) and bare.endswith(mark)
        ),
        None,
    )
    for other in filter(None, (inner, bare[:-1] if bare[-1] in ".!?,;" else None)):
        lines = other.split("\n")
        yield Page(lines)
        yield from _cut(other, lines)
        for broken in _broken(other, lines):
            yield Page(broken, (BROKEN,), broken=True)


# Drawings


def corners(line: str) -> list[int]:
    """The places of the dots in a line of a drawing, evenly spaced; none in another line.

    >>> corners("+---+   +"), corners(". 3 .")
    ([0, 4, 8], [])
    """
    bare = line.strip()
    if len(bare) < _LEAST_DOTS or bare[0] not in _CORNERS or not _CORNER_LINE.issuperset(bare):
        return []
    at = [place for place, sign in enumerate(line) if sign == bare[0]]
    steps = {after - before for before, after in pairwise(at)}
    return at if len(steps) == 1 and min(steps) > 1 and bare[-1] == bare[0] else []


def _drawings(lines: Sequence[str]) -> Iterator[Page]:
    """The cells of drawings with dots at the corners of cells, in every second line."""
    dots = {at: places for at, line in enumerate(lines) if (places := corners(line))}
    if len(dots) < 2 or any(after - before != 2 for before, after in pairwise(dots)):
        return
    first, last = min(dots), max(dots)
    places = max(dots.values(), key=len)
    outside = [line for at, line in enumerate(lines) if not first <= at <= last]
    inner = [lines[at].ljust(places[-1] + 1) for at in range(first + 1, last, 2)]
    aligned = all(line[at] in " |xX" for line in inner for at in places)
    drawn = (
        any(sign in "|xX" for line in inner for sign in line)
        and len({lines[at] for at in dots}) > 1
    )
    how = (DRAWN,) if drawn else ()
    if aligned and max(len(line.rstrip()) for line in inner) <= places[-1] + 1:
        rows = [
            tuple(line[left + 1 : right].strip(" xX") for left, right in pairwise(places))
            for line in inner
        ]
        yield Page([*rows, *outside], how, whole=True)
    words = [tuple(line.strip("| ").split()) for line in inner]
    if {*map(len, words)} == {len(places) - 1}:
        yield Page([*words, *outside], how, whole=True)
    bare = [line.replace("|", " ") for at, line in enumerate(lines) if at not in dots]
    yield Page(bare, how, doubtful=True)


# Lists


def _bracketed(text: str) -> Iterator[Page]:
    """The innermost lists of a text, each as a line, its points, and its quoted texts."""
    if points := _points(text):
        yield Page(points)
    if leaves := lists(text):
        yield Page(leaves)
    quoted = [found[1] for found in _QUOTED.finditer(text)]
    if any(map(_QUOTED_ROW.fullmatch, quoted)):
        yield Page(quoted if len(quoted) > 1 else quoted[0].split())


def lists(text: str) -> list[Line]:
    """The innermost lists of a text, with a word where a key or a name stands between two."""
    leaves, end = list[Line](), 0
    for found in _LEAF.finditer(text):
        before = text[found.start() - 1 : found.start()]
        is_index = found[0][0] == "[" and (before.isalnum() or before in {"_", "]"})
        if (before and is_index) or _NO_LEAF.match(text, found.end()):
            continue
        if leaves and re.search('[":=]', _COMMENT.sub("", text[end : found.start()])):
            leaves.append("key")
        end = found.end()
        for part in re.split("[;|]", found[1]):
            words = part.strip().rstrip(",").split(",") if "," in part else part.split()
            row = tuple(word.strip().removesuffix(".") or word for word in words)
            if row and "" not in row and all(cell(word) or label(word) for word in row):
                leaves.append(row)
    rows = [leaf for leaf in leaves if isinstance(leaf, tuple)]
    places = [leaf[:2] for leaf in rows if len(leaf) == 3 and all(map(str.isdecimal, leaf))]
    are_places = len(places) == len(leaves) > 3 and places == sorted({*places})
    return leaves if rows and not are_places else []


def _points(text: str) -> list[Line]:
    """The rows of a list of points, each an object with two places and a clue, beside a size."""
    objects = [dict(_FIELD.findall(found[0])) for found in _POINT.finditer(text)]
    keys = {*map(tuple, objects)}
    if len(objects) < 2 or len(keys) != 1 or len(names := keys.pop()) != 3:
        return []
    lower = [name.lower() for name in names]
    col, row = next(
        (
            (a, b)
            for a, b in (("x", "y"), ("col", "row"), ("c", "r"), ("column", "row"))
            if {a, b} <= {*lower}
        ),
        ("", ""),
    )
    if not col:
        return []
    keyed = [dict(zip(lower, each.values(), strict=True)) for each in objects]
    clue = next(name for name in lower if name not in {col, row})
    places = {(int(each[row]), int(each[col])): each[clue] for each in keyed}
    sizes = {name.lower()[:1]: int(value) for name, value in _FIELD.findall(_POINT.sub("", text))}
    rows, cols = sizes.get("h", sizes.get("r", 0)), sizes.get("w", sizes.get("c", 0))
    base = 0 if any(0 in place for place in places) else 1
    fits = all(base <= y < rows + base and base <= x < cols + base for y, x in places)
    if not fits or len(places) < len(objects) or rows * cols > 40_000:
        return []
    return [tuple(places.get((y + base, x + base), ".") for x in range(cols)) for y in range(rows)]


# Texts whose line ends were lost


def _broken(text: str, lines: Sequence[str]) -> Iterator[list[str]]:
    """The lines of a text in one line, or with rows that stand beside each other."""
    full = [line for line in lines if line.strip()]
    found = list[str]()
    if len(full) < 3 or all("/" in line for line in full[1:-1]):
        if _SLASHES.search(text):
            found.append(_SLASHES.sub("\n", text))
        words = text.strip(" ").split(" ")
        if len(words) > 1 and sum(map(len, words)) > 1.5 * len(words):
            found.append(text.replace(" ", "\n"))
        if _are_rows(rows := _GAP.split(text.strip())):
            found.append("\n".join(rows))
        marks = [(first or second) for first, second in _LABELS.findall(text)]
        if is_run(marks):
            found.append(_LABELS.sub("\n", text))
        if "| |" in text:
            found.append(text.replace("| |", "|\n|"))
    several = {line for line in full if ROW.fullmatch(line) and _are_rows(line.split())}
    if several and len(full) > 1:
        apart = ("\n".join(line.split()) if line in several else line for line in lines)
        found.append("\n".join(apart))
    for other in dict.fromkeys(found):
        if other != text:
            yield other.split("\n")


def _are_rows(words: Sequence[str]) -> bool:
    return len(words) > 1 and len({*map(len, words)}) == 1 and len(words[0]) > 1


def fragment(line: Line) -> str | None:
    """The part of a line with words that may be a row: at its start or its end.

    >>> fragment("try this: 3..2"), fragment("3..2 <- mine"), fragment("12:30")
    ('3..2', '3..2', None)
    """
    if not isinstance(line, str) or ROW.fullmatch(line):
        return None
    bare = line.strip().strip("[](){}<>,;\"'` ")
    if all(map(cell, bare.split())):
        return None
    if _TIME.issuperset(bare) and ("/" in bare or ":" in bare):
        return None
    start, end = _EDGE.match(bare), _EDGE.match(bare[::-1])
    found = [start[1] if start else "", end[1][::-1] if end else ""]
    parts = [part.strip(" ") for part in found if sum(each not in " ,;|\t" for each in part) > 2]
    return max(parts, key=len) if parts else None


def flat_tables(text: str) -> Iterator[tuple[Table, bool]]:
    """The tables of cells in one line or one list, and whether all words beside them are words."""
    sizes = dict[tuple[int, int], bool]()
    for first, between, second in _SIDES.findall(text[:4000])[:4]:
        if not between.strip(_CELL_SIGNS):
            continue  # they are clues
        sizes[int(first), int(second)] = True
        sizes.setdefault((int(second), int(first)), not between.isspace() and between != ",")
    for words, alone in _runs_of_cells(text):
        if len(words) >= _LEAST_CELLS:
            for table in _wrapped(words, sizes):
                yield table, alone
            for width in range(4, len(words) // 3 + 1):
                if (len(words) + 1) % width == 0 and is_run(["", *words[: width - 1]]):
                    cells = ["", *words]
                    rows = [cells[at : at + width] for at in range(width, len(cells), width)]
                    yield Table(rows, frozenset(), (BROKEN,)), alone and len(words) > 24


def _runs_of_cells(text: str) -> Iterator[tuple[Sequence[str], bool]]:
    leaves = lists(text)
    if len(leaves) < 4:
        yield from ((leaf, True) for leaf in leaves if not isinstance(leaf, str))
    if sum(1 for line in text.split("\n") if line.strip()) > 2:
        return
    bare = text.strip(" \n")
    signs = (r"[\s,;]+",) if " " in bare else (r"[\s,;]+", r"\t")
    for sign in signs:
        tabs = sign == r"\t"
        words = re.split(sign, bare.removesuffix("\t") if tabs else bare.strip(" ,;"))
        runs = [
            (good, [*run])
            for good, run in groupby(
                words,
                key=lambda word: (
                    cell(word) is not None or (not tabs and word.isdecimal() and len(word) < 3)
                ),
            )
        ]
        best = max((run for good, run in runs if good), key=len, default=[])
        told = all(
            good or all(re.search(r"[^\W\d_]{2}|\d\d|\d[/:]\d", word) for word in run if word)
            for good, run in runs
        )
        even = len({*re.findall(" +", bare)}) < 2  # else some may have been line ends
        yield best, even and told and sum(good for good, run in runs if len(run) > 3) == 1
    if len(bare.split()) == 1 and re.fullmatch(rf"[{SIGNS}]+", bare):
        yield [*bare], True


def _wrapped(words: Sequence[str], sizes: Mapping[tuple[int, int], bool]) -> Iterator[Table]:
    """Cells in one line as rows: of the size that the text names, else of several widths.

    A size is certain unless its rows would come second, though no sign stands between its sides.
    """
    named, fits = False, list[Table]()
    for (rows, cols), certain in sizes.items():
        for skip in (0, 2, 3):
            cells, rest = words[skip : skip + rows * cols], words[skip + rows * cols :]
            clues = str(sum(map(str.isdecimal, cells)))
            head = skip < 3 or (len(words) > 2 and words[2] in {"0", "1", clues})
            if min(rows, cols) > 1 and len(cells) == rows * cols and {*rest} <= {"0", "1"} and head:
                how = lazy(
                    "the rows are told apart by the size: {rows} by {cols}", rows=rows, cols=cols
                )
                fits.append(_table(cells, cols, how)._replace(doubtful=not certain))
                named = named or max(rows, cols) > 4 or skip > 0
    yield from fits
    if named or not any(cell(word) == "." for word in words):
        return
    count = len(words)
    widths = [width for width in range(3, min(count // 3, 200) + 1) if count % width == 0]
    for width in sorted(widths, key=lambda width: abs(width - count / width))[:5]:
        side = isqrt(count)
        how = lazy(
            "no size is given, so it is read as {cols} by {rows}", cols=width, rows=count // width
        )
        yield _table(words, width, how)._replace(doubtful=side * side != count or width != side)


def _table(words: Sequence[str], cols: int, how: LazyMessage) -> Table:
    rows = [words[at : at + cols] for at in range(0, len(words), cols)]
    return Table(rows, frozenset(), (how,))
