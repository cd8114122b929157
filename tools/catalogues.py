"""`python -m tools.catalogues TEMPLATE` updates the catalogues from a template and compiles them.

It lists what each language lacks: texts without a translation, translations of texts that are no
more (stale; they stay in the catalogue until nothing is missing), and fuzzy ones. None of these is
compiled, so they are told in English.
"""

import sys
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from i18n.catalogues import DOMAIN, folder_of
from i18n.languages import LANGUAGES

SHOWN = 20
"""The number of texts of each kind that are shown."""


def forms(message: Message) -> list[str]:
    """The translations of a message, one for each plural form of the language."""
    found = message.string or ""
    return [found] if isinstance(found, str) else list(found)


def compiled(catalogue: Catalog) -> Catalog:
    """The catalogue as it is compiled: a plural that lacks a form has no translation."""
    for message in catalogue:
        if message.id and not all(forms(message)):
            message.string = ""
    return catalogue


def update(path: Path, language: str, template: Catalog) -> dict[str, list[str]]:
    """Update and compile a catalogue; what it lacks, by kind."""
    with path.open("rb") as source:
        catalogue = read_po(source, locale=language.replace("-", "_"))
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    messages = [message for message in catalogue if message.id]
    lacks = {
        "missing": [f"{each.id}" for each in messages if not all(forms(each))],
        "fuzzy": [f"{each.id}" for each in messages if each.fuzzy],
        "stale": [f"{each.id}" for each in catalogue.obsolete.values()],
    }
    with path.open("wb") as file:
        write_po(file, catalogue, width=100, ignore_obsolete=not lacks["missing"])
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, compiled(catalogue))
    return lacks


def main() -> None:
    """Update the catalogue of each language, and print what it lacks."""
    with Path(sys.argv[1]).open("rb") as source:
        template = read_po(source)
    for language in sorted({*LANGUAGES} - {"en"}):
        lacks = update(folder_of(language) / f"{DOMAIN}.po", language, template)
        print(f"{language}:", ", ".join(f"{len(found)} {kind}" for kind, found in lacks.items()))
        for kind, found in lacks.items():
            for text in found[:SHOWN]:
                print(f"  {kind}: {text}")


if __name__ == "__main__":
    main()
