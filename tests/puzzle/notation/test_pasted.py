"""What people paste is read as the board they mean or refused, never as another board."""

import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from html import escape
from itertools import product
from random import Random
from types import MappingProxyType
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.answering.attachments import decode
from cli.errors import UsageError
from cli.shapes import puzzles_in
from jobs.errors import NothingFound
from jobs.reading import MessageTexts, PastedText, read_source
from play.errors import EntryError
from play.zones import find_zone
from puzzle.errors import PuzzleError
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.notation import NOTATIONS, format_puzzle, parse_rows
from tests.support.long import some_examples
from tests.support.shared import PASTED, Collections, Record
from tests.support.strategies import wide_puzzles
from tests.support.work import lines_run

MAX_BYTES = 1 << 20
REFUSED = (PuzzleError, NothingFound, UsageError)
"""The errors that say what is wrong with a text."""

Read = Callable[[str], Sequence[Puzzle]]


def read_option(text: str) -> list[Puzzle]:
    """The puzzle of an option of a command in chat; Discord makes a space of each line end."""
    return [read_source(PastedText(re.sub(r"\r\n|\n", " ", text))).puzzle]


def read_form(text: str) -> list[Puzzle]:
    return [read_source(PastedText(text)).puzzle]


def read_message(text: str) -> list[Puzzle]:
    return [read_source(MessageTexts((text,))).puzzle]


def read_upload(text: str) -> list[Puzzle]:
    return [read_source(PastedText(decode(text.encode(), MAX_BYTES))).puzzle]


def read_attachment(text: str) -> list[Puzzle]:
    return [read_source(MessageTexts(("", decode(text.encode(), MAX_BYTES)))).puzzle]


def read_terminal(text: str) -> list[Puzzle]:
    """The puzzles of a file in the terminal, where the lines that are none get errors."""
    found: list[Puzzle] = []
    failure: PuzzleError | None = None
    for each in puzzles_in(io.StringIO(text)).texts:
        try:
            found.append(each.board().puzzle)
        except PuzzleError as error:
            failure = error
    if failure is not None and not found:
        raise failure
    return found


WAYS: Mapping[str, Sequence[Read]] = MappingProxyType(
    {
        "option": [read_option],
        "form": [read_form],
        "message": [read_message],
        "file": [read_upload, read_attachment, read_terminal],
        "list": [read_terminal],
    }
)
"""The functions that read a text, by the way in which it comes."""

READERS = (read_option, read_form, read_message, read_upload, read_attachment, read_terminal)


def rows_of(puzzle: Puzzle) -> list[str]:
    """The rows of a board of squares; its size instead for other cells, which are never meant."""
    if not puzzle.grid.is_square:
        return [puzzle.size]
    return ["".join("." if clue is None else str(clue) for clue in row) for row in puzzle.clue_rows]


def outcome(read: Read, text: str) -> list[list[str]] | None:
    """The boards that are read; None if the text is refused."""
    try:
        return [rows_of(puzzle) for puzzle in read(text)] or None
    except REFUSED:
        return None


def is_right(record: Record, found: list[list[str]] | None, boards: Sequence[list[str]]) -> bool:
    """Whether an outcome is wanted; where the wish is in words, whether it is no other board."""
    wanted = record["want"]
    if isinstance(wanted, list):
        return found == [wanted]
    if wanted.startswith("refuse"):
        allowed = [[other.split("/")] for other in wanted.split(" or ")[1:]]
        return found is None or found in allowed
    return found is None or all(board in boards for board in found)


@pytest.fixture(scope="module")
def pasted(collections: Collections) -> list[Record]:
    return collections.records(PASTED)


def of_ways(pasted: Sequence[Record], ways: Iterator[str] | Sequence[str]) -> list[Record]:
    return [record for record in pasted if record["way"] in {*ways}]


def test_every_way_of_the_collection_is_known(pasted: list[Record]) -> None:
    assert {record["way"] for record in pasted} <= {*WAYS, "zone"}


def test_what_was_pasted_is_read_as_it_was_meant(pasted: list[Record]) -> None:
    boards = [record["want"] for record in pasted if isinstance(record["want"], list)]
    wrong = [
        f"{record['id']} by {read.__name__}: {found}"
        for record in of_ways(pasted, [*WAYS])
        for read in WAYS[record["way"]]
        if not is_right(record, found := outcome(read, record["text"]), boards)
    ]
    assert not wrong, "\n".join(wrong)


