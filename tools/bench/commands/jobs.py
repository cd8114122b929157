"""The cost of running jobs in confined processes, and of packing their requests and answers."""

import asyncio
import pickle
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

import structlog
import typer

from app.job_registry import job_registry
from app.pools import open_pool, worker_setup
from app.settings import Settings
from jobs import (
    CheckRequest,
    DrawRequest,
    HintRequest,
    PastedText,
    ReadRequest,
    SolveRequest,
    check_marks,
    draw_board,
    find_hint,
    read_puzzle,
    solve_puzzle,
)
from puzzle.model import Board
from puzzle.notation import parse_puzzle
from tools.bench.boards import sparse_board
from tools.bench.measure import print_machine
from workers.codec import Codec
from workers.pool import Priority
from workers.process import Worker
from workers.setup import WorkerLimits

CLUES = 0.45
REPLACEMENTS = 30
SIZES = ((10, 10), (30, 30))
UNIQUE = "10x10:a2c3a3d202a2b23d1b2b2a22a2a0a3a1c2a2b2a2c1a3a0a2a22a2b2b1d32b2a202d3a3c2a"
HEADER = (
    f"{'':22} {'here':>8} {'worker':>8} {'more':>8} {'codec':>8} {'pickle':>8} {'asked B':>8}"
    f" {'told B':>8}"
)


def jobs(
    repeat: Annotated[int, typer.Option(help="So many of each job.")] = 100, seed: int = 1
) -> None:
    """Run jobs in this process and in a worker, and print the shortest time of each in ms.

    Other programs lengthen every time but the shortest. `codec` is the time to pack and unpack a
    request and its answer, `pickle` the same with pickle, `asked` and `told` their bytes.
    """
    print_machine(all_cores=True)
    structlog.configure(logger_factory=structlog.ReturnLoggerFactory(), processors=[_drop])
    asyncio.run(measure(repeat, seed))


def _drop(*_: object) -> str:
    raise structlog.DropEvent


async def measure(repeat: int, seed: int) -> None:
    """Print the times to start the first worker and to replace one, and a row for each job."""
    codec = Codec(job_registry())
    settings = Settings().model_copy(update={"workers": 1})
    async with open_pool(settings) as pool:
        start = time.perf_counter()
        await pool.warm_up()
        print(f"\nfirst worker ready after {(time.perf_counter() - start) * 1e3:.0f} ms")
        replaced = await _replacements(Worker(codec, worker_setup(settings), WorkerLimits(60)))
        print(f"next one after {statistics.median(replaced) * 1e3:.0f} ms (median)\n\n{HEADER}")
        for name, job, request in _requests(seed):
            here, there = [], []
            for _ in range(repeat):
                start = time.perf_counter()
                answer = job(request)
                here.append(time.perf_counter() - start)
                start = time.perf_counter()
                await pool.run(job, request, person=0, priority=Priority.QUICK)
                there.append(time.perf_counter() - start)
            coding, asked, told = _code(codec, job.__name__, request, answer, repeat)
            pickling = _least(partial(_pickled, (request, answer)), repeat)
            alone, away = min(here), min(there)
            times = (alone, away, away - alone, coding, pickling)
            row = " ".join(f"{seconds * 1e3:8.2f}" for seconds in times)
            print(f"{name:22} {row} {asked:8,} {told:8,}", flush=True)


async def _replacements(worker: Worker) -> list[float]:
    """Seconds from the end of a process to the greeting of the next one, several times."""
    times = []
    for _ in range(REPLACEMENTS):
        start = time.perf_counter()
        await worker.ready()
        times.append(time.perf_counter() - start)
        await worker.stop()
    return times


def _requests(seed: int) -> list[tuple[str, Callable[[Any], Any], Any]]:
    found: list[tuple[str, Callable[[Any], Any], Any]] = []
    for rows, cols in SIZES:
        puzzle = sparse_board(rows, cols, CLUES, seed)
        found.append((f"draw_board {puzzle.size}", draw_board, DrawRequest(Board.blank(puzzle))))
    puzzle = parse_puzzle(UNIQUE)
    board = Board.blank(puzzle)
    return [
        *found,
        (f"read_puzzle {puzzle.size}", read_puzzle, ReadRequest(PastedText(UNIQUE))),
        (f"solve_puzzle {puzzle.size}", solve_puzzle, SolveRequest(PastedText(UNIQUE))),
        (f"find_hint {puzzle.size}", find_hint, HintRequest(board)),
        (f"check_marks {puzzle.size}", check_marks, CheckRequest(board)),
    ]


def _code(
    codec: Codec, name: str, request: object, answer: object, repeat: int
) -> tuple[float, int, int]:
    """Seconds to pack and unpack both, and their bytes."""
    asked, told = codec.pack(request), codec.pack(answer)

    def both() -> None:
        codec.unpack_request(name, codec.pack(request))
        codec.unpack_answer(name, codec.pack(answer))

    return _least(both, repeat), len(asked), len(told)


def _pickled(pair: tuple[object, object]) -> None:
    for value in pair:
        pickle.loads(pickle.dumps(value, pickle.HIGHEST_PROTOCOL))  # noqa: S301 - our own bytes


def _least(deed: Callable[[], None], repeat: int) -> float:
    times = []
    for _ in range(repeat):
        start = time.perf_counter()
        deed()
        times.append(time.perf_counter() - start)
    return min(times)
