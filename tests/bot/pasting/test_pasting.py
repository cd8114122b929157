"""The form for a puzzle of the user's own, and the file in a submitted form."""

from types import SimpleNamespace
from typing import cast

import pytest

from bot.answering.attachments import (
    FoundPicture,
    FoundSource,
    UploadedFile,
    read_pasted,
    uploaded_file,
)
from bot.answering.interactions import Interaction
from bot.pasting.components import Purpose, PuzzleForm
from i18n.catalogues import localizer_for
from i18n.languages import LANGUAGES
from jobs.reading import PastedText
from sandbox.requests.components import check_modal
from service.errors import InputError, Problem


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_form_is_one_that_discord_accepts(language: str) -> None:
    form = PuzzleForm(localizer_for(language)).to_dict()
    assert len(form["title"]) <= 45
    check_modal(form, ["data"])
    text, file, purpose = (label["component"] for label in form["components"])
    assert (text["type"], text["style"], text["required"]) == (4, 2, False)
    assert (file["type"], file["required"]) == (19, False)
    options = {option["value"]: option["default"] for option in purpose["options"]}
    assert purpose["type"] == 21
    assert options == {kind.value: kind is Purpose.PLAY for kind in Purpose}


def submitted(**data: object) -> Interaction:
    return cast("Interaction", SimpleNamespace(data=data or None))


def test_the_file_of_a_form() -> None:
    file = {"id": "7", "filename": "x.txt", "size": 3, "url": "https://example.org/x.txt"}
    found = uploaded_file(submitted(resolved={"attachments": {"7": file}}))
    assert found == UploadedFile(3, "https://example.org/x.txt")
    assert uploaded_file(submitted(resolved={})) is None
    assert uploaded_file(submitted()) is None


async def test_exactly_one_of_text_and_file_is_read() -> None:
    assert await read_pasted("3.2", None, 9) == FoundSource(PastedText("3.2"))
    picture = UploadedFile(10, "https://example.org/x", "image/png")
    assert await read_pasted(None, picture, 9) == FoundSource(None, [FoundPicture(picture.url, 10)])
    file = UploadedFile(10, "https://example.org/x.txt")
    for puzzle, given, problem in (
        (None, None, Problem.PUZZLE_OR_FILE),
        ("3.2", file, Problem.PUZZLE_OR_FILE),
        (None, file, Problem.FILE_TOO_LARGE),
        (None, UploadedFile(1, file.url), Problem.FILE_UNAVAILABLE),
    ):
        with pytest.raises(InputError) as raised:
            await read_pasted(puzzle, given, 9)
        assert raised.value.problem is problem
