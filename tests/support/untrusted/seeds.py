"""Valid texts, written by our own formatters, which tests edit."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random

from msgspec.structs import replace

from play.history import Clear, Mark, Redo, Undo
from play.pen import STRIDES, Arrow, Far, Mode, MoveTo, Pad, SetMode, SetStride
from play.saving import to_text
from puzzle.clue_rows import Clue
from puzzle.errors import NotationError
from puzzle.grid import Grid, GridKey, square_grid
from puzzle.model import Board, EdgeState, Puzzle
from puzzle.moves import format_marks
from puzzle.notation import NOTATIONS, format_board, format_loopy, format_puzzle
from puzzle.notation.pzpr import format_pzpr
from puzzle.places import dot_name
from puzzle.rules import ALL_RULES, Rules
from puzzle.tilings.catalogue import TILINGS, build_grid
from tests.support.tilings import PATCHES

SIZES = ((2, 3), (1, 1), (5, 5), (7, 10), (1, 40), (30, 25), (100, 100))
"""Rows and columns of the puzzles; the last is the largest that the chat accepts."""


def random_puzzle(rows: int, cols: int, seed: int) -> Puzzle:
    """A puzzle with random clues, usually without a solution; the same for the same seed."""
    return random_puzzle_on(square_grid(rows, cols), seed)


def random_puzzle_on(grid: Grid, seed: int) -> Puzzle:
    """A puzzle with random clues on a grid of any tiling."""
    random = Random(seed)
    clues: list[Clue] = [
        random.choice((None, None, *range(len(around) + 1))) for around in grid.cell_edges
    ]
    return Puzzle(grid, tuple(clues))


def random_puzzle_with(rules: Rules, seed: int) -> Puzzle:
    """A small puzzle with other rules; where there are animals, some of its clues are animals."""
    puzzle, animals = random_puzzle(4, 5, seed), [*rules.variant.signs]
    clues = (Random(seed).choice([clue, *animals]) for clue in puzzle.clues)
    return replace(puzzle, clues=tuple(clues), rules=rules)


def random_board(puzzle: Puzzle, seed: int) -> Board:
    """A board with random marks; the same for the same seed."""
    random = Random(seed)
    return Board(puzzle, tuple(random.choices(tuple(EdgeState), k=len(puzzle.grid.edge_dots))))


def texts_of_puzzles(notation: str) -> Iterator[str]:
    """A puzzle of every size in a notation, and one with all rules that it can name."""
    for seed, (rows, cols) in enumerate(SIZES):
        yield format_puzzle(random_puzzle(rows, cols, seed), notation)
    for seed, rules in enumerate(ALL_RULES):
        with suppress(NotationError):
            yield format_puzzle(random_puzzle_with(rules, seed), notation)


def ids_of_tilings() -> Iterator[str]:
    """Game IDs on every tiling, small and large."""
    for tiling in TILINGS.values():
        for rows, cols in ((6, 7), (11, 9)):
            for patch in PATCHES.get(tiling.name, ("",)):
                grid = build_grid(GridKey(tiling.name, rows, cols, patch))
                yield format_loopy(random_puzzle_on(grid, rows))


def texts_of_all() -> Iterator[str]:
    """Puzzles in every notation."""
    for notation in NOTATIONS:
        yield from texts_of_puzzles(notation)


def saved_files(notation: str) -> Iterator[str]:
    """Boards with marks in a notation that keeps them."""
    for seed, (rows, cols) in enumerate(SIZES):
        yield format_board(random_board(random_puzzle(rows, cols, seed), seed), notation)


def moves_on(puzzle: Puzzle) -> Iterator[str]:
    """Moves in text form, few and many."""
    grid = puzzle.grid
    marks = dict(enumerate(random_board(puzzle, 1).marks))
    for count in (1, 5, 20, len(marks)):
        yield format_marks(grid, dict(list(marks.items())[:count]))
    yield f"x A1-{dot_name(grid, 1)}, erase A1-A2"


def commands_on(puzzle: Puzzle) -> Iterator[str]:
    """Moves and other pad commands in text form."""
    yield from moves_on(puzzle)
    yield from ("go B2", "clear", "e A1-A2 x A1-B1")


def answers_to(puzzle: Puzzle) -> Iterator[str]:
    """Answers in every accepted format."""
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
    """Saved pads after up to 1500 actions."""
    grid = puzzle.grid
    for seed, actions in enumerate((0, 1, 10, 200, 1500)):
        random, pad = Random(seed), Pad.fresh(puzzle)
        for _ in range(actions):
            edge = random.randrange(len(grid.edge_dots))
            pad = pad.apply(
                random.choice(
                    (
                        *Arrow,
                        *map(Far, Arrow),
                        SetStride(random.choice(STRIDES)),
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
    """Chat messages that contain a puzzle, in every notation."""
    for notation in NOTATIONS:
        for text in list(texts_of_puzzles(notation))[:5]:
            yield f"look at this: {text} and <https://example.org/a?b=c>"
            yield f"> too hard\n```\n{text}\n```\nor `{text}`?"


def files() -> Iterator[str]:
    """Files with a list of puzzles, or with a board, in every notation."""
    for notation in NOTATIONS:
        texts = list(texts_of_puzzles(notation))[:4]
        yield texts[0]
        yield "\n".join(texts)
        yield "# mine\n\n" + "\n\n".join(texts)


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
