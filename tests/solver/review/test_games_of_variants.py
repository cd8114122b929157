"""Small games with other rules than the plain ones, with all that is said of them."""

import pytest

from solver.review.review import REVIEW_BUDGET
from tests.support.review.transcript import transcript

ANIMALS = "4x3:sheep-wolf_c130aSa2aW"
FULL = "4x3:full_b3h2"

GAMES = (
    pytest.param(
        ANIMALS,
        REVIEW_BUDGET,
        """
0:03 x A1 top, B1 top
  followed A1 top 1/2/0 dead-end 1>1
  followed B1 top 1/1/0 way-on 2>1
0:05 C1 top, x D2 top
  mistake C1 top
  mistake D2 top 1/0/0 known-sides 1>1
0:09 x A1 left, B1 left, x D3 bottom
  followed D3 bottom 1/0/0 known-sides 0>1
  followed A1 left 1/0/0 even-crossings 1>1
  followed B1 left 1/0/0 three-next-to-zero 0>9
0:10 erase C1 top, D2 top
  correction C1 top
  correction D2 top
0:12 A2 left, D2 right, x C2 top
  followed A2 left 1/0/0 three-next-to-zero 0>8
  followed D2 right 1/0/0 known-sides 0>1
  mistake C2 top 1/0/0 way-on 3>1
rest
  followed A2 top 1/0/0 three-next-to-zero 0>7
  correction C2 top
  followed A3 top 1/0/0 three-next-to-zero 0>6
  followed D3 top 1/0/0 known-sides 0>1
  followed B3 bottom 1/0/0 even-crossings 3>1
  followed C3 bottom 1/0/0 even-crossings 4>1
  followed C1 left 1/0/0 even-crossings 3>1
  followed B3 left 1/0/0 three-next-to-zero 0>5
  followed D3 left 1/0/0 known-sides 4>1
""",
        id="sheep and wolves",
    ),
    pytest.param(
        ANIMALS,
        100,
        """
0:03 x A1 top, B1 top
  followed A1 top 1/2/0 dead-end 1>1
  followed B1 top 1/1/0 way-on 2>1
0:05 C1 top, x D2 top
  mistake C1 top
  mistake D2 top 1/0/0 known-sides 1>1
0:09 x A1 left, B1 left, x D3 bottom
  followed D3 bottom 1/0/0 known-sides 0>1
  followed A1 left 1/0/0 even-crossings 1>1
  followed B1 left 1/0/0 three-next-to-zero 0>9
0:10 erase C1 top, D2 top
  correction C1 top
  correction D2 top
0:12 A2 left, D2 right, x C2 top
  followed A2 left 1/0/0 three-next-to-zero 0>8
  followed D2 right 1/0/0 known-sides 0>1
  mistake C2 top 1/0/0 way-on 3>1
rest
  followed A2 top 1/0/0 three-next-to-zero 0>7
  correction C2 top
  followed A3 top 1/0/0 three-next-to-zero 0>6
  open D3 top
  open B3 bottom
  open C3 bottom
  open C1 left
  open B3 left
  open D3 left
""",
        id="sheep and wolves with 100 units of work",
    ),
    pytest.param(
        FULL,
        REVIEW_BUDGET,
        """
0:03 x B1 top, A1 top
  followed A1 top 1/0/0 two-ways-left 0>2
  followed B1 top 3/0/1 arc-chain 2>3
0:05 C1 top, x D2 top
  followed C1 top 1/0/0 three-at-closed-corner 1>2
  followed D2 top 1/2/0 two-lines-at-dot 2>1
0:09 B2 top, x C2 left, x B3 left
  ahead C2 left 1/3/0 two-lines-at-dot 2>2
  ahead B3 left 1/14/0 two-lines-at-dot 2>1
  mistake B2 top 1/3/0 two-lines-at-dot 2>2
0:10 erase B2 top, D2 left, D3 right
  correction B2 top
  followed D3 right 1/0/0 two-ways-left 0>2
  followed D2 left 1/1/0 two-ways-left 2>2
rest
  followed D1 top 1/0/0 two-ways-left 0>2
  followed C2 top 1/0/0 full-clue 1>2
  followed A3 bottom 1/0/0 two-ways-left 0>2
  followed B3 bottom 1/0/0 two-ways-left 1>2
  followed C3 bottom 1/0/0 corner-2 0>2
  followed B3 top 1/0/0 two-ways-left 2>2
  followed C3 top 1/0/0 two-ways-left 2>2
  followed D3 bottom 1/0/0 two-ways-left 0>2
  followed A1 left 1/0/0 two-ways-left 0>2
  followed B1 left 1/0/0 way-on 2>1
  followed C1 left 1/0/0 three-at-closed-corner 1>1
  followed D1 right 1/0/0 two-ways-left 0>2
  followed A2 left 1/0/0 way-on 2>1
  followed B2 left 1/0/0 way-on 3>1
  followed D2 right 1/0/0 corner-2 0>1
  followed A3 left 1/0/0 two-ways-left 0>2
open 0+4: two-ways-left D1 top, D1 right; 0 lines, 0 crosses
open 0+4: two-ways-left A3 bottom, A3 left; 0 lines, 0 crosses
open 0+4: corner-2 C3 bottom, D2 right; 0 lines, 0 crosses
""",
        id="a loop through every dot",
    ),
)


@pytest.mark.parametrize(("puzzle", "units", "game"), GAMES)
def test_a_small_game_of_other_rules(puzzle: str, units: int, game: str) -> None:
    assert transcript(puzzle, game, units) == game.strip("\n")
