"""`ouro book`: booklets of generated or given puzzles."""

import re
from pathlib import Path

import pypdfium2
import pytest

from tests.support.cli import UNIQUE, on_terminal, ouro

SEVERAL = "3x3:i"


def texts(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    pages = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return pages


def test_a_booklet_of_generated_puzzles(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    options = (
        "--size",
        "7x5",
        "--level",
        "easy",
        "--count",
        "8",
        "--date",
        "2027-01-31",
        "--seed",
        "7",
    )
    done = ouro("book", *options, "--paper", "letter", "-o", str(path))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    pages = texts(path)
    assert pages[0].splitlines()[:4] == ["Slitherlink", "8 puzzles", "7x5", "Easy"]
    assert [page.count(". Easy, 7x5") for page in pages[1:]] == [6, 2, 0]
    assert "Answers" in pages[3]
    again = tmp_path / "again.pdf"
    ouro("book", *options, "--paper", "letter", "-o", str(again))
    assert again.read_bytes() == path.read_bytes()
    ouro("book", *options[:-1], "8", "--paper", "letter", "-o", str(again))
    assert again.read_bytes() != path.read_bytes()


def test_no_booklet_has_a_puzzle_twice(tmp_path: Path) -> None:
    options = ("--size", "3x3", "--level", "easy", "--count", "900")
    done = ouro("book", *options, "-o", str(tmp_path / "book.pdf"))
    assert done.returncode == 2
    assert "different 3x3 puzzles of level easy were found; ask for fewer" in done.stderr
    assert not (tmp_path / "book.pdf").exists()


def test_a_booklet_of_given_puzzles(tmp_path: Path) -> None:
    given = tmp_path / "puzzles.txt"
    given.write_text(f"{UNIQUE}\n\n1x2:3a\n", encoding="utf-8")
    path = tmp_path / "book.pdf"
    done = ouro(
        "book", "--file", str(given), "--title", "Ours", "--on-a-page", "1", "-o", str(path)
    )
    assert (done.returncode, done.stderr) == (0, "")
    pages = texts(path)
    assert len(pages) == 4
    assert pages[0].splitlines()[:4] == ["Ours", "2 puzzles", "from 1x2 to 2x2", "Normal"]
    assert "1. " in pages[1]
    assert "2x2" in pages[1]
    assert "2. " in pages[2]
    assert "1x2" in pages[2]
    assert ["Ours" in page for page in pages] == [True, True, True, False]


SMALL = ("--size", "5x5", "--level", "easy", "--count", "1")


def test_the_author_and_the_date_are_in_the_file(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    command = ("book", *SMALL, "-o", str(path))
    assert ouro(*command, "--author", "Ada", "--date", "2027-01-31").returncode == 0
    document = pypdfium2.PdfDocument(path)
    found = document.get_metadata_dict()
    document.close()
    assert (found["Author"], found["CreationDate"]) == ("Ada", "D:20270131")
    assert ouro(*command, "--date", "tomorrow").stderr == (
        "The date 'tomorrow' is none; write it as 2027-01-31.\n"
    )


def test_a_booklet_in_japanese(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    assert ouro("book", *SMALL, "--language", "ja", "-o", str(path)).returncode == 0
    cover, puzzles, answers = texts(path)
    assert cover.splitlines()[:4] == ["スリザーリンク", "1問", "5x5", "やさしい"]
    assert not re.search("[A-Za-z]", cover.replace("Ouro", "").replace("5x5", ""))
    assert "1. やさしい, 5x5" in puzzles
    assert answers.startswith("答え")


def test_a_terminal_shows_what_was_written(tmp_path: Path) -> None:
    path = tmp_path / "book.pdf"
    shown = on_terminal("book", *SMALL, "-o", str(path), columns=200, only="stderr")
    kilobytes = -(-path.stat().st_size // 1000)
    assert shown.rstrip().endswith(f"Wrote {path}: 1 puzzle, {kilobytes} kB.")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (f"{UNIQUE}\n{SEVERAL}\n", "line 2: the puzzle has several solutions"),
        ("1x1:3\n", "line 1: the puzzle has no solution"),
        ("neither\n", "line 1: "),
        ("", "line 1: There is no puzzle in the text"),
    ],
)
def test_invalid_puzzles_are_reported_with_their_line(
    text: str, problem: str, tmp_path: Path
) -> None:
    given = tmp_path / "puzzles.txt"
    given.write_text(text, encoding="utf-8")
    done = ouro("book", "--file", str(given), "-o", str(tmp_path / "book.pdf"))
    assert done.returncode == 2
    assert problem in done.stderr
    assert "Traceback" not in done.stderr
    assert not (tmp_path / "book.pdf").exists()


def test_a_booklet_keeps_the_time_limit(tmp_path: Path) -> None:
    given = tmp_path / "puzzles.txt"
    given.write_text("30x30:" + "z" * 34 + "p\n", encoding="utf-8")
    path = tmp_path / "book.pdf"
    done = ouro("book", "--file", str(given), "--time-limit", "0", "-o", str(path))
    assert done.returncode == 2
    assert "line 1: the puzzle was not solved within the limits" in done.stderr
    assert not path.exists()


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        (["--size", "3x"], "The size '3x' is none; give columns x rows"),
        (["--size", "2x9"], "a side has from 3 to 60 cells"),
        (["--level", "sad"], "There is no level 'sad'; choose easy, normal"),
        (["--paper", "a5"], "There is no paper 'a5'; choose a4 or letter."),
        (["--count", "1001"], "it takes from 1 to 1000 puzzles, not 1001"),
        (["--on-a-page", "3", "--level", "expert", "--count", "900"], "a page holds 1, 2, 4 or 6"),
    ],
)
def test_invalid_options_are_rejected(options: list[str], problem: str, tmp_path: Path) -> None:
    done = ouro("book", *options, "-o", str(tmp_path / "book.pdf"))
    assert done.returncode == 2
    assert problem in done.stderr


def test_one_picture_on_a_page_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    done = ouro("render", UNIQUE, "--solved", "--footer", "Number 7", "-o", str(path))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Number 7" in texts(path)[0]
