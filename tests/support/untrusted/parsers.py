"""All parsers of untrusted text, with their expected errors and properties, and texts for them."""

import io
import os
import re
import string
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import islice
from types import MappingProxyType
from typing import Any, TypeAlias
from unittest import mock

from hypothesis import strategies as st
from msgspec import Struct

from app.errors import StartError
from app.settings import load_settings
from bot.answering.attachments import decode
from cli.errors import UsageError
from cli.shapes import PuzzleText, puzzles_in
from jobs.bounds import CHAT_BOUNDS
from play.calendar import parse_day
from play.errors import EntryError
from play.moves import parse_command
from play.pen import Action, Pad
from play.saving import from_text, to_text
from play.submission import parse_submission
from play.zones import find_zone, suggest_zones
from puzzle.errors import NotationError, PuzzleError
from puzzle.model import Board, Puzzle
from puzzle.moves import parse_changes, parse_marks
from puzzle.notation import (
    NOTATIONS,
    format_loopy,
    parse_loopy,
)
from puzzle.notation.notation import Notation
from puzzle.notation.text import check_squares
from service.errors import InputError
from store.address import parse_address
from store.errors import BadAddressError
from tests.support.readings import find_puzzle, given_puzzle, likeliest_board
from tests.support.untrusted import seeds
from texts.markdown import quote

MAX_LENGTH = 300_000
"""Maximum length in characters; more than any parser accepts."""
MAX_REFUSAL = 300
"""Maximum length of a refusal, however long the text is."""
TIMES = (*[1] * 20, 2, 10, 100, 100_000)
"""How often a piece is repeated; long texts reveal slow parsers."""
SIGNS = (
    f"{string.punctuation}{string.whitespace}xz01\0\ufeff\u202e\u200b\u0663\uff13\u00d7\U0001f600\ud800"
    "\u0661\u00b2\u0130\u017f"
)
FRAGMENTS = (
    *SIGNS,
    "\r\n",
    "```",
    "||",
    "@everyone",
    "<@1>",
    "://",
    "pzprv3",
    "slither/",
    "5x5:",
    "A1-",
    "erase ",
    "\x1b[31m",
    "{0}",
    "NaN",
    "1e999",
    "0x10",
    "65536",
    "9" * 5000,
    "-1",
    "1_000",
)
"""Pieces that parsers may trip over."""

Edit: TypeAlias = tuple[int, int, str, int]
"""A place, how many characters are cut out there, and a piece that is inserted so many times."""


def inputs(seeds: Sequence[str]) -> st.SearchStrategy[str]:
    """Texts of any characters, of those of valid texts, and valid texts after a few edits."""
    arbitrary = st.text(st.characters(exclude_categories=()))
    familiar = st.text(st.sampled_from(sorted(set("".join(seeds)))))
    valid = st.sampled_from(sorted(seeds, key=len))
    pieces = st.one_of(familiar, st.sampled_from(FRAGMENTS), arbitrary, valid)
    edits = st.tuples(
        st.integers(0, max(map(len, seeds))), st.integers(0, 20), pieces, st.sampled_from(TIMES)
    )
    edited = st.builds(_edit, valid, st.lists(edits, max_size=4))
    return st.one_of(familiar, arbitrary, edited)


def _edit(text: str, edits: Sequence[Edit]) -> str:
    """The text after the edits; without a piece, what was cut out is inserted."""
    for place, cut, piece, times in edits:
        start = place % (len(text) + 1)
        end = start + cut
        inserted = piece or text[start:end]
        most = MAX_LENGTH // max(len(inserted), 1) + 1
        text = text[:start] + inserted * min(times, most) + text[end:]
    return text[:MAX_LENGTH]


_PING = re.compile(r"@(everyone|here)|<@[!&]?[0-9]{17,20}>")
_FORMATTING = re.compile(r"(?<!\\)(?:\\\\)*[*_~|`<\[]|^[ \t]*[#>-]", re.MULTILINE)
"""A markup character that is not escaped: an even number of backslashes precedes it."""

_ADDRESS = re.compile(r"[a-z]://", re.IGNORECASE)
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")


