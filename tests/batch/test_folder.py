"""The folder of a batch: parts are complete or absent, and one command works there at a time."""

from pathlib import Path

import pytest

from batch.errors import BatchError
from batch.folder import BatchFolder, part_name
from batch.plan import BatchPlan
from batch.schema import note_of, part_of


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
