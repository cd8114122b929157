"""Small games with all that is said of them: kinds, efforts, steps left open and long pauses."""

import pytest

from tests.support.review.transcript import transcript

GAMES = {
    "right and wrong marks, erased and drawn again": """
3x3:3b13b2a
0:02 x A1 top
  mistake A1 top 1/0/0 diagonal-3-3 0>4
0:05 A1 top
  correction A1 top
0:06 erase A1 top
  erased A1 top
0:07 A1 top
  followed A1 top 1/0/0 diagonal-3-3 0>4
0:09 x C2 left, B1 top, x A2 top, B3 left
  ahead A2 top 6/0/1 look-ahead 0>1
  ahead B3 left 1/3/0 way-on 3>1
  mistake B1 top 1/1/0 two-lines-at-dot 2>1
  mistake C2 left 1/0/0 diagonal-3-3 0>3
0:12 erase B1 top, erase C2 left
  correction B1 top
  correction C2 left
0:13 C2 left
  followed C2 left 1/0/0 diagonal-3-3 0>3
rest: 7 simple
""",
    "a wrong mark that a wrong mark forces is a consequence": """
3x3:3b13b2a
0:01 C1 top
  mistake C1 top
0:02 C1 right, x A1 top
  consequence C1 right
  mistake A1 top 1/0/0 diagonal-3-3 0>4
0:03 x A1 left
  consequence A1 left
0:04 erase C1 top, erase C1 right, erase A1 top, erase A1 left
  correction A1 top
  correction C1 top
  correction A1 left
  correction C1 right
0:05 C1 top, C1 right
  mistake C1 top
  consequence C1 right
0:06 x B3 bottom
  ahead B3 bottom 6/0/1 arc-chain 0>8
0:07 x C1 top, x C1 right
  correction C1 top
  correction C1 right
rest: 10 simple
""",
    "marks of hints are given, and taking wrong ones back is a correction": """
3x3:3b13b2a
0:01 x C3 bottom
  ahead C3 bottom 6/0/1 arc-chain 0>3
*0:02 B2 top, x A2 top
  given A2 top
  given B2 top
*0:03 x B2 left, A2 top
  given B2 left
  given A2 top
0:04 erase B2 left, x A2 top
  erased B2 left
  correction A2 top
*0:05 C2 left
  given C2 left
*0:06 erase C2 left
  erased C2 left
0:07 x A2 top, C2 left
  followed C2 left 1/0/0 diagonal-3-3 0>4
rest: 8 simple
""",
    "hexagons": """
5x4t2:d0a443a432e4a
0:08 D8 bottom
  followed D8 bottom 3/0/1 clue-at-closed-corner 0>3
0:10 x D8 bottom
  mistake D8 bottom
0:11 D8 bottom
  correction D8 bottom
*0:15 D4 top
  given D4 top
0:16 E3 bottom-left
  followed E3 bottom-left 1/0/0 way-on 2>1
0:17 A5 bottom-left, B8 bottom-left
  ahead A5 bottom-left 10/0/1 look-ahead 0>1
  mistake B8 bottom-left
0:18 erase B8 bottom-left
  correction B8 bottom-left
rest: 22 simple
  followed C3 top-left 4/0/1 clue-at-closed-corner 3>2
  followed C3 bottom-left 3/0/1 clue-at-closed-corner 3>1
  followed B6 top 8/0/1 look-ahead 3>1
  followed C5 top-left 2/0/0 clue-and-sides 7>3
""",
    "patterns of clues may lead to a mark sooner than what was known": """
3x3:2b322c
0:00 C1 top, B1 left
  ahead C1 top 11/0/1 look-ahead 0>1
  ahead B1 left 8/0/1 loop-look-ahead 2>1
0:02 x C3 right
  ahead C3 right 8/0/1 arc-chain 2>8
0:04 A2 top, C2 top
  followed A2 top 2/0/1 corner-2 1>1
  followed C2 top 1/1/0 way-on 3>1
0:05 x A2 top, erase C2 top
  erased C2 top
  mistake A2 top
rest: 7 simple
  correction A2 top
open 0+3: corner-2 B1 top, A2 left; 0 lines, 0 crosses
open 1+2: way-on C1 right; 2 lines, 1 crosses
""",
    "four reasons are few enough": """
3x3:1d2a31
0:00 x A2 left, x C2 right
  ahead A2 left 12/0/1 arc-chain 4>14
  followed C2 right 4/0/1 adjacent-1-3 2>4
rest: 10 simple
""",
    "the easiest mark is not ahead": """
3x3:a2a21b11
0:00 A3 top
  followed A3 top 7/0/1 clues-round-a-dot 0>8
rest: 8 simple
  followed A1 left 2/0/1 line-leaving-2 2>1
""",
    "crosses that were left out are thought of": """
3x3:0a1d23
0:00 C3 right
  followed C3 right 1/0/0 corner-3 0>2
0:02 x A3 bottom
  followed A3 bottom 7/0/1 loop-look-ahead 3>1
rest: 7 simple
""",
    "a way over eight cells is short": """
5x5:2f2a2c2323a2d0a
*0:01 x A2 top, x B1 left, x C1 left, D2 top, D3 top, x D3 left, x C3 left, x B3 left, x A3 top
  given A2 top
  given D2 top
  given A3 top
  given D3 top
  given B1 left
  given C1 left
  given B3 left
  given C3 left
  given D3 left
0:02 x D1 left
  followed D1 left 1/0/0 even-crossings 7>1
rest: 28 simple
""",
    "a way over more cells takes a joint step": """
5x5:2f2a2c2323a2d0a
*0:01 x B1 left, x C1 left, x D1 left, D2 top, D3 top, x D3 left, x C3 left, x B3 left, x A3 top
  given D2 top
  given A3 top
  given D3 top
  given B1 left
  given C1 left
  given D1 left
  given B3 left
  given C3 left
  given D3 left
0:02 x A2 top
  followed A2 top 1/0/1 even-crossings 9>1
rest: 28 simple
""",
    "a step stays open behind a wrong cross, and not before its own stroke": """
4x3:a11a3d223
0:02 A2 top, D3 right, D3 bottom
  followed D3 bottom 1/0/0 corner-3 0>2
  followed D3 right 1/0/0 corner-3 0>1
  followed A2 top 6/0/1 look-ahead 0>1
0:03 erase D3 right, erase D3 bottom
  erased D3 bottom
  erased D3 right
0:04 B2 top
  ahead B2 top 15/0/1 look-ahead 1>1
0:05 x D3 bottom, x D3 right
  mistake D3 bottom 1/0/0 corner-3 0>2
  consequence D3 right
0:06 C2 top
  ahead C2 top 7/0/1 loop-look-ahead 2>1
0:07 D2 left
  ahead D2 left 6/0/1 arc-chain 2>2
rest: 6 simple
  correction D3 bottom
  correction D3 right
open 2+3: corner-3 D3 bottom, D3 right; 1 lines, 0 crosses
open 4+2: full-clue A3 top, A2 left; 2 lines, 7 crosses
""",
    "steps left open, the longest first": """
4x3:a11a3d223
0:02 A2 top
  ahead A2 top 6/0/1 look-ahead 0>1
0:03 B2 top
  ahead B2 top 15/0/1 look-ahead 1>1
0:04 D3 right, D3 bottom
  followed D3 bottom 1/0/0 corner-3 0>2
  followed D3 right 1/0/0 corner-3 0>1
0:05 C2 top
  ahead C2 top 7/0/1 loop-look-ahead 4>1
0:06 D2 left
  ahead D2 left 5/0/1 arc-chain 4>2
0:07 erase D2 left
  erased D2 left
0:08 D2 left
  ahead D2 left 5/0/1 arc-chain 4>2
0:09 erase D2 left
  erased D2 left
0:10 D2 left
  ahead D2 left 5/0/1 arc-chain 4>2
rest: 6 simple
open 3+4: full-clue A3 top, A2 left; 4 lines, 7 crosses
open 0+2: corner-3 D3 bottom, D3 right; 0 lines, 0 crosses
""",
    "with 250 units of work": """
4x3:a11a3d223 within 250
0:02 A2 top
  open A2 top
0:03 x C3 right
  open D3 left
0:04 D3 left
  mistake D3 left
0:05 x D3 bottom
  mistake D3 bottom 1/0/0 corner-3 0>2
0:06 erase C3 right, D3 bottom
  correction D3 left
  correction D3 bottom
rest: 8 simple
  open B2 top
  open C2 top
open 0+2: corner-3 D3 bottom, D3 right; 0 lines, 0 crosses
""",
    "sheep and wolves": """
4x3:sheep-wolf_c130aSa2aW
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
rest: 8 simple
  correction C2 top
""",
    "a loop through every dot": """
4x3:full_b3h2
0:03 x B1 top, A1 top
  followed A1 top 1/0/0 two-ways-left 0>2
  followed B1 top 3/0/1 arc-chain 2>3
0:05 C1 top, x D2 top
  followed C1 top 1/0/0 two-ways-left 1>2
  ahead D2 top 1/4/0 two-lines-at-dot 2>1
0:09 B2 top, x C2 left, x B3 left
  ahead C2 left 1/3/0 two-lines-at-dot 2>2
  ahead B3 left 1/14/0 two-lines-at-dot 2>1
  mistake B2 top 1/3/0 two-lines-at-dot 2>2
0:10 erase B2 top, D2 left, D3 right
  correction B2 top
  followed D3 right 1/0/0 two-ways-left 0>2
  followed D2 left 1/1/0 two-ways-left 2>2
rest: 16 simple
open 0+4: two-ways-left D1 top, D1 right; 0 lines, 0 crosses
open 0+4: two-ways-left A3 bottom, A3 left; 0 lines, 0 crosses
open 0+4: way-on A1 left; 1 lines, 0 crosses
""",
}


@pytest.mark.parametrize("name", GAMES)
def test_a_small_game(name: str) -> None:
    game = GAMES[name].strip("\n")
    assert transcript(game) == game
