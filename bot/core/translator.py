"""Translates the commands as Discord lists them."""

import discord
from discord import app_commands
from discord.app_commands import ContextMenu, TranslationContextTypes, locale_str
from discord.app_commands import TranslationContextLocation as Place

from i18n.catalogues import catalogue


class CommandTranslator(app_commands.Translator):
    """Translates the descriptions, choices and context menu names of `texts.commands`.

    The names of slash commands and options, which users type, are not translated.
    """

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: TranslationContextTypes,
    ) -> str | None:
        """The text in a locale of Discord's; None for no translation."""
        if _is_typed(context):
            return None
        text = catalogue(locale.value).gettext(string.message)
        return None if text == string.message else text


def _is_typed(context: TranslationContextTypes) -> bool:
    """Whether a text is the name of a slash command or option, which users type."""
    if context.location is Place.command_name:
        return not isinstance(context.data, ContextMenu)
    return context.location in (Place.parameter_name, Place.group_name)
