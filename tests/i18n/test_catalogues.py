"""The catalogues contain exactly the messages of the code, translated and compiled."""

import re
from collections.abc import Collection, Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from types import MappingProxyType

import pytest
from babel import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from discord import Locale as DiscordLocale

from i18n import catalogues, localizer
from i18n.catalogues import FOLDER, folder_of, language_of, localizer_for
from i18n.languages import LANGUAGES, Language
from i18n.localizer import BAR, Localizer, forms_of
from i18n.messages import Message as Text
from tests.support.documents.commands import wrong_slash
from tests.support.messages import ids_in_code, named_messages, names_used, texts_in_code
from tests.support.texts import english_words, fields
from tools.catalogues import compiled
from tools.catalogues import forms as translations

ROOT = FOLDER.parent
TRANSLATED = sorted(set(LANGUAGES) - {"en"})
COMPLETE = ("ja",)
"""The languages that a change may not leave behind."""
UNTOLD: Mapping[str, Collection[str]] = MappingProxyType(
    dict.fromkeys(
        (
            "no line can leave {dots}, so it has two lines there or none",
            "no line can leave {dots}, so its {count} sides there are all lines or all crosses",
            "a line already reaches {dot}, so it has at most one line there",
            "a line already reaches {dots}, so it has at most one line there",
            "so just one of the clue's lines ends at {dots}",
            "it has two or none at {dots} too, where another line would be one too many or alone",
            "only two edges at {dot} can still be lines, so it has both of its lines there or none",
            "the line that reaches {dots} can only go on along it",
            "only two edges meet at {dot}, a corner of the board, so it has both of its lines "
            "there or none",
        ),
        ("clue",),
    )
)
"""Values that translations may name, though the English text does not."""


def source(language: str) -> Path:
    return folder_of(language) / "ouro.po"


@cache
def catalogue(language: str) -> Catalog:
    with source(language).open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"))


def messages(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def translated(language: str) -> list[Message]:
    """The messages of a language that have a translation."""
    return [message for message in messages(language) if all(translations(message))]


def forms(message: Message) -> list[str]:
    """The forms of the translations of a message, one for each plural form of the language."""
    return [form for each in translations(message) for form in each.split(BAR)]


def test_each_language_has_its_own_name_and_a_catalogue() -> None:
    found = set(FOLDER.glob("*/LC_MESSAGES/ouro.po"))
    assert found == {source(language) for language in TRANSLATED}
    assert len({language.name for language in LANGUAGES.values()}) == len(LANGUAGES)


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_numbers_are_written_as_cldr_has_it(code: str) -> None:
    locale = Locale.parse(code, sep="-")
    for number in (7, 12345, 1234567, 2.5, 12345.5):
        assert Localizer(language=code).figure(number) == format_decimal(number, locale=locale)


def test_each_language_serves_a_locale_of_discords() -> None:
    """A code that Discord never sends, such as `zh_TW`, would have no readers."""
    served = {language_of(locale.value) for locale in DiscordLocale}
    assert served == set(LANGUAGES)
    assert "zh" not in LANGUAGES, "zh-CN and zh-TW are written differently"


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        *((locale, "zh-CN") for locale in ("zh", "zh-CN", "zh-Hans", "zh-Hans-HK", "zh-SG")),
        *((locale, "en") for locale in ("zh-TW", "zh-tw", "zh-Hant", "zh-Hant-CN", "zh-HK")),
        *((locale, "pt-BR") for locale in ("pt", "pt-BR", "pt-PT", "PT-br")),
        *((locale, "es") for locale in ("es-ES", "es-419", "es")),
        *((locale, "fr") for locale in ("fr", "fr-CA")),
        ("de-AT", "de"),
        ("ko-KR", "ko"),
        ("ja-JP", "ja"),
        *((locale, "en") for locale in ("sv-SE", "en-GB", "", "-", "*")),
    ],
)
def test_a_tag_that_means_a_language_finds_it(locale: str, language: str) -> None:
    assert language_of(locale) == language


@pytest.mark.parametrize(
    ("locale", "text"), [("zh-TW", "困難"), ("zh-CN", "困难"), ("zh-HK", "Hard")]
)
def test_the_catalogue_of_a_region_is_read_alone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, locale: str, text: str
) -> None:
    """Babel names its folder; what it lacks does not come from another region."""
    for folder, hard in (("zh_TW", "困難"), ("zh_CN", "困难"), ("zh", "难")):
        inner = tmp_path / folder / "LC_MESSAGES"
        inner.mkdir(parents=True)
        content = Catalog(locale=folder)
        content.add("Hard", hard)
        if folder == "zh":
            content.add("Easy", "易")
        with (inner / "ouro.mo").open("wb") as file:
            write_mo(file, content)
    monkeypatch.setattr(catalogues, "FOLDER", tmp_path)
    codes = ("en", "zh-TW", "zh-CN")
    for module in (catalogues, localizer):
        monkeypatch.setattr(module, "LANGUAGES", {code: Language(code) for code in codes})
    # The real function without its cache, which outlives the test.
    monkeypatch.setattr(catalogues, "catalogue", catalogues.catalogue.__wrapped__)
    say = localizer_for(locale).say
    assert say(Text("Hard")) == text
    assert say(Text("Easy")) == "Easy"


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_text_of_the_code_is_in_the_catalogue_and_no_other(language: str) -> None:
    known = {
        (m.id if isinstance(m.id, str) else tuple(m.id), m.context or "")
        for m in messages(language)
    }
    assert texts_in_code() - known == set(), "run script/texts"
    assert known - texts_in_code() == set(), "run script/texts"


