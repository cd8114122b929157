"""What can go wrong while drawing a board."""


class RendererError(ValueError):
    """Base of every complaint of the renderer."""


class UnknownThemeError(RendererError):
    """A theme name that is not one of ours.

    >>> str(UnknownThemeError("neon", ("light", "dark")))
    "There is no theme 'neon'; choose light or dark."
    """

    def __init__(self, name: str, choices: tuple[str, ...]) -> None:
        super().__init__(name, choices)
        self.name = name
        self.choices = choices

    def __str__(self) -> str:
        *others, last = self.choices
        return f"There is no theme {self.name!r}; choose {', '.join(others)} or {last}."


class UnknownFormatError(RendererError):
    """A format that boards are not drawn in.

    >>> str(UnknownFormatError("jpeg", ("svg", "png")))
    "There is no format 'jpeg'; choose svg or png."
    """

    def __init__(self, name: str, choices: tuple[str, ...]) -> None:
        super().__init__(name, choices)
        self.name = name
        self.choices = choices

    def __str__(self) -> str:
        *others, last = self.choices
        return f"There is no format {self.name!r}; choose {', '.join(others)} or {last}."


class ImageLimitError(RendererError):
    """A picture that cannot be drawn within the limits, however small its cells.

    `width` and `height` are those of the scene, in cell lengths.

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


class UnfitFramesError(RendererError):
    """Frames that cannot be one animation.

    >>> str(UnfitFramesError("there are none"))
    'These frames make no animation: there are none.'
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"These frames make no animation: {self.reason}."


class BookletError(RendererError):
    """A booklet that cannot be made.

    >>> str(BookletError("it takes from 1 to 9 puzzles, not 0"))
    'This booklet cannot be made: it takes from 1 to 9 puzzles, not 0.'
    """

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        return f"This booklet cannot be made: {self.reason}."
