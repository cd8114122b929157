"""/settings: a preview, menus and switches, the form for a reminder, and reminders."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from discord import app_commands, ui
from msgspec.structs import replace

from bot.answering.commands import AnyCommand, complete_zone
from bot.answering.interactions import Interaction, reader_of, reply
from bot.answering.layouts import OutgoingMessage, message, notice, picture, row
from bot.answering.router import chosen_values, written_fields
from bot.chat import Chat
from bot.dailies.components import play_buttons
from bot.settings.components import (
    MENUS,
    QuietButton,
    ReminderButton,
    ReminderForm,
    SettingMenu,
    SignOut,
    StopReminders,
    SwitchesMenu,
)
from bot.stats.chat import open_tracks
from i18n.localizer import Localizer
from jobs.playing import Drawing
from play.times import parse_time
from play.zones import MAX_NAME, find_zone
from service.people.preferences import REMIND_AT, Change, choosing, do_not_remind, remind, switching
from service.people.reminders import ReminderNeeds
from service.running.readers import Reader
from service.settings import BY_NAME
from store.records import Player
from texts import settings as texts

PREVIEW_FILE = "preview.png"

StoredSentence: TypeAlias = Callable[[Localizer, Player], str]
"""A function that describes the stored setting in a sentence."""


def settings_message(
    localizer: Localizer,
    player: Player,
    preview: Drawing,
    confirmation: str = "",
    *,
    on_page: bool = False,
) -> OutgoingMessage:
    """The message of the settings of a user, with `confirmation` below the title.

    With `on_page`, a button closes the board pages of the user.
    """
    file, gallery = picture(preview.png, PREVIEW_FILE, preview.alt)
    reminders = row(ReminderButton(localizer, again=player.reminders))
    if player.reminders:
        reminders.add_item(QuietButton(localizer))
    pages = [row(SignOut(localizer))] if on_page else []
    return message(
        f"{localizer.say(texts.TITLE)}\n{confirmation}".strip(),
        gallery,
        *(row(SettingMenu(each.name, localizer, player)) for each in MENUS),
        f"-# {localizer.say(texts.SWITCHES)}",
        row(SwitchesMenu(localizer, player, on_page=on_page)),
        *pages,
        ui.Separator(),
        texts.reminders_text(localizer, player),
        reminders,
        files=[file],
    )


def reminder_message(localizer: Localizer, needs: ReminderNeeds) -> OutgoingMessage:
    """The message that reminds a player of today's dailies."""
    tracks = open_tracks(needs.history, needs.mini)
    play = row(*play_buttons(localizer, needs.history.on, tracks))
    return message(texts.reminder_text(localizer, needs), play, row(StopReminders(localizer)))


