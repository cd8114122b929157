"""Par in texts: before a board beside when it was begun, after it below the time."""

import pytest
from msgspec.structs import replace

from i18n.localizer import Localizer
from service.playing.loaded_attempt import LoadedAttempt
from store.records import Surface
from tests.support.posts.playing import HELD, SOLVED
from texts import boards


def solved(seconds: int, par: float | None) -> LoadedAttempt:
    """A board that was solved without help."""
    attempt = replace(SOLVED, seconds=seconds, nudges=0, count_checks=0, mistakes=0, penalty=0)
    return replace(HELD, attempt=attempt, par=par)


@pytest.mark.parametrize(
    ("seconds", "par", "told"),
    [
        (212, 250.0, "15% under your par of 4:10"),
        (300, 250.4, "20% over your par of 4:10"),
        (250, 250.4, "At your par of 4:10"),
        (250, None, None),
    ],
)
def test_a_time_is_compared_with_par(seconds: int, par: float | None, told: str | None) -> None:
    lines = boards.solved(Localizer(), solved(seconds, par)).splitlines()
    assert (lines[1] == told) is (told is not None)
    for silent in (Localizer(par=False), Localizer(clock=False, par=False)):
        assert "par" not in boards.solved(silent, solved(seconds, par))


def test_par_is_told_before_a_board() -> None:
    unmarked = replace(HELD, par=249.6)
    begun = replace(unmarked, attempt=replace(HELD.attempt, surfaces=Surface.CHAT.value))
    assert boards.state(Localizer(), begun).endswith(" · par 4:10.")
    assert boards.state(Localizer(), unmarked).endswith(" · par 4:10 on the board page.")
    assert "par" not in boards.state(Localizer(par=False), begun)
    assert "par" not in boards.state(Localizer(), HELD)
