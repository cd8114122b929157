"""Commands in every language, as Discord lists them."""

import discord
from discord import app_commands
from discord.app_commands import TranslationContextTypes, locale_str

from locales.catalogues import catalogue


class CommandTranslator(app_commands.Translator):
    """Gives Discord the descriptions, choices and menu names of `bot.texts.commands`.

    A text without a translation, such as what people type, stays as it is.
    """

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: TranslationContextTypes,  # noqa: ARG002 - the library passes it
    ) -> str | None:
        """The text in a language of Discord's; None where it is the same."""
        text = catalogue(locale.value).gettext(string.message)
        return None if text == string.message else text
