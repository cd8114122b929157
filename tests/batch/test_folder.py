"""The folder of a batch: parts are complete or absent, and one command works there at a time."""

import contextlib
import json
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from batch.bank import bank_content
from batch.errors import BatchError
from batch.folder import PLAN, REPORT, BatchFolder, part_name
from batch.plan import BatchPlan
from batch.rows import BatchItem, ItemFailure, MakeItems, PuzzleRow, RowsRequest, answer_items
from batch.schema import note_of, part_of, rows_of, table_of
from batch.summary import BatchSummary, FailureCount
from solver.generate.spec import GenerationSpec
from tests.support.long import some_examples, some_or_all


def test_a_part_that_is_there_stays(tmp_path: Path) -> None:
    folder = BatchFolder(tmp_path)
    first, second = part_of((), (), 1.0), part_of((), (), 2.0)
    folder.add_part(0, first)
    folder.add_part(0, second)
    assert folder.part(0).read_bytes() == first
    folder.replace_part(0, second)
    assert folder.part(0).read_bytes() == second
    assert note_of(folder.part(0)).seconds == 2.0


@pytest.mark.parametrize("kept", [0, 3, 7, 100])
def test_a_part_cut_short_is_made_again(tmp_path: Path, kept: int) -> None:
    folder = BatchFolder(tmp_path)
    folder.add_part(0, part_of((), (), 1.0))
    (tmp_path / part_name(1)).write_bytes(part_of((), (), 1.0)[:kept])
    assert folder.parts() == [0]
    assert not folder.part(1).exists()


def test_files_left_half_written_are_removed(tmp_path: Path) -> None:
    (tmp_path / ".aside-7-abc").write_bytes(b"PAR1")
    with BatchFolder(tmp_path).locked():
        assert [path.name for path in tmp_path.iterdir()] == ["_lock"]


def test_one_command_works_there_at_a_time(tmp_path: Path) -> None:
    with BatchFolder(tmp_path).locked(), pytest.raises(BatchError, match="Another command"):
        BatchFolder(tmp_path).locked().__enter__()
    with BatchFolder(tmp_path).locked():
        pass


def test_parquet_files_of_others_are_refused(tmp_path: Path) -> None:
    folder = BatchFolder(tmp_path)
    assert folder.plan() is None
    (tmp_path / "sales.parquet").write_bytes(b"PAR1PAR1")
    with pytest.raises(BatchError, match="another origin"):
        folder.plan()
    folder.write_plan(BatchPlan("rate", {}, 1, 1))
    assert folder.plan() == BatchPlan("rate", {}, 1, 1)


@pytest.fixture(scope="module")
def part() -> bytes:
    """A part with rows and a failure."""
    work = MakeItems(GenerationSpec(5, 5))
    made = answer_items(RowsRequest(work, tuple(map(BatchItem, range(8))))).results
    rows = [row for row in made if isinstance(row, PuzzleRow)]
    return part_of(rows, (ItemFailure(9, "too hard"),), 1.0)


READERS: tuple[Callable[[Path], object], ...] = (
    note_of,
    table_of,
    lambda path: [*rows_of(path)],
    bank_content,
)
"""What reads a part."""


@some_or_all("step", 197, 1)
@pytest.mark.parametrize("flipped", [0x01, 0x80, 0xFF])
def test_a_changed_byte_is_found_wherever_it_is(
    tmp_path: Path, part: bytes, step: int, flipped: int
) -> None:
    """Where the digest itself is, each byte is tried always."""
    folder, path = BatchFolder(tmp_path), tmp_path / part_name(0)
    noted = part.index(b'"sha256"')
    for place in sorted({*range(0, len(part), step), *range(noted - 20, noted + 90)}):
        damaged = bytearray(part)
        damaged[place] ^= flipped
        path.write_bytes(damaged)
        for read in READERS:
            with pytest.raises(BatchError, match="damaged"):
                read(path)
        assert folder.parts() == []
        assert not path.exists()


@pytest.mark.parametrize("name", [PLAN, REPORT])
def test_a_changed_byte_of_the_plan_and_the_report_is_found(tmp_path: Path, name: str) -> None:
    """Or it says the same: a batch never goes on with another seed or other chunks."""
    folder, path = BatchFolder(tmp_path), tmp_path / name
    plan = BatchPlan("generate", {"seed": 7, "level": "easy", "recipe": 3}, 25, 10)
    report = BatchSummary("generate", 25, 20, 3, 2, 1.5, 3, [FailureCount("too hard", 2, [4, 9])])
    folder.write_plan(plan)
    folder.write_report(report.to_json())
    written = path.read_bytes()
    for place in range(len(written)):
        for flipped in (0x01, 0x80):
            damaged = bytearray(written)
            damaged[place] ^= flipped
            path.write_bytes(damaged)
            with contextlib.suppress(BatchError):
                assert folder.plan() == plan
                assert BatchSummary.from_json(folder.report() or "") == report


def test_a_plan_and_a_report_without_a_digest_are_read(tmp_path: Path) -> None:
    """Those of older versions have none."""
    folder, plan = BatchFolder(tmp_path), BatchPlan("rate", {}, 1, 1)
    (tmp_path / PLAN).write_text(plan.to_json())
    (tmp_path / REPORT).write_text(BatchSummary("rate").to_json())
    assert folder.plan() == plan
    assert BatchSummary.from_json(folder.report() or "") == BatchSummary("rate")


@some_examples(30)
@given(data=st.data())
def test_bytes_that_are_changed_lost_or_added_are_found(
    tmp_path_factory: pytest.TempPathFactory, part: bytes, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("damaged") / part_name(0)
    start = data.draw(st.integers(0, len(part)))
    end = data.draw(st.integers(start, len(part)))
    damaged = part[:start] + data.draw(st.binary(max_size=9)) + part[end:]
    assume(damaged != part)
    path.write_bytes(damaged)
    for read in READERS:
        with pytest.raises(BatchError, match="damaged"):
            read(path)


def test_parts_without_a_digest_are_read(tmp_path: Path, part: bytes) -> None:
    """Those of older versions have none."""
    path = tmp_path / part_name(0)
    path.write_bytes(part)
    note, table = note_of(path), table_of(path)
    fields = to_builtins(note)
    del fields["sha256"]
    old = table.replace_schema_metadata({b"ouro": json.dumps(fields).encode()})
    pq.write_table(old, path)
    assert note_of(path) == replace(note, sha256="")
    assert [*rows_of(path)]
    assert BatchFolder(tmp_path).parts() == [0]


def test_what_another_program_made_of_parts_is_read(tmp_path: Path, part: bytes) -> None:
    """PyArrow copies our metadata, with the digest of another file."""
    first, merged = tmp_path / part_name(0), tmp_path / "merged.parquet"
    first.write_bytes(part)
    table = pq.read_table(first)
    pq.write_table(pa.concat_tables([table, table]), merged)
    assert len([*rows_of(merged)]) == 2 * len([*rows_of(first)])
    assert bank_content(merged).puzzles == 2 * bank_content(first).puzzles