def test_every_text_of_the_code_is_used() -> None:
    assert {found for found in named_messages() if found[1] not in names_used()} == set()


TYPED = re.compile(r"`(/[a-z]+(?: [a-z]+:\w*)*)`")
"""A slash command in a text, with options and their values."""


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_texts_name_commands_that_there_are(language: str) -> None:
    texts = [forms(message) for message in messages(language)] if language in TRANSLATED else []
    texts += [[one] if isinstance(one, str) else [*one] for one in ids_in_code()]
    typed = {found for each in texts for one in each for found in TYPED.findall(one)}
    assert len(typed) > 20
    wrong = {one: [*wrong_slash(re.sub(r":\w+", ":", one))] for one in typed}
    assert {one: told for one, told in wrong.items() if told} == {}


NUMBER = r"\{(?:boards|count|rows|cols|columns|most|longest|pages?)\b[^}]*\}"
COUNTED = re.compile(NUMBER + r"[ \N{NO-BREAK SPACE}][a-z]+s\b")
"""A number and the plural of a noun."""
NEVER_ONE = {
    "The first of {count} steps that show it: {idea}",
    "The picture has more than {most} megapixels.",
    "a board may have at most {most} cells",
    "a board may have at most {most} edges here",
    "a cell here has {count} edges, so its clue is 0 to {count}",
    "all {count} sides of {cell}",
    "no line can leave {dots}, so its {count} sides there are all lines or all crosses",
    "{count} lines would be too many for {clue}",
    "{count} crosses would be too many for {clue}",
    "it unfolds to over {most:,} characters",
    "its other {count} sides",
    "no side may be over {most} cells",
    "there are {count} characters",
    "this puzzle has {count} edges",
    "I cannot make {size} puzzles: each side must be {shortest} to {longest} cells.",
    "On this tiling, {size} is not from {fewest} to {most} cells. Try one of {examples}.",
    "The hardest step needs {count} things at once.",
    "To deduce it takes {count} reasons together: {technique}.",
    "How quickly you solve, from {first} to {last}: after {count} boards {times} times as quickly "
    "as the middle of all, between {low} and {high}; at first {before} times.",
    "The text has {count:,} characters",
    "Up to {most} characters. All here see it, and your name.",
    "Please choose another title: up to {most} letters, digits and other plain characters, without "
    "mentions, links, formatting and invisible characters.",
    "{most} puzzles wait to be the puzzle of the week, and there is no more room.",
    "You have published {count} puzzles today. You can go on {resets_at}.",
    "There are {count} puzzles in the text",
    "around {clues} there are {count} lines, and at {dots} two or none, so together their number "
    "is even",
}
"""Texts with a plural that is right, as the number is never one, or is that of two numbers."""


def test_every_text_with_a_number_has_a_form_for_one() -> None:
    texts = [found for found in ids_in_code() if isinstance(found, str)]
    counted = {text for text in texts if COUNTED.search(text)}
    assert counted - NEVER_ONE == set(), "make it a Plural, with the number that chooses its form"
    assert NEVER_ONE - counted == set(), "it has no number"


@pytest.mark.parametrize("language", COMPLETE)
def test_every_text_is_translated_and_none_is_fuzzy(language: str) -> None:
    """Other languages may lag; what they lack is told in English."""
    assert not catalogue(language).obsolete
    for message in messages(language):
        assert all(form.strip() for form in forms(message)), message.id
        assert not message.fuzzy, message.id


def names(form: str) -> set[tuple[str, str]]:
    """The names in braces, with how numbers are written, without the forms that are asked for."""
    return {(name, "" if how.isalpha() else how) for name, how in fields(form)}


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_have_the_names_in_braces_of_their_texts(language: str) -> None:
    """A singular that also serves zero has its number."""
    counts = catalogue(language).num_plurals > 1 and "n > 1" not in catalogue(language).plural_expr
    for message in translated(language):
        given = [message.id] if isinstance(message.id, str) else list(message.id)
        wanted = set.union(*(fields(text) for text in given))
        plural = len(given) > 1 and (counts or len(translations(message)) == 1)
        optional = {("count", how) for _, how in wanted} | (wanted - fields(given[0]))
        optional = optional if plural else set()
        extra = {(name, "") for name in UNTOLD.get(given[0], ())}
        for form in forms(message):
            assert wanted - optional <= names(form) <= wanted | extra, message.id


@pytest.mark.parametrize("language", TRANSLATED)
def test_each_form_that_is_asked_for_is_given(language: str) -> None:
    given, asked = set[str](), set[str]()
    for message in translated(language):
        for each in translations(message):
            found = forms_of(each)
            given |= {*found}
            asked |= {how for form in found.values() for _, how in fields(form) if how.isalpha()}
    assert asked == given - {""}


@pytest.mark.parametrize("language", TRANSLATED)
def test_translations_are_as_clean_as_their_texts(language: str) -> None:
    for message in translated(language):
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
    written = BytesIO()
    write_mo(written, compiled(catalogue(language)))
    assert source(language).with_suffix(".mo").read_bytes() == written.getvalue(), (
        "run script/texts"
    )
