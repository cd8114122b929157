"""Jobs for tests that solve, and a registry of all jobs: these, the bot's and the sample jobs."""

import os
import resource
import time
from pathlib import Path

from app.job_registry import job_registry
from jobs.solving import SolveAnswer, SolveRequest, solve_puzzle
from tests.support import sample_jobs
from workers.codec import Registry


def solve_slowly(request: SolveRequest) -> SolveAnswer:
    time.sleep(3)
    return solve_puzzle(request)


def solve_without_memory(request: SolveRequest) -> SolveAnswer:
    """Solve with an address space limit 5 MiB above the current use."""
    size = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (size + (5 << 20), hard))
    return solve_puzzle(request)


def registry() -> Registry:
    """The jobs of the bot, the sample jobs, and those of this module."""
    bot, sample = job_registry(), sample_jobs.registry()
    return Registry(
        (*bot.jobs, *sample.jobs, solve_slowly, solve_without_memory),
        tuple(dict.fromkeys((*bot.errors, *sample.errors))),
        {**bot.encodings, **sample.encodings},
    )