def test_zones_are_places_or_suggestions(pasted: list[Record]) -> None:
    for record in of_ways(pasted, ["zone"]):
        try:
            answer = f"such as {find_zone(record['text']).key}"
        except EntryError as error:
            answer = str(error)
        assert re.search(r"(perhaps|such as) [A-Z]\w+/[A-Z]", answer), record["id"]


def each_line(start: str, end: str = "") -> Callable[[str], str]:
    """A wrapping that puts texts before and after every line."""
    return lambda text: "\n".join(f"{start}{line}{end}" for line in text.split("\n"))


def around(start: str, end: str) -> Callable[[str], str]:
    """A wrapping that puts texts before and after the whole."""
    return lambda text: f"{start}{text}{end}"


def labelled(text: str) -> str:
    """A table with the letters of its columns and the numbers of its rows."""
    rows = text.split("\n")
    head = "  " + " ".join("ABCDEFGHIJKLMNOP"[: len(rows[0])])
    return "\n".join([head, *(f"{at} {' '.join(row)}" for at, row in enumerate(rows, start=1))])


def with_size(text: str) -> str:
    rows = text.split("\n")
    return f"{len(rows)} {len(rows[0])}\n{text}"


def as_lists(text: str) -> str:
    """Rows as a value of Python."""
    clues = {sign: int(sign) for sign in "01234"}
    return str([[clues.get(sign) for sign in row] for row in text.split("\n")])


def with_spaces(text: str) -> str:
    """Rows with spaces for blank cells, unless that hides what the board is.

    Nobody can see blank rows and columns at its sides then, nor whether the spaces stand between
    the cells of every second column.
    """
    rows = text.split("\n")
    columns = ["".join(column) for column in zip(*rows, strict=True)]
    seen = [rows[0], rows[-1], columns[0], columns[-1], "".join(columns[1::2])]
    return text.replace(".", " ") if all(re.search("[0-4]", line) for line in seen) else text


def between_dots(text: str) -> str:
    """Rows as a drawing with dots at the corners of cells, without spaces at the end of a line."""
    rows = text.replace(".", " ").split("\n")
    dots = " ".join("." * (len(rows[0]) + 1))
    return f"\n{dots}\n".join(["", *(f" {' '.join(row)}".rstrip() for row in rows), ""]).strip()


def records(text: str, separator: str) -> str:
    """Rows as records of a table in which blank cells are empty."""
    return "\n".join(separator.join(row).replace(".", "") for row in text.split("\n"))


def ragged(text: str) -> str:
    """Records without blank cells at their ends, unless nobody can see the size then."""
    rows = text.split("\n")
    seen = all(
        re.search("[0-4]", line) for line in (rows[0], rows[-1], "".join(row[-1] for row in rows))
    )
    return re.sub(",+$", "", records(text, ","), flags=re.MULTILINE) if seen else text


def with_edges(text: str) -> str:
    """A size, the rows, and then the states of all edges in two further blocks of rows."""
    rows, cols = text.count("\n") + 1, text.find("\n")
    horizontal, vertical = ["." * cols] * (rows + 1), ["." * (cols + 1)] * rows
    return f"{rows} {cols}\n\n{text}\n\n" + "\n".join([*horizontal, "", *vertical])


def declared(text: str) -> str:
    """Rows as an array in the source of a program."""
    rows = (", ".join(row).replace(".", "-1") for row in text.split("\n"))
    return "int[][] board = {\n" + "".join(f"  {{{row}}},\n" for row in rows) + "};"


Wrap = Callable[[str], str]

