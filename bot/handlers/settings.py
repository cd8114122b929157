"""The handlers of the components of /settings, and of the button that stops reminders."""

import asyncio

from bot.components.forms import ReminderForm
from bot.components.menus import MENUS, SWITCHES, StoredSentence
from bot.components.settings import (
    ReminderButton,
    SettingButton,
    SettingMenu,
    SignOut,
    StopReminders,
)
from bot.error_handler import answer_failure
from bot.interaction_state import Interaction, claim_of
from bot.interactions import Interactions, reply
from bot.presenters.layouts import notice
from bot.presenters.settings import settings_message
from bot.router import Router, chosen_values, written_fields
from bot.viewers import Viewer
from i18n.localizer import ENGLISH
from play.times import parse_time
from play.zones import find_zone
from service.board_links import BoardLinks
from service.preferences import REMIND_AT, Change, Preferences, do_not_remind, remind
from service.preview import Previews
from store.records import Player
from texts import preferences as texts
from texts import reminders


class SettingsHandlers:
    """Stores and shows the settings of users; `links` are those to the board page, if any."""

    def __init__(
        self,
        interactions: Interactions,
        preferences: Preferences,
        previews: Previews,
        links: BoardLinks | None,
    ) -> None:
        self._interactions = interactions
        self._preferences = preferences
        self._previews = previews
        self._links = links

    def add_to(self, router: Router) -> None:
        """Register the handlers of the components."""
        router.add(SettingMenu, self.choose)
        router.add(SettingButton, self.switch)
        router.add(ReminderButton, self.ask_for_time)
        router.add(ReminderForm, self.store_reminders)
        router.add(StopReminders, self.stop_reminders)
        router.add(SignOut, self.sign_out)

    async def show(
        self, interaction: Interaction, viewer: Viewer, player: Player, confirmation: str = ""
    ) -> None:
        """Replace "thinking…", or the message whose button was pressed, with the user's settings.

        `confirmation` is a text about the last change, shown above the settings.
        """
        person, language = interaction.user.id, viewer.localizer.language
        preview = await self._previews.draw(person, viewer.appearance, language)
        on_page = self._links is not None
        post = settings_message(viewer.localizer, player, preview, confirmation, on_page=on_page)
        await reply(interaction, post)

    async def choose(self, interaction: Interaction, component: SettingMenu) -> None:
        """Store the value chosen in a menu."""
        menu, [value] = MENUS[component.key], chosen_values(interaction)
        async with self._interactions.pressing(interaction):
            await self._store(interaction, menu.choose(value), menu.stored_sentence)

    async def switch(self, interaction: Interaction, button: SettingButton) -> None:
        """Switch a setting on or off."""
        switch = SWITCHES[button.key]
        async with self._interactions.pressing(interaction):
            await self._store(interaction, switch.change, switch.stored_sentence)

    async def ask_for_time(self, interaction: Interaction, _: ReminderButton) -> None:
        """Open the form for the time and time zone of reminders."""
        try:
            viewer = await self._interactions.viewers.find(interaction, private=True)
            player = await self._preferences.read(interaction.user.id)
            at = f"{player.remind_at or REMIND_AT:%H:%M}"
            form = ReminderForm(viewer.localizer, at, player.zone)
            await self._interactions.show_form(interaction, form)
        except Exception as error:
            await answer_failure(interaction, error)

    async def store_reminders(self, interaction: Interaction, _: ReminderForm) -> None:
        """Turn reminders on at the typed time and in the typed zone, or report the problem."""
        fields = written_fields(interaction)
        async with self._interactions.pressing(interaction) as viewer:
            time = parse_time(fields.get("at", ""))
            zone = await asyncio.to_thread(find_zone, fields.get("zone", ""))
            language = viewer.localizer.language
            change = remind(time, zone, None if language == ENGLISH.language else language)
            await self._store(interaction, change, texts.reminders_stored)

    async def stop_reminders(self, interaction: Interaction, _: StopReminders) -> None:
        """Turn reminders off, and replace the reminder with a confirmation."""
        async with self._interactions.pressing(interaction) as viewer:
            await self._preferences.change(
                interaction.user.id, do_not_remind, claim=claim_of(interaction)
            )
            await reply(interaction, notice(viewer.localizer.say(reminders.STOPPED)))

    async def sign_out(self, interaction: Interaction, _: SignOut) -> None:
        """Close all board pages of the user."""
        person = interaction.user.id
        async with self._interactions.pressing(interaction) as viewer:
            if self._links is not None:
                await self._links.end_all(person, claim=claim_of(interaction))
            what = viewer.localizer.say(texts.SIGNED_OUT)
            confirmation = viewer.localizer.say(texts.STORED, what=what)
            player = await self._preferences.read(person)
            await self.show(interaction, viewer, player, confirmation)

    async def _store(
        self, interaction: Interaction, change: Change, stored_sentence: StoredSentence
    ) -> None:
        """Store a change, and show the settings in the new language and theme."""
        player = await self._preferences.change(
            interaction.user.id, change, claim=claim_of(interaction)
        )
        viewer = await self._interactions.viewers.find(interaction, private=True)
        what = stored_sentence(viewer.localizer, player)
        confirmation = viewer.localizer.say(texts.STORED, what=what)
        await self.show(interaction, viewer, player, confirmation)
