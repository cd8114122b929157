"""`ouro hint`, `check`, `explain` and `rate`."""

import gzip
import json
from pathlib import Path

import pytest
from PIL import Image

from i18n.languages import LANGUAGES
from puzzle.model import EdgeState
from puzzle.moves import format_marks, parse_marks
from puzzle.notation import format_pzpr, parse_board, parse_loopy
from solver.search import solve
from tests.support.cli import ouro

PUZZLE = "5x5:b1c3a12a02d1a2c32"
SEVERAL = "3x1:3b"
IMPOSSIBLE = "3x3:4a4f"


def record(*arguments: str, status: int = 0) -> dict[str, object]:
    done = ouro(*arguments)
    assert done.returncode == status, done.stderr
    found = json.loads(done.stdout)
    assert isinstance(found, dict)
    return found


def test_a_nudge_a_hint_and_a_step_reveal_increasingly_more() -> None:
    assert ouro("hint", PUZZLE, "--level", "nudge").stdout == (
        "Look around the 3 at B2 and the 0 at B3.\n"
    )
    hint = ouro("hint", PUZZLE, "--level", "hint").stdout
    assert hint.splitlines()[0] == "Adjacent 0 and 3"
    assert "cross" not in hint
    step = ouro("hint", PUZZLE).stdout
    assert "all four sides of B3 are crosses." in step
    assert "\u00d7 0 \u00d7" in step


def test_crosses_in_mind_are_used_on_request() -> None:
    solution = solve(parse_loopy(PUZZLE)).solutions[0]
    lines = dict.fromkeys(sorted(solution)[:15], EdgeState.LINE)
    marks = format_marks(parse_loopy(PUZZLE).grid, lines)
    told = record("hint", PUZZLE, "--marks", marks, "--in-mind", "--json")
    assert told["lines"]
    assert told["in_mind"]
    assert str(told["text"]).endswith("not drawn, but follow at once.")
    assert not record("hint", PUZZLE, "--marks", marks, "--json")["lines"]
    checked = record("check", PUZZLE, "--marks", f"{marks} B3 top", "--in-mind", "--json")
    assert checked["wrong"] == 1


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("hint", PUZZLE), "B3の0の周りには線がないので、B2の3は残りの3辺すべてに線が必要です。"),
        (("hint", PUZZLE, "--level", "nudge"), "B3の0の周りを見てみましょう。"),
        (("hint", IMPOSSIBLE), "このパズルには答えがない"),
        (("check", PUZZLE, "--marks", "B3 top"), "間違った印が1個あります。B3の上の辺の線です。"),
        (("explain", PUZZLE, "--all"), "A1の左上の角"),
        (("explain", PUZZLE), "すぐに決まる辺"),
    ],
)
def test_sentences_are_in_the_language_that_is_asked_for(
    arguments: tuple[str, ...], told: str
) -> None:
    assert told in ouro(*arguments, "--language", "ja").stdout
    assert told not in ouro(*arguments, "--language", "en").stdout
    assert ouro(*arguments, "--language", "en").stdout == ouro(*arguments).stdout


def test_records_have_their_text_in_the_language_that_is_asked_for() -> None:
    hint = record("hint", PUZZLE, "--json", "--language", "ja")
    assert "B3の0の周りには線がないので、B2の3は残りの3辺すべてに線が必要です。" in str(
        hint["text"]
    )
    assert hint["crosses"] == record("hint", PUZZLE, "--json")["crosses"]


@pytest.mark.parametrize(
    "command", ["hint", "check", "explain", "rate", "solve", "enumerate", "backbone", "generate"]
)
def test_another_language_is_refused_with_those_there_are(command: str) -> None:
    done = ouro(command, *[PUZZLE] * (command != "generate"), "--language", "sv")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"There is no language 'sv'; choose {' or '.join(LANGUAGES)}.\n"


def test_a_record_omits_what_its_level_does_not_reveal() -> None:
    nudge = record("hint", PUZZLE, "--level", "nudge", "--json")
    assert list(nudge) == ["level", "text"]
    hint = record("hint", PUZZLE, "--level", "hint", "--json")
    assert "lines" not in hint
    step = record("hint", PUZZLE, "--json")
    assert (step["technique"], step["cost"]) == ("three-next-to-zero", 4)
    assert step["reasons"] == [
        {"clue": 3, "cell": "B2"},
        {"clue": 0, "cell": "B3"},
        {"dot": "B3"},
        {"dot": "C3"},
    ]
    assert step["lines"] == ["B2-C2", "A3-B3", "C3-D3", "B2-B3", "C2-C3"]
    assert step["crosses"] == ["B3-C3", "B4-C4", "B3-B4", "C3-C4"]


