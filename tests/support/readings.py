"""What the judge finds in texts, for tests."""

from puzzle.bounds import DEFAULT_BOUNDS, Bounds
from puzzle.errors import AmbiguousTextError, PuzzleError
from puzzle.model import Board, Puzzle
from puzzle.notation import FoundPuzzle, parse_loopy
from solver.judge import read, read_only


def given_puzzle(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle:
    """The puzzle of a text that was given as one; raises `PuzzleError` when it is none."""
    return read_only(text, bounds).puzzle


def given_board(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Board:
    """The board of a text that was given as one; raises `PuzzleError` when it is none."""
    return read_only(text, bounds).board


def find(message: str, bounds: Bounds = DEFAULT_BOUNDS) -> FoundPuzzle | None:
    """The first puzzle in a chat message; raises the miss of what is nearly one."""
    reading = read(message, bounds, alone=False)
    if reading.miss:
        raise reading.miss
    return reading.found[0] if reading.found else None


def find_puzzle(message: str, bounds: Bounds = DEFAULT_BOUNDS) -> Puzzle | None:
    """Like `find`, without anything but the puzzle."""
    found = find(message, bounds)
    return found.puzzle if found else None


def readings(text: str) -> list[Puzzle]:
    """The puzzle of a text that was given as one, or those about which its author is asked."""
    try:
        return [given_puzzle(text)]
    except AmbiguousTextError as error:
        return [parse_loopy(each) for each in error.candidates]


def is_kept(text: str, puzzle: Puzzle) -> bool:
    """Whether a text is read as a puzzle, or asked about with it; a full one may be refused."""
    try:
        return puzzle in readings(text)
    except PuzzleError:
        return None not in puzzle.clues


def likeliest_board(text: str, bounds: Bounds = DEFAULT_BOUNDS) -> Board:
    """The board of a text that was given as one, or the first about which its author is asked."""
    try:
        return given_board(text, bounds)
    except AmbiguousTextError as error:
        return Board.blank(parse_loopy(error.candidates[0]))
