"""The catalogues contain exactly the messages of the code, translated and compiled."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from i18n.catalogues import FOLDER, LANGUAGES
from tests.support.messages import ids_in_code, named_messages, names_used
from tests.support.texts import english_words, fields

ROOT = FOLDER.parent
TRANSLATED = sorted(set(LANGUAGES) - {"en"})


def source(language: str) -> Path:
    return FOLDER / language / "LC_MESSAGES" / "ouro.po"


def catalogue(language: str) -> Catalog:
    with source(language).open("rb") as file:
        return read_po(file, locale=language)


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def forms(message: Message) -> list[str]:
    """The translations of a message, one for each plural form of the language."""
    translated = message.string or ""
    return [translated] if isinstance(translated, str) else list(translated)


def test_each_language_has_its_own_name_and_a_catalogue() -> None:
    folders = {path.parent.parent.name for path in FOLDER.glob("*/LC_MESSAGES/ouro.po")}
    assert folders == set(TRANSLATED)
    assert LANGUAGES == {"en": "English", "ja": "日本語"}


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_of_the_code_is_in_the_catalogue_and_no_other(language: str) -> None:
    known = {m.id if isinstance(m.id, str) else tuple(m.id) for m in messages(language)}
    assert ids_in_code() - known == set(), "run script/texts"
    assert known - ids_in_code() == set(), "run script/texts"


def test_every_text_of_the_code_is_used() -> None:
    assert {found for found in named_messages() if found[1] not in names_used()} == set()


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_is_translated_and_none_is_fuzzy(language: str) -> None:
    assert not catalogue(language).obsolete
    for message in messages(language):
        assert all(form.strip() for form in forms(message)), message.id
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_names_in_braces_of_their_texts(language: str) -> None:
    for message in messages(language):
        given = [message.id] if isinstance(message.id, str) else list(message.id)
        wanted = set.union(*(fields(text) for text in given))
        optional = {field for field in wanted if field[0] == "count"} if len(given) > 1 else set()
        for form in forms(message):
            assert wanted - optional <= fields(form) <= wanted, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_are_as_clean_as_their_texts(language: str) -> None:
    for message in messages(language):
        text = message.id if isinstance(message.id, str) else message.id[0]
        for form in forms(message):
            assert form == form.strip(), form
            assert "  " not in form.replace("\n  ", "\n"), form
            assert form.count("\n") == text.count("\n"), form
            assert form.count("`") == text.count("`"), form
            assert form.count("**") == text.count("**"), form


def test_no_english_is_left_in_japanese() -> None:
    for message in messages("ja"):
        for form in forms(message):
            assert not english_words(re.sub(r"\{[^}]*\}", " ", form)), form


def test_japanese_has_no_ascii_punctuation_between_its_words() -> None:
    for message in messages("ja"):
        for form in forms(message):
            for mark in (",", "!", "?", "(", ")"):
                kana = [
                    form[place - 1 : place + 2]
                    for place, character in enumerate(form)
                    if character == mark and place and form[place - 1] > "「"
                ]
                assert not kana, form


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_compiled_catalogue_is_that_of_its_source(language: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, catalogue(language))
    assert source(language).with_suffix(".mo").read_bytes() == compiled.getvalue(), (
        "run script/texts"
    )
