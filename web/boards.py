"""What the page of a board shows and changes."""

import asyncio
from typing import Any

from msgspec.structs import replace

from puzzle.model import Puzzle
from puzzle.notation import format_loopy
from puzzle.notation.detect import play_address
from service.playing.loaded_attempt import LoadedAttempt
from service.running.readers import Reader
from service.running.watching import Watchers
from store.records import AttemptKind, Player
from texts import boards
from texts.board_page import page_words
from texts.course import DAILY_BUTTON
from texts.helping import priced
from texts.puzzles import page_label
from web.board_data import geometry, rules_value
from web.page_actions import PageActions
from web.racing import race_value
from web.readers import page_settings, page_theme


class BoardContent(PageActions, eq=False):
    """The board of a page that has a session of an attempt."""

    async def needed(self) -> dict[str, Any]:
        """What the page needs once, which takes milliseconds for a large board."""
        loaded = await self._find()
        value = await asyncio.to_thread(_board_value, self.player, self.reader, loaded)
        return value | {"racing": bool(await self.race())}

    async def race(self) -> dict[str, Any]:
        """The race that the person is in, or that was on this board; nothing for none."""
        puzzle, races = (await self._find()).attempt.puzzle_id, self.services.races
        view = await races.last(self.session.player_id, puzzle)
        if view is None:
            return {}
        names, starts = await races.names(view), races.starts_in(view)
        here = view.puzzle.id == puzzle
        return race_value(self.reader, view, names, here=here, starts=starts)

    async def whole(self) -> dict[str, Any]:
        """All marks, and the state of the board."""
        return self.feed.whole(await self._find())

    async def current(self) -> dict[str, Any]:
        """What differs from what the page has, after all changes that are under way."""
        return self.feed.update(await self._settled())

    def _followed(self) -> tuple[Watchers[LoadedAttempt], int]:
        return self.services.attempts.watchers, self.number

    async def _newer(self, shown: LoadedAttempt) -> dict[str, Any] | None:
        return self.feed.update(shown) if self.feed.is_newer(shown) else None

    async def _find(self) -> LoadedAttempt:
        return await self.services.attempts.find(self.session.player_id, self.number)


def _board_value(player: Player, reader: Reader, loaded: LoadedAttempt) -> dict[str, Any]:
    """What a page needs once for a board: geometry, words, and how the person wants it shown."""
    title = boards.board_title(reader.localizer, loaded)
    is_course = loaded.attempt.kind is AttemptKind.LEARN
    words = {"next": reader.localizer.say(DAILY_BUTTON)} if is_course else {}
    localizer = priced(reader.localizer, loaded)
    return {
        **board_value(player, replace(reader, localizer=localizer), loaded.puzzle, title, words),
        "daily": loaded.attempt.day is not None,
        "course": is_course,
    }


def board_value(
    player: Player, reader: Reader, puzzle: Puzzle, title: str, words: dict[str, str]
) -> dict[str, Any]:
    """What a page needs once of a board that can be copied; `words` are said besides others."""
    elsewhere, is_plain = play_address(puzzle), puzzle.rules.is_plain
    return {
        **shared_value(player, reader, puzzle, title),
        "text": format_loopy(puzzle) if is_plain else elsewhere,
        "elsewhere": {"address": elsewhere, "label": page_label(reader.localizer, elsewhere)},
        "words": page_words(reader.localizer, is_plain=is_plain) | words,
    }


def shared_value(player: Player, reader: Reader, puzzle: Puzzle, title: str) -> dict[str, Any]:
    """What a page needs once of any puzzle on which lines are drawn."""
    return {
        "geometry": {"title": title, **geometry(puzzle, reader.appearance.labelled)},
        "rules": rules_value(reader.localizer, puzzle.rules),
        "language": reader.language,
        "theme": page_theme(player),
        "settings": page_settings(player),
    }
