"""The table of the tracks, and that nothing else tells them apart."""

import ast
from collections.abc import Iterator
from datetime import timedelta

import pytest

from play import tracks
from play.calendar import EPOCH
from play.tracks import RULES, Track
from puzzle.rules import Capability
from puzzle.tilings.catalogue import TILINGS
from solver.explain.step import Difficulty
from tests.support.packages import modules, name_of
from tests.support.paths import PACKAGES


def named(source: str) -> Iterator[str]:
    """The single tracks that a module names, as `Track.X`, `Track["X"]` or `Track("x")`."""
    tree = ast.parse(source)
    names = {"Track"} | {
        name.asname or name.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for name in node.names
        if name.name == "Track"
    }

    def is_track(node: ast.expr) -> bool:
        if isinstance(node, ast.Attribute):
            return node.attr == "Track"
        return isinstance(node, ast.Name) and node.id in names

    for node in ast.walk(tree):
        match node:
            case ast.Attribute(value, name) if name in Track.__members__ and is_track(value):
                yield name
            case ast.Subscript(value, ast.Constant(str(name))) if is_track(value):
                yield name
            case ast.Call(value, [ast.Constant(str(name))]) if is_track(value):
                yield name


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("from play.tracks import Track\nTrack.MINI.value", ["MINI"]),
        ("from play.tracks import Track as T\nT.MINI", ["MINI"]),
        ("from play import tracks\ntracks.Track.MINI", ["MINI"]),
        ("from play.tracks import Track\nTrack['MINI'], Track('mini')", ["MINI", "mini"]),
        ("from play.tracks import Track\nTrack(x).rules, Track.__members__, list(Track)", []),
        ("Level.HARD", []),
    ],
)
def test_a_named_track_is_found(source: str, found: list[str]) -> None:
    assert sorted(named(source)) == found


def test_only_the_table_names_single_tracks() -> None:
    """Others ask the rules of a track, so that a further one is a further row."""
    found = {
        name_of(path)
        for package in PACKAGES
        for path in modules(package)
        if any(named(path.read_text(encoding="utf-8")))
    }
    assert found == {tracks.__name__}


def test_every_track_has_a_row_in_the_order_of_the_tracks() -> None:
    assert list(RULES) == list(Track)


@pytest.mark.parametrize("track", Track)
def test_every_row_gives_boards_and_levels(track: Track) -> None:
    days = [EPOCH + timedelta(days=ahead) for ahead in range(14 * len(tracks.SPECIALS))]
    for day in (day for day in days if track in tracks.tracks_of(day)):
        assert track.rules.size(day).tiling in TILINGS
        assert Difficulty[track.rules.level(day).upper()] <= Difficulty.HARD


def test_every_daily_has_the_review_that_lists_offer_when_it_is_solved() -> None:
    days = (EPOCH + timedelta(days) for days in range(7 * len(tracks.SPECIALS)))
    rules = {tracks.size(track, day).rules for day in days for track in tracks.tracks_of(day)}
    assert len(rules) > 2
    assert all(each.supports(Capability.REVIEWS) for each in rules)
