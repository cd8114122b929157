"""Writes the blocks of all documents anew."""

from tools.reference.pages import current, documents

if __name__ == "__main__":
    for document in documents():
        document.write_text(current(document.read_text(encoding="utf-8")), encoding="utf-8")
