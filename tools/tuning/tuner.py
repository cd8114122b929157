"""Searches for better options with Optuna's tree-structured Parzen estimator.

Bergstra, Bardenet, Bengio and Kégl: Algorithms for hyper-parameter optimization (2011).
A trial is one choice of options. On every training puzzle it alternates with the base options, so
that changes of the machine's speed affect both. The objective to minimise is the mean logarithm of
the ratios of their times. A run that exceeds its time limit counts as ten times the limit (PAR10).
Trials worse than the median of the others at the same puzzle are pruned.
"""

import math
import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import optuna

from puzzle.model import Puzzle
from solver.backends import BACKENDS
from solver.options import DEFAULT_OPTIONS, CutPolicy, Options, Phase
from solver.search import Limits, Outcome, solve
from solver.timing import percentile, race

AUTO, OWN = "auto", "own"
INSIDE = {AUTO: None, "yes": True, "no": False}
POLICY_RANGES = {
    "negation": (0, 160),
    "enclosure": (0, 160),
    "narrow": (2, 16),
    "searches": (0, 6),
    "patching": (0, 160),
}
PATCHES = (0, 1, 2, 4, 8)

PENALTY = 10
PATIENCE = 10
"""Time limit of a run, as a multiple of the base options' time on the puzzle."""
MIN_SECONDS = 0.2
"""Minimum time limit of a run in seconds."""
REPEAT = 2
WARM_UP = 5
"""Number of trials before pruning begins."""


@dataclass(frozen=True, slots=True)
class Task:
    """A puzzle, and the time of the base options on it in seconds."""

    puzzle: Puzzle
    seconds: float


@dataclass(frozen=True, slots=True)
class Comparison:
    """The ratios of the times with some options to those with the base options, by puzzle."""

    ratios: tuple[float, ...]

    @property
    def mean(self) -> float:
        """The geometric mean: the exponential of the minimised objective."""
        return math.exp(statistics.fmean(map(math.log, self.ratios)))

    def __str__(self) -> str:
        return (
            f"mean {self.mean:.3f}, median {statistics.median(self.ratios):.3f},"
            f" p95 {percentile(self.ratios, 0.95):.3f}, worst {max(self.ratios):.3f}"
        )


@dataclass(frozen=True, slots=True)
class Tuned:
    """The best options, their mean ratio in training, and the numbers of trials."""

    options: Options
    training: float
    trials: int
    stopped: int


def measure_tasks(puzzles: Sequence[Puzzle], base: Options, seconds: float) -> list[Task]:
    """The puzzles that the base options solve within `seconds`, with their times."""
    attempt = partial(_attempt, options=base, seconds=seconds)
    timings = [(puzzle, race({"base": attempt}, puzzle, 1)["base"]) for puzzle in puzzles]
    return [Task(puzzle, timing.seconds) for puzzle, timing in timings if timing.answer]


def compare(options: Options, base: Options, tasks: Sequence[Task], repeat: int = 3) -> Comparison:
    """Compare options with the base options on every puzzle, in alternating runs."""
    return Comparison(tuple(_ratio(options, base, task, repeat) for task in tasks))


def tune(
    tasks: Sequence[Task],
    base: Options,
    trials: int,
    seconds: float,
    seed: int,
    progress: Callable[[Tuned], None],
) -> Tuned:
    """Search for options that are faster than `base`, for at most `trials` or `seconds`.

    `progress` is called with the best result after each trial. Timings vary between runs, so the
    same seed can lead to different options.
    """
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    deadline = time.perf_counter() + seconds
    study = optuna.create_study(
        sampler=optuna.samplers.TPESampler(seed=seed),
        pruner=optuna.pruners.MedianPruner(WARM_UP, n_warmup_steps=len(tasks) // 4),
    )
    study.enqueue_trial(DEFAULTS)
    study.optimize(
        partial(_objective, base=base, tasks=tasks, deadline=deadline),
        n_trials=trials,
        timeout=seconds,
        callbacks=[lambda study, _: progress(_best(study, base))],
    )
    return _best(study, base)


def suggest(trial: Any, base: Options) -> Options:
    """The options of a trial; those that are not searched are taken from the base."""
    backend = trial.suggest_categorical("backend", [AUTO, *BACKENDS])
    patch = trial.suggest_categorical("patch", [AUTO, *PATCHES])
    policy = None
    if trial.suggest_categorical("policy", [AUTO, OWN]) == OWN:
        numbers = {key: trial.suggest_int(key, *bounds) for key, bounds in POLICY_RANGES.items()}
        policy = CutPolicy(**numbers)
    return replace(
        base,
        backend=None if backend == AUTO else backend,
        phase=Phase(trial.suggest_categorical("phase", [phase.value for phase in Phase])),
        inside=INSIDE[trial.suggest_categorical("inside", list(INSIDE))],
        inprocessing=trial.suggest_categorical("inprocessing", [False, True]),
        patch=None if patch == AUTO else patch,
        policy=policy,
    )


DEFAULTS: dict[str, object] = {
    "backend": AUTO,
    "patch": AUTO,
    "policy": AUTO,
    "phase": DEFAULT_OPTIONS.phase.value,
    "inside": AUTO,
    "inprocessing": DEFAULT_OPTIONS.inprocessing,
}
"""The parameters of the first trial: the default options."""


def _objective(trial: Any, base: Options, tasks: Sequence[Task], deadline: float) -> float:
    options = suggest(trial, base)
    logs: list[float] = []
    for step, task in enumerate(tasks):
        logs.append(math.log(_ratio(options, base, task, REPEAT)))
        trial.report(statistics.fmean(logs), step)
        if trial.should_prune() or time.perf_counter() > deadline:
            raise optuna.TrialPruned
    trial.set_user_attr("options", options)
    return statistics.fmean(logs)


def _best(study: Any, base: Options) -> Tuned:
    finished = study.get_trials(deepcopy=False, states=[optuna.trial.TrialState.COMPLETE])
    trials = len(study.get_trials(deepcopy=False))
    if not finished:
        return Tuned(base, 1.0, trials, trials)
    best = min(finished, key=lambda trial: float(trial.value))
    options = best.user_attrs["options"]
    return Tuned(options, math.exp(best.value), trials, trials - len(finished))


def _ratio(options: Options, base: Options, task: Task, repeat: int) -> float:
    seconds = max(MIN_SECONDS, PATIENCE * task.seconds)
    contestants = {
        "base": partial(_attempt, options=base, seconds=seconds),
        "tried": partial(_attempt, options=options, seconds=seconds),
    }
    taken = {
        name: timing.seconds * (1 if timing.answer else PENALTY)
        for name, timing in race(contestants, task.puzzle, repeat).items()
    }
    return taken["tried"] / taken["base"]


def _attempt(puzzle: Puzzle, options: Options, seconds: float) -> bool:
    return solve(puzzle, Limits(seconds), options).outcome is not Outcome.LIMIT
