"""Errors keep their class, message and attributes when pickled, to be sent between processes."""

import pytest

from renderer.errors import (
    BookletError,
    ImageLimitError,
    NoTextPictureError,
    RendererError,
    UnfitFramesError,
    UnknownFormatError,
    UnknownThemeError,
)
from tests.support.pickling import pickled

SAMPLES: dict[type[RendererError], RendererError] = {
    RendererError: RendererError("a picture is wrong"),
    UnknownThemeError: UnknownThemeError("neon", ("light", "dark")),
    UnknownFormatError: UnknownFormatError("jpeg", ("svg", "png")),
    ImageLimitError: ImageLimitError(4.2, 3.2, "5 pixels a side"),
    NoTextPictureError: NoTextPictureError(),
    UnfitFramesError: UnfitFramesError("there are none"),
    BookletError: BookletError("it takes from 1 to 9 puzzles, not 0"),
}


@pytest.mark.parametrize("kind", [RendererError, *RendererError.__subclasses__()])
def test_errors_survive_pickling(kind: type[RendererError]) -> None:
    error = SAMPLES[kind]  # a new class needs a sample here
    copy = pickled(error)
    assert type(copy) is kind
    assert (str(copy), copy.args, vars(copy)) == (str(error), error.args, vars(error))
