"""Batches of puzzles: what `ouro generate`, `ouro rate` and `ouro solve` do with --out.

The commands import this module when they need it.
"""

import asyncio
import hashlib
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from batch.engine import Engine, LocalEngine
from batch.errors import BatchError, ClusterLostError, ClusterPackageError
from batch.folder import BatchFolder
from batch.plan import BatchPlan
from batch.rows import BatchItem, ItemWork, MakeItems, RateItems, SolveItems
from batch.run import chunks_of, finish, measured_chunk, run_batch, seeds_of
from batch.summary import BatchSummary
from cli.batch_options import BatchOptions
from cli.errors import UsageError, WorkStoppedError, missing_package
from cli.inputs import Source
from cli.options import format_options
from cli.output import Output, sentence
from cli.parallel import process_count
from cli.progress import progress_bar
from cli.status import ExitStatus
from solver.generate.spec import GenerationSpec
from solver.options import Options
from solver.report import Limits

TITLES: Mapping[str, str] = {"generate": "Making", "rate": "Rating", "solve": "Solving"}
"""The title of the progress bar of each command."""


class BatchRequest(Struct, frozen=True):
    """What a command asks for: the work, the options it depends on, and the items of a plan."""

    command: str
    work: ItemWork
    options: Mapping[str, Any]
    count: int
    items: Callable[[BatchPlan], Iterator[BatchItem]]


def make(spec: GenerationSpec, seed: int | None, count: int, batch: BatchOptions) -> ExitStatus:
    """Make puzzles; without `seed`, a batch goes on with its own, and a new one has that of `spec`.

    Raises `UsageError` when the batch cannot begin or go on.
    """
    folder = BatchFolder(batch.out)
    with _batch_errors():
        stored = folder.plan() if batch.out.exists() else None
    if seed is None and stored is not None and stored.command == "generate":
        spec = replace(spec, seed=stored.first_seed, recipe=int(stored.options["recipe"]))
    request = BatchRequest("generate", MakeItems(spec), _spec_options(spec), count, seeds_of)
    return _run(folder, request, batch)


def rate(source: Source, seconds: float | None, batch: BatchOptions) -> ExitStatus:
    """Rate the puzzles of a list, each within some seconds or a bound of work.

    Raises `UsageError` when the batch cannot begin or go on.
    """
    return _work_on("rate", RateItems(seconds), {"time-limit": seconds}, source, batch)


def solve(source: Source, limits: Limits, options: Options, batch: BatchOptions) -> ExitStatus:
    """Solve the puzzles of a list; raises `UsageError` when the batch cannot begin or go on."""
    named = {
        "time-limit": limits.seconds,
        "max-solutions": limits.solutions,
        "method": options.method,
        "keep-unconstrained": options.keep_unconstrained,
        "generations": options.generations,
        "options": format_options(options),
    }
    return _work_on("solve", SolveItems(limits, options), named, source, batch)


def _work_on(
    command: str,
    work: ItemWork,
    options: Mapping[str, Any],
    source: Source,
    batch: BatchOptions,
) -> ExitStatus:
    if source.is_argument:
        raise UsageError("--out needs a list of puzzles: a file with --file, or - .")
    with _kept(source) as kept:
        digest, count = hashlib.sha256(), 0
        for text in kept.puzzles().texts:
            digest.update(f"{text.line}\t{text.text}\n".encode())
            count += bool(text.text.strip())
        if not count:
            raise UsageError("The list has no puzzle.")

        def items(_: BatchPlan) -> Iterator[BatchItem]:
            return (BatchItem(text.line, text.text) for text in kept.puzzles().texts)

        named = {**options, "input": digest.hexdigest()}
        return _run(BatchFolder(batch.out), BatchRequest(command, work, named, count, items), batch)


