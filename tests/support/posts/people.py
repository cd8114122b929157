"""Every kind of message about people, with any localizer."""

from collections.abc import Iterator
from datetime import date, timedelta
from itertools import product

from msgspec.structs import replace

from bot.answering.layouts import OutgoingMessage, notice
from bot.leaderboards.chat import leaderboard_message
from bot.privacy.chat import deletion_question, export_message, privacy_message
from bot.settings.chat import reminder_message, settings_message
from bot.settings.components import MENUS
from bot.stats.chat import stats_message
from i18n.localizer import Localizer
from play.ranking import PAGE, Period
from play.tracks import Track
from service.dailies.leaderboards import LeaderboardQuery, LeaderboardView
from service.dailies.streaks import StreakHistory
from service.people.personal_data import Export
from service.people.preferences import choosing
from service.people.reminders import ReminderNeeds
from service.people.stats import PlayerStats, PlottedStrength
from service.running.readers import Reader
from store.records import AttemptKind, Player, StandingRecord, StoredPuzzle, TrackTotals, Visibility
from tests.support.posts.values import DAY, DRAWING, ID, NOON
from texts import privacy, problems
from texts import settings as preferences
from texts import settings as reminders
from texts import stats as people

PLAYER = Player(ID, NOON)
PUZZLE = StoredPuzzle("5x5:b1c3a12a02d1a2c32", "key", None, "hard", 37.2, 3, {"zero": 2}, None, 1)


def people_posts(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """Every kind of message about people: leaderboards, stats, streaks, settings, privacy."""
    yield from boards(localizer)
    yield from numbers(localizer)
    yield from streaks(localizer)
    yield from settings(localizer)
    yield privacy_message(localizer)
    yield deletion_question(localizer)
    for packed in (False, True):
        yield export_message(localizer, Export("ouro.json", b"{}", packed))
    for kept in (0, 1, 2):
        yield notice(privacy.deleted(localizer, kept))
    exports = (privacy.EXPORT_NOTHING, problems.EXPORTED_LATELY, problems.EXPORT_TOO_LONG)
    for message in (privacy.KEPT, *exports, people.NOTHING_OF_YOU):
        yield notice(localizer.say(message))
    yield notice(localizer.say(people.NOTHING_TO_SHOW, person=f"<@{ID}>"))
    yield notice(localizer.say(reminders.STOPPED))
    yield notice(localizer.say(problems.ONLY_IN_SERVERS))


def standing(place: int, visibility: Visibility = Visibility.NAMED) -> StandingRecord:
    return StandingRecord(place, ID + place, 1_000, 359_999, 1_000, 1_000, True, visibility)


def boards(localizer: Localizer) -> Iterator[OutgoingMessage]:
    full = tuple(
        standing(place, Visibility.ANONYMOUS if place % 2 else Visibility.NAMED)
        for place in range(1, PAGE + 1)
    )
    for period, private in product(Period, (True, False)):
        asked = LeaderboardQuery(Track.HARD, period, DAY, server=private, page=2)
        page = LeaderboardView(asked, NOON, DAY, full, 3, 25, ID + 2, full[1])
        empty = LeaderboardView(replace(asked, page=1), NOON, DAY + timedelta(days=9), (), 1, 0, ID)
        reader = Reader(ID, localizer, server=1, private=private)
        for shown in (
            page,
            replace(page, person=ID + 99, own=standing(99)),
            empty,
            replace(empty, visibility=Visibility.HIDDEN),
            replace(page, lines=tuple(replace(each, ratio=0.85) for each in full)),
        ):
            yield leaderboard_message(reader, shown)


def days(*ago: int) -> tuple[date, ...]:
    return tuple(DAY - timedelta(days=days) for days in sorted(ago, reverse=True))


def histories() -> Iterator[StreakHistory]:
    available = frozenset(days(*range(60)))
    yield StreakHistory(DAY, available=frozenset({DAY}))
    yield StreakHistory(DAY, days(0), available)
    away = frozenset(days(*range(40, 47)))
    bridged = days(*(ago for ago in range(60) if ago not in range(40, 47) and ago % 9 != 8))
    for solved in (bridged, bridged[:-1], days(1)):
        yield StreakHistory(DAY, solved, available - away, away)


NO_DAYS = StreakHistory(DAY, available=frozenset({DAY}))


def numbers(localizer: Localizer) -> Iterator[OutgoingMessage]:
    solved = {
        AttemptKind.ARCHIVE: 1,
        AttemptKind.ENDLESS: 2,
        AttemptKind.PASTED: 1_000,
        AttemptKind.LEARN: 1,
    }
    totals = tuple(TrackTotals(track.value, 3, 61, 120, 2, 3) for track in Track)
    single = (TrackTotals(Track.EASY.value, 1, 61, 61, 0, 1),)
    unrated = replace(PUZZLE, level=None, score=None, hardest=None)
    for history in histories():
        yield stats_message(localizer, PlayerStats(ID, history, history, (), {}))
        yield stats_message(localizer, PlayerStats(ID, history, NO_DAYS, single, solved, unrated))
        yield stats_message(
            localizer,
            PlayerStats(ID, history, history, totals, solved, PUZZLE),
            DRAWING,
            strengths=("corner-3", "line-arriving-3"),
            strength=PlottedStrength(DRAWING, {"hard": 0.12, "t1": -0.2, ":full": 9.5}),
        )


def streaks(localizer: Localizer) -> Iterator[OutgoingMessage]:
    for history, mini in product(histories(), histories()):
        yield stats_message(localizer, PlayerStats(ID, history, mini, (), {}), DRAWING, today=True)
        yield reminder_message(localizer, ReminderNeeds(history, mini))


def settings(localizer: Localizer) -> Iterator[OutgoingMessage]:
    wanting = replace(PLAYER, reminders=True, zone="America/New_York", next_reminder=NOON)
    for player in (PLAYER, wanting, replace(wanting, reminders=False, settings={"labels": True})):
        said = localizer.say(
            preferences.STORED, what=preferences.reminders_stored(localizer, wanting)
        )
        yield settings_message(localizer, player, DRAWING)
        yield settings_message(localizer, player, DRAWING, said)
    for menu in MENUS:
        for value in menu.choices:
            chosen = choosing({menu.name: value})(PLAYER)
            yield notice(preferences.choice_stored(menu, localizer, chosen))
    yield notice(preferences.switches_stored(localizer, PLAYER))
    yield notice(preferences.reminders_off(localizer, PLAYER))
    yield notice(localizer.say(preferences.ZONE_STORED, zone="Asia/Tokyo"))
