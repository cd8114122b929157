"""What the commands read: one board, or a list of puzzles, by one rule for all of them."""

import inspect
import io
import json
import re
import subprocess
from collections.abc import Callable, Iterator
from itertools import chain, count, islice, repeat
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from PIL import ImageDraw

from cli.errors import UsageError
from cli.listing import COMMANDS
from cli.pictures import PictureLine, in_play
from cli.shapes import BOUNDS, PuzzleText, puzzles_in
from puzzle.drawn_marks import DrawnMarks
from puzzle.model import Board, EdgeState
from puzzle.moves import format_marks, parse_marks
from puzzle.notation import parse_loopy
from renderer.picture import Picture
from scanner.values import REMARKS
from solver.search import solve
from tests.support.cli import ENVIRONMENT, PROGRAM, Done, ouro
from tools.bench.drawn_pictures import LOOKS, BoardDrawer, png

ROWS = "3...\n3...\n.22.\n.2.1\n"
ID = "4x4:3c3d22b2a1"
"""A puzzle with one solution, as rows and as a game ID."""
OTHER = "3x3:3a3c3a3"
LIST = f"{ID}\n{OTHER}\n"
FURTHER = {"to": ("--to", "rows"), "created": ("--date", "2027-01-31")}
"""What commands need besides a puzzle, or to write the same file each time."""
ENDINGS = {"render": ".svg", "book": ".pdf", "cnf": ".cnf"}


def functions() -> dict[str, Callable[..., Any]]:
    return {entry.name: entry.load() for entry in COMMANDS if not entry.module.startswith("app.")}


def readers() -> dict[str, set[str]]:
    """The parameters of the commands that read puzzles from a file."""
    found = {name: inspect.signature(each).parameters for name, each in functions().items()}
    return {name: {*each} for name, each in found.items() if "file" in each and name != "review"}


READERS = readers()
OF_LISTS = sorted(name for name, parameters in READERS.items() if "as_list" in parameters)
OF_BOARDS = sorted(READERS.keys() - set(OF_LISTS))


def run(command: str, tmp_path: Path, *source: str, text: str = "") -> Done:
    """Run a command on a source; times are left out of its answer, and its file is added to it."""
    output = tmp_path / f"output{ENDINGS.get(command, '')}"
    options = [*chain(*(FURTHER[name] for name in READERS[command] if name in FURTHER))]
    if command in ENDINGS:
        options += ["--out", str(output)]
    done = ouro(command, *source, *options, text=text)
    shown = re.sub(r"[\d.]+ m?s\b|\"(?:time_ms|seconds)\": [\d.e-]+", "", done.stdout)
    written = output.read_bytes().hex() if output.exists() else ""
    output.unlink(missing_ok=True)
    return Done(done.args, done.returncode, shown + written, done.stderr)


def file_of(tmp_path: Path, text: str | bytes, name: str = "puzzle.txt") -> str:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)


def test_every_command_with_a_file_is_known() -> None:
    """A command reads puzzles from `file`, takes a list or one board, and parses nothing itself."""
    paths = {
        name: {
            parameter.name
            for parameter in inspect.signature(function).parameters.values()
            if Path in get_args(parameter.annotation) or "Path" in str(parameter.annotation)
        }
        for name, function in functions().items()
    }
    read = {name for name, found in paths.items() if "file" in found}
    assert read == READERS.keys() | {"review"}
    written = {"png", "out", "animate", "ways"}
    others = {name: found - written - {"file"} for name, found in paths.items()}
    assert {name: found for name, found in others.items() if found} == {}
    for name, parameters in READERS.items():
        assert len(parameters & {"as_list", "as_board"}) == 1, name


@pytest.mark.parametrize("command", sorted(READERS))
def test_a_table_is_one_board(command: str, tmp_path: Path) -> None:
    table = file_of(tmp_path, ROWS)
    done = run(command, tmp_path, "--file", table)
    assert (done.returncode, done.stderr) == (0, "")
    if "puzzle" in READERS[command] or "puzzles" in READERS[command]:
        assert run(command, tmp_path, ID).stdout == done.stdout
        assert run(command, tmp_path, "-", text=ROWS).stdout == done.stdout
        assert run(command, tmp_path, ROWS).stdout == done.stdout
    for encoding in ("utf-8-sig", "utf-16"):
        same = file_of(tmp_path, ROWS.replace("\n", "\r\n").encode(encoding))
        assert run(command, tmp_path, "--file", same).stdout == done.stdout, encoding


