"""The options of commands that write many puzzles into a folder of Parquet files."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from msgspec import Struct

from cli.endings import check_folder
from cli.errors import UsageError

OutFolder = Annotated[
    Path | None,
    typer.Option(
        "--out",
        help="A folder for Parquet files, one for each chunk of puzzles. The same command goes on "
        "where an interrupted one was.",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(help="With --out: a Dask scheduler, tls://HOST:PORT, instead of this machine."),
]
ChunkSize = Annotated[
    int | None,
    typer.Option(
        "--chunk",
        min=1,
        max=10_000,
        help="With --out: puzzles in each file; as many as take about a second unless given.",
        show_default=False,
    ),
]
KillAfter = Annotated[
    float | None,
    typer.Option(
        min=0.1,
        help="With --out: seconds after which the process of a puzzle is killed; 600 unless given.",
        show_default=False,
    ),
]
KeepEqual = Annotated[
    bool,
    typer.Option(
        "--keep-equal",
        help="With --out: keep puzzles that equal another, perhaps turned or mirrored.",
    ),
]
KILL_SECONDS = 600.0
"""Default seconds after which the process of a puzzle is killed."""


class BatchOptions(Struct, frozen=True):
    """Where a batch is stored, and what works on it."""

    out: Path
    cluster: str | None
    jobs: int
    chunk: int | None
    kill_after: float
    keep_equal: bool
    as_json: bool


def batch_options(
    out: Path | None,
    cluster: str | None,
    chunk: int | None,
    kill_after: float | None,
    keep_equal: bool,
    jobs: int,
    as_json: bool,
    refused: Sequence[str] = (),
) -> BatchOptions | None:
    """The options of a batch; None without --out.

    `refused` names options that were given and have no meaning with --out. Raises `UsageError` for
    these, for options that need --out, and for a name that is not that of a folder.
    """
    if out is None:
        for name in _given(cluster, chunk, kill_after, keep_equal):
            raise UsageError(f"{name} belongs to --out, which is not given.")
        return None
    if refused:
        raise UsageError(f"{refused[0]} has no meaning with --out.")
    check_folder("--out", out)
    return BatchOptions(out, cluster, jobs, chunk, kill_after or KILL_SECONDS, keep_equal, as_json)


def _given(
    cluster: str | None, chunk: int | None, kill_after: float | None, keep_equal: bool
) -> Iterator[str]:
    given = {"--cluster": cluster, "--chunk": chunk, "--kill-after": kill_after}
    yield from (name for name, value in given.items() if value is not None)
    if keep_equal:
        yield "--keep-equal"
