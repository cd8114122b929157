"""Live dailies are known however they are laid down, or changed a little."""

from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from jobs import GenerateAnswer, GenerateRequest, make_puzzle
from play.calendar import Track, closes, opens
from play.identity import KnownDaily, find_live
from play.resemblance import needed_score
from puzzle.grid import square_grid
from puzzle.model import Puzzle
from puzzle.symmetry import images
from service.daily_generation import spec_of
from tests.support.strategies import puzzles
from tools.fuzz.edits import Edited, edit

DAY = date(2026, 11, 22)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@given(puzzles(5), st.sampled_from(Track))
def test_each_of_the_eight_images_is_known_while_the_daily_is_open(
    puzzle: Puzzle, track: Track
) -> None:
    daily = KnownDaily(DAY, track, puzzle)
    for image in images(puzzle):
        assert find_live(image, [daily], NOON) is daily
        assert find_live(image, [daily], opens(DAY)) is daily
        assert find_live(image, [daily], closes(DAY) - timedelta(microseconds=1)) is daily
        assert find_live(image, [daily], closes(DAY)) is None


def test_those_to_come_are_known_too_and_the_exact_one_first() -> None:
    puzzle = Puzzle(square_grid(1, 6), (3, None, 2, None, None, 3))
    near = Puzzle(square_grid(1, 6), (3, None, 2, None, None, None))
    dailies = [
        KnownDaily(DAY, Track.EASY, near),
        KnownDaily(DAY + timedelta(3), Track.HARD, puzzle),
    ]
    assert find_live(puzzle, dailies, NOON) is dailies[1]
    assert find_live(near, dailies, NOON) is dailies[0]
    assert dailies[1].number == 25


def made_daily(track: Track, seed: int) -> KnownDaily:
    """A daily that the generator made, for a Sunday: the hard one is the largest there is."""
    answer = make_puzzle(GenerateRequest(spec_of(track, DAY, seed)))
    assert isinstance(answer, GenerateAnswer)
    return KnownDaily(DAY, track, answer.puzzle)


@pytest.fixture(scope="module")
def made() -> list[KnownDaily]:
    """Two dailies of each track."""
    return [made_daily(track, seed) for track in Track for seed in (1, 2)]


def lines_of(axis: str) -> st.SearchStrategy[list[str]]:
    """Edits that put rows or columns in, or take them out."""
    line = st.builds("{} {}".format, st.sampled_from([axis, f"no {axis}"]), st.integers(0, 15))
    return st.lists(line, max_size=4)


EDITS = st.builds(
    lambda frame, cells, lines, turn: "\n".join([*cells, *lines, *frame, f"turn {turn}"]),
    st.lists(st.sampled_from(["row 0", "col 0"]), max_size=8),
    st.lists(
        st.one_of(
            st.builds("blank {}".format, st.integers(0, 224)),
            st.builds("put {} {}".format, st.integers(0, 224), st.integers(0, 3)),
        ),
        max_size=16,
    ),
    st.one_of(lines_of("row"), lines_of("col")),
    st.integers(0, 7),
)
"""Scripts of edits, most of which leave enough of a daily for it to be recognised."""


def reaches_needed_score(edited: Edited) -> bool:
    """Whether the clues that are left, less the cost of gaps, reach the score that is needed."""
    least = edited.least_score()
    return least is not None and least >= needed_score(edited.puzzle, edited.original)


@given(st.data(), EDITS)
def test_a_daily_is_recognised_after_edits(
    made: list[KnownDaily], data: st.DataObject, script: str
) -> None:
    daily = data.draw(st.sampled_from(made))
    edited = edit(daily.puzzle, script)
    assume(reaches_needed_score(edited))
    assert find_live(edited.puzzle, made, NOON) is daily


def blanks(puzzle: Puzzle, share: float, seed: int) -> str:
    """Edits that leave a share of the clues out."""
    cells = Random(seed).sample(puzzle.clue_cells, int(share * len(puzzle.clue_cells)))
    return "\n".join(f"blank {cell}" for cell in cells)


def a_clue_less_in_rows(puzzle: Puzzle, share: float, seed: int) -> str:
    """Edits that leave a clue out in a share of the rows."""
    random, cols = Random(seed), puzzle.grid.cols
    rows = random.sample(range(puzzle.grid.rows), round(share * puzzle.grid.rows))
    return "\n".join(
        f"blank {random.choice([c for c in puzzle.clue_cells if c // cols == row])}"
        for row in rows
        if any(c // cols == row for c in puzzle.clue_cells)
    )


@pytest.mark.parametrize("turn", [0, 3, 6])
@pytest.mark.parametrize("place", ["row 0", "row 99", "col 0"])
def test_a_row_more_and_clues_less_hide_nothing(
    made: list[KnownDaily], place: str, turn: int
) -> None:
    """A clue left out in some rows, or a quarter of all clues, and a blank row put in."""
    for daily in made:
        for removed in (
            a_clue_less_in_rows(daily.puzzle, 0.4, turn),
            a_clue_less_in_rows(daily.puzzle, 0.8, turn),
            blanks(daily.puzzle, 0.25, turn),
        ):
            edited = edit(daily.puzzle, f"{removed}\n{place}\nturn {turn}")
            assert find_live(edited.puzzle, made, NOON) is daily


@pytest.mark.parametrize(
    "script",
    [
        "row 4",
        "col 5",
        "row 4\nrow 4\nturn 1",
        "row 3\nrow 4\nturn 2",
        "no row 0",
        "no col 0\nno row 99",
        "no row 3",
        "row 4\n" + "\n".join(f"put {30 + cell} 0" for cell in range(5)),
        "put 1 0\nput 9 3",
        "row 0\n" * 20 + "col 0\n" * 19 + "turn 4",
    ],
)
def test_a_daily_that_was_cut_framed_or_stretched_is_recognised(
    made: list[KnownDaily], script: str
) -> None:
    """Where the edits leave enough clues for the needed score, which a small daily may not have."""
    known = [daily for daily in made if reaches_needed_score(edit(daily.puzzle, script))]
    assert len(known) > len(made) / 2
    for daily in known:
        assert find_live(edit(daily.puzzle, script).puzzle, made, NOON) is daily


def test_dailies_to_come_are_recognised_at_their_own_size_alone(made: list[KnownDaily]) -> None:
    """Nobody has seen them."""
    for daily in made:
        ahead = [KnownDaily(DAY + timedelta(1), daily.track, daily.puzzle)]
        fewer = edit(daily.puzzle, blanks(daily.puzzle, 0.1, 1) + "\nturn 3").puzzle
        assert find_live(fewer, ahead, NOON) is ahead[0]
        assert find_live(edit(daily.puzzle, "row 0").puzzle, ahead, NOON) is None