NAMING = sorted(
    name
    for name, function in functions().items()
    if {"puzzle", "puzzles"} & {*inspect.signature(function).parameters}
)
"""The commands with an argument that is a puzzle."""


@pytest.mark.parametrize("text", ["", " \n"])
@pytest.mark.parametrize("command", sorted(READERS))
def test_a_text_without_a_puzzle_is_refused(command: str, text: str, tmp_path: Path) -> None:
    sources: list[tuple[str, ...]] = [("--file", file_of(tmp_path, text))]
    if command in NAMING:
        sources += [("-",), (text,)]
    for source in sources:
        done = run(command, tmp_path, *source, text=text)
        assert done.returncode == 2, source
        told = done.stderr or json.loads(done.stdout)["error"]
        assert "There is no puzzle in the text; give an address" in told
        assert told.strip().count("\n") == 0


def test_a_list_may_be_empty() -> None:
    done = ouro("solve", "-", "--list", text="\n# none\n")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@pytest.mark.parametrize("command", NAMING)
def test_the_name_of_a_file_is_read_and_told(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text(ROWS)
    wanted = run(command, tmp_path, "--file", "board.txt")
    done = run(command, tmp_path, "board.txt")
    assert (done.returncode, done.stdout) == (0, wanted.stdout)
    assert done.stderr == "Reading the file board.txt.\n"
    Path(ID).write_text(OTHER)  # a puzzle is no name
    assert run(command, tmp_path, ID).stdout == wanted.stdout
    for text in ("none.txt", ".", "board.txt\n", "a" * 300, "a\0b"):
        done = run(command, tmp_path, text)
        assert done.returncode == 2
        assert "Reading" not in done.stderr


def test_each_of_several_arguments_may_name_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("board.txt").write_text(ROWS)
    Path("list.txt").write_text(LIST)
    done = ouro("rate", "board.txt", ID, "list.txt", "3../.2./..1")
    first, second, third, _ = map(json.loads, done.stdout.splitlines())
    assert first == second
    assert third == {"line": 3, "error": "There are 2 puzzles in the text; give one of them."}
    assert done.stderr == "Reading the file board.txt.\nReading the file list.txt.\n"


@pytest.mark.parametrize("command", OF_BOARDS)
@pytest.mark.parametrize("text", [LIST, f"{ROWS}\n{ROWS}", "3../.2./..1\n..3/.2./1..\n"])
def test_a_command_for_one_board_refuses_several(command: str, text: str, tmp_path: Path) -> None:
    second = 6 if text.startswith(ROWS) else 2
    for source in (("--file", file_of(tmp_path, text)), ("-",), (text,)):
        done = run(command, tmp_path, *source, text=text)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"one in line 1 and one in line {second}, and this command takes" in done.stderr


@pytest.mark.parametrize("command", OF_LISTS)
@pytest.mark.parametrize("text", [f"{ID}\n{ID}\n", f"{ROWS}\n{ROWS}", f"# one\n{ID}\n{ID}"])
def test_a_command_for_lists_answers_each(command: str, text: str, tmp_path: Path) -> None:
    done = run(command, tmp_path, "--file", file_of(tmp_path, text))
    assert done.returncode == 0, done.stderr
    if command != "book":
        assert run(command, tmp_path, "-", text=text).stdout == done.stdout
        assert done.stdout.count(ID) == 2


@pytest.mark.parametrize("command", OF_BOARDS)
def test_board_reads_all_lines_as_one(command: str, tmp_path: Path) -> None:
    text = "3../.2./..1\n..3/.2./1..\n"
    done = run(command, tmp_path, "--file", file_of(tmp_path, text), "--board")
    assert done.stdout == run(command, tmp_path, "3x6:3c2c1b3a2a1b", "--board").stdout
    assert "line 1" not in done.stderr


def records(*source: str, text: str = "") -> list[dict[str, Any]]:
    done = ouro("solve", *source, "--json", text=text)
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_list_and_board_decide() -> None:
    text = "3.. .2. ..1\n..1 .2. 3..\n"
    done = ouro("solve", "-", text=text)
    assert done.returncode == 2
    assert done.stderr == (
        "Lines 1 and 2 may be two puzzles or two rows of one; --list or --board says which.\n"
    )
    lines = ["3x3:3c2c1", "3x3:b1a2a3b"]
    assert [each["puzzle"] for each in records("-", "--list", text=text)] == lines
    [board] = records("-", "--board", text=text)
    assert board["choices"] == ["9x2:3c2c1b1a2a3b", "3x6:3c2c1b1a2a3b"]
    # Three rows of one length are a board, though each is a puzzle too.
    assert len(records("-", text="3.. .2.\n..1 .2.\n3.. .2.\n")) == 1
    # So they are with labels, or with numbers that could be a size and its cells.
    labelled = "  A B C\n1 1 1 1\n2 2 . 2\n3 1 2 3\n4 1 2 .\n"
    [board] = records("-", text=labelled)
    assert board["choices"] == ["3x4:1112a212312a"]


def test_mixed_lines_are_told_apart() -> None:
    text = f"nonsense\n{ID}\n3...\n3...\n\n3x3:3h\nhttps://puzz.link/p?masyu/4/4/00\n\n{ROWS}"
    found = records("-", text=text)
    lines = {record.get("line"): record for record in found}
    assert {1, 3, 4, 7} == lines.keys() - {None}
    assert "nonsense" in lines[1]["error"]
    assert "line ends were probably lost" in lines[3]["error"]
    assert "masyu" in lines[7]["error"]
    read = [record["puzzle"] for record in found if "puzzle" in record]
    assert read == [ID, "3x3:3h", ID]


def test_a_file_of_one_puzzle_is_no_list(tmp_path: Path) -> None:
    details = ouro("rate", ID, "--text").stdout
    assert ouro("rate", "--file", file_of(tmp_path, f"\n{ID}\n"), "--text").stdout == details
    assert ouro("rate", "--file", file_of(tmp_path, LIST), "--text").stdout != details
    done = ouro("solve", "--file", file_of(tmp_path, LIST), "--png", str(tmp_path / "a.png"))
    assert done.stderr.startswith("--png draws one puzzle")


def taken(lines: Iterator[str]) -> tuple[Iterator[str], Callable[[], int]]:
    """The lines, and how many of them were taken."""
    counter = count()
    counted = (line for line, _ in zip(lines, counter, strict=False))
    return counted, lambda: int(repr(counter)[6:-1])


def test_a_list_is_read_as_it_arrives() -> None:
    lines, number = taken(repeat(f"{ID}\n"))
    puzzles = puzzles_in(lines)
    assert puzzles.is_list
    assert number() == 1
    assert [each.line for each in islice(puzzles.texts, 3)] == [1, 2, 3]
    assert number() == 3
    lines, number = taken(chain.from_iterable(repeat([*ROWS.splitlines(True), "\n"])))
    assert puzzles_in(lines).is_list
    assert number() == 10


@pytest.mark.parametrize("line", ["nonsense\n", "3...\n", "22 22\n", "\n", "x" * 200_001])
def test_no_more_is_read_ahead_than_a_board_may_have(line: str) -> None:
    lines, number = taken(repeat(line))
    with pytest.raises(UsageError, match="with --list every line is read as one"):
        puzzles_in(lines)
    assert number() <= 5 * BOUNDS.max_side + 1
    assert puzzles_in(repeat(line), as_list=True).is_list


def test_a_long_paragraph_of_a_list_is_cut() -> None:
    text = [*repeat("3" * 199 + "\n", 2000), "\n", f"{ID}\n"]
    boards = [*ROWS.splitlines(True), "\n"] * 2
    *_, long, last = puzzles_in([*boards, *text]).texts
    assert len(long.text) < BOUNDS.max_text + 200
    assert (last.text, last.line) == (ID, 2012)


def test_what_is_no_text_is_refused(tmp_path: Path) -> None:
    for data in (b"\x7fELF\x80\0", b"\xff\xfe3"):
        done = ouro("rate", "--file", file_of(tmp_path, data))
        assert done.returncode == 2
        assert "cannot be read: it is not UTF-8 or UTF-16 text." in done.stderr


@pytest.mark.parametrize("command", sorted(READERS))
def test_every_command_reads_pictures(command: str, tmp_path: Path) -> None:
    """A picture of Ouro's own is as good as its game ID."""
    picture = file_of(tmp_path, Picture(Board.blank(parse_loopy(ID))).png(), "board.png")
    text = file_of(tmp_path, ID)
    done, wanted = (run(command, tmp_path, "--file", path) for path in (picture, text))
    assert (done.returncode, done.stdout) == (wanted.returncode, wanted.stdout)


def drawn_with_a_doubt(tmp_path: Path) -> str:
    """A picture of another program, in which a cell has something that is no clue."""
    puzzle = parse_loopy("5x5:21212a232b2a3b212a31221")
    image = BoardDrawer(Random(1), []).draw(puzzle, LOOKS["dots"], 40)
    cell = puzzle.clues.index(None)
    margin, (row, col) = (image.width - 5 * 40) / 2, divmod(cell, 5)
    x, y = margin + 40 * (col + 0.5), margin + 40 * (row + 0.5)
    ImageDraw.Draw(image).rectangle((x - 9, y - 9, x + 9, y + 9), outline="black", width=3)
    return file_of(tmp_path, png(image), "drawn.png")


@pytest.mark.parametrize("command", ["solve", "hint"])
def test_doubts_are_told_on_standard_error(command: str, tmp_path: Path) -> None:
    path = drawn_with_a_doubt(tmp_path)
    done = ouro(command, path)
    assert done.stderr == f"Reading the file {path}.\nNot certain: A2; check them.\n"


def test_it_is_asked_on_standard_error_whether_a_picture_is_cut_off(tmp_path: Path) -> None:
    image = BoardDrawer(Random(1), []).draw(
        parse_loopy("5x5:21212a232b2a3b212a31221"), LOOKS["grid"], 40
    )
    margin = round((image.width - 5 * 40) / 2)
    part = image.crop((0, 0, image.width - margin - 26, image.height))
    path, question = file_of(tmp_path, png(part), "part.png"), "Does the board go on at the right?"
    assert ouro("solve", "--file", path).stderr == f"{question}\n"
    record = json.loads(ouro("solve", "--file", path, "--json").stdout.splitlines()[-1])
    assert record["remarks"] == [question]


@pytest.mark.parametrize("command", [name for name in READERS if "as_json" in READERS[name]])
def test_doubts_are_in_the_records_of_every_command(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = PictureLine(ID)
    line.doubts = ("A2", "B3")
    monkeypatch.setattr("cli.streams.picture_line", lambda _: line)
    further = FURTHER["to"] if "to" in READERS[command] else ()
    done = ouro(command, "--file", file_of(tmp_path, b"GIF89a"), "--json", *further)
    assert json.loads(done.stdout.splitlines()[-1])["doubts"] == ["A2", "B3"]


def test_hints_go_on_from_the_marks_of_a_picture(tmp_path: Path) -> None:
    marks = "A1-A2-B2 x C1-C2"
    puzzle = parse_loopy(ID)
    board = Board.blank(puzzle).mark(parse_marks(marks, puzzle.grid))
    picture = file_of(tmp_path, Picture(board).png(), "board.png")
    for command in ("hint", "check"):
        done, wanted = (
            ouro(command, picture, "--json"),
            ouro(command, ID, "--marks", marks, "--json"),
        )
        assert (done.stdout, done.stderr) == (wanted.stdout, f"Reading the file {picture}.\n")
    assert "The lines in the picture are left out." in ouro("solve", picture).stderr


@pytest.mark.parametrize("certain", [True, False])
def test_marks_that_may_be_read_wrongly_are_no_mistakes(certain: bool) -> None:
    puzzle = parse_loopy(ID)
    solution = solve(puzzle).solutions[0]
    others = sorted(set(range(len(puzzle.grid.edge_dots))) - solution)
    line = PictureLine(ID)
    line.drawn = DrawnMarks(solution | {others[0]}, doubts=frozenset(others[:1] * certain))
    line.certain, line.remarks = certain, (REMARKS["lines"],)
    read = in_play(PuzzleText(1, line, (), line.remarks))
    assert read.board().lines == solution
    name = format_marks(puzzle.grid, {others[0]: EdgeState.LINE})
    assert read.remarks == (f"Is this drawn: {name}? It is left out; --marks adds it.",)


def test_pictures_come_on_standard_input_too(tmp_path: Path) -> None:
    data = Path(drawn_with_a_doubt(tmp_path)).read_bytes()
    done = subprocess.run(
        [*PROGRAM, "convert", "-", "--to", "loopy"],
        input=data,
        capture_output=True,
        env=ENVIRONMENT,
        check=True,
    )
    assert done.stdout.startswith(b"5x5:21212")
    assert done.stderr == b"Not certain: A2; check them.\n"


def test_pictures_without_a_puzzle_and_missing_ones_are_errors(tmp_path: Path) -> None:
    damaged = file_of(tmp_path, b"\x89PNG\r\n\x1a\n\0\0", "damaged.png")
    assert ouro("solve", damaged).stderr.endswith("\nThe picture is damaged or incomplete.\n")
    missing = ouro("solve", str(tmp_path / "missing.jpg"))
    assert "missing.jpg cannot be read: no such file or directory." in missing.stderr
    assert missing.returncode == 2


def test_standard_input_is_read_as_files_are() -> None:
    for data, wanted in ((ROWS.encode("utf-16"), f"{ID}\n"), (b"\x89PNG", "")):
        done = subprocess.run(
            [*PROGRAM, "convert", "-", "--to", "loopy"],
            input=data,
            capture_output=True,
            env={**ENVIRONMENT, "PYTHONIOENCODING": "utf-8:strict"},
            timeout=600,
            check=False,
        )
        assert done.stdout.decode() == wanted
        assert (b"Standard input cannot be read" in done.stderr) is not bool(wanted)


def test_a_table_is_one_row_of_a_batch(tmp_path: Path) -> None:
    folder = tmp_path / "bank.parquet"
    done = ouro("solve", "--file", file_of(tmp_path, ROWS), "--out", str(folder), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["rows"] == 1


@pytest.mark.parametrize(
    "text",
    [
        f"4 4\n\n{ROWS}\n....\n....\n....\n....\n....\n\n.....\n.....\n.....\n.....\n",
        ". . . .\n 3\n. . . .\n\n. . . .\n 2 1\n. . . .\n",
        "3,,2\n,1\n\n1,2\n,,3\n",
        " 34\n 42\n2 3\n 02\n\n1 2\n 30\n  4\n",
    ],
)
def test_a_board_with_blank_lines_is_no_list(text: str) -> None:
    assert not puzzles_in(io.StringIO(text)).is_list


def test_boards_of_digits_alone_are_set_apart_by_a_blank_line() -> None:
    boards = ["3122\n3232\n2223\n3201\n", "322\n123\n001\n"]
    assert [each.text for each in puzzles_in(io.StringIO("\n".join(boards))).texts] == [
        board.strip() for board in boards
    ]


@pytest.mark.parametrize("command", [name for name in READERS if "as_json" in READERS[name]])
def test_what_a_text_left_open_is_in_the_records_of_every_command(command: str) -> None:
    further = FURTHER["to"] if "to" in READERS[command] else ()
    done = ouro(command, "https://puzz.link/p?slither/4/4/dgdh2c7", "--json", *further)
    record = json.loads(done.stdout.splitlines()[-1])
    assert record["remarks"] == ["the last cell is read as blank"]


LINES = st.lists(
    st.one_of(
        st.sampled_from(
            [ID, OTHER, "3..", ".2.", "..1", "22 22", "", " ", "# a", "4 4", "3../.2."]
        ),
        st.sampled_from(["pzprv3", "[3,", "SAVEFILE", "slither/2/2/7", "nonsense", "33", "3x3:"]),
        st.text(max_size=8),
    ),
    max_size=9,
)


@given(LINES, st.sampled_from([None, True, False]))
def test_every_line_is_in_one_text_or_blank(lines: list[str], as_list: bool | None) -> None:
    ended = [f"{line}\n" for line in "\n".join(lines).splitlines()]
    try:
        found = list(puzzles_in(ended, as_list=as_list).texts)
    except UsageError:
        assume(False)
    assume(ended)
    kept = [line.strip() for text in found for line in text.text.split("\n")]
    meant = [line.strip() for line in ended]
    assert [line for line in kept if line and line[0] != "#"] == [
        line for line in meant if line and line[0] != "#"
    ]
    assert all(meant[text.line - 1] == text.text.split("\n")[0].strip() for text in found)


def test_a_line_of_a_list_is_one_puzzle_of_several_rows() -> None:
    wrong, row, single, right = records("-", text=f"{ID} or {OTHER}\n3..2..1\n3../\n{ID}\n")
    assert wrong["error"] == "There are 2 puzzles in the text; give one of them."
    assert row["error"].startswith("The text is one row of 7 cells, so its line ends were")
    assert (single["puzzle"], right["puzzle"]) == ("3x1:3b", ID)