WRAPPINGS: Mapping[str, Wrap] = MappingProxyType(
    {
        "plain": around("", ""),
        "line end": around("", "\n"),
        "blank lines": around("\n\n", "\n\n"),
        "indented": each_line("    "),
        "returns": lambda text: text.replace("\n", "\r\n"),
        "mark of byte order": around("\ufeff", ""),
        "lines": around("Look:\n", "\nnice"),
        "paragraphs": around("Who can do this?\n\n", "\n\nIt took me 5 minutes."),
        "words before": around("try this: ", ""),
        "words after": around("", " <- my favourite"),
        "sentence": around("Stuck on ", " any ideas?"),
        "full stop": around("", "."),
        "exclamation mark": around("", "!"),
        "question mark": around("is it ", "?"),
        "comma": around("", ", please"),
        "in brackets": around("(", ")"),
        "quotation marks": around('"', '"'),
        "angle brackets": around("<", ">"),
        "Japanese": around("解けません", "。"),
        "Arabic": around("حل ", " ؟"),
        "bold": around("**", "**"),
        "italic": around("*", "*"),
        "underlined": around("__", "__"),
        "struck": around("~~", "~~"),
        "spoiler": around("||", "||"),
        "heading": around("# ", ""),
        "item": around("- ", ""),
        "numbered": around("1. ", ""),
        "code": around("`", "`"),
        "code fence": around("```\n", "\n```"),
        "code fence with a language": around("Here:\n```text\n", "\n```\nfun"),
        "block quote": each_line("> "),
        "long quote": around(">>> ", ""),
        "answered quote": each_line("> > "),
        "escaped": lambda text: re.sub(r"([_*~|#.-])", r"\\\1", text),
        "line ends as code": lambda text: text.replace("\n", "\\n"),
        "page": lambda text: f"<p>{escape(text)}</p>".replace("\n", "<br>\n"),
        "preformatted": lambda text: f"<html><pre>{escape(text)}</pre></html>",
        "emoji": around("", " \U0001f605"),
        "code in each line": each_line("`", "`"),
        "spoiler in each line": each_line("||", "||"),
        "texts of a program": each_line('    "', '",'),
        "bars in each line": each_line("|", "|"),
        "tabs": each_line("\t"),
        "semicolons": each_line("", ";"),
        "rows by name": lambda text: "\n".join(
            f"Row {at}: {row}" for at, row in enumerate(text.split("\n"), 1)
        ),
        "box": lambda text: (
            f"\u250c\u2500\u2500\u2500\u2510\n{text}\n\u2514\u2500\u2500\u2500\u2518"
        ),
        "fence in a quote": lambda text: each_line("> ")(f"```\n{text}\n```"),
        "zero width": around("\u200b", "\u200b"),
        "zero width between": lambda text: text[:5] + "\u200d" + text[5:],
        "soft hyphen": lambda text: text[:9] + "\u00ad" + text[9:],
        "hard spaces": around("\u00a0", "\u00a0"),
        "rule above": around("-----\n", ""),
        "rules around": around("=======\n", "\n======="),
        "time above": around("12:30\n", ""),
        "date after": around("", "\n3/4/2024"),
        "number above": around("17\n", ""),
        "comment": around("# from a book, page 3\n", ""),
        "line ends lost": lambda text: text.replace("\n", ""),
        "line ends made spaces": lambda text: text.replace("\n", " "),
        "line ends made tabs": lambda text: text.replace("\n", "\t"),
        "blank lines between": lambda text: text.replace("\n", "\n\n"),
        "percent": lambda text: quote(text, safe=""),
    }
)
"""What chat clients, people and editors put around a puzzle in any notation."""

OF_ADDRESSES: Mapping[str, Wrap] = MappingProxyType(
    {
        "link": around("[this one](", ")"),
        "link of itself": lambda text: f"[{text}]({text})",
        "link in angle brackets": around("[this](<", ">)"),
        "utm": around("", "?utm_source=share"),
        "utm after another": around("", "&utm_source=share&utm_medium=x"),
        "fragment": around("", "#top"),
        "setter": around("", "/@somebody"),
        "capital": lambda text: text.replace("https", "Https"),
        "upper case": lambda text: text.replace("https", "HTTPS"),
        "http": lambda text: text.replace("https", "http"),
        "no scheme": lambda text: text.partition("//")[2],
        "solver": around("https://semiexp.net/apps/cspuz_solver.html?", ""),
        "penpa": around("https://opt-pan.github.io/penpa-edit/?pzv=", ""),
        "redirect": lambda text: f"https://example.org/away?to={quote(text, safe='')}",
        "percent of the query": lambda text: text.replace("/", "%2F").replace("%2F%2F", "//"),
        "edited": lambda text: text.replace("/p?", "/p.html?"),
        "twice": lambda text: f"{text} {text}",
        "broken": lambda text: f"{text[:-5]}\n{text[-5:]}",
        "broken in a mail": lambda text: f"{text[:30]}=\n{text[30:]}",
        "encoded twice": lambda text: quote(
            f"https://x.org/?u={quote(text, safe='')}", safe=":/?="
        ),
        "link of a page": lambda text: f'<a href="{escape(text)}&amp;x=1">here</a>',
    }
)
"""What happens to addresses."""

