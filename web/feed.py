"""What a page has been sent of its board, so that further changes are sent as differences."""

from typing import Any

from i18n.localizer import Localizer
from play.clock import format_duration
from service.loaded_attempt import LoadedAttempt
from texts import playing
from web.board_data import difference, marks_of
from web.plain_text import plain


class BoardFeed:
    """The marks that a page has, and the revision of the board that they are of."""

    def __init__(self, localizer: Localizer) -> None:
        self._localizer = localizer
        self._marks = ""
        self._revision = -1

    def whole(self, loaded: LoadedAttempt) -> dict[str, Any]:
        """All marks of a board, and its state."""
        self._marks, self._revision = marks_of(loaded.pad.board), loaded.attempt.revision
        return {"marks": self._marks, **self._state(loaded)}

    def update(self, loaded: LoadedAttempt) -> dict[str, Any]:
        """What differs from what the page has, or all of it; nothing for an older revision."""
        if not self._marks:
            return self.whole(loaded)
        if loaded.attempt.revision < self._revision:
            return {"changes": []}
        marks = marks_of(loaded.pad.board)
        changes, self._marks = difference(self._marks, marks), marks
        self._revision = loaded.attempt.revision
        return {"changes": changes, **self._state(loaded)}

    def is_newer(self, loaded: LoadedAttempt) -> bool:
        """Whether a board is newer than what the page has."""
        return loaded.attempt.revision > self._revision

    def _state(self, loaded: LoadedAttempt) -> dict[str, Any]:
        penalty = loaded.help_counts.penalty
        return {
            "revision": loaded.attempt.revision,
            "undo": len(loaded.pad.done),
            "redo": len(loaded.pad.undone),
            "penalty": f"+{format_duration(penalty)}" if penalty and self._localizer.clock else "",
            "ended": self._ended(loaded),
            "verdict": self._verdict(loaded),
        }

    def _ended(self, loaded: LoadedAttempt) -> str:
        if loaded.solved:
            return "solved"
        return "revealed" if loaded.attempt.revealed else ""

    def _verdict(self, loaded: LoadedAttempt) -> str:
        say = self._localizer.say
        if loaded.solved:
            return plain(f"{say(playing.SOLVED)}\n{playing.solved(self._localizer, loaded)}")
        return plain(say(playing.CLOSED)) if loaded.attempt.revealed else ""