class SettingsHandlers:
    """Stores and shows the settings of users; `links` are those to the board page, if any."""

    def __init__(self, chat: Chat) -> None:
        self._interactions = chat.interactions
        self._preferences = chat.use.preferences
        self._previews = chat.use.previews
        self._links = chat.use.board_links if chat.page else None

    async def show(
        self, interaction: Interaction, reader: Reader, player: Player, confirmation: str = ""
    ) -> None:
        """Replace "thinking…", or the message whose button was pressed, with the user's settings.

        `confirmation` is a text about the last change, shown above the settings.
        """
        preview = await self._previews.draw(reader)
        on_page = self._links is not None
        post = settings_message(reader.localizer, player, preview, confirmation, on_page=on_page)
        await reply(interaction, post)

    async def choose(self, interaction: Interaction, menu: SettingMenu) -> None:
        """Store the value chosen in a menu."""
        setting, [value] = BY_NAME[menu.name], chosen_values(interaction)
        async with self._interactions.pressing(interaction):
            change = choosing({setting.name: value})
            await self._store(interaction, change, partial(texts.choice_stored, setting))

    async def switch(self, interaction: Interaction, _: SwitchesMenu) -> None:
        """Store which settings are on; those that the menu does not offer stay as they are."""
        menu = SwitchesMenu(on_page=self._links is not None)
        offered = [option.value for option in menu.options]
        async with self._interactions.pressing(interaction):
            change = switching(offered, chosen_values(interaction))
            await self._store(interaction, change, texts.switches_stored)

    async def silence(self, interaction: Interaction, _: QuietButton) -> None:
        """Turn reminders off, and show the settings."""
        async with self._interactions.pressing(interaction):
            await self._store(interaction, do_not_remind, texts.reminders_off)

    async def ask_for_time(self, interaction: Interaction, _: ReminderButton) -> None:
        """Open the form for the time and time zone of reminders."""
        await self._interactions.admit(interaction)
        reader = await self._interactions.readers.find(interaction, private=True)
        player = await self._preferences.read(interaction.user.id)
        at = f"{player.remind_at or REMIND_AT:%H:%M}"
        form = ReminderForm(reader.localizer, at, player.zone)
        await self._interactions.show_form(interaction, form)

    async def store_reminders(self, interaction: Interaction, _: ReminderForm) -> None:
        """Turn reminders on at the typed time and in the typed zone, or report the problem."""
        fields = written_fields(interaction)
        async with self._interactions.pressing(interaction) as reader:
            time = parse_time(fields.get("at", ""))
            zone = await asyncio.to_thread(find_zone, fields.get("zone", ""))
            change = remind(time, zone, reader.localizer.language)
            await self._store(interaction, change, texts.reminders_stored)

    async def stop_reminders(self, interaction: Interaction, _: StopReminders) -> None:
        """Turn reminders off, and replace the reminder with a confirmation."""
        async with self._interactions.pressing(interaction) as reader:
            await self._preferences.change(reader, do_not_remind)
            await reply(interaction, notice(reader.localizer.say(texts.STOPPED)))

    async def sign_out(self, interaction: Interaction, _: SignOut) -> None:
        """Close all board pages of the user."""
        async with self._interactions.pressing(interaction) as reader:
            if self._links is not None:
                await self._links.end_all(reader)
            what = reader.localizer.say(texts.SIGNED_OUT)
            confirmation = reader.localizer.say(texts.STORED, what=what)
            player = await self._preferences.read(reader.person)
            await self.show(interaction, reader, player, confirmation)

    async def _store(
        self, interaction: Interaction, change: Change, stored_sentence: StoredSentence
    ) -> None:
        """Store a change, and show the settings in the new language and theme."""
        player = await self._preferences.change(reader_of(interaction), change)
        reader = await self._interactions.readers.find(interaction, private=True)
        what = stored_sentence(reader.localizer, player)
        confirmation = reader.localizer.say(texts.STORED, what=what)
        await self.show(interaction, reader, player, confirmation)


def settings_commands(chat: Chat, handlers: SettingsHandlers) -> tuple[AnyCommand, ...]:
    """The command /settings."""

    @app_commands.command(name="settings", description=texts.SETTINGS.text)
    @app_commands.describe(zone=texts.SETTINGS_ZONE.text)
    async def settings(
        interaction: Interaction, zone: app_commands.Range[str, 1, MAX_NAME] | None = None
    ) -> None:
        """Show the user's settings, visible only to them; store a given time zone first."""
        async with chat.interactions.answering(interaction, private=True) as reader:
            if zone is None:
                await handlers.show(
                    interaction, reader, await chat.use.preferences.read(reader.person)
                )
                return
            found = await asyncio.to_thread(find_zone, zone)
            player = await chat.use.preferences.change(
                reader, lambda player: replace(player, zone=found.key)
            )
            what = reader.localizer.say(texts.ZONE_STORED, zone=found.key)
            confirmation = reader.localizer.say(texts.STORED, what=what)
            await handlers.show(interaction, reader, player, confirmation)

    settings.autocomplete("zone")(complete_zone)
    return (settings,)
