"""The final pass: of equal rows the first one stays, however many parts there are."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from batch.folder import BatchFolder
from batch.rows import ItemFailure, PuzzleRow
from batch.run import remove_equal
from batch.schema import note_of, part_of, rows_of

ROW = PuzzleRow("", "1x1:4", 1, 1, "square", "standard", "easy", 0.0, 1)
PARTS = st.lists(st.lists(st.integers(0, 9), max_size=6), min_size=1, max_size=6)
FAILED = (ItemFailure(3, "No."),)


def filled(path: Path, parts: list[list[int]]) -> BatchFolder:
    folder = BatchFolder(path)
    for number, keys in enumerate(parts):
        rows = [replace(ROW, id=f"{key * 2**120:032x}", seed=seed) for seed, key in enumerate(keys)]
        folder.add_part(number, part_of(rows, FAILED, 1.0))
    return folder


def content(folder: BatchFolder, parts: int) -> list[list[tuple[int, int | None]]]:
    return [
        [(int(row.id, 16) // 2**120, row.seed) for row in rows_of(folder.part(number))]
        for number in range(parts)
    ]


def expected(parts: list[list[int]]) -> list[list[tuple[int, int]]]:
    seen: set[int] = set()
    kept: list[list[tuple[int, int]]] = []
    for keys in parts:
        kept.append([])
        for seed, key in enumerate(keys):
            if key not in seen:
                kept[-1].append((key, seed))
            seen.add(key)
    return kept


@given(PARTS)
def test_the_first_of_equal_rows_stays(
    tmp_path_factory: pytest.TempPathFactory, parts: list[list[int]]
) -> None:
    folder = filled(tmp_path_factory.mktemp("bank"), parts)
    removed = remove_equal(folder, len(parts))
    assert content(folder, len(parts)) == expected(parts)
    assert removed == sum(map(len, parts)) - sum(map(len, expected(parts)))
    assert remove_equal(folder, len(parts)) == 0


def test_a_pass_that_was_interrupted_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parts = [[1, 2, 1], [2, 3, 3], [1, 3, 4]]
    folder = filled(tmp_path, parts)
    left = [2]

    def replace_two(self: BatchFolder, number: int, data: bytes) -> None:
        if not left[0]:
            raise KeyboardInterrupt
        left[0] -= 1
        inner(self, number, data)

    inner = BatchFolder.replace_part
    monkeypatch.setattr(BatchFolder, "replace_part", replace_two)
    with pytest.raises(KeyboardInterrupt):
        remove_equal(folder, 3)
    monkeypatch.undo()
    remove_equal(folder, 3)
    assert content(folder, 3) == expected(parts)


def test_notes_count_what_was_removed(tmp_path: Path) -> None:
    folder = filled(tmp_path, [[1, 1, 1], [1, 2]])
    remove_equal(folder, 2)
    notes = [note_of(folder.part(number)) for number in range(2)]
    assert [(note.items, note.made, note.removed) for note in notes] == [(4, 3, 2), (3, 2, 1)]
    assert all(note.failures == FAILED for note in notes)
