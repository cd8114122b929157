"""Localizers translate messages into the language of a locale."""

from gettext import NullTranslations

import pytest

from i18n.catalogues import localizer_for
from i18n.languages import LANGUAGES
from i18n.localizer import (
    CLAUSES,
    ENGLISH,
    GROUPS,
    LAST_OF_LIST,
    LIST,
    PAIR,
    Localizer,
    english_of,
    forms_of,
)
from i18n.messages import Clause, Message, Plural
from narrator.english import LEGS
from renderer.place_words import CELLS
from tests.support.texts import BRACKETING, outside_brackets

HARD = Message("Hard")
CLUE, CELL, SIDES = Message("the {clue} at {cell}"), Message("{cell}"), Message("the {sides} side")
LOOK, ASK = Message("Look at {clue}."), Message("Of {clue} and {other}?")
TOP, RIGHT = Message("top", "side"), Message("right", "way")


class Entries(NullTranslations):
    """Translations from a table, empty for what it lacks."""

    def __init__(self, **entries: str) -> None:
        super().__init__()
        self.entries = entries

    def gettext(self, message: str) -> str:
        return self.entries.get(message, "")

    def pgettext(self, context: str, message: str) -> str:
        return self.entries.get(f"{context}: {message}", "")


def localizer(language: str, entries: dict[Message, str]) -> Localizer:
    """A localizer with translations of some messages, and of lists."""
    lists = {PAIR: "{first} und {second}", LAST_OF_LIST: "{first} und {rest}"}
    found = {
        f"{key.context}: {key.text}" if key.context else key.text: text
        for key, text in (lists | {LIST: LIST.text} | entries).items()
    }
    return Localizer(Entries(**found), language)


def german() -> Localizer:
    return localizer(
        "de",
        {
            CLUE: "die {clue} auf {cell}¦dat=der {clue} auf {cell}",
            LOOK: "Sieh nach {clue:dat}.",
            ASK: "Von {clue:dat} und {other}?",
            TOP: "obere¦dat=oberen",
            SIDES: "{sides} Kante",
        },
    )


def test_a_sentence_asks_for_the_form_that_it_needs() -> None:
    de = german()
    clue = de.say(CLUE, clue=3, cell="A4")
    assert clue == "die 3 auf A4"
    assert de.say(LOOK, clue=clue) == "Sieh nach der 3 auf A4."
    assert de.say(ASK, clue=clue, other=clue) == "Von der 3 auf A4 und die 3 auf A4?"


def test_a_text_without_the_form_hands_the_question_on_to_its_parts() -> None:
    de = german()
    clues = [de.say(CLUE, clue=number, cell=f"A{number}") for number in (1, 2, 3)]
    told = "Sieh nach der 1 auf A1, der 2 auf A2 und der 3 auf A3."
    assert de.say(LOOK, clue=de.join(clues)) == told
    assert de.say(LOOK, clue=de.say(SIDES, sides=de.say(TOP))) == "Sieh nach oberen Kante."


def test_what_no_message_said_has_one_form() -> None:
    assert german().say(LOOK, clue="Ann {clue:dat}") == "Sieh nach Ann {clue:dat}."


def test_a_text_that_is_its_own_value_is_said_again() -> None:
    de = localizer("de", {CELL: "{cell}", LOOK: "Sieh nach {clue:dat}."})
    assert de.say(LOOK, clue=de.say(CELL, cell="A4")) == "Sieh nach A4."


def test_a_sentence_with_an_untranslated_part_is_english_as_a_whole() -> None:
    de = german()
    side, clue = de.say(RIGHT), de.say(CLUE, clue=3, cell="A4")
    assert side == "right"
    assert de.say(ASK, clue=clue, other=side) == "Of the 3 at A4 and right?"
    assert de.say(LOOK, clue=de.join([clue, side])) == "Look at the 3 at A4 and right."
    assert de.say(LOOK, clue=clue) == "Sieh nach der 3 auf A4."


def test_a_context_tells_homonyms_apart() -> None:
    both = localizer("de", {RIGHT: "nach rechts", Message("right", "side"): "rechte"})
    assert both.say(RIGHT) == "nach rechts"
    assert both.say(Message("right", "side")) == "rechte"


def test_numbers_have_the_separators_of_the_language() -> None:
    many = Message("{count:,} of {all:,}, {share:.1f}")
    for language, told in (
        ("de", "1.234 of 12.345, 2,5"),
        ("es", "1234 of 12.345, 2,5"),
        ("ko", "1,234 of 12,345, 2.5"),
    ):
        said = localizer(language, {many: many.text}).say(many, count=1234, all=12345, share=2.5)
        assert said == told


