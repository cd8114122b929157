"""Many puzzles to one order, no two alike."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count as counting

from solver.generate.generate import GeneratedPuzzle, NotGenerated, generate
from solver.generate.spec import GenerationSpec

MAX_DUPLICATES = 50
"""So many puzzles in a row may be like earlier ones: small boards run out."""


@dataclass(frozen=True, slots=True)
class SeriesEnded:
    """No more puzzles, as all that came lately were like earlier ones."""

    spec: GenerationSpec
    found: int

    @property
    def reason(self) -> str:
        """One sentence for a person."""
        kind = f"{self.spec.size} puzzles of level {self.spec.level.name.lower()}"
        return f"Only {self.found} different {kind} were found; ask for fewer or for larger boards."


def specs(first: GenerationSpec) -> Iterator[GenerationSpec]:
    """The order with its own seed, the next, and so on without end."""
    return (replace(first, seed=seed) for seed in counting(first.seed))


def series(
    first: GenerationSpec,
    count: int,
    answers: Iterable[GeneratedPuzzle | NotGenerated] | None = None,
) -> Iterator[GeneratedPuzzle | NotGenerated | SeriesEnded]:
    """So many puzzles with the order's seed and those after it; the same puzzles every time.

    Of puzzles that can be turned or mirrored into each other only the first is given. A
    `NotGenerated` or `SeriesEnded` is the last that comes. `answers` are what `generate` returns
    for `specs`, one by one, if the caller generates elsewhere.

    >>> from solver.explain.step import Difficulty
    >>> made = list(series(GenerationSpec(5, 5, Difficulty.EASY, seed=3), 4))
    >>> len({one.puzzle.canonical_key for one in made})
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
