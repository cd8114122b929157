"""All texts of the bot are in the language of the reader, and within Discord's limits."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import product
from typing import Any

import discord
import pytest

from app.discord_bot import DiscordBot
from bot.answering.components import WithChoices
from bot.answering.layouts import OutgoingMessage, notice
from bot.connection import command_sync
from bot.connection.command_sync import CommandTranslator
from bot.solving.chat import answer_message
from i18n.catalogues import language_of, localizer_for
from i18n.languages import LANGUAGES
from i18n.localizer import Localizer
from jobs.errors import NothingFound
from puzzle.errors import PuzzleError
from service.errors import InputError, NotYours, Problem, QuotaUsed
from service.running.readers import Reader
from solver.search import Outcome
from store.errors import StoreError
from tests.support.messages import ids_in_code
from tests.support.posts.contents import check_limits, flat
from tests.support.posts.daily import daily_posts
from tests.support.posts.helping import helping_posts
from tests.support.posts.people import people_posts
from tests.support.posts.playing import playing_posts
from tests.support.posts.published import published_posts
from tests.support.posts.races import race_posts
from tests.support.posts.solving import made_up
from tests.support.posts.status import status_posts
from tests.support.texts import BRACKETING, english_words, outside_brackets
from texts import problems
from texts.failures import failure_text
from workers.errors import AnswerTooLarge, Busy, BusyReason, OutOfMemory, TimedOut, WorkerLost

SHORT = {"puzzle": "5x5:y", "link": "https://puzz.link/p?slither/5/5/y"}
NAME_LENGTH, DESCRIPTION_LENGTH = 32, 100


def posts(localizer: Localizer) -> Iterator[OutgoingMessage]:
    """Every kind of message there is."""
    for outcome, complete, count, more in product(Outcome, (True, False), (0, 1000), (SHORT, {})):
        index = 3 if count else None
        found = made_up(outcome=outcome, complete=complete, solutions=count, index=index, **more)
        yield answer_message(Reader(7, localizer, private=True), found)
    found = made_up(shared_lines=0, shared_crosses=0)
    yield answer_message(Reader(7, localizer, private=True), found)
    yield from daily_posts(localizer)
    yield from helping_posts(localizer)
    yield from people_posts(localizer)
    yield from playing_posts(localizer)
    yield from published_posts(localizer)
    yield from race_posts(localizer)
    yield from status_posts(localizer)
    yield from (notice(sentence) for sentence in failure_texts(localizer))


def failure_texts(localizer: Localizer) -> Iterator[str]:
    met: list[Exception] = [
        InputError(Problem.PUZZLE_OR_FILE),
        InputError(Problem.NOT_TEXT),
        InputError(Problem.FILE_TOO_LARGE, {"kibibytes": 256}),
        InputError(Problem.FILE_UNAVAILABLE),
        InputError(Problem.PUZZLE_GONE),
        PuzzleError(""),
        NothingFound(),
        *(Busy(reason) for reason in BusyReason),
        *(TimedOut(seconds) for seconds in (0.0001, 0.1, 20.0)),
        *(
            QuotaUsed(datetime(2026, 11, 21, 13, tzinfo=UTC), of_server=whole)
            for whole in (False, True)
        ),
        OutOfMemory(1024),
        AnswerTooLarge(5, 4),
        WorkerLost(),
        NotYours(),
        StoreError(),
    ]
    for failure in met:
        sentence = failure_text(localizer, failure)
        assert sentence
        assert "Error" not in sentence
        yield sentence
    assert failure_text(localizer, KeyError("x")) is None
    yield localizer.say(problems.UNEXPECTED, reference="0a1b2c3d")


def shown_texts(post: OutgoingMessage) -> list[str]:
    """The texts and labels of a message."""
    return [one[key] for one in flat(post) for key in ("content", "label") if one.get(key)]


def test_every_text_is_localized() -> None:
    """A text that was not localized would be outside the brackets."""
    for post in posts(BRACKETING):
        texts = shown_texts(post)
        assert texts
        for text in texts:
            bare = outside_brackets(re.sub(r"`[^`]*`", "", text))
            assert not re.search(r"[^\W\d_]", bare.replace("ID:", "")), text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_message_is_within_discords_limits(language: str) -> None:
    for post in posts(localizer_for(language)):
        check_limits(post)


def test_every_choice_that_is_sent_can_be_chosen(bot: DiscordBot) -> None:
    sent = 0
    for part in (part for post in posts(Localizer()) for part in flat(post)):
        for option in part.get("options", ()):
            found = bot.router.find(part["custom_id"])
            assert found is not None
            assert isinstance(found[1], WithChoices)
            assert found[1].offers(option["value"], {}), (part["custom_id"], option)
            sent += 1
    assert sent > 100


def test_no_english_is_left_in_japanese_messages() -> None:
    for post in posts(localizer_for("ja")):
        for text in shown_texts(post):
            if re.search(r"[^\W\d_]", text.partition("-# ID: ")[0]):  # arrows are the same for all
                assert re.search(r"[\u3040-\u30ff\u4e00-\u9fff]", text), text
            assert not english_words(text), text


# Commands as Discord lists them

NAMES = {None, *(language.name for language in LANGUAGES.values())}


async def payload(bot: DiscordBot) -> list[dict[str, Any]]:
    translator = CommandTranslator()
    listed: list[Any] = [*bot.tree.get_commands()]
    return [await command.get_translated_payload(bot.tree, translator) for command in listed]


def parts(value: object) -> Iterator[dict[str, Any]]:
    """Commands, their options and the choices of these, but for the names of languages."""
    if isinstance(value, list):
        for inner in value:
            yield from parts(inner)
    elif isinstance(value, dict) and value.get("name") not in NAMES:
        yield value
        yield from parts(value.get("options"))
        yield from parts(value.get("choices"))


def is_typed(part: dict[str, Any]) -> bool:
    """Whether users type the name: that of a slash command or an option."""
    return bool(part.get("description"))


@pytest.mark.parametrize("language", sorted(set(LANGUAGES) - {"en"}))
async def test_commands_are_listed_in_every_language_within_the_limits(
    bot: DiscordBot, language: str
) -> None:
    locale = next(each.value for each in discord.Locale if language_of(each.value) == language)
    listed = list(parts(await payload(bot)))
    assert len(listed) > 10
    for part in listed:
        assert len(part["name"]) <= NAME_LENGTH or "value" in part
        if is_typed(part):
            localized = part.get("description_localizations", {}).get(locale, part["description"])
            assert 1 <= len(localized) <= DESCRIPTION_LENGTH
            assert len(part["description"]) <= DESCRIPTION_LENGTH
            assert locale not in part.get("name_localizations", {}), "people type it"
        else:
            localized = part.get("name_localizations", {}).get(locale, part["name"])
            assert 1 <= len(localized) <= (100 if "value" in part else NAME_LENGTH)
        assert language != "ja" or localized not in {part["name"], part.get("description")}
        assert language != "ja" or not english_words(localized.replace("3.2/.0./2.3", ""))


async def test_every_description_and_menu_name_passes_through_translation(
    bot: DiscordBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    used = set()
    for part in parts(await payload(bot)):
        used.add(part["description"] if is_typed(part) else part["name"])
    assert used <= ids_in_code()
    monkeypatch.setattr(command_sync, "localizer_for", lambda _: BRACKETING)
    for part in parts(await payload(bot)):
        key = "description_localizations" if is_typed(part) else "name_localizations"
        assert all(outside_brackets(text) == "" for text in part[key].values())


async def test_only_languages_with_a_catalogue_are_sent(bot: DiscordBot) -> None:
    sent = {
        locale
        for part in parts(await payload(bot))
        for key in ("name_localizations", "description_localizations")
        for locale in part.get(key, {})
    }
    assert sent == {each.value for each in discord.Locale if language_of(each.value) != "en"}