def test_marks_are_read_from_a_saved_file(tmp_path: Path) -> None:
    board = parse_board(PUZZLE)
    board = board.mark(parse_marks("x B3-C3 B4-C4", board.puzzle.grid))
    saved = tmp_path / "saved.txt"
    saved.write_text(format_pzpr(board).replace("\n", "/"), encoding="utf-8")
    assert "B4" in ouro("check", "--file", str(saved)).stdout


def test_a_hint_reports_wrong_marks() -> None:
    done = ouro("hint", PUZZLE, "--marks", "B3-C3")
    assert done.returncode == 0
    assert done.stdout.startswith("Some of your marks are wrong")


def test_checks_count_point_and_explain() -> None:
    marks = ("--marks", "A1-B1 x B2-C2")
    assert ouro("check", PUZZLE, *marks, "--detail", "count").stdout == (
        "One of your marks is wrong.\n"
    )
    count = record("check", PUZZLE, *marks, "--detail", "count", "--json")
    assert (count["wrong"], "edges" in count) == (1, False)
    where = record("check", PUZZLE, *marks, "--detail", "where", "--json")
    assert (where["edges"], "steps" in where) == (["B2-C2"], False)
    why = record("check", PUZZLE, *marks, "--json")
    assert isinstance(why["steps"], list)
    assert why["steps"]


def test_a_walkthrough_ends_in_the_solution() -> None:
    lines = ouro("explain", PUZZLE).stdout.splitlines()
    assert lines[0].startswith("1. Adjacent 0 and 3: The 0 at B3 has no lines")
    assert "Simple consequences: " in " ".join(lines)
    every = ouro("explain", PUZZLE, "--all").stdout.splitlines()
    assert len(every) > len(lines)
    assert not [line for line in every if "Simple consequences" in line]
    assert "The puzzle is solved: the loop is closed and meets every clue." in lines
    found = record("explain", PUZZLE, "--json")
    assert found["end"] == "solved"
    assert found["puzzle"] == PUZZLE
    assert found == record("explain", PUZZLE, "--json", "--all")


def test_a_walkthrough_says_why_a_puzzle_has_several_solutions_or_none() -> None:
    assert "One has the line" in ouro("explain", SEVERAL).stdout
    several = record("explain", SEVERAL, "--json")
    assert several["end"] == "nothing-forced"
    assert several["only_first"] or several["only_second"]
    none = record("explain", IMPOSSIBLE, "--json")
    assert none["clues"] == [{"cell": "A1", "clue": 4}, {"cell": "C1", "clue": 4}]
    assert none["end"] == "no-solution"


def test_ratings_are_records_one_on_a_line() -> None:
    done = ouro("rate", PUZZLE, SEVERAL, "nonsense")
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert (first["puzzle"], first["level"], first["hardest"]) == (PUZZLE, "expert", 7)
    assert first["techniques"]["zero"] == 1
    assert (second["level"], second["why"]) == (None, "it has several solutions")
    assert third["line"] == 3
    assert done.returncode == 2
    assert record("rate", PUZZLE) == first


def test_a_rating_keeps_the_time_limit() -> None:
    done = ouro("rate", PUZZLE, "--time-limit", "0")
    assert json.loads(done.stdout)["why"] == "it was not solved step by step within the limits"
    assert done.returncode == 3
    assert record("rate", PUZZLE, "--time-limit", "600") == record("rate", PUZZLE)


def test_wrong_marks_end_in_a_sentence() -> None:
    done = ouro("hint", PUZZLE, "--marks", "A1-Z9")
    assert done.returncode == 2
    assert done.stderr.startswith("There is no dot Z9")


@pytest.mark.parametrize("verb", ["hint", "check"])
@pytest.mark.parametrize(
    ("name", "start"), [("a.png", b"\x89PNG"), ("a.svg", b"<svg"), ("a.gif", b"GIF89a")]
)
def test_an_argument_is_drawn_in_the_format_of_the_file(
    verb: str, name: str, start: bytes, tmp_path: Path
) -> None:
    path = tmp_path / name
    done = ouro(verb, PUZZLE, "--marks", "D3-E3", "--out", str(path))
    assert done.returncode == 0, done.stderr
    assert path.read_bytes().startswith(start)