BROKEN = frozenset({"broken", "broken in a mail"})
"""The ways in which an address comes to stand in several lines."""

OF_TABLES: Mapping[str, Wrap] = MappingProxyType(
    {
        "labels": labelled,
        "size above": with_size,
        "stars": lambda text: text.replace(".", "*"),
        "letters": lambda text: text.replace(".", "x"),
        "hyphens": lambda text: text.replace(".", "-"),
        "blanks": with_spaces,
        "spaced": lambda text: "\n".join(map(" ".join, text.split("\n"))),
        "spaced blanks": lambda text: "\n".join(map(" ".join, with_spaces(text).split("\n"))),
        "trimmed": lambda text: re.sub(" +$", "", with_spaces(text), flags=re.MULTILINE),
        "full width": lambda text: "".join(chr(ord(c) + 0xFEE0) if c > " " else c for c in text),
        "slashes": lambda text: text.replace("\n", "/"),
        "circled": lambda text: text.translate(
            {48: 0x24EA} | {48 + at: 0x245F + at for at in range(1, 5)}
        ),
        "Arabic digits": lambda text: text.translate({48 + at: chr(0x660 + at) for at in range(5)}),
        "long dashes": lambda text: text.replace(".", "\u2013"),
        "white squares": lambda text: text.replace(".", "\u2b1c"),
        "hashes": lambda text: text.replace(".", "#"),
        "ellipses": lambda text: text.replace("...", "\u2026"),
        "cells of a page": lambda text: "<table><tr><td>{}</td></tr></table>".format(
            "</td></tr>\n<tr><td>".join("</td><td>".join(row) for row in text.split("\n"))
        ).replace(".", "&nbsp;"),
        "tabs between": lambda text: "\n".join("\t".join(row) for row in text.split("\n")).replace(
            ".", ""
        ),
        "blank heading": lambda text: "|{}\n|{}\n{}".format(
            "   |" * len(text.split("\n")[0]),
            "---|" * len(text.split("\n")[0]),
            "\n".join(f"| {' | '.join(row)} |" for row in text.split("\n")),
        ).replace(".", " "),
        "data frame": lambda text: "\n".join(
            " ".join("NaN" if sign == "." else f"{sign}.0" for sign in row)
            for row in text.split("\n")
        ),
        "array of MiniZinc": lambda text: "[|" + "\n|".join(map(",".join, text.split("\n"))) + "|]",
        "bars": lambda text: "\n".join(f"|{'|'.join(row)}|" for row in text.split("\n")),
        "lists": as_lists,
        "dots at corners": between_dots,
        "empty records": lambda text: records(text, ","),
        "tabs": lambda text: records(text, "\t"),
        "ragged records": ragged,
        "edges below": with_edges,
        "declaration": declared,
        "numbered rows": lambda text: "\n".join(
            f"{at}: {row}" for at, row in enumerate(text.split("\n"), start=1)
        ),
        "two spaces": lambda text: "\n".join(map("  ".join, text.split("\n"))),
        "spaces at the end": lambda text: "\n".join(f"{row}  " for row in text.split("\n")),
        "numbers": lambda text: re.sub(r"\.", "-1", "\n".join(map(" ".join, text.split("\n")))),
    }
)
"""What happens to rows of digits and dots."""

SPECIAL: Mapping[str, Mapping[str, Wrap]] = MappingProxyType(
    {"puzzlink": OF_ADDRESSES, "rows": OF_TABLES}
)

CASES = [
    (notation, name, wrap)
    for notation in NOTATIONS
    for name, wrap in {**WRAPPINGS, **SPECIAL.get(notation, {})}.items()
]
"""Every notation in every wrapping."""


