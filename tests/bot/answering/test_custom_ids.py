"""The components of messages, which outlive the program: each is rebuilt from its `custom_id`.

What cannot be chosen in a menu, or in a field of a form with options, reaches no handler.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, Any

import pytest
from discord import ui
from discord.ui.select import BaseSelect

from app.discord_bot import DiscordBot
from bot.answering import router as router_module
from bot.answering.components import MAX_ID_LENGTH, Button, Form, WithChoices, text_of
from tests.support.incoming.presses import answers, press
from texts.problems import OTHER_VERSION

FORMS = """
ouro:pad:ID:{up|down|left|right|undo|redo|up-left|up-right|down-left|down-right}
ouro:pad:ID:{far-up|far-down|far-left|far-right|line|cross|move|erase|clear}
ouro:pad:ID:{open|draw|page|play|launch|type|submit|hint|check|give-up}
ouro:pad-menu:ID
ouro:play:ID
ouro:moves:ID
ouro:share:ID
ouro:review:ID
ouro:replay:ID
ouro:new:ID
ouro:daily:DAY:TRACK
ouro:daily-hint:DAY:TRACK
ouro:daily-submit:DAY:TRACK
ouro:daily-board:DAY:TRACK
ouro:daily-reveal:DAY:TRACK
ouro:archive:{earlier|later}:MONTH:TRACK
ouro:archive-track:MONTH:TRACK
ouro:archive-day:{1|0|9}:MONTH:TRACK
ouro:hint:ID:{nudge|hint|step}{|:1|:99}
ouro:check:ID:{count|where|why}
ouro:frame:ID:{hint|ways|check}:{0|3|999}{|:1|:99}
ouro:do:ID:{0L2U14X|STATES}
ouro:reveal:ID:{still|moving}
ouro:learn:ID:{show|tell|ways|do|undo}:{12|0|9999}
ouro:answer:PLAN:DRILL:{0L|1X|2L|3X}
ouro:find:PLAN:DRILL
ouro:found:PLAN:DRILL
ouro:signs:PLAN:DRILL
ouro:ways:DRILL
ouro:practice:PLAN:{corner-3||diagonal-chain|NAME}
ouro:train:{corner-3|x|NAME}
ouro:storm:begin
ouro:storm:{1800000000000|0|9999999999999}:{4|0|999}:{0L|1X|2L|3X}
ouro:storm:train
ouro:techniques
ouro:technique:{1|0|9}
ouro:use:{learn|try|new|race|create|calendar|storm|setup}
ouro:help:{streaks|start|rules|playing|stuck|practice|dailies|tilings|variants|formats|commands}
ouro:help-page
ouro:next:v{2|1|999}:{3|0|999999}{|:light|:paper|:contrast|:colour-blind}{|:labels}{|:dots}
ouro:board:DAY:TRACK
ouro:ranks:{down|up|earlier|later|server|everybody}:QUERY
ouro:ranks:{track|period}:QUERY
ouro:setting:{theme|language|visibility}
ouro:setting:quiet
ouro:setting:switches
ouro:setup:setting:{theme|language}
ouro:reminders:ask
ouro:reminders:form
ouro:reminders:stop
ouro:pages:end
ouro:paste:ask
ouro:paste:form
ouro:paste:mend{|:1|:999999999999999999}
ouro:paste:other:{play|solve|rate}:{2|9}
ouro:privacy:{export|delete|confirm|keep}
ouro:setup:channel
ouro:setup:tracks
ouro:setup:role
ouro:setup:solves
ouro:setup:kept-off
ouro:setup:tags
ouro:setup:{preview|now|threads-on|threads-off|races-on|races-off|stop}
ouro:race:{join|start|leave|board|again}:ID
ouro:together:{draw|anyway|next|order|give-up|end|cancel}:ID
ouro:together-pad:ID:{7|99999}:{line|cross|erase|move}:{up|far-up|undo}
ouro:together-menu:ID:{7|99999}:{line|cross|erase|move}
ouro:together-order:ID
ouro:draft:ID:{solve|rate|play|type|no|share|copy|look}
ouro:draft-form:ID
ouro:publish:ID
ouro:published:{like|results|choose|withdraw}:ID
ouro:queue
ouro:privacy:all
ouro:setup:{publishing-on|publishing-off}
"""
"""What messages in chats may have, of this version and of earlier ones. No line is ever removed."""
PARTS = {
    "QUERY": "{server|all}:TRACK:{day|week|month|all}:DAY:{2|1|9999999}:{7|99999999999999999999}",
    "STATES": "1111X2222X3333X4444L5555X6666U7777L8888X9999LaaaaXbbbbUccccLddddXzzzzL",
    "ID": "{7|999999999999999999}",
    "DAY": "{2026-11-21|0001-01-01|9999-12-31}",
    "MONTH": "{2026-11|1000-01|9999-12}",
    "TRACK": "{easy|normal|hard|mini|special}",
    "PLAN": "{m|t|1|2|3|e}",
    "DRILL": "{ZltTSFJ4HlGRqRPAPqgyNA|" + "_-aZ" * 5 + "|" + "09-_" * 20 + "}",
    "NAME": "a-9" * 13 + "z",
}
"""What stands in several forms: from the first value to the smallest and the largest."""


def written(form: str) -> Iterator[str]:
    """The `custom_id`s of a form: its first values, with another for one of them, and its last."""
    for name, part in PARTS.items():
        form = form.replace(name, part)
    parts = [piece.split("|") for piece in re.split(r"[{}]", form)]
    first = [values[0] for values in parts]
    yield "".join(first)
    for place, values in enumerate(parts):
        for value in values[1:]:
            yield "".join([*first[:place], value, *first[place + 1 :]])
    yield "".join(values[-1] for values in parts)


CUSTOM_IDS = [next(written(form)) for form in FORMS.split()]
"""A `custom_id` of every form."""


@pytest.mark.parametrize("form", FORMS.split())
def test_a_component_is_rebuilt_from_its_custom_id(bot: DiscordBot, form: str) -> None:
    for custom_id in written(form):
        found = bot.router.find(custom_id)
        assert found is not None
        assert getattr(found[1], "custom_id", None) == custom_id
        assert len(custom_id) <= MAX_ID_LENGTH
        for number in re.finditer(r"(?<![0-9-])9{2,}(?![0-9-])", custom_id):
            larger = f"{custom_id[: number.end()]}0{custom_id[number.end() :]}"
            assert bot.router.find(larger) is None


@pytest.mark.parametrize(
    "custom_id",
    [
        f"ouro:answer:m:{'a' * 20}:4X",
        f"ouro:answer:m:{'a' * 19}:0X",
        f"ouro:find:m:{'a' * 81}",
        "ouro:storm:1800000000000:4:4L",
        "ouro:paste:other:solve:1",
        "ouro:paste:other:solve:10",
        "ouro:archive-day:10:2026-11:easy",
        "ouro:technique:10",
        "ouro:do:7:zzzzzL",
        "ouro:do:7:0L1",
        f"ouro:train:{'a' * 41}",
        "ouro:train:",
        "ouro:daily:2026-11-31:easy",
        "ouro:archive:later:2026-13:easy",
    ],
)
def test_what_is_out_of_range_is_no_component(bot: DiscordBot, custom_id: str) -> None:
    with suppress(ValueError):
        assert bot.router.find(custom_id) is None


def test_no_component_can_have_a_custom_id_that_is_too_long() -> None:
    class Longest(Button, template="ouro:longest:{name}:{number}"):
        name: Annotated[str, text_of("[a-z]", 1, 68)]
        number: int

    assert len(Longest.id_of("x" * 68, 10**18 - 1)) == MAX_ID_LENGTH
    with pytest.raises(TypeError, match="can be too long"):

        class _TooLong(Button, template="ouro:longest:{name}::{number}"):
            name: Annotated[str, text_of("[a-z]", 1, 68)]
            number: int


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
    "ouro:archive-day:1:2026-11:easy": "2026-11-21",
    "ouro:technique:1": "corner-3",
    "ouro:together-menu:7:7:line": "hint",
    "ouro:together-order:7": "take-back.1",
    "ouro:setup:channel": "5",
    "ouro:setup:role": "6",
    "ouro:setup:kept-off": "9",
    "ouro:setup:tags": "888888888888888888",
    "ouro:queue": "7",
}
"""A value of each menu whose choices are not known before it is sent."""
RESOLVED = {
    "channels": {"5": {"id": "5", "type": 0}, "8": {"id": "8", "type": 2}},
    "roles": {"6": {"id": "6"}},
    "users": {"9": {"id": "9"}},
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
TAKEN = {"ouro:setup:tags": {"999999999999999999"}, "ouro:queue": {"999999999999999999", "8"}}
"""Those that a menu takes all the same: posts are left without the tags of other forums, and of a
puzzle that is not there it is told."""


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
        others = [each for each in FOREIGN if each not in TAKEN.get(custom_id, ())]
        for values in (
            *([foreign] for foreign in others),
            *([right, foreign] for foreign in others),
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
    assert set(fields) == {("ouro:paste:form", "purpose"), ("ouro:publish:7", "when")}
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
        handled.clear()