def test_an_animation_has_a_frame_for_each_part(tmp_path: Path) -> None:
    path = tmp_path / "a.gif"
    ouro("check", PUZZLE, "--marks", "D3-E3", "--out", str(path))
    with Image.open(path) as image:
        frames = getattr(image, "n_frames", 1)
        assert frames == 1 + 2 + 1
    ouro("check", PUZZLE, "--marks", "B3-C3", "--out", str(path))
    with Image.open(path) as image:
        assert getattr(image, "n_frames", 1) == 2


def test_both_ways_are_drawn_and_told(tmp_path: Path) -> None:
    path = tmp_path / "ways.png"
    done = ouro("hint", "4x4:3c3d22b2a1", "--ways", str(path), "--language", "ja")
    assert done.returncode == 0, done.stderr
    assert path.read_bytes().startswith(b"\x89PNG")
    assert "通りです。(1) " in done.stdout
    refused = ouro("hint", "1x1:4", "--ways", str(path))
    assert refused.returncode == 2
    assert "two to four ways" in refused.stderr


@pytest.mark.parametrize("name", ["a.gif", "a.webp", "a.png"])
def test_a_walkthrough_is_drawn_with_its_text(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    done = ouro("explain", PUZZLE, "--out", str(path), "--theme", "dark")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == ouro("explain", PUZZLE).stdout
    with Image.open(path) as image:
        assert getattr(image, "n_frames", 1) > len(done.stdout.splitlines()) / 2
        assert image.height > image.width
    refused = ouro("explain", PUZZLE, "--out", str(tmp_path / "a.svg"))
    assert "--out writes a .gif, .png or .webp file" in refused.stderr


def test_an_unknown_format_of_a_picture_lists_the_choices(tmp_path: Path) -> None:
    done = ouro("hint", PUZZLE, "--out", str(tmp_path / "a.jpeg"))
    assert done.returncode == 2
    assert "--out writes a .png, .svg, .pdf, .txt or .gif file" in done.stderr


# Reviews

STROKES = "0:04 B3 top\n0:31 erase B3 top\n1:02 {loop}"


def strokes_file(folder: Path) -> Path:
    puzzle = parse_loopy(PUZZLE)
    loop = format_marks(puzzle.grid, dict.fromkeys(solve(puzzle).solutions[0], EdgeState.LINE))
    path = folder / "strokes.txt"
    path.write_text(f"{PUZZLE}\n{STROKES.format(loop=loop)}\n", encoding="utf-8")
    return path


def test_a_review_tells_of_the_mistake_and_draws_it(tmp_path: Path) -> None:
    done = ouro("review", str(strokes_file(tmp_path)), "--png", str(tmp_path / "moments"))
    assert done.returncode == 0, done.stderr
    assert "1 stroke went wrong." in done.stdout
    assert "The solution does not have the line at the top of B3." in done.stdout
    assert (tmp_path / "moments" / "1-mistake.png").is_file()


def test_a_review_as_json_has_every_stroke(tmp_path: Path) -> None:
    found = record("review", str(strokes_file(tmp_path)), "--json")["review"]
    assert isinstance(found, dict)
    assert found["counts"]["mistake"] == found["counts"]["correction"] == 1
    assert [stroke["seconds"] for stroke in found["strokes"]] == [4, 31, 62]
    assert found["strokes"][0]["marks"][0]["kind"] == "mistake"


def test_an_export_is_reviewed_by_the_number_of_its_board(tmp_path: Path) -> None:
    attempt = {"id": 7, "puzzle": "1x1:4", "solved_at": "2026-11-05T12:00:00+00:00"}
    later = {"id": 9, "puzzle": "2x1:4a", "solved_at": "2026-11-06T12:00:00+00:00"}
    journals = [{"attempt_id": 7, "text": "9PAAAA."}, {"attempt_id": 9, "text": "1PA2A1A1A."}]
    export = {"attempts": [attempt, later], "journals": journals}
    path = tmp_path / "ouro.json.gz"
    path.write_bytes(gzip.compress(json.dumps(export).encode()))
    assert "1 stroke in 0:09." in ouro("review", str(path), "--attempt", "7").stdout
    assert ouro("review", str(path), "--attempt", "8").returncode == 2
    path.write_bytes(b"\x1f\x8bnothing")
    assert "it is damaged" in ouro("review", str(path)).stderr


@pytest.mark.parametrize("text", ["", "{}", '{"journals": 3}', f"{PUZZLE}\nA1 top", "\x00"])
def test_other_files_are_refused_in_one_sentence(text: str, tmp_path: Path) -> None:
    path = tmp_path / "strokes.txt"
    path.write_text(text, encoding="utf-8")
    done = ouro("review", str(path))
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