def puzzle_round_trips(
    parse: Callable[[str], Puzzle], write: Callable[[Puzzle], str]
) -> Callable[[str, Puzzle], None]:
    """The property that a puzzle is equal after formatting and parsing."""

    def check_property(_: str, puzzle: Puzzle) -> None:
        assert parse(write(puzzle)) == puzzle, "it does not read back"

    return check_property


def board_round_trips(
    parse: Callable[[str], Board], write: Callable[[Board], str]
) -> Callable[[str, Board], None]:
    """The property that a board is equal after formatting and parsing, on squares."""

    def check_property(_: str, board: Board) -> None:
        assert not board.puzzle.grid.is_square or parse(write(board)) == board, (
            "it does not read back"
        )

    return check_property


def can_be_applied(puzzle: Puzzle, _: str, action: Action) -> None:
    """An action can be applied to a board, or is refused."""
    with suppress(PuzzleError):
        assert Pad.fresh(puzzle).apply(action).board.puzzle == puzzle


def pad_round_trips(text: str, pad: Pad) -> None:
    """A pad is equal after saving and loading."""
    assert from_text(pad.board.puzzle, to_text(pad)) == pad, f"not restored: {text[:40]!r}"


def is_plain(_: str, quoted: str) -> None:
    """Quoted text contains no mention, markup, link, control or bidirectional character."""
    assert not _PING.search(quoted), "it mentions somebody"
    assert not _FORMATTING.search(quoted), "it formats"
    assert not _ADDRESS.search(quoted), "it leads somewhere"
    assert not _UNSEEN.search(quoted), "it holds what nobody sees"


SMALL = seeds.random_puzzle(5, 7, 1)
LARGE = seeds.random_puzzle(30, 29, 1)
"""A puzzle of about the maximum size that can be played in chat."""


class Parser(Struct, frozen=True):
    """A parser of text.

    `read` may raise only the errors in `refusals`. `check_property` receives the text and the
    parsed value, and raises `AssertionError` when the value violates a property.
    """

    name: str
    read: Callable[[str], Any]
    refusals: tuple[type[Exception], ...]
    seeds: Callable[[], Iterable[str]]
    check_property: Callable[[str, Any], None] = lambda _, __: None

    def accepts(self, text: str) -> bool:
        """Whether the text is valid; passes on unexpected errors and violated properties."""
        try:
            found = self.read(text)
        except self.refusals as error:
            refusal = str(error)
        else:
            self.check_property(text, found)
            return True
        assert refusal.strip(), "a refusal without a sentence"
        assert len(refusal) < MAX_REFUSAL, "more than a sentence"
        assert "\n" not in refusal, "more than a line"
        refusal.encode()  # no lone surrogate is repeated
        return False


def lines_are_kept(text: str, texts: Iterable[PuzzleText]) -> None:
    """Every line of a file is in the text of a puzzle, or blank or a comment."""
    kept = [line.strip() for each in texts for line in each.text.split("\n")]
    meant = [line.strip() for line in _lines_of(text)]
    assert [*_told(kept)] == [*_told(meant)], "a line is lost"


def _lines_of(text: str) -> Iterator[str]:
    """The first lines of a file, of which each is read by itself and with others."""
    return islice(io.StringIO(text[:20_000]), 500)


def _told(lines: Iterable[str]) -> Iterator[str]:
    return (line for line in lines if line and not line.startswith("#"))


def _read_lines(text: str) -> list[PuzzleText]:
    """The texts of the puzzles of a file in the terminal, each read or refused."""
    texts = list(puzzles_in(_lines_of(text)).texts)
    for each in texts:
        with suppress(PuzzleError):
            each.board()
    return texts


def _puzzles_in(notation: Notation) -> Callable[[str], Puzzle]:
    """The reader of an exact notation, or of texts that are candidates of the judge."""
    if notation.recognises(notation.write(parse_loopy("3x2:3a2c"))) or notation.name == "rows":
        return lambda text: notation.read(text, CHAT_BOUNDS).puzzle

    def read(text: str) -> Puzzle:
        puzzle = likeliest_board(text, CHAT_BOUNDS).puzzle
        check_squares(notation.title, puzzle)
        if None not in puzzle.clues:
            raise NotationError("", "Full boards without a solution do not read back.")
        return puzzle

    return read


