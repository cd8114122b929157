"""The components of messages, which outlive the program: each is rebuilt from its `custom_id`.

What cannot be chosen in a menu, or in a field of a form with options, reaches no handler.
"""

import re
from typing import Any

import pytest
from discord import ui
from discord.ui.select import BaseSelect

from app.discord_bot import DiscordBot
from bot.core import router as router_module
from bot.core.components import Form, WithChoices
from tests.support.incoming.presses import answers, press
from texts.problems import OTHER_VERSION

CUSTOM_IDS = [
    "ouro:pad:7:up",
    "ouro:pad:7:give-up",
    "ouro:pad:7:launch",
    "ouro:pad-menu:7",
    "ouro:play:12",
    "ouro:moves:7",
    "ouro:share:7",
    "ouro:review:7",
    "ouro:replay:7",
    "ouro:new:12",
    "ouro:daily:2026-11-21:hard",
    "ouro:daily-hint:2026-11-21:easy",
    "ouro:daily-submit:2026-11-21:normal",
    "ouro:daily-board:2026-11-21:easy",
    "ouro:daily-reveal:2026-11-21:hard",
    "ouro:archive:earlier:2026-11:easy",
    "ouro:archive-track:2026-11:hard",
    "ouro:archive-day:1:2026-11:normal",
    "ouro:hint:7:hint",
    "ouro:check:7:why",
    "ouro:frame:7:hint:3",
    "ouro:frame:7:check:0",
    "ouro:do:7:0L2U14X",
    "ouro:reveal:7:still",
    "ouro:reveal:7:moving",
    "ouro:learn:7:do:12",
    "ouro:answer:m:ZltTSFJ4HlGRqRPAPqgyNA:1X",
    "ouro:find:m:ZltTSFJ4HlGRqRPAPqgyNA",
    "ouro:found:m:ZltTSFJ4HlGRqRPAPqgyNA",
    "ouro:signs:m:ZltTSFJ4HlGRqRPAPqgyNA",
    "ouro:practice:t:corner-3",
    "ouro:train:corner-3",
    "ouro:storm:begin",
    "ouro:storm:1800000000000:4:1X",
    "ouro:storm:train",
    "ouro:techniques",
    "ouro:technique:1",
    "ouro:help:streaks",
    "ouro:next:v1:3",
    "ouro:next:v2:3:light:labels",
    "ouro:board:2026-11-05:hard",
    "ouro:ranks:down:server:easy:day:2026-11-05:2:7",
    "ouro:ranks:track:all:easy:all:2026-11-05:1:7",
    "ouro:setting:theme",
    "ouro:setting:quiet",
    "ouro:setting:switches",
    "ouro:setup:setting:theme",
    "ouro:reminders:ask",
    "ouro:reminders:form",
    "ouro:reminders:stop",
    "ouro:pages:end",
    "ouro:paste:ask",
    "ouro:paste:form",
    "ouro:paste:mend",
    "ouro:paste:mend:12",
    "ouro:paste:other:solve:2",
    "ouro:privacy:export",
    "ouro:setup:channel",
    "ouro:setup:tracks",
    "ouro:setup:role",
    "ouro:setup:solves",
    "ouro:setup:threads-on",
    "ouro:race:join:7",
    "ouro:draft:7:play",
    "ouro:draft-form:7",
]
"""At least one `custom_id` of every component."""


@pytest.mark.parametrize("custom_id", CUSTOM_IDS)
def test_a_component_is_rebuilt_from_its_custom_id(bot: DiscordBot, custom_id: str) -> None:
    found = bot.router.find(custom_id)
    assert found is not None
    _, component = found
    assert getattr(component, "custom_id", None) == custom_id


NUMBERS = ("9" * 18, "9" * 80, "\N{ARABIC-INDIC DIGIT SEVEN}", "-1", "")


async def test_what_is_almost_a_custom_id_is_another_component_or_none(
    bot: DiscordBot, handled: list[str]
) -> None:
    """With other numbers, a word that is none, or more at its end; a component reads no other."""
    for custom_id in CUSTOM_IDS:
        wrong = {custom_id + "x", custom_id.upper(), (custom_id + ":7" * 50)[:100]}
        for part in re.finditer(r"[0-9]+|[a-z-]+", custom_id.removeprefix("ouro:")):
            start, end = (place + len("ouro:") for place in part.span())
            others = NUMBERS if part[0].isdigit() else ("gone",)
            wrong |= {custom_id[:start] + other + custom_id[end:] for other in others}
        for almost in wrong:
            pressed = press(almost, values=["x"])
            await bot.router.handle(pressed)
            assert answers(pressed) == ([] if handled else [OTHER_VERSION.text]), almost
            assert not (handled and "\N{ARABIC-INDIC DIGIT SEVEN}" in almost), almost
            handled.clear()


