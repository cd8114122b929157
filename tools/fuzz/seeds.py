"""Good inputs to begin with, made by our own code: what is mutated resembles what is read."""

from collections.abc import Iterator
from random import Random

from play.history import Clear, Mark, Redo, Undo
from play.pen import Arrow, Mode, MoveTo, Pad, SetMode
from play.saving import to_text
from puzzle.clue_rows import Clue
from puzzle.grid import dot_name, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import format_marks
from puzzle.notation import NOTATIONS, format_puzzle
from puzzle.notation.pzpr import format_pzpr

SIZES = ((2, 3), (1, 1), (5, 5), (7, 10), (1, 40), (30, 25), (100, 100))
"""Rows and columns of the puzzles; the last is the largest that is read in chat."""


def random_puzzle(rows: int, cols: int, seed: int) -> Puzzle:
    """Clues without a thought for a solution, the same for the same seed."""
    random = Random(seed)
    clues: list[Clue] = [random.choice((None, None, 0, 1, 2, 3, 4)) for _ in range(rows * cols)]
    return Puzzle(square_grid(rows, cols), tuple(clues))


def random_board(puzzle: Puzzle, seed: int) -> Board:
    """Marks without a thought."""
    random = Random(seed)
    return Board(puzzle, tuple(random.choices(tuple(EdgeState), k=len(puzzle.grid.edge_dots))))


def texts_of_puzzles(notation: str) -> Iterator[str]:
    """A puzzle of every size in a notation."""
    for seed, (rows, cols) in enumerate(SIZES):
        yield format_puzzle(random_puzzle(rows, cols, seed), notation)


def texts_of_all() -> Iterator[str]:
    """Puzzles in every notation."""
    for notation in NOTATIONS:
        yield from texts_of_puzzles(notation)


def saved_files() -> Iterator[str]:
    """Boards as puzz.link saves them."""
    for seed, (rows, cols) in enumerate(SIZES):
        yield format_pzpr(random_board(random_puzzle(rows, cols, seed), seed))


def moves_on(puzzle: Puzzle) -> Iterator[str]:
    """Marks as people type them, few and many."""
    grid = puzzle.grid
    marks = dict(enumerate(random_board(puzzle, 1).marks))
    for count in (1, 5, 20, len(marks)):
        yield format_marks(grid, dict(list(marks.items())[:count]))
    yield f"x A1-{dot_name(grid, 1)}, erase A1-A2"


def commands_on(puzzle: Puzzle) -> Iterator[str]:
    """What fast players type."""
    yield from moves_on(puzzle)
    yield from ("go B2", "clear", "e A1-A2 x A1-B1")


def answers_to(puzzle: Puzzle) -> Iterator[str]:
    """Answers in every form that is taken."""
    grid, board = puzzle.grid, random_board(puzzle, 2)
    yield format_marks(grid, dict.fromkeys(board.lines, EdgeState.LINE))
    signs = ["y" if edge in board.lines else "n" for edge in range(len(grid.edge_dots))]
    yield "".join(signs)
    across = grid.cols * (grid.rows + 1)
    bits = "".join("1" if sign == "y" else "0" for sign in signs)
    rows = [bits[at : at + grid.cols] for at in range(0, across, grid.cols)]
    rows += [bits[at : at + grid.cols + 1] for at in range(across, len(bits), grid.cols + 1)]
    yield "/".join(rows)
    yield format_pzpr(board)


def pads_of(puzzle: Puzzle) -> Iterator[str]:
    """Stored pads after some play, short and long."""
    grid = puzzle.grid
    for seed, actions in enumerate((0, 1, 10, 200, 1500)):
        random, pad = Random(seed), Pad.fresh(puzzle)
        for _ in range(actions):
            edge = random.randrange(len(grid.edge_dots))
            pad = pad.apply(
                random.choice(
                    (
                        *Arrow,
                        SetMode(random.choice(tuple(Mode))),
                        MoveTo(random.randrange(len(grid.dots))),
                        Mark({edge: random.choice(tuple(EdgeState))}),
                        Undo(),
                        Redo(),
                        Clear() if random.random() < 0.1 else Undo(),
                    )
                )
            )
        yield to_text(pad)


def messages() -> Iterator[str]:
    """Chat messages with a puzzle among words, in every notation."""
    for notation in NOTATIONS:
        for text in list(texts_of_puzzles(notation))[:5]:
            yield f"look at this: {text} and <https://example.org/a?b=c>"
            yield f"> too hard\n```\n{text}\n```\nor `{text}`?"


DAILY = (
    "10x10:b11b32b32a1b2a322a321232a22021b1232a2b21b2b11231121a23231013332c11c2a2a2332a2b23121222a"
)
"""A puzzle as the dailies of the normal track are, from the generator."""
EDITS = (
    "turn 5",
    "row 10\nblank 3\nblank 14\nblank 25\nblank 36",
    "row 5\nturn 2\nblank 41\nblank 47",
    "col 5\ncol 5\nput 12 3\nturn 7",
    "no row 0\nno row 0\nno col 8\nrow 0\nrow 0",
    "no col 3\nput 3 0\nput 8 1\nput 77 2",
    "\n".join(f"blank {cell}" for cell in range(40)),
)
SETTINGS = (
    "DISCORD_TOKEN=abc.def.ghi\nOURO_WORKERS=2\nOURO_QUEUE=5",
    "OURO_SOLVE_SECONDS=2.5\nOURO_LOG_LEVEL=error\nOURO_LOG_FORMAT=json",
    "DISCORD_API_BASE=http://127.0.0.1:9/api/v10\nDISCORD_GATEWAY_URL=ws://127.0.0.1:9/",
    "OURO_DATA=/var/lib/ouro\nOURO_DATABASE=postgresql://me:secret@db.example:5432/ouro",
    "OURO_WORKER_MEMORY=512\nOURO_SANDBOX_PORT=0\nOURO_PER_PERSON=3",
)
DATABASES = (
    "sqlite:///data/ouro.db",
    "sqlite:////var/lib/ouro/ouro.db?mode=ro",
    "postgresql://me:secret@db.example:5432/ouro?ssl=require",
)
DAYS = ("62", "#62", "2027-01-01", " # 1 ", "2026-W45-1", "9999-12-31")
ZONES = ("Europe/London", "utc", "asia/tokyo", "America/Argentina/Buenos Aires", "GMT+1")
CHAT = (
    "**bold** _it_ __under__ ~~gone~~ `code` ||spoiler||",
    "@everyone @here <@123456789012345678> <@&123456789012345678> <#123456789012345678>",
    "# big\n## less\n-# small\n> quoted\n>>> all\n- item\n1. item",
    "[masked](https://example.org/*a*_b_) <https://example.org> https://example.org/`x`",
    "```py\nprint()\n``` <t:1:R> </solve:123456789012345678> <:face:123456789012345678>",
)
