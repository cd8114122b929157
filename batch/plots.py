"""Plots of what is in a bank: levels by size, scores, and techniques."""

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from batch.bank import NO_LEVEL, SCORE_STEP, BankContent

LEVELS = ("easy", "normal", "hard", "expert", "extreme", NO_LEVEL)
"""The levels in the order of the plots."""
COLOURS = ("#4c9f70", "#3d7ea6", "#e0a030", "#c8553d", "#7d4e9e", "#9a9a9a")
"""The colours of the levels, which differ in brightness too."""
MAX_SIZES = 16
"""Number of sizes that are shown; the most frequent ones."""


def draw_plots(content: BankContent, target: Path) -> None:
    """Draw the plots of a bank into a file; its suffix is that of PNG, SVG, PDF or others.

    Raises `ValueError` for a suffix that matplotlib does not support, and `OSError` if the file
    cannot be written.
    """
    figure = Figure(figsize=(12, 9), layout="constrained")
    figure.suptitle(f"{content.puzzles:,} puzzles")
    grid = figure.add_gridspec(2, 2)
    levels = [level for level in LEVELS if content.levels[level]]
    _draw_sizes(figure.add_subplot(grid[0, 0]), content, levels)
    _draw_scores(figure.add_subplot(grid[1, 0]), content, levels)
    _draw_techniques(figure.add_subplot(grid[:, 1]), content)
    figure.savefig(target, dpi=120)


def _colour(level: str) -> str:
    return COLOURS[LEVELS.index(level)]


def _draw_sizes(axes: Axes, content: BankContent, levels: Sequence[str]) -> None:
    """Puzzles by size; the bars are stacked by level."""
    frequent = sorted({size for size, _ in content.sizes}, key=lambda size: -_of(content, size))
    sizes = sorted(frequent[:MAX_SIZES], key=_cells)
    bottoms = [0] * len(sizes)
    for level in levels:
        counts = [content.sizes[size, level] for size in sizes]
        axes.bar(sizes, counts, bottom=bottoms, color=_colour(level), label=level)
        bottoms = [bottom + count for bottom, count in zip(bottoms, counts, strict=True)]
    left = len(frequent) - len(sizes)
    axes.set_title("Levels by size" + (f" ({left} other sizes)" if left else ""))
    axes.set_ylabel("puzzles")
    axes.legend()


def _of(content: BankContent, size: str) -> int:
    return sum(content.sizes[size, level] for level in LEVELS)


def _cells(size: str) -> tuple[int, str]:
    cols, _, rows = size.partition("x")
    return int(cols) * int(rows), size


def _draw_scores(axes: Axes, content: BankContent, levels: Sequence[str]) -> None:
    """Puzzles by score; the bars are stacked by level."""
    scores = sorted({score for _, score in content.scores})
    bottoms = [0] * len(scores)
    for level in levels:
        counts = [content.scores[level, score] for score in scores]
        if any(counts):
            axes.bar(
                scores,
                counts,
                SCORE_STEP,
                bottom=bottoms,
                align="edge",
                color=_colour(level),
                label=level,
            )
        bottoms = [bottom + count for bottom, count in zip(bottoms, counts, strict=True)]
    axes.set_title("Scores")
    axes.set_xlabel("score")
    axes.set_ylabel("puzzles")
    if scores:
        axes.legend()


def _draw_techniques(axes: Axes, content: BankContent) -> None:
    """Puzzles that need each technique, the most frequent one on top."""
    counted = content.techniques.most_common()[::-1]
    axes.barh([name for name, _ in counted], [count for _, count in counted], color=COLOURS[1])
    axes.set_title("Puzzles that need a technique")
    axes.set_xlabel("puzzles")
