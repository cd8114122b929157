"""The menus and buttons of the panel of /setup."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Self

import discord
from discord import ButtonStyle, ui

from bot.answering.components import Button, Menu, WithChoices, options, titled, word_of
from bot.settings.components import ChoiceMenu, names_of
from i18n.localizer import ENGLISH, Localizer
from play.tracks import STARTING_TRACKS, Track
from service.posting.servers import ServerSetup
from service.settings import PUBLISHING, RACES, SERVER_SETTINGS, TAGS
from store.records import Server
from texts import server_setup as texts
from texts.tracks import track_name

SWITCHES = (RACES, PUBLISHING)
"""The settings that a button of their own switches, where posts go on and elsewhere."""
ACTIONS = ("preview", "now", "threads", "stop")
"""Actions of the buttons of the panel where posts go on; `threads` becomes `threads-on` or
`threads-off`, and the names of `SWITCHES` likewise."""
FIRST_ACTIONS = ("start", "now", "preview", "threads")
"""Those before the first post, for which no tracks are chosen yet."""
STYLES = MappingProxyType({"start": ButtonStyle.primary, "stop": ButtonStyle.danger})
"""The styles of buttons that stand out, by action."""
_STARTING = tuple(track.value for track in STARTING_TRACKS)
MOST_CHOSEN = 25
"""Maximum number of people in a menu; Discord's limit."""
CHANNEL_TYPES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.forum,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
]
"""The types of channels that can receive posts."""
MAX_TAGS = 5
"""Maximum number of tags of a post; Discord's limit."""


class ChannelMenu(WithChoices, ui.ChannelSelect[Any], template="ouro:setup:channel"):
    """Chooses the channel of the posts."""

    def __init__(self, server: Server | None = None, localizer: Localizer = ENGLISH) -> None:
        chosen = server.channel_id if server else None
        super().__init__(
            placeholder=localizer.say(texts.CHOOSE_CHANNEL),
            channel_types=CHANNEL_TYPES,
            default_values=[discord.Object(chosen)] if chosen else [],
        )

    def offers(self, value: str, resolved: Mapping[str, Any]) -> bool:
        """Whether a value is the ID of a channel that can receive posts."""
        return resolved["channels"][value]["type"] in {kind.value for kind in CHANNEL_TYPES}


class TracksMenu(Menu, template="ouro:setup:tracks"):
    """Chooses which tracks are posted."""

    def __init__(self, server: Server | None = None, localizer: Localizer = ENGLISH) -> None:
        labels = {track.value: track_name(localizer, track) for track in Track}
        super().__init__(
            placeholder=localizer.say(texts.CHOOSE_TRACKS),
            options=options(labels, (server and server.tracks) or _STARTING),
            max_values=len(labels),
        )


class TagsMenu(Menu, template="ouro:setup:tags"):
    """Chooses the tags of posts in a forum, which has some; values are their IDs."""

    offered = "[0-9]{17,20}"

    def __init__(self, panel: ServerSetup | None = None, localizer: Localizer = ENGLISH) -> None:
        tags = (panel and panel.tags) or {}
        super().__init__(
            placeholder=localizer.say(TAGS.title),
            options=options(tags, TAGS.of(panel.server) if panel else ()),
            min_values=0,
            max_values=min(MAX_TAGS, len(tags)) or MAX_TAGS,
        )


class RoleMenu(WithChoices, ui.RoleSelect[Any], template="ouro:setup:role"):
    """Chooses the role that is pinged in posts, or none."""

    def __init__(self, server: Server | None = None, localizer: Localizer = ENGLISH) -> None:
        chosen = server.ping_role_id if server else None
        super().__init__(
            placeholder=localizer.say(texts.CHOOSE_ROLE),
            min_values=0,
            default_values=[discord.Object(chosen)] if chosen else [],
        )

    def offers(self, value: str, resolved: Mapping[str, Any]) -> bool:
        """Whether a value is the ID of a role."""
        return value in resolved["roles"]


class KeptOffMenu(WithChoices, ui.UserSelect[Any], template="ouro:setup:kept-off"):
    """Chooses who is kept off the boards of the server."""

    def __init__(self, people: Collection[int] = (), localizer: Localizer = ENGLISH) -> None:
        super().__init__(
            placeholder=localizer.say(texts.CHOOSE_KEPT_OFF),
            min_values=0,
            max_values=MOST_CHOSEN,
            default_values=[discord.Object(each) for each in [*people][:MOST_CHOSEN]],
        )

    def offers(self, value: str, resolved: Mapping[str, Any]) -> bool:
        """Whether a value is the ID of a person."""
        return value in resolved["users"]


class SolvesMenu(Menu, template="ouro:setup:solves"):
    """Chooses whose answers to /solve are public."""

    def __init__(self, server: Server | None = None, localizer: Localizer = ENGLISH) -> None:
        names = {who.value: localizer.say(name) for who, name in texts.WHO.items()}
        chosen = [server.public_solves.value] if server else []
        super().__init__(**titled(localizer, texts.CHOOSE_SOLVES, names, chosen))


class ServerSettingMenu(ChoiceMenu, template="ouro:setup:setting:{name}"):
    """Chooses the value of a setting that people have too, for posts in a server."""

    name: Annotated[str, names_of(SERVER_SETTINGS)]


class SetupButton(Button, template="ouro:setup:{action}"):
    """A button of the panel; the `custom_id` contains its action."""

    action: Annotated[str, word_of(texts.BUTTONS)]

    def __init__(self, action: str, localizer: Localizer = ENGLISH) -> None:
        style = STYLES.get(action, ButtonStyle.secondary)
        label = localizer.say(texts.BUTTONS[action])
        super().__init__(action, label=label, style=style)

    @classmethod
    def of(cls, action: str, server: Server, localizer: Localizer) -> Self:
        """The button of one of `ACTIONS`; that of a switch turns it into its other state."""
        switches = {"threads": server.threads, **{it.name: it.of(server) for it in SWITCHES}}
        if action in switches:
            action += "-off" if switches[action] else "-on"
        return cls(action, localizer)
