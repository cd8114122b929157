"""The command line option of the language of texts for people."""

from typing import Annotated, TypeAlias

import typer

from cli.errors import UsageError
from i18n.catalogues import localizer_for
from i18n.languages import LANGUAGES
from i18n.localizer import Localizer

LanguageCode: TypeAlias = Annotated[
    str,
    typer.Option("--language", help=f"The language of the sentences: {' or '.join(LANGUAGES)}."),
]


def localizer_of(language: str) -> Localizer:
    """The localizer for the code of a language; raises `UsageError` when there is none.

    >>> localizer_of("ja").language
    'ja'
    """
    if language not in LANGUAGES:
        raise UsageError(f"There is no language {language!r}; choose {' or '.join(LANGUAGES)}.")
    return localizer_for(language)
