"""The exact notations in a text: addresses, game IDs, saved files and tasks, alone or among words.

The whole text is tried first. Then the text is split into pieces that could be puzzles: code
blocks, saved files, and words. Boards that people write are `puzzle.notation.candidates`.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from urllib.parse import unquote

from msgspec import Struct
from msgspec.structs import replace

from puzzle.bounds import Bounds
from puzzle.errors import NotationError, PuzzleError
from puzzle.lazy_messages import lazy
from puzzle.model import Puzzle
from puzzle.notation import puzzlink
from puzzle.notation.addresses import names_site
from puzzle.notation.detect import FoundPuzzle, parse_board, read_text
from puzzle.notation.plain import plain_text
from puzzle.notation.rows import are_rows
from puzzle.notation.text import unwrap

MAX_PIECES = 100
"""Maximum number of pieces of a message that are parsed, which bounds the time."""
MAX_FOUND = 6
"""Maximum number of different puzzles of a text that are told."""
CELLS_FOUND = 2_500
"""Number of cells of the puzzles found, from which on no further piece is parsed."""
MIN_SIDE = 3
"""Minimum number of rows and of columns of a board in a chat message."""

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
_SCHEME_ID = re.compile(r"\(solve-tatham (\d{1,3}) (\d{1,3}) \"(\w{1,9999})\"\)", re.ASCII)
"""The clues of a game ID in a program in Scheme."""
_LOOPY_PAGE = re.compile(r"https?://[^#]{0,200}loopy[^#]{0,200}#", re.ASCII | re.IGNORECASE)
_ENCODED = 2
"""How often an address may be percent-encoded before it is recognised as one."""
_WORD_END = ".,;:!?*_"
_LEAST_LENGTH = len("1x1:a")
"""The length of the shortest word that is a puzzle."""
_AFTER = frozenset(" \t\n\"'`<>()[]{}|\u3001\u3002\uff0c\uff01\uff1f\uff09\u300d")
"""Characters after which a word is over, rather than cut off."""
_CONTINUED = re.compile(
    r"(?:[ \t]{0,9}\n[ \t]{0,9}[0-9A-Za-z/_.]{1,200}(?=[ \t]{0,9}(?:\n|\Z))){1,9}"
    r"|(?: [0-9a-z/]{1,200}){1,9}\Z",
    re.ASCII,
)
"""What follows a word that was broken into several lines, or whose line ends became spaces."""


class Reading(Struct, frozen=True):
    """What a text contains: at most `MAX_FOUND` different puzzles, in the order in which they are
    tried; and the error of the first piece that is nearly one, if nothing was found."""

    found: tuple[FoundPuzzle, ...] = ()
    miss: PuzzleError | None = None


class _Piece(Struct, frozen=True):
    """Texts of which the first that can be read is the puzzle of a piece.

    `certain` when its form can only mean a puzzle.
    `continued` are its texts with the words that follow, if it goes on there; these count if they
    leave nothing open that the texts do.
    """

    texts: tuple[str, ...]
    certain: bool = False
    cut: bool = False
    continued: tuple[str, ...] = ()


def find_exact(text: str, bounds: Bounds, *, alone: bool) -> Reading:
    """The puzzles in exact notations in a plain text; the miss is that of what can only mean one.

    With `alone`, the text was given as a puzzle, so that it may be of any size.

    >>> reading = find_exact("Stuck on https://puzz.link/p?slither/3/2/dg2", Bounds(), alone=False)
    >>> [(found.notation, found.puzzle.size) for found in reading.found]
    [('puzzlink', '3x2')]
    """
    failure: PuzzleError | None = None
    with suppress(NotationError):
        bare = unwrap(text, bounds)
        try:
            whole = read_text(bare, bounds)
        except PuzzleError as error:
            failure = error
        else:
            if whole is not None and (alone or not are_rows(bare) or _is_large(whole)):
                if bare.rstrip().endswith(".."):
                    try:
                        _check_end(bare.rstrip(), whole.notation, bounds)
                    except PuzzleError as error:
                        return Reading(miss=error)
                return Reading((whole,))
    found, miss = _read_pieces(text, bounds)
    return Reading(found) if found else Reading(miss=miss or (failure if alone else None))


def _is_large(found: FoundPuzzle) -> bool:
    grid = found.puzzle.grid
    return min(grid.rows, grid.cols) >= MIN_SIDE


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
    return found if piece.certain or _is_large(found) else None


def _first(texts: Sequence[str], bounds: Bounds) -> FoundPuzzle | None:
    """The puzzle of the first text that is one; raises the error of the first if none is."""
    failure: PuzzleError | None = None
    for text in texts:
        try:
            if found := read_text(text, bounds):
                return found
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
    for code in _CODE.finditer(message):
        yield _Piece((code[2] if code[1] is None else _without_tag(code[1]),))
    for scheme in _SCHEME_ID.finditer(message):
        text = f"{scheme[1]}x{scheme[2]}:{scheme[3]}"
        yield _Piece((text,), certain=True)
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


def _with_rest(word: str, rest: str) -> tuple[str, ...]:
    """The texts of a word that goes on after white space."""
    piece = _word_piece(word.rstrip("=-") + "".join(rest.split()), "")
    return piece.texts if piece else ()


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
    if "/" in word and are_rows(row := word.rstrip(",;:!?*_")):
        return _Piece((row,))
    for _ in range(_ENCODED):
        if "%" in word and not _is_address(word):
            word = unquote(word)
    if _is_address(word):
        cut = bool(after and after not in _AFTER) or word.endswith("..")
        return _Piece(tuple(_addresses(word)), certain=True, cut=cut)
    if found := _GAME_ID.search(word):
        text = word[found.start() :]
        text = text if any(map(str.islower, text)) else text.lower()
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
        plain = plain_text(unquote(word))
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
