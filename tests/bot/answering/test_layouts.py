"""Messages with links to the commands that their texts name."""

from typing import Any

import pytest
from discord import ui

from bot.answering.layouts import LinkedView, message, notice, with_mentions
from sandbox.requests.components import MAX_V2_TEXT

IDS = {"daily": 10**18, "play": 10**18 + 1}
LINK = f"</daily:{IDS['daily']}>"


def sent(view: LinkedView) -> list[str]:
    """The texts that Discord receives."""
    [container] = view.to_components()
    return [one["content"] for one in container["components"]]


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord has told the numbers of the commands."""
    monkeypatch.setattr(LinkedView, "command_ids", IDS)


def test_without_numbers_commands_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LinkedView, "command_ids", {})
    assert sent(notice("Use `/daily`.").view) == ["Use `/daily`."]


@pytest.mark.usefixtures("registered")
def test_with_numbers_commands_are_links() -> None:
    view = message("Use `/daily`.", "Or `/nothing`, `/play puzzle:`").view
    for _ in range(2):  # discord.py may ask again
        assert sent(view) == [f"Use {LINK}.", "Or `/nothing`, `/play puzzle:`"] == view.texts()


@pytest.mark.usefixtures("registered")
def test_a_text_that_is_added_later_has_links() -> None:
    view = notice("First").view
    view.add_item(ui.TextDisplay[Any]("then `/daily`"))
    assert view.to_components()[1]["content"] == f"then {LINK}"


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize("over", [0, 1])
def test_links_never_make_a_message_too_long(over: int) -> None:
    commands = "`/daily` " * 100
    linked = with_mentions(commands, IDS)
    rest = "x" * (MAX_V2_TEXT - len(linked) + over)
    texts = sent(message(commands, rest).view)
    assert texts == [commands if over else linked, rest]
    assert sum(map(len, texts)) <= MAX_V2_TEXT


@pytest.mark.usefixtures("registered")
def test_a_message_of_the_maximum_length_stays_as_it_is() -> None:
    text = ("`/play` " * 500)[:MAX_V2_TEXT]
    assert len(text) == MAX_V2_TEXT
    assert sent(notice(text).view) == [text]
