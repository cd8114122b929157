"""`python -m tools.catalogues TEMPLATE` updates the catalogues from a template and compiles them.

It lists what each language lacks: texts without a translation, translations of texts that are no
more (stale; they stay in the catalogue until nothing is missing), and fuzzy ones. None of these is
compiled, so they are told in English.
"""

import sys
from io import BytesIO
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


def main() -> None:
    """Update and compile the catalogue of each language, and print what it lacks."""
    template = read_po(BytesIO(Path(sys.argv[1]).read_bytes()))
    for language in sorted({*LANGUAGES} - {"en"}):
        path = folder_of(language) / f"{DOMAIN}.po"
        catalogue = read_po(BytesIO(path.read_bytes()), locale=language.replace("-", "_"))
        catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
        missing = [each for each in catalogue if each.id and not all(forms(each))]
        fuzzy = [each for each in catalogue if each.id and each.fuzzy]
        stale = [*catalogue.obsolete.values()]
        with path.open("wb") as file:
            write_po(file, catalogue, width=100, ignore_obsolete=not missing)
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, compiled(catalogue))
        for kind, found in (("missing", missing), ("fuzzy", fuzzy), ("stale", stale)):
            print(
                f"{language}: {len(found)} {kind}", *(each.id for each in found[:SHOWN]), sep="\n  "
            )


if __name__ == "__main__":
    main()
