"""Rows: what they tell of a puzzle is what the solver and the generator say of it."""

from pathlib import Path

from msgspec.structs import replace

from batch.rows import (
    BatchItem,
    ItemFailure,
    ItemResult,
    ItemWork,
    MakeItems,
    PuzzleRow,
    RateItems,
    RowsRequest,
    SolveItems,
    answer_items,
    batch_registry,
)
from batch.schema import note_of, part_of, rows_of
from puzzle.moves import parse_marks
from puzzle.notation import format_puzzlink, parse_loopy
from puzzle.rules import is_solved
from puzzle.symmetry import Symmetry, images
from solver.explain.step import Difficulty
from solver.generate.spec import RECIPE, GenerationSpec
from solver.rating import Rating, rate
from solver.report import Limits
from workers.codec import Codec

SPEC = GenerationSpec(5, 7, Difficulty.EASY, Symmetry.ROT180)
IMPOSSIBLE = GenerationSpec(3, 3, Difficulty.EXPERT, attempts=1)


def answers(work: ItemWork, *items: BatchItem) -> tuple[ItemResult, ...]:
    return answer_items(RowsRequest(work, items)).results


def made(seed: int) -> PuzzleRow:
    [row] = answers(MakeItems(SPEC), BatchItem(seed))
    assert isinstance(row, PuzzleRow)
    return row


def test_a_row_of_a_made_puzzle_tells_all_of_it() -> None:
    row = made(7)
    puzzle = parse_loopy(row.notation)
    assert (row.rows, row.cols, row.tiling, row.variant) == (5, 7, "square", "standard")
    assert (row.id, row.clues) == (puzzle.canonical_key, len(puzzle.clue_cells))
    assert (row.seed, row.recipe, row.line, row.outcome) == (7, RECIPE, None, "unique")
    assert (row.level, row.symmetry) == ("easy", "rot180")
    found = rate(puzzle)
    assert isinstance(found, Rating)
    assert (row.score, row.hardest, row.techniques) == (
        found.score,
        found.hardest,
        found.techniques,
    )
    assert row.solution is not None
    assert is_solved(puzzle, frozenset(parse_marks(row.solution, puzzle.grid)))


def test_a_line_in_any_notation_is_rated_as_it_was_made() -> None:
    row = made(3)
    text = format_puzzlink(parse_loopy(row.notation))
    [rated] = answers(RateItems(), BatchItem(12, text))
    assert rated == replace(row, seed=None, recipe=None, line=12)


def test_turned_puzzles_have_one_id() -> None:
    row = made(4)
    turned = [image.canonical_key for image in images(parse_loopy(row.notation))]
    assert set(turned) == {row.id}


def test_lines_without_one_solution_have_no_level() -> None:
    lines = (BatchItem(1, "2x2:d"), BatchItem(2, "1x1:3"), BatchItem(3, "2x2:2222"))
    several, impossible, unique = answers(SolveItems(Limits()), *lines)
    for row, outcome in ((several, "multiple"), (impossible, "none"), (unique, "unique")):
        assert isinstance(row, PuzzleRow)
        assert (row.outcome, row.level) == (outcome, None)
        assert (row.solution is not None) == (outcome == "unique")
    [rated] = answers(RateItems(), lines[0])
    assert isinstance(rated, PuzzleRow)
    assert (rated.outcome, rated.level, rated.solution) == ("multiple", None, None)


def test_failures_name_their_item_and_the_reason() -> None:
    [failed] = answers(MakeItems(IMPOSSIBLE), BatchItem(9))
    assert isinstance(failed, ItemFailure)
    assert (failed.number, failed.is_input) == (9, False)
    assert "No 3x3 puzzle of level expert" in failed.reason
    [bad] = answers(RateItems(), BatchItem(5, "nonsense"))
    assert isinstance(bad, ItemFailure)
    assert (bad.number, bad.is_input) == (5, True)


def test_workers_return_rows_unchanged() -> None:
    items = tuple(map(BatchItem, range(3)))
    for work in (MakeItems(SPEC), MakeItems(IMPOSSIBLE)):
        codec = Codec(batch_registry())
        request = RowsRequest(work, items)
        assert codec.unpack_request("answer_items", codec.pack(request)) == (request)
        answer = answer_items(request)
        assert codec.unpack_answer("answer_items", codec.pack(answer)) == (answer)


def test_a_part_has_its_rows_and_failures(tmp_path: Path) -> None:
    rows = [made(seed) for seed in range(3)]
    [unrated] = answers(SolveItems(), BatchItem(1, "2x2:d"))
    assert isinstance(unrated, PuzzleRow)
    failures = (ItemFailure(8, "No.", is_input=True), ItemFailure(9, "\u554f"))
    path = tmp_path / "part.parquet"
    path.write_bytes(part_of([*rows, unrated], failures, 1.5))
    assert list(rows_of(path)) == [*rows, unrated]
    note = note_of(path)
    assert (note.items, note.made, note.seconds, note.failures) == (6, 4, 1.5, failures)