def test_the_list_has_a_custom_id_of_every_component(bot: DiscordBot) -> None:
    found = [bot.router.find(custom_id) for custom_id in CUSTOM_IDS]
    assert {type(each[1]) for each in found if each} == set(bot.router.components)


MORE_MENUS = [
    "ouro:ranks:period:all:easy:all:2026-11-05:1:7",
    "ouro:setting:language",
    "ouro:setting:visibility",
]
"""Menus of the classes above that have other choices."""

RIGHT: dict[str, str] = {
    "ouro:pad-menu:7": "hint",
    "ouro:archive-day:1:2026-11:normal": "2026-11-21",
    "ouro:technique:1": "corner-3",
    "ouro:setup:channel": "5",
    "ouro:setup:role": "6",
}
"""A value of each menu whose choices are not known before it is sent."""
RESOLVED = {
    "channels": {"5": {"id": "5", "type": 0}, "8": {"id": "8", "type": 2}},
    "roles": {"6": {"id": "6"}},
}
FOREIGN: list[Any] = [
    "neon",
    "",
    " ",
    "999999999999999999",
    "2026-10-21",
    "2026-11-31",
    "8",
    None,
    5,
]
"""Values that no menu has: of another type, of another month, of a channel for voices."""


@pytest.fixture
def handled(bot: DiscordBot, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The `custom_id`s of what reaches a handler, each of which does nothing."""
    monkeypatch.setattr(router_module, "HANDOVER_SECONDS", 0)
    found: list[str] = []

    async def handle(_: object, component: Any) -> None:
        found.append(component.custom_id)

    for component in bot.router.components:
        bot.router.add(component, handle)
    return found


def found_in(bot: DiscordBot, custom_id: str) -> Any:
    found = bot.router.find(custom_id)
    assert found is not None
    return found[1]


def test_every_menu_tells_its_choices(bot: DiscordBot) -> None:
    menus = {kind for kind in bot.router.components if issubclass(kind, WithChoices)}
    assert menus
    for kind in bot.router.components:
        assert (kind in menus) == issubclass(kind, BaseSelect)


async def test_a_menu_takes_its_own_values_alone(bot: DiscordBot, handled: list[str]) -> None:
    menus: dict[str, Any] = {
        custom_id: menu
        for custom_id in (*CUSTOM_IDS, *MORE_MENUS)
        if isinstance(menu := found_in(bot, custom_id), BaseSelect)
    }
    assert len(menus) > len(MORE_MENUS)
    for custom_id, menu in menus.items():
        right = RIGHT.get(custom_id) or menu.options[-1].value
        taken = press(custom_id, values=[right], resolved=RESOLVED)
        await bot.router.handle(taken)
        assert (answers(taken), handled) == ([], [custom_id])
        handled.clear()
        for values in (
            *([foreign] for foreign in FOREIGN),
            *([right, foreign] for foreign in FOREIGN),
            [right] * (menu.max_values + 1),
            *([] if menu.min_values == 0 else [[], None]),
        ):
            refused = press(custom_id, values=values, resolved=RESOLVED)
            await bot.router.handle(refused)
            assert (answers(refused), handled) == ([OTHER_VERSION.text], []), (custom_id, values)


FIELDS = frozenset({ui.Label, ui.TextDisplay, ui.TextInput, ui.FileUpload, ui.RadioGroup})
"""What a form may consist of; the router checks the options of the last one."""


def test_every_field_with_options_is_checked(bot: DiscordBot) -> None:
    for custom_id in CUSTOM_IDS:
        if isinstance(form := found_in(bot, custom_id), Form):
            assert {type(field) for field in form.walk_children()} <= FIELDS, custom_id


async def test_a_form_takes_its_own_options_alone(bot: DiscordBot, handled: list[str]) -> None:
    fields = {
        (custom_id, field.custom_id): [option.value for option in field.options]
        for custom_id in CUSTOM_IDS
        if isinstance(form := found_in(bot, custom_id), Form)
        for field in form.walk_children()
        if isinstance(field, ui.RadioGroup)
    }
    assert set(fields) == {("ouro:paste:form", "purpose")}
    for (custom_id, name), options in fields.items():
        for value in (*options, *FOREIGN):
            field = {"component": {"custom_id": name, "value": value}}
            form = press(custom_id, kind=5, components=[field])
            await bot.router.handle(form)
            assert answers(form) == ([] if value in options else [OTHER_VERSION.text])
        empty = press(custom_id, kind=5, components=[])
        await bot.router.handle(empty)
        assert answers(empty) == [OTHER_VERSION.text]
        assert handled == [custom_id] * len(options)
