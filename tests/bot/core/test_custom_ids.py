"""The components of messages, which outlive the program: each is rebuilt from its `custom_id`."""

import pytest

from app.discord_bot import DiscordBot

CUSTOM_IDS = [
    "ouro:pad:7:up",
    "ouro:pad:7:give-up",
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
    "ouro:drill:m:ZltTSFJ4HlGRqRPAPqgyNA:1X",
    "ouro:practice:t:corner-3",
    "ouro:train:corner-3",
    "ouro:storm:begin",
    "ouro:storm:1800000000:3-1:ZltTSFJ4HlGRqRPAPqgyNA:1X",
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
    "ouro:privacy:export",
    "ouro:setup:channel",
    "ouro:setup:tracks",
    "ouro:setup:role",
    "ouro:setup:solves",
    "ouro:setup:threads-on",
]
"""At least one `custom_id` of every component."""


@pytest.mark.parametrize("custom_id", CUSTOM_IDS)
def test_a_component_is_rebuilt_from_its_custom_id(bot: DiscordBot, custom_id: str) -> None:
    found = bot.router.find(custom_id)
    assert found is not None
    _, component = found
    assert getattr(component, "custom_id", None) == custom_id


def test_the_list_has_a_custom_id_of_every_component(bot: DiscordBot) -> None:
    found = [bot.router.find(custom_id) for custom_id in CUSTOM_IDS]
    assert {type(each[1]) for each in found if each} == set(bot.router.components)
