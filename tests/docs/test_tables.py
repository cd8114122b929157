"""Tables that people write, with numbers that the code knows."""

import re
from datetime import date

from play.clock import MISTAKE_PENALTY, Help
from play.tracks import EVERYDAY, size
from puzzle.tilings.catalogue import TILINGS
from solver.rating import BOUNDS
from tests.support.paths import ROOT

WEEKDAY, SUNDAY = date(2026, 11, 5), date(2026, 11, 8)


def rows(page: str, head: str) -> list[list[str]]:
    """The cells of the table of a page whose head begins with a text."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    lines = text.partition(f"\n| {head}")[2].partition("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_boards_of_the_tracks() -> None:
    told = {name: re.findall(r"\d+x\d+\b", board) for name, board in rows("playing.md", "Track")}
    sizes = {track: [size(track, WEEKDAY), size(track, SUNDAY)] for track in EVERYDAY}
    assert told == {
        track.name.capitalize(): [str(one) for one in dict.fromkeys(found)]
        for track, found in sizes.items()
    }


def test_all_tilings_are_listed() -> None:
    told = [(name.strip("`"), number) for name, number, _ in rows("tilings.md", "Name | Loopy")]
    assert told == [(name, f"t{tiling.number}") for name, tiling in TILINGS.items()]


def test_what_help_and_mistakes_add() -> None:
    told = [added for _, added in rows("playing.md", "Help or mistake")]
    penalties = [*(each.penalty for each in Help), MISTAKE_PENALTY]
    assert told == [f"{seconds} s" for seconds in penalties]


def test_the_bounds_of_the_levels() -> None:
    told = [tuple(cells[:3]) for cells in rows("difficulty.md", "Level |")]
    bounds = [(b.level.name.capitalize(), str(b.reasons), f"{b.score:g}") for b in BOUNDS]
    assert told == [*bounds, ("Extreme", "more", "more")]
