"""The Parquet form of rows: the columns, and a part as bytes.

A part also has, in the metadata of its file, its items that failed and the seconds that it took, so
that it is complete in itself; and a digest of all of its bytes, with zeros in the place of the
digest. Parts of older versions have none.
"""

import io
import re
from base64 import b64decode
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct, json
from msgspec.structs import replace

from batch.errors import BatchError
from batch.rows import ItemFailure, PuzzleRow

USE = pa.struct([pa.field("name", pa.string(), nullable=False), pa.field("count", pa.int32())])
"""A technique and how often it is used."""
COLUMNS = (
    pa.field("id", pa.string(), nullable=False),
    pa.field("notation", pa.string(), nullable=False),
    pa.field("rows", pa.int32(), nullable=False),
    pa.field("cols", pa.int32(), nullable=False),
    pa.field("tiling", pa.string(), nullable=False),
    pa.field("variant", pa.string(), nullable=False),
    pa.field("level", pa.string()),
    pa.field("score", pa.float64()),
    pa.field("hardest", pa.int32()),
    pa.field("techniques", pa.list_(USE), nullable=False),
    pa.field("symmetry", pa.string(), nullable=False),
    pa.field("clues", pa.int32(), nullable=False),
    pa.field("seed", pa.int64()),
    pa.field("line", pa.int64()),
    pa.field("recipe", pa.int32()),
    pa.field("outcome", pa.string(), nullable=False),
    pa.field("solution", pa.string()),
)
"""The columns of a bank, in order."""
NOTE = b"ouro"
"""The key of our metadata in a file."""
ZEROS = bytes(64 * b"0")
"""What is in the place of the digest when it is computed."""
_DIGEST = re.compile(rb'"sha256":"([0-9a-f]{64})"')


class PartNote(Struct, frozen=True, forbid_unknown_fields=True):
    """The metadata of a part.

    - `items`: the number of items; `made`: of these, how many got a row.
    - `seconds`: the processor time that its items took, without those that were killed.
    - `failures`: the items without a row.
    - `removed`: the number of rows that were removed since, as equal ones are in earlier parts.
    - `sha256`: the digest of the part in its file; empty for a part of an older version.
    """

    items: int
    made: int
    seconds: float
    failures: tuple[ItemFailure, ...] = ()
    removed: int = 0
    sha256: str = ""


def part_of(rows: Sequence[PuzzleRow], failures: Sequence[ItemFailure], seconds: float) -> bytes:
    """A part as the bytes of a Parquet file.

    >>> from batch.rows import BatchItem, RateItems, RowsRequest, answer_items
    >>> rows = answer_items(RowsRequest(RateItems(), (BatchItem(1, "2x1:3a"),)))
    >>> part_of(rows.results, (), 0.5)[:4]
    b'PAR1'
    """
    columns = [[_cell(row, field.name) for row in rows] for field in COLUMNS]
    arrays = [pa.array(cells, field.type) for cells, field in zip(columns, COLUMNS, strict=True)]
    table = pa.Table.from_arrays(arrays, schema=pa.schema(COLUMNS))
    note = PartNote(len(rows) + len(failures), len(rows), round(seconds, 3), tuple(failures))
    return table_bytes(table, note)


def table_bytes(table: pa.Table, note: PartNote) -> bytes:
    """A table with a note as the bytes of a Parquet file, with their digest."""
    buffer = io.BytesIO()
    unsigned = replace(note, sha256=ZEROS.decode())
    noted = table.replace_schema_metadata({NOTE: json.encode(unsigned)})
    pq.write_table(noted, buffer, compression="zstd")
    data = buffer.getvalue()
    return _with_digest(data, sha256(data).hexdigest().encode())


def _with_digest(data: bytes, digest: bytes) -> bytes:
    """The same bytes with another digest; unchanged unless they have just one place for it."""
    [*found] = _DIGEST.finditer(data)
    if len(found) != 1:
        return data
    start, end = found[0].span(1)
    return data[:start] + digest + data[end:]


def _is_as_written(data: bytes, file: pq.ParquetFile) -> bool:
    """Whether the digest in the bytes of a file, if there is one, is theirs.

    Other programs may copy a digest with our metadata into what they write. Then Arrow's copy of
    the metadata, which has zeros in a part, has it too.
    """
    metadata = file.metadata.metadata or {}
    told = ""
    if (note := metadata.get(NOTE)) is not None:
        told = json.decode(note, type=PartNote).sha256  # no other name than those of its fields
    found = [match[1].decode() for match in _DIGEST.finditer(data)]
    if told and told.encode() in b64decode(metadata.get(b"ARROW:schema", b"")):
        return True
    if not told:
        return not found
    return found == [told] == [sha256(_with_digest(data, ZEROS)).hexdigest()]


def _whole(path: Path) -> pq.ParquetFile:
    """The Parquet file of a path; raises `BatchError` if it is none, or its digest is another."""
    data = path.read_bytes()
    try:
        file = pq.ParquetFile(io.BytesIO(data))
        is_whole = _is_as_written(data, file)
    except (pa.ArrowException, OSError, AttributeError, KeyError, TypeError, ValueError):
        is_whole = False
    if not is_whole:
        raise BatchError(f"The file {path} is not a part of a batch, or is damaged.")
    return file


def is_whole(path: Path) -> bool:
    """Whether a file is a part of a batch, as it was written."""
    try:
        note_of(path)
    except BatchError:
        return False
    return True


def note_of(path: Path) -> PartNote:
    """The note of a part; raises `BatchError` if the file is not a part of a batch."""
    metadata = _whole(path).metadata.metadata or {}
    try:
        return json.decode(metadata[NOTE], type=PartNote)
    except (KeyError, ValueError):
        raise BatchError(f"The file {path} is not a part of a batch, or is damaged.") from None


def table_of(path: Path, columns: Sequence[str] | None = None) -> pa.Table:
    """The table of a part, or some columns; raises `BatchError` if the file cannot be used."""
    file = _whole(path)
    try:
        return file.read(columns=columns)
    except (pa.ArrowException, OSError, KeyError):
        raise BatchError(f"The file {path} is not a part of a batch, or is damaged.") from None


def rows_of(path: Path) -> Iterator[PuzzleRow]:
    """The rows of a part one by one; raises `BatchError` if the file cannot be used."""
    for record in table_of(path).to_pylist():
        try:
            techniques = {use["name"]: use["count"] for use in record["techniques"]}
            yield PuzzleRow(**{**record, "techniques": techniques})
        except (KeyError, TypeError):
            raise BatchError(f"The file {path} has other columns than a bank.") from None


def _cell(row: PuzzleRow, name: str) -> Any:
    value = getattr(row, name)
    if name == "techniques":
        return [{"name": technique, "count": count} for technique, count in value.items()]
    return value
