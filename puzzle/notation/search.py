"""The reader of whatever people paste: a puzzle alone, or among other text.

The whole text is tried first. Then the text is split into pieces that could be puzzles: code
blocks, saved files, words (addresses, game IDs, rows separated by `/`), and tables of consecutive
lines (`puzzle.notation.tables`). In a chat message, a table outside a code block needs at least
3x3 cells, so that a date is not taken for a puzzle.

No row of a table is left out without a word, and no single row is made of a text whose line ends
were lost: what is not certain is refused, with the reason.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from urllib.parse import unquote

from msgspec import Struct
from msgspec.structs import replace

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import NotationError, PuzzleError
from puzzle.lazy_messages import lazy
from puzzle.model import Board, Puzzle
from puzzle.notation import puzzlink
from puzzle.notation.addresses import names_site
from puzzle.notation.cleaning import cleaned
from puzzle.notation.detect import FoundPuzzle, parse_board, read_text
from puzzle.notation.loopy import is_task
from puzzle.notation.rows import rows_in_line
from puzzle.notation.tables import MIN_SIDE, is_row, nearly_tables, tables, without_frame
from puzzle.notation.text import KNOWN_NOTATIONS, check_length, unwrap

MAX_PIECES = 100
"""Maximum number of pieces of a message that are parsed, which bounds the time."""
MAX_FOUND = 6
"""Maximum number of different puzzles of a text that are told."""
CELLS_FOUND = 2_500
"""Number of cells of the puzzles found, from which on no further piece is parsed."""

_CODE = re.compile(r"```(.*?)```|`([^`\n]+)`", re.DOTALL)
_WORD = re.compile(r"[!#$%&*+,\-./0-9:;=?@A-Z\\^_a-z~]+")
_BLANK_LINE = re.compile(r"\n[ \t]*\n|```")
_SAVE_FILE = re.compile(r"^SAVEFILE *:\d+:.*(?:\n[A-Z]{2,8} *:\d+:.*)*", re.MULTILINE)
_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_GENRE = re.compile(
    r"(?<!pzprv3/)(?<!pzprv3\.1/)\b[a-z]{0,8}slither[a-z_]{0,12}/[^?#&]*",
    re.ASCII | re.IGNORECASE,
)
_ADDED = re.compile(r"[?&]\w{1,40}=|#", re.ASCII)
"""What others add to the end of an address."""
_SITE = re.compile(
    r"(?:^|[/.])(?:puzz\.link|pzv\.jp|pzprxs\.|pzplus\.|kanpen\.net)[^?]{0,200}\?.|[#?]?m=(?:edit|solve)&"
    r"|penpa-edit/?[#?]"
    r"|slitherlink\.html\?",
    re.ASCII | re.IGNORECASE,
)
_GAME_ID = re.compile(r"(?<![a-z0-9])\d{1,9}x\d{1,9}[a-z0-9]{0,9}[:#]\w", re.ASCII | re.IGNORECASE)
_LOOPY_PAGE = re.compile(r"https?://[^#]{0,200}loopy[^#]{0,200}#", re.ASCII | re.IGNORECASE)
_ENCODED = 2
"""How often an address may be percent-encoded before it is recognised as one."""
_WORD_END = ".,;:!?*_"
_LEAST_LENGTH = len("1x1:a")
"""The length of the shortest word that is a puzzle."""
_SEVERAL = 4
"""Backticks around several pieces of code inside lines."""
_AFTER = frozenset(" \t\n\"'`<>()[]{}|\u3001\u3002\uff0c\uff01\uff1f\uff09\u300d")
"""Characters after which a word is over, rather than cut off."""
_CONTINUED = re.compile(
    r"(?:[ \t]{0,9}\n[ \t]{0,9}[0-9A-Za-z/_.]{1,200}(?=[ \t]{0,9}(?:\n|\Z))){1,9}"
    r"|(?: [0-9a-z/]{1,200}){1,9}\Z",
    re.ASCII,
)
"""What follows a word that was broken into several lines, or whose line ends became spaces."""
_LIST = re.compile(
    r"[\[({]\s{0,40}(?:[\[({|][^\[\](){}]{3,400}[\])}][\s,;]{0,40}){2,100}[\])}]"
    r"|[\[({]\s{0,40}(?:(?P<quote>[\"'])[^\"'\n]{3,100}(?P=quote)[\s,]{0,40}){2,100}[\])}]"
)
"""One list for each row, or a list of rows as texts, as programs have them."""
_ROWS_IN_LIST = re.compile(
    r"\[\s{0,40}\|([^\[\]]{3,9000})\|\s{0,40}\]|\[([-\d\s,._]{3,9000};[-\d\s,._;]{3,9000})\]"
)
"""The rows of a list between `|`, as MiniZinc has them, or `;`."""
_SECTION = re.compile(
    r"^\[(?:problem|cells|clues|puzzle|grid|board)\][ \t]*\n(.*?)(?=^\[[a-z]|^end\b|\Z)",
    re.ASCII | re.IGNORECASE | re.MULTILINE | re.DOTALL,
)
"""The section with the clues of a file that has others too."""
_TABLES = frozenset({"rows", "csv"})
_DIGITS = re.compile(r"[\d\s,;|]+|[^\d]+")


class Reading(Struct, frozen=True):
    """What a text contains: at most `MAX_FOUND` different puzzles, in the order in which they are
    tried; and the error of the first piece that is nearly one, if nothing was found."""

    found: tuple[FoundPuzzle, ...] = ()
    miss: PuzzleError | None = None


class _Piece(Struct, frozen=True):
    """Texts of which the first that can be read is the puzzle of a piece.

    `certain` when its form can only mean a puzzle; `error` when it cannot be read for certain.
    `continued` are its texts with the words that follow, if it goes on there; these count if they
    leave nothing open that the texts do.
    """

    texts: tuple[str, ...]
    certain: bool = False
    error: NotationError | None = None
    cut: bool = False
    continued: tuple[str, ...] = ()


def read(text: str, bounds: Bounds = DEFAULT_BOUNDS, *, alone: bool = True) -> Reading:
    """The puzzles in a text, or why it contains none.

    With `alone`, the text was given as a puzzle, so that it may be of any form and size, and
    without a puzzle there is always a `miss`; otherwise it is a chat message.

    >>> reading = read("Stuck on https://puzz.link/p?slither/3/2/dg2 any ideas?")
    >>> [(found.notation, found.puzzle.size) for found in reading.found]
    [('puzzlink', '3x2')]
    >>> print(str(read("Stuck on this").miss)[:64])
    "Stuck on this" is not a puzzle in a notation that is known here
    >>> read("see you at 12:30 on 3/4/2024", alone=False)
    Reading(found=(), miss=None)
    """
    failure: PuzzleError | None = None
    try:
        check_length(text, bounds)
    except PuzzleError as error:
        return Reading(miss=error)
    bare = cleaned(text)
    try:
        whole = _read_whole(bare, bounds, alone=alone)
    except PuzzleError as error:
        failure = error
    else:
        if whole is not None:
            return Reading((whole,))
    found, miss = _read_pieces(bare, bounds)
    if found:
        return Reading(found)
    told = failure if alone or _resembles_one(bare) else None
    return Reading(miss=miss or told or _nearest_miss(bare, bounds))


def read_board(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Board:
    """The board of the first puzzle in a text that was given as a puzzle.

    Raises `NotationError` and `SizeError` when there is none.
    """
    reading = read(text, bounds)
    if reading.found:
        return reading.found[0].board
    raise reading.miss or NotationError(
        "", lazy("There is no puzzle in the text"), remedy=KNOWN_NOTATIONS
    )


def read_only(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> FoundPuzzle:
    """The only puzzle in a text.

    Raises `NotationError` and `SizeError` when there is none, or several.
    """
    reading = read(text, bounds)
    if reading.miss:
        raise reading.miss
    found = reading.found
    if len(found) > 1:
        raise NotationError(
            "",
            lazy("There are {count} puzzles in the text", count=len(found)),
            remedy=lazy("give one of them"),
        )
    return found[0]


def find_puzzle(message: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle | None:
    """The first puzzle in a message; None when nothing resembles one.

    Raises `NotationError` and `SizeError` as `find` does.

    >>> find_puzzle("too hard? try <https://puzz.link/p?slither/3/2/dg2>, friends").size
    '3x2'
    >>> find_puzzle("see you at 12:30 on 3/4/2024") is None
    True
    """
    found = find(message, bounds)
    return found.puzzle if found else None


def find(message: str, bounds: Bounds = DEFAULT_BOUNDS) -> FoundPuzzle | None:
    """The first puzzle in a message, with its text, notation and marks; None without one.

    When no piece is a valid puzzle, but a piece can only mean one (a URL, a game ID, a saved
    file, a table), raises the `NotationError` or `SizeError` of the first such piece, and when the
    message is longer than `bounds.max_text` characters. At most `MAX_PIECES` pieces are parsed.
    """
    reading = read(message, bounds, alone=False)
    if reading.found:
        return reading.found[0]
    if reading.miss:
        raise reading.miss
    return None


def _read_whole(text: str, bounds: Bounds, *, alone: bool) -> FoundPuzzle | None:
    """The puzzle that a whole text is; None when it may be something else.

    Raises `PuzzleError` for what is no puzzle, or may have lost its line ends.
    """
    bare = without_frame(unwrap(text, bounds))
    found = read_text(bare, bounds)
    if bare.rstrip().endswith(".."):
        _check_end(bare.rstrip(), found.notation, bounds)
    grid, is_exact = found.puzzle.grid, found.notation not in _TABLES
    in_lines = is_exact or "\n" in bare.strip() or "/" in bare or _are_marked(bare)
    large = min(grid.rows, grid.cols) >= MIN_SIDE
    if alone or (in_lines and large) or _GAME_ID.match(bare.strip()):
        return found
    return None


def _nearest_miss(message: str, bounds: Bounds) -> PuzzleError | None:
    """Why lines that seem to be a table are none, if there are some."""
    for text in nearly_tables(message):
        try:
            parse_board(text, bounds)
        except PuzzleError as error:
            return error
    return None


def _are_marked(line: str) -> bool:
    """Whether a line has several rows with signs of blank cells."""
    return not _DIGITS.fullmatch(line.strip()) and len(rows_in_line(line)) >= MIN_SIDE


def _resembles_one(message: str) -> bool:
    """Whether a whole message is nothing but cells, or a single word of digits and letters."""
    bare = message.strip()
    signs = len(bare) - bare.count(" ")
    if is_row(bare.replace("\n", " ")):
        return signs >= MIN_SIDE**2 and not _DIGITS.fullmatch(bare) and any(map(str.isdigit, bare))
    return signs >= MIN_SIDE**2 and is_task(bare)


def _read_pieces(text: str, bounds: Bounds) -> tuple[tuple[FoundPuzzle, ...], PuzzleError | None]:
    """The different puzzles among the pieces of a text, and the first error of a certain one."""
    found: dict[Puzzle, FoundPuzzle] = {}
    miss: PuzzleError | None = None
    for piece in islice(_pieces(text), MAX_PIECES):
        try:
            one = _read(piece, bounds)
        except PuzzleError as error:
            miss = miss or (error if piece.certain else None)
            continue
        if one is not None:
            found.setdefault(one.puzzle, one)
            if len(found) == MAX_FOUND or sum(len(each.clues) for each in found) >= CELLS_FOUND:
                break
    return tuple(found.values()), miss


def _read(piece: _Piece, bounds: Bounds) -> FoundPuzzle | None:
    """The puzzle in a piece; None when the piece may mean something else."""
    if piece.error is not None:
        raise piece.error
    try:
        found = _first(piece.texts, bounds)
    except PuzzleError:
        if not (found := _continued(piece, bounds)):
            raise
    else:
        if found is None or (piece.continued and found.remarks):
            found = _continued(piece, bounds) or found
    if found is None:
        return None
    if piece.cut:
        _check_end(found.text, found.notation, bounds)
    grid = found.puzzle.grid
    sure = piece.certain and found.notation not in _TABLES
    return found if sure or min(grid.rows, grid.cols) >= MIN_SIDE else None


def _first(texts: Sequence[str], bounds: Bounds) -> FoundPuzzle | None:
    """The puzzle of the first text that is one; raises the error of the first if none is."""
    failure: PuzzleError | None = None
    for text in texts:
        try:
            return read_text(text, bounds)
        except PuzzleError as error:
            failure = failure or error
    if failure:
        raise failure
    return None


def _continued(piece: _Piece, bounds: Bounds) -> FoundPuzzle | None:
    """The puzzle of a piece with the words after it, if these are its missing end."""
    with suppress(PuzzleError):
        found = _first(piece.continued, bounds)
        return None if found is None or found.remarks else found
    return None


def _check_end(text: str, notation: str, bounds: Bounds) -> None:
    """Raise `NotationError` for an address with dots at its end whose clues end too early."""
    if notation != "puzzlink":
        return
    whole = text.rstrip(".")
    if any(_is_puzzle(f"{whole}{more}", bounds) for more in ("g", "/g", "a", "/a")):
        raise NotationError(
            puzzlink.NAME,
            lazy("it was cut off at the end"),
            remedy=lazy("copy the whole address"),
        )


def _is_puzzle(text: str, bounds: Bounds) -> bool:
    try:
        parse_board(text, bounds)
    except PuzzleError:
        return False
    return True


def _pieces(message: str) -> Iterator[_Piece]:
    """The pieces of a message that could be puzzles, in the order in which they are tried."""
    if section := _SECTION.search(message):
        message = section[1]
    for code in _CODE.finditer(message):
        content = code[2] if code[1] is None else _without_tag(code[1])
        try:
            framed = without_frame(content)
        except NotationError as error:
            yield _Piece((), certain=True, error=error)
            continue
        if "\n" in framed.strip("\n") and all(map(is_row, framed.strip("\n").split("\n"))):
            yield _Piece((framed,), certain=framed.count("\n") >= MIN_SIDE - 1)
        elif (
            code[1] is not None
            or not is_row(content)
            or "/" in content
            or message.count("`") < _SEVERAL
        ):
            yield _Piece((content,))
            yield from _tables(content)
    start = message.find("pzprv3")
    if start >= 0 and not _SCHEME.match(_word_at(message, start)):
        yield _Piece((_BLANK_LINE.split(message[start:], maxsplit=1)[0],), certain=True)
    for saved in _SAVE_FILE.finditer(message):
        yield _Piece((saved[0],), certain=True)
    for word in _WORD.finditer(message):
        piece = _word_piece(word[0], message[word.end() : word.end() + 1])
        if piece is not None:
            rest = _CONTINUED.match(message, word.end())
            texts = _with_rest(word[0], rest[0]) if rest and piece.certain else ()
            yield replace(piece, continued=texts)
    yield from _lists(message)
    yield from _tables(_CODE.sub(_outside_code, message))


def _outside_code(code: re.Match[str]) -> str:
    """What is left of code where tables are looked for: code inside a line, with its marks."""
    return "\n" if code[2] is None else code[0]


def _with_rest(word: str, rest: str) -> tuple[str, ...]:
    """The texts of a word that goes on after white space."""
    piece = _word_piece(word.rstrip("=") + "".join(rest.split()), "")
    return piece.texts if piece else ()


def _lists(message: str) -> Iterator[_Piece]:
    """The lists of rows in the code of a program."""
    rows = _ROWS_IN_LIST.search(message)
    if rows:
        texts = [row.strip().strip(",") for row in re.split("[|;]", rows[1] or rows[2])]
        yield _Piece(("[" + ",".join(f"[{row}]" for row in texts if row) + "]",), certain=True)
    for found in _LIST.finditer(message):
        yield _Piece((found[0],))


def _tables(text: str) -> Iterator[_Piece]:
    for table in tables(text):
        yield _Piece((table.text,), certain=True, error=table.error)


_LANGUAGE_TAG = re.compile(r"[A-Za-z][\w+-]{0,30} *\n", re.ASCII)


def _without_tag(code: str) -> str:
    tag = _LANGUAGE_TAG.match(code)
    return code[tag.end() :] if tag else code


def _word_at(text: str, index: int) -> str:
    """The part of a text from the start of the word at an index."""
    start = max(text.rfind(space, 0, index) for space in " \n\t<([") + 1
    return text[start : index + 1]


def _word_piece(word: str, after: str) -> _Piece | None:
    """The piece of a word that could be a puzzle; `after` is the character that follows it."""
    if len(word) < _LEAST_LENGTH:
        return None
    if "/" in word and is_row(word.replace("/", "")):
        return _Piece((word, word.rstrip(_WORD_END)))
    for _ in range(_ENCODED):
        if "%" in word and not _is_address(word):
            word = unquote(word)
    if _is_address(word):
        cut = bool(after and after not in _AFTER) or word.endswith("..")
        return _Piece(tuple(_addresses(word)), certain=True, cut=cut)
    if found := _GAME_ID.search(word):
        text = word[found.start() :]
        return _Piece((text, text.rstrip(_WORD_END)), certain=True)
    return None


def _is_address(word: str) -> bool:
    forms = (_GENRE, _SITE, _LOOPY_PAGE)
    return "pzprv3" in word or names_site(word) or any(form.search(word) for form in forms)


def _addresses(word: str) -> Iterator[str]:
    """The texts that could be the address of a puzzle in a word, the longest first.

    An address may contain another one, be encoded, and be followed by what others added.
    """
    schemes = [found.start() for found in _SCHEME.finditer(word)]
    starts = dict.fromkeys([*schemes[:1], *schemes[-1:]] or [0])
    for start in starts:
        yield word[start:].rstrip(_WORD_END)
        yield word[start:]
    yield from _genre_part(word)
    if "%" in word:
        plain = cleaned(unquote(word))
        yield plain
        yield from _genre_part(plain)


def _genre_part(word: str) -> Iterator[str]:
    """The last part of a word from the genre to the end of the clues."""
    all_found = list(_GENRE.finditer(word))
    if not all_found:
        return
    found = all_found[-1]
    rest = word[found.end() :].strip(_WORD_END)
    if not rest or _ADDED.match(word, found.end()):
        yield found[0].partition("/@")[0].rstrip(f"{_WORD_END}/")