def another_board(puzzle: Puzzle, notation: str, wrap: Wrap, read: Read) -> str:
    """How another board than the puzzle is read from its text; empty if none is.

    In the terminal, each line of a broken address is told by itself.
    """
    if read is read_terminal and wrap in {OF_ADDRESSES[name] for name in BROKEN}:
        return ""
    text = wrap(format_puzzle(puzzle, notation))
    found = outcome(read, text)
    if found is None or all(board == rows_of(puzzle) for board in found):
        return ""
    return f"{read.__name__}: {text!r} is {' '.join(map('/'.join, found))}"


LISTED: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "\n": ["loopy", "puzzlink", "task"],
        "\n\n": ["loopy", "puzzlink", "rows", "sized", "csv", "penpa"],
        "\n# another\n": ["loopy", "puzzlink"],
    }
)
"""The notations of which a list may have several, by what stands between its puzzles."""


def another_in_list(first: Puzzle, second: Puzzle, separator: str, random: Random) -> str:
    """How another board than two puzzles is read from a file with both; empty if none is."""
    texts = [format_puzzle(each, random.choice(LISTED[separator])) for each in (first, second)]
    found = outcome(read_terminal, separator.join(texts))
    if found is None or all(board in (rows_of(first), rows_of(second)) for board in found):
        return ""
    return f"{separator.join(texts)!r} is {' '.join(map('/'.join, found))}"


@some_examples(400)
@given(wide_puzzles(), st.sampled_from(CASES), st.sampled_from(READERS))
def test_no_wrapping_makes_another_board(
    puzzle: Puzzle, case: tuple[str, str, Wrap], read: Read
) -> None:
    notation, name, wrap = case
    wrong = another_board(puzzle, notation, wrap, read)
    assert not wrong, f"{notation}, {name}, {wrong}"


@some_examples(100)
@given(
    wide_puzzles(),
    wide_puzzles(),
    st.sampled_from([*LISTED]),
    st.randoms(use_true_random=False),
)
def test_no_list_makes_another_board(
    first: Puzzle, second: Puzzle, separator: str, random: Random
) -> None:
    wrong = another_in_list(first, second, separator, random)
    assert not wrong, wrong


def random_puzzle(random: Random) -> Puzzle:
    grid = square_grid(random.randint(3, 8), random.randint(3, 8))
    density = random.choice((0.1, 0.4, 0.8, 1.0))
    values = random.choice(((0, 1, 2, 3, 4), (0, 1, 2, 3), (2, 3), (1,)))
    return Puzzle(
        grid,
        tuple(random.choice(values) if random.random() < density else None for _ in grid.cells),
    )


@pytest.mark.long
def test_no_wrapping_of_a_hundred_thousand_makes_another_board() -> None:
    random = Random(48)
    everything = [*product(CASES, READERS)]
    wrong: dict[str, str] = {}
    for number in range(100_000):
        (notation, name, wrap), read = everything[number % len(everything)]
        found = another_board(random_puzzle(random), notation, wrap, read)
        if found:
            wrong.setdefault(f"{notation}, {name}, {read.__name__}", found)
    assert not wrong, "\n".join(f"{case}: {found}" for case, found in wrong.items())


BOARD = "31.....\n..21...\n.1..3.2\n....2.3\n0...1.2\n2..2222\n.232222"
"""A usual board as rows, with one solution."""

