"""The errors of the renderer."""

from typing import ClassVar

from puzzle.errors import alternatives


class RendererError(ValueError):
    """Base class of all errors of the renderer."""


class _UnknownNameError(RendererError):
    """Raised for a name of a `kind` that does not exist; `choices` has the names that do."""

    kind: ClassVar[str] = "name"

    def __init__(self, name: str, choices: tuple[str, ...]) -> None:
        super().__init__(name, choices)
        self.name = name
        self.choices = choices

    def __str__(self) -> str:
        choices = alternatives(self.choices)
        return f"There is no {self.kind} {self.name!r}; choose {choices}."


class UnknownThemeError(_UnknownNameError):
    """Raised for a theme name that does not exist.

    >>> str(UnknownThemeError("neon", ("light", "dark")))
    "There is no theme 'neon'; choose light or dark."
    """

    kind = "theme"


class UnknownFormatError(_UnknownNameError):
    """Raised for an image format that does not exist.

    >>> str(UnknownFormatError("jpeg", ("svg", "png")))
    "There is no format 'jpeg'; choose svg or png."
    """

    kind = "format"


class ImageLimitError(RendererError):
    """Raised when a picture exceeds the limits even with the smallest cells.

    `width` and `height` are those of the scene, in cell lengths; `limit` describes the limit.

    >>> str(ImageLimitError(201.2, 101.2, "100 pixels a side"))
    'A picture of 201.2 by 101.2 cells does not fit into 100 pixels a side.'
    """

    def __init__(self, width: float, height: float, limit: str) -> None:
        super().__init__(width, height, limit)
        self.width = width
        self.height = height
        self.limit = limit

    def __str__(self) -> str:
        return (
            f"A picture of {self.width:g} by {self.height:g} cells does not fit into {self.limit}."
        )


class NoTextPictureError(RendererError):
    """Raised for a picture in characters of a board whose cells are not squares.

    >>> str(NoTextPictureError())
    'Only boards of squares can be drawn in characters.'
    """

    def __str__(self) -> str:
        return "Only boards of squares can be drawn in characters."


class UnfitFramesError(RendererError):
    """Raised when frames cannot be combined into one animation.

    >>> str(UnfitFramesError("there are none"))
    'These frames make no animation: there are none.'
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"These frames make no animation: {self.reason}."


class BookletError(RendererError):
    """Raised when a booklet has too few or too many puzzles, or an unsupported layout.

    >>> str(BookletError("it takes from 1 to 9 puzzles, not 0"))
    'This booklet cannot be made: it takes from 1 to 9 puzzles, not 0.'
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"This booklet cannot be made: {self.reason}."
