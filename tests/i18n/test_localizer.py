"""Localizers translate messages into the language of a locale."""

import pytest

from i18n.catalogues import LANGUAGES, localizer_for
from i18n.localizer import ENGLISH, Localizer
from i18n.messages import Clause, Message, Plural
from tests.support.texts import BRACKETING, outside_brackets

HARD = Message("Hard")


@pytest.mark.parametrize("locale", ["ja"])
def test_a_language_with_a_catalogue_is_used(locale: str) -> None:
    assert localizer_for(locale).say(HARD) == "むずかしい"


@pytest.mark.parametrize(
    "locale", ["en-US", "en-GB", "de", "zh-TW", "", "JA", "../ja", "ja/../..", "x" * 10_000]
)
def test_any_other_locale_gets_english(locale: str) -> None:
    assert localizer_for(locale).say(HARD) == "Hard"


@pytest.mark.parametrize("language", LANGUAGES)
def test_numbers_lists_and_gaps(language: str) -> None:
    localizer = localizer_for(language)
    assert len({localizer.number(count) for count in range(8)}) == 8
    for parts in ([], ["A1"], ["A1", "B2"], ["A1", "B2", "C3"]):
        for joined in (localizer.join(parts), localizer.join_clauses(parts)):
            assert [joined.index(part) for part in parts] == sorted(
                joined.index(part) for part in parts
            )
            assert "{" not in joined
    assert localizer.gap in {" ", ""}
    assert localizer.colon.strip() in {":", "\N{FULLWIDTH COLON}"}


def test_two_characters_without_gaps_are_as_long_as_a_word() -> None:
    assert localizer_for("en").length("So the top of A1 is a line.") == 8
    assert localizer_for("ja").length("A10の上の辺は線です。") == 6


def test_plurals_choose_their_form() -> None:
    steps = Plural("{count} step", "{count} steps")
    assert [ENGLISH.say(steps, n, count=n) for n in (0, 1, 2)] == ["0 steps", "1 step", "2 steps"]


def test_moods_distinguish_facts_from_suppositions() -> None:
    clause = Clause(Message("it is"), Message("it would be"))
    assert ENGLISH.clause(clause, False) == "it is"
    assert ENGLISH.clause(clause, True) == "it would be"
    assert ENGLISH.sentence(Message("it is")) == "It is"


def test_values_are_filled_in_and_never_read_as_templates() -> None:
    assert Localizer().say(Message("{name} plays"), name="{0} {name}") == "{0} {name} plays"


def test_brackets_show_text_that_was_not_localized() -> None:
    said = BRACKETING.join(["A1", "B2"])
    assert outside_brackets(said) == ""
    assert outside_brackets(f"{said} and") == " and"