ONE_LINE = (
    "sentence",
    "full stop",
    "exclamation mark",
    "comma",
    "in brackets",
    "angle brackets",
    "Japanese",
    "bold",
    "struck",
    "spoiler",
    "item",
    "numbered",
    "code",
    "zero width",
    "percent",
)
LINES = (
    "emoji",
    "answered quote",
    "escaped",
    "page",
    "preformatted",
    "plain",
    "line end",
    "blank lines",
    "indented",
    "returns",
    "mark of byte order",
    "lines",
    "paragraphs",
    "code fence",
    "code fence with a language",
    "block quote",
    "long quote",
    "fence in a quote",
    "comment",
)
ROWS = (
    "code in each line",
    "spoiler in each line",
    "texts of a program",
    "bars in each line",
    "tabs",
    "semicolons",
    "rows by name",
    "box",
    "words before",
    "words after",
    "rule above",
    "rules around",
    "blank lines between",
)
NOT_CERTAIN = frozenset({"labels", "trimmed", "blank heading", "ellipses", "edges below"})
"""The ways to write a table that may be refused."""
READABLE: Mapping[str, Sequence[str]] = MappingProxyType(
    {
        "loopy": (*ONE_LINE, *LINES),
        "puzzlink": (*ONE_LINE, *LINES, *(OF_ADDRESSES.keys() - {"fragment"})),
        "rows": (*LINES, *ROWS, *(OF_TABLES.keys() - NOT_CERTAIN)),
        "csv": ("plain", "lines", "code fence", "returns"),
        "pzpr": ("plain", "lines", "code fence", "returns"),
    }
)
"""The wrappings in which a notation is read, not only not mistaken."""


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("notation", READABLE)
def test_what_people_usually_paste_is_read(notation: str, read: Read) -> None:
    right, wrong = [BOARD.split("\n")], []
    wrappings = {**WRAPPINGS, **SPECIAL.get(notation, {})}
    for name in READABLE[notation]:
        if read is read_terminal and name in BROKEN:
            continue
        text = wrappings[name](format_puzzle(parse_rows(BOARD), notation))
        found = outcome(read, text)
        loses_lines = read is read_option and "\n" in text
        if found is None and not loses_lines:
            wrong.append(f"{name}: {text!r} is not read")
        elif found and any(board not in right for board in found):
            wrong.append(f"{name}: {text!r} is {found}")
    assert not wrong, "\n".join(wrong)


def test_files_are_read_in_utf_16() -> None:
    text = decode(BOARD.encode("utf-16"), MAX_BYTES)
    assert outcome(read_form, text) == [BOARD.split("\n")]


def test_files_are_read_in_shift_jis() -> None:
    wide = str.maketrans("0123.", "\uff10\uff11\uff12\uff13\uff0e")
    for text in (BOARD.translate(wide), BOARD.replace(".", "\u30fb")):
        assert outcome(read_form, decode(text.encode("cp932"), MAX_BYTES)) == [BOARD.split("\n")]


UNITS = (
    *"a \n`<>[(|*_%&?#:/-+.0x\r\t",
    "\u200b",
    "\ufeff",
    "\uff13",
    "\u89e3",
    "\u2b1b",
    "```",
    "](",
    "[[",
    "||",
    "~~",
    "> ",
    ">>> ",
    "%2F",
    "3 ",
    "3,",
    "3\ufe0f\u20e3",
    "- \n",
    "... \n",
    "+-+\n",
    "4 4\n",
    "4x4\n",
    "www.a/",
    "3..\n",
    "3..2\n.1..\n\n",
    "3,.,1\n",
    "3x3:i ",
    "3x3:3",
    "9x9:",
    "99x99:z ",
    "slither/",
    "slither/3/3/dg2 ",
    "https://",
    "https://puzz.link/p?slither/3/3/dg2\n",
    "https://a?https://",
    "[a](https://puzz.link/p?slither/9/9/z) ",
    "pzprv3/",
    "pzprv3\n",
    '{"Task":',
    "SAVEFILE:41:",
    "DESC    :10:",
    "#m=edit&p=",
    "m=solve&p=zVZ",
    "`3x3:i`",
    "3\t4\t",
    "<td>",
    "&amp;",
    "\\n",
    "[[3,",
    "[3,-1],",
    "[|1,2|",
    "`3..`\n",
    "None,",
    "3\u22c5\u22c5\n",
    "\u2b1c\u2b1c3\n",
    "#12\n",
    "Row 1: 3..\n",
    "https://puzz.link/p?slither/9/9/g\nab\n",
    "9x9:a\nb\n",
    "tinyurl.com/a ",
    "3\u20262\n",
)
"""Parts of which messages are made that could take long to search."""


@pytest.mark.parametrize("unit", UNITS, ids=repr)
def test_the_work_on_a_message_is_bounded(unit: str) -> None:
    """A message of 4,000 characters takes less than 50 ms, in which about 700,000 lines run."""
    for ending in ("", "3x3:3h", "\n```"):
        message = (unit * 4000)[: 4000 - len(ending)] + ending
        assert lines_run(partial(outcome, read_message, message)) < 400_000
