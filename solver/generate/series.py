"""Generation of several different puzzles for one specification."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count as counting

from solver.generate.generate import GeneratedPuzzle, NotGenerated, generate
from solver.generate.spec import GenerationSpec

MAX_DUPLICATES = 50
"""Maximum number of duplicates in a row, after which the series ends: small boards run out."""


@dataclass(frozen=True, slots=True)
class SeriesEnded:
    """The end of a series because only duplicates were generated; `found` counts the puzzles."""

    spec: GenerationSpec
    found: int

    @property
    def reason(self) -> str:
        """The reason as one sentence in English."""
        kind = f"{self.spec.size} puzzles of level {self.spec.level.name.lower()}"
        return f"Only {self.found} different {kind} were found; ask for fewer or for larger boards."


def specs(first: GenerationSpec) -> Iterator[GenerationSpec]:
    """The specification with its seed, the next seed, and so on without end."""
    return (replace(first, seed=seed) for seed in counting(first.seed))


def series(
    first: GenerationSpec,
    count: int,
    answers: Iterable[GeneratedPuzzle | NotGenerated] | None = None,
) -> Iterator[GeneratedPuzzle | NotGenerated | SeriesEnded]:
    """Yield `count` puzzles, with the specification's seed and the seeds after it.

    Of puzzles that are rotations or reflections of each other, only the first is yielded. The
    series ends early after a `NotGenerated` or a `SeriesEnded`, which is yielded too. `answers` are
    the results of `generate` for `specs`, in order, if the caller generates them elsewhere.

    >>> from solver.explain.step import Difficulty
    >>> found = list(series(GenerationSpec(5, 5, Difficulty.EASY, seed=3), 4))
    >>> len({one.puzzle.canonical_key for one in found})
    4
    """
    seen: set[str] = set()
    duplicates = 0
    for answer in map(generate, specs(first)) if answers is None else answers:
        if isinstance(answer, NotGenerated):
            yield answer
            return
        key = answer.puzzle.canonical_key
        duplicates = duplicates + 1 if key in seen else 0
        if duplicates > MAX_DUPLICATES:
            yield SeriesEnded(first, len(seen))
            return
        if key not in seen:
            seen.add(key)
            yield answer
            if len(seen) == count:
                return
