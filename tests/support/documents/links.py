"""Links and images of documents."""

from collections.abc import Iterator

from tests.support.documents.markdown import Document
from tests.support.paths import ROOT


def wrong_link(document: Document, target: str) -> Iterator[str]:
    """What is wrong with the target of a link; addresses elsewhere are not looked at."""
    if "://" in target or target.startswith("mailto:"):
        return
    path, _, anchor = target.partition("#")
    place = (ROOT / document.path).parent / path if path else ROOT / document.path
    if path and not place.exists():
        yield f"the link {target} leads to no file"
    elif anchor and place.suffix == ".md":
        linked = Document(path, place.read_text(encoding="utf-8")) if path else document
        if anchor not in {heading.anchor for heading in linked.headings}:
            yield f"the link {target} leads to no heading"