def test_words_fit_the_sounds_beside_them() -> None:
    ko = localizer("ko", {LOOK: "**{clue}**(을) 보세요", ASK: "{clue}(으로) {other}(으로)"})
    for clue, particle in (("3", "을"), ("2", "를"), ("변", "을"), ("PNG", "를"), ("④", "를")):
        assert ko.say(LOOK, clue=clue) == f"**{clue}**{particle} 보세요"
    assert ko.say(ASK, clue="L", other="3") == "L로 3으로"
    es = localizer("es", {PAIR: "{first} y {second}", ASK: "{clue} o **{other}**"})
    assert es.join(["superior", "izquierdo"]) == "superior e izquierdo"
    assert es.join(["uno", "hielo"]) == "uno y hielo"
    assert es.say(ASK, clue=7, other=8) == "7 u **8**"


def test_both_particles_are_told_after_a_value_without_a_known_sound() -> None:
    ko = localizer("ko", {LOOK: "{clue}(을) 보세요"})
    assert ko.say(LOOK, clue="\N{SHEEP}") == "\N{SHEEP}을(를) 보세요"


def test_words_and_the_article_after_them_are_one() -> None:
    clues = {"de": "der 3 auf A4", "es": "el 3 de A4", "fr": "le 3 en A4", "pt-BR": "o 3 em A4"}
    for language, before, told in (
        ("de", "die obere Ecke von", "die obere Ecke der 3 auf A4"),
        ("de", "der Weg von", "der Weg von der 3 auf A4"),
        ("de", "bis zu", "bis zur 3 auf A4"),
        ("es", "la esquina de", "la esquina del 3 de A4"),
        ("fr", "le coin de", "le coin du 3 en A4"),
        ("pt-BR", "o canto de", "o canto do 3 em A4"),
        ("pt-BR", "para", "para o 3 em A4"),
    ):
        said = localizer(language, {LOOK: f"{before} {{clue}}", CLUE: clues[language]})
        assert said.say(LOOK, clue=said.say(CLUE)) == told
        assert said.say(LOOK, clue="A4") == f"{before} A4"


@pytest.mark.parametrize(
    "name", ["o 8 y hielo", "Juan y Inés", "de el 3", "zu der 3", "별(이)", "{0}"]
)
def test_what_people_wrote_stays_as_it_is(name: str) -> None:
    for language, text in (
        ("es", "**{clue}** y {clue}"),
        ("de", "von „{clue}“ zu {clue}"),
        ("ko", "{clue}의 {clue}(이)"),
    ):
        assert localizer(language, {LOOK: text}).say(LOOK, clue=name).count(name) == 2


def test_a_long_list_can_be_said_again() -> None:
    de = german()
    clues = [de.say(CLUE, clue=number, cell="A1") for number in range(1_000)]
    told = de.say(LOOK, clue=de.chain(clues, LIST))
    assert told.startswith("Sieh nach der 0 auf A1, der 1 auf A1,")
    assert told.count("der") == len(clues)
    assert de.say(RIGHT, clue=told) == "right"
    english = de.say(Message("Of {clue}"), clue=de.chain(clues, LIST))
    assert english.startswith("Of the 0 at A1, the 1 at A1,")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("link", [LIST, CELLS, CLAUSES, GROUPS, LEGS], ids=lambda link: link.text)
def test_a_list_is_joined_by_halves_as_one_by_one(language: str, link: Message) -> None:
    """Also in each form that a language gives its lists: both sides are asked alike."""
    localizer = localizer_for(language)
    names = [f"A{number}" for number in range(1, 8)]
    one_by_one = names[-1]
    for name in reversed(names[:-1]):
        one_by_one = localizer.say(link, first=name, clause=name, cell=name, rest=one_by_one)
    by_halves = localizer.chain(names, link)
    assert by_halves == one_by_one
    for how in forms_of(localizer.catalogue.gettext(link.text)):
        asked = Localizer(Entries(ask="{list:" + how + "}" if how else "{list}"), language)
        assert asked.say(Message("ask"), list=by_halves) == asked.say(
            Message("ask"), list=one_by_one
        )


def test_a_sentence_within_another_is_english_too() -> None:
    de = german()
    sentence = de.sentence(LOOK, clue=de.say(CLUE, clue=3, cell="A4"))
    assert sentence == "Sieh nach der 3 auf A4."
    assert english_of(sentence) == "Look at the 3 at A4."
    assert de.say(Message("So: {what}"), what=de.sentence(CLUE, clue=3, cell="A4")) == (
        "So: The 3 at A4"
    )
    assert english_of("A4") == "A4"


@pytest.mark.parametrize("locale", ["ja"])
def test_a_language_with_a_catalogue_is_used(locale: str) -> None:
    assert localizer_for(locale).say(HARD) == "むずかしい"


@pytest.mark.parametrize(
    "locale", ["en-US", "en-GB", "sv-SE", "zh-TW", "", "../ja", "ja/../..", "x" * 10_000]
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
