"""The error for pictures from which no puzzle can be read."""

from puzzle.errors import PuzzleError
from puzzle.lazy_messages import lazy

TOO_LARGE = lazy("The picture is larger than 10 MiB.")
UNKNOWN_FORMAT = lazy("Only PNG, JPEG, WebP, GIF, AVIF and BMP pictures can be read.")
HEIC = lazy("HEIC pictures cannot be read: send a screenshot of it, or save it as JPEG.")
DAMAGED = lazy("The picture is damaged or incomplete.")
TOO_MUCH_WORK = lazy("The file of the picture takes too much work to read: save it anew.")
TOO_DENSE = lazy("There is too much in this picture: crop it to the board.")
TOO_SMALL = lazy("The picture is too small to read.")
NO_BOARD = lazy("There is no board of dots or lines in this picture.")
NO_CLUES = lazy("The board in this picture has no clues.")
SEVERAL = lazy("There is more than one board in this picture: crop the picture to one of them.")
CUT_OFF = lazy("There are clues beyond the dots or lines of the board: is it cut off?")
UNCLEAR = lazy("There is a board in this picture, but too many of its clues are unclear.")


class PictureError(PuzzleError):
    """No puzzle can be read from a picture; its argument is the sentence that says why.

    >>> str(PictureError(DAMAGED))
    'The picture is damaged or incomplete.'
    """