def _run(folder: BatchFolder, request: BatchRequest, batch: BatchOptions) -> ExitStatus:
    with _batch_errors(), folder.locked():
        plan = _plan(folder, request, batch)
        if (stored := folder.report()) is not None and len(folder.parts()) == plan.parts:
            return _print_summary(BatchSummary.from_json(stored), batch)
        try:
            _work(folder, plan, request, batch)
            return _print_summary(finish(folder, plan, keep_equal=batch.keep_equal), batch)
        except KeyboardInterrupt:
            print("Interrupted; the same command goes on from here.", file=sys.stderr)
            raise


def _plan(folder: BatchFolder, request: BatchRequest, batch: BatchOptions) -> BatchPlan:
    """The plan of the folder, or a new one; raises `BatchError` if it is that of another batch."""
    options = {**request.options, "keep-equal": batch.keep_equal}
    if (plan := folder.plan()) is not None:
        plan.require_same(request.command, options, request.count)
        return plan
    plan = BatchPlan(request.command, options, request.count, batch.chunk or request.count)
    if batch.chunk is None:
        chunk = asyncio.run(measured_chunk(request.work, request.items(plan), batch.kill_after))
        plan = replace(plan, chunk=chunk)
    folder.write_plan(plan)
    return plan


def _work(folder: BatchFolder, plan: BatchPlan, request: BatchRequest, batch: BatchOptions) -> None:
    """Work on the chunks that are not done yet, with a progress bar."""
    done = folder.parts()
    if len(done) == plan.parts:
        return
    start = sum(len(plan.items_of(part)) for part in done)
    if start:
        print(f"{start:,} of {plan.count:,} are there; the others follow.", file=sys.stderr)
    chunks = chunks_of(plan, request.items(plan), done)
    engine = _engine(request.work, batch)
    with progress_bar(TITLES[plan.command], lambda: plan.count, start=start, unit="puzzles") as bar:
        asyncio.run(run_batch(folder, chunks, engine, bar.advance))


def _engine(work: ItemWork, batch: BatchOptions) -> Engine:
    if batch.cluster is None:
        return LocalEngine(work, process_count(batch.jobs), batch.kill_after)
    from batch.cluster import ClusterEngine  # noqa: PLC0415 - Dask is large

    return ClusterEngine(work, batch.cluster, batch.kill_after)


def _print_summary(summary: BatchSummary, batch: BatchOptions) -> ExitStatus:
    """Print the report, and return the exit code."""
    if batch.as_json:
        print(summary.to_json(), end="")
    else:
        Output().show([sentence(line) for line in summary.lines()])
    if summary.has_bad_input:
        return ExitStatus.BAD_INPUT
    return ExitStatus.LIMIT_HIT if summary.failed else ExitStatus.ANSWERED


def _spec_options(spec: GenerationSpec) -> dict[str, Any]:
    """What the puzzles of a specification depend on, as JSON values."""
    return {
        "size": spec.size,
        "level": spec.level.name.lower(),
        "symmetry": spec.symmetry.value,
        "seed": spec.seed,
        "mask": None if spec.mask is None else sorted(spec.mask),
        "values": sorted(spec.shown_values),
        "attempts": spec.attempts,
        "time-limit": spec.seconds,
        "recipe": spec.recipe,
    }


@contextmanager
def _kept(source: Source) -> Iterator[Source]:
    """A source that can be read several times: standard input is copied to a file."""
    if source.path is not None and source.path.is_file():
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="ouro-input-") as name:
        copy = Path(name) / "input.txt"
        with copy.open("w", encoding="utf-8") as stream:
            stream.writelines(source.lines())
        yield Source(None, copy, source.as_list)


@contextmanager
def _batch_errors() -> Iterator[None]:
    """Raise `WorkStoppedError` when the cluster is lost, and `UsageError` for other errors."""
    try:
        yield
    except ClusterLostError as error:
        raise WorkStoppedError(str(error)) from None
    except ClusterPackageError as error:
        needing = f"The cluster {error.address}"
        raise UsageError(missing_package(error.package, needing)) from None
    except BatchError as error:
        raise UsageError(str(error)) from None
