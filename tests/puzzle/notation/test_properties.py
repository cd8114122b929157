"""Round trips, and parsers that answer any text with a puzzle or a `PuzzleError`."""

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from puzzle.bounds import DEFAULT_BOUNDS
from puzzle.errors import PuzzleError
from puzzle.model import Board, Puzzle
from puzzle.notation import (
    NOTATIONS,
    format_puzzle,
    format_puzzlink,
    format_pzpr,
    format_rows,
    parse_pzpr,
    parse_rows,
)
from puzzle.notation.puzzlink import number_text
from tests.support.readings import given_board as parse_board
from tests.support.readings import given_puzzle as parse_puzzle
from tests.support.readings import is_kept, readings
from tests.support.shared import AWKWARD_STRINGS, Collections
from tests.support.strategies import boards, puzzles, wide_puzzles


@pytest.mark.parametrize("notation", NOTATIONS)
@given(puzzle=puzzles())
def test_round_trip(notation: str, puzzle: Puzzle) -> None:
    text = format_puzzle(puzzle, notation)
    if NOTATIONS[notation].recognises(text):
        assert NOTATIONS[notation].read(text, DEFAULT_BOUNDS).puzzle == puzzle
        assert parse_puzzle(text) == puzzle
    assert is_kept(text, puzzle)


@given(puzzle=wide_puzzles(), separator=st.sampled_from([" ", "  ", ",", ", ", ";", "\t", "/"]))
def test_rows_in_one_line_are_those_in_lines(puzzle: Puzzle, separator: str) -> None:
    try:
        found = readings(format_rows(puzzle).replace("\n", separator))
    except PuzzleError:
        return
    assert len(found) > 1 or found == [puzzle]


@given(st.text("0123.-_? /,;\n", max_size=40))
def test_several_rows_are_read_as_before(text: str) -> None:
    """A text whose rows `/` or line breaks separate means those rows, whatever spaces mean."""
    parts = re.split("/\n|/|\n", text.strip("\n").removeprefix("/"))
    assume(len([part for part in parts if part.strip()]) > 1)
    try:
        puzzle = parse_puzzle(text)
    except PuzzleError:
        return
    assert puzzle.grid.rows in {len(parts), len(parts) - 1}


@given(boards())
def test_saved_files_keep_every_mark(board: Board) -> None:
    text = format_pzpr(board)
    assert parse_pzpr(text) == board
    assert parse_board(text.replace("\n", "/")) == board


def test_ids_and_addresses_mean_their_clues(collections: Collections) -> None:
    checked = 0
    for record in collections.all_records():
        for item in record.get("note", "").split():
            key, _, text = item.partition("=")
            if key in {"game_id", "url"}:
                clues = "\n".join(record["clues"])
                assert parse_puzzle(text) == parse_rows(clues), record["id"]
                checked += 1
    assert checked > collections.enough(shared=250, sample=15)


def test_awkward_strings_agree_with_the_reference_where_they_are_accepted(
    collections: Collections,
) -> None:
    accepted = refused = 0
    for record in collections.records(AWKWARD_STRINGS):
        reference = record.get("reference", {})
        try:
            puzzle = parse_puzzle(record["text"])
        except PuzzleError:
            refused += 1
            continue
        accepted += 1
        if reference.get("rows"):
            rows = "\n".join(reference["rows"])
            written = ["".join(number_text(c, puzzle.rules) for c in r) for r in puzzle.clue_rows]
            assert written == rows.replace("?", ".").split("\n"), record["id"]
            assert puzzle.rules.variant.genre == reference.get("pid", "slither"), record["id"]
            assert puzzle.rules.variant.visits_every_dot == reference.get("full", False), record[
                "id"
            ]
        theirs = reference.get("reurl", "")
        if reference.get("rows") and "?" not in rows and theirs:
            ours = format_puzzlink(puzzle)
            assert ours.partition("?")[2] == theirs.partition("?")[2], record["id"]
    assert accepted == collections.enough(shared=40, sample=17)
    assert refused == collections.enough(shared=49, sample=31)