def _boards_in(notation: Notation) -> Callable[[str], Board]:
    return lambda text: notation.read(text, CHAT_BOUNDS).board


def _notations() -> Iterable[Parser]:
    for name, notation in NOTATIONS.items():
        if notation.write_marks:
            read_saved = _boards_in(notation)
            files = partial(seeds.saved_files, name)
            kept = board_round_trips(read_saved, notation.write_marks)
            yield Parser(name, read_saved, (PuzzleError,), files, kept)
        else:
            read = _puzzles_in(notation)
            written = partial(seeds.texts_of_puzzles, name)
            same = puzzle_round_trips(read, notation.write)
            yield Parser(name, read, (PuzzleError,), written, same)
    yield Parser(
        "tiling",
        partial(parse_loopy, bounds=CHAT_BOUNDS),
        (PuzzleError,),
        seeds.ids_of_tilings,
        puzzle_round_trips(parse_loopy, format_loopy),
    )
    read_any = partial(given_puzzle, bounds=CHAT_BOUNDS)
    yield Parser("puzzle", read_any, (PuzzleError,), seeds.texts_of_all)
    search = partial(find_puzzle, bounds=CHAT_BOUNDS)
    yield Parser("message", search, (PuzzleError,), seeds.messages)
    refusals = (PuzzleError, UsageError)
    yield Parser("lines", _read_lines, refusals, seeds.files, lines_are_kept)
    yield Parser(
        "pasted", partial(likeliest_board, bounds=CHAT_BOUNDS), (PuzzleError,), seeds.messages
    )


def _playing() -> Iterable[Parser]:
    for suffix, puzzle in (("", SMALL), ("-large", LARGE)):
        refusals, grid = (PuzzleError,), puzzle.grid
        for name, read, examples in (
            ("moves", partial(parse_marks, grid=grid), seeds.moves_on),
            ("changes", partial(parse_changes, grid=grid), seeds.moves_on),
            ("answer", partial(parse_submission, puzzle=puzzle), seeds.answers_to),
        ):
            yield Parser(name + suffix, read, refusals, partial(examples, puzzle))
        yield Parser(
            f"command{suffix}",
            partial(parse_command, grid=grid),
            refusals,
            partial(seeds.commands_on, puzzle),
            partial(can_be_applied, puzzle),
        )
        yield Parser(
            f"pad{suffix}",
            partial(from_text, puzzle),
            refusals,
            partial(seeds.pads_of, puzzle),
            pad_round_trips,
        )
    yield Parser("day", parse_day, (EntryError,), lambda: seeds.DAYS)
    yield Parser("zone", find_zone, (EntryError,), lambda: seeds.ZONES)
    yield Parser("zones", suggest_zones, (), lambda: seeds.ZONES)


def _service() -> Iterable[Parser]:
    yield Parser("file", _read_file, (InputError,), seeds.messages)
    yield Parser("quoting", quote, (), lambda: seeds.CHAT, is_plain)
    yield Parser("settings", _read_settings, (StartError,), lambda: seeds.SETTINGS)
    yield Parser("database", parse_address, (BadAddressError,), lambda: seeds.DATABASES)


def _read_file(text: str) -> str:
    """Decode a file of any bytes: those that are the characters, if these are bytes."""
    try:
        data = text.encode("latin-1")
    except UnicodeEncodeError:
        data = text.encode("utf-8", "surrogatepass")
    return decode(data, CHAT_BOUNDS.max_text)


def _read_settings(text: str) -> object:
    """Load settings from lines of `NAME=value`, without bytes that an environment cannot have."""
    lines = text.replace("\0", "").encode("utf-8", "ignore").decode().splitlines()
    environment = dict(line.split("=", 1) for line in lines if line.find("=") > 0)
    with mock.patch.dict(os.environ, environment, clear=True):
        try:
            return load_settings()
        except StartError as error:  # it has a line for each setting
            raise StartError(error.sentences[:1]) from None


PARSERS: Mapping[str, Parser] = MappingProxyType(
    {parser.name: parser for parser in (*_notations(), *_playing(), *_service())}
)
"""All parsers by name."""
