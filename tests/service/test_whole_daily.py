"""A daily from the first view to the leaderboard, through the use cases alone.

Another front end makes the same calls.
"""

from narrator.checks import Detail
from narrator.narration import Level
from play.clock import Help
from play.history import Mark
from play.ranking import Period
from play.tracks import Track
from puzzle.model import EdgeState
from puzzle.moves import parse_marks
from service.leaderboards import LeaderboardQuery
from service.readers import Reader
from service.services import Services
from tests.support.clock import Clock

ADA, SERVER = 7, 99


async def test_a_whole_daily(services: Services, now: Clock) -> None:
    day, track = services.dailies.today(), Track.EASY
    _, puzzle = await services.dailies.find(day, track)

    # Play starts the clock.
    loaded = await services.boards.open_daily(Reader(ADA, server=SERVER), day, track)
    board = await services.boards.view(Reader(ADA), loaded)
    assert board.drawing.png.startswith(b"\x89PNG")
    now.pass_(60)

    # A hint that tells where to look costs time.
    hint = await services.hints.give(Reader(ADA), loaded, Level.NUDGE)
    assert hint.found.narration.text.startswith("Look")
    assert hint.loaded.help_counts.penalty == Help.NUDGE.penalty

    # A whole loop that is not the right one counts as a mistake, and says where it is wrong.
    around = parse_marks("A1-H1-H8-A8-A1", loaded.puzzle.grid)
    loaded = await services.attempts.change(Reader(ADA), loaded.attempt.id, Mark(around))
    loaded, verdict = await services.attempts.submit(Reader(ADA), loaded.attempt.id)
    assert not verdict.solved
    assert verdict.shown
    assert loaded.help_counts.mistakes == 1

    # A check counts the wrong lines.
    check = await services.checks.give(Reader(ADA), loaded, Detail.COUNT)
    assert check.found.wrong > 0

    # The last line of the solution ends the clock; the board need not be submitted.
    assert puzzle.solution is not None
    solution = parse_marks(puzzle.solution, loaded.puzzle.grid)
    erased = dict.fromkeys(around.keys() - solution.keys(), EdgeState.UNKNOWN)
    loaded = await services.attempts.change(
        Reader(ADA), loaded.attempt.id, Mark({**solution, **erased})
    )
    assert loaded.just_solved
    assert loaded.attempt.ranked
    assert loaded.attempt.seconds == 60

    # It counts for the streak, the numbers and the leaderboard of the server.
    assert await services.streaks.current(ADA) == 1
    numbers = await services.stats.read(ADA, viewer=ADA)
    assert numbers is not None
    assert [(each.track, each.count) for each in numbers.tracks] == [(track, 1)]
    asked = LeaderboardQuery(track, Period.DAY, day, server=True)
    [line] = (await services.leaderboards.read(Reader(ADA, server=SERVER), asked)).lines
    assert (line.rank, line.player_id) == (1, ADA)
    assert line.seconds == 60 + loaded.help_counts.penalty

    # What is shared of it shows nothing of the loop.
    shared = await services.sharing.share(Reader(ADA), loaded.attempt.id)
    assert shared.card.total == line.seconds
