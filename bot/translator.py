"""Commands in every language, as Discord lists them."""

import discord
from discord import app_commands
from discord.app_commands import ContextMenu, TranslationContextTypes, locale_str
from discord.app_commands import TranslationContextLocation as Place

from i18n.catalogues import catalogue


class CommandTranslator(app_commands.Translator):
    """Gives Discord the descriptions, choices and menu names of `texts.commands`.

    What people type, the names of slash commands and their options, stays as it is.
    """

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: TranslationContextTypes,
    ) -> str | None:
        """The text in a language of Discord's; None where it is the same."""
        if _is_typed(context):
            return None
        text = catalogue(locale.value).gettext(string.message)
        return None if text == string.message else text


def _is_typed(context: TranslationContextTypes) -> bool:
    """Whether a text is the name of something that people type."""
    if context.location is Place.command_name:
        return not isinstance(context.data, ContextMenu)
    return context.location in (Place.parameter_name, Place.group_name)
