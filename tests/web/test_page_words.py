"""What pages say, and their buttons: each has an icon, a label and something to do."""

import re

from i18n.localizer import Localizer
from service.settings import PAGE_SETTINGS
from tests.support.board_pages import board_requests
from texts import together
from texts.board_page import page_words
from texts.drafts import draft_words
from web.files import PAGE

SCRIPTS = {
    path.stem: re.sub(r"^ *(//|/?\*).*$", "", path.read_text(), flags=re.MULTILINE)
    for path in PAGE.glob("*.js")
    if path.stem != "discord-sdk"
}
SAID = re.compile(r'say\(("[^"]+"|`[^`]+`)')
WORDS = page_words(Localizer()), draft_words(Localizer()), together.page_words(Localizer())
BUTTONS = set(re.findall(r'"([\w-]+)"', SCRIPTS["panel"].partition("const KEYS")[0]))
BUTTONS = {name for name in BUTTONS if "/" not in name} | {"begin", "rest"}


def test_pages_say_only_what_they_have_words_for() -> None:
    for name, text in SCRIPTS.items():
        for said in SAID.findall(text):
            pattern = re.compile(re.sub(r"\$\{.*?\}", ".+", said[1:-1]))
            assert any(pattern.fullmatch(word) for words in WORDS for word in words), (name, said)


def test_all_words_of_pages_are_said() -> None:
    texts = "\n".join(SCRIPTS.values())
    said = set(re.findall(r'"([^"\n]*)"', texts)) | {each.name for each in PAGE_SETTINGS}
    made = re.findall(r"`(\w+_)\$\{[^`]*\}(\w*)`", texts)
    for word in {word for words in WORDS for word in words} - said:
        assert any(word.startswith(start) and word.endswith(end) for start, end in made), word


def test_each_button_has_an_icon_a_label_and_something_to_do() -> None:
    icons = set(re.findall(r'^  "?([\w-]+)"?: "M', SCRIPTS["dom"], re.MULTILINE))
    assert icons >= BUTTONS
    assert WORDS[0].keys() >= BUTTONS - {"elsewhere"}  # which has the name of a site
    (edits,) = re.findall(r"EDITS = new Set\((.*?)\)", SCRIPTS["actions"])
    done = set(re.findall(r'"([\w-]+)"', edits))
    done |= set(re.findall(r"^  ([\w-]+): \(?", SCRIPTS["actions"], re.MULTILINE))
    done |= board_requests()
    modes = {"line", "cross", "erase", "shade", "move"}
    assert done | modes >= BUTTONS - {"more", "elsewhere"}
