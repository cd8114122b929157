"""What jobs take at most, by which they are let in."""

import math

from msgspec import Struct

QUICK_WORK = 0.1
"""Maximum seconds of a worker of a job that others may wait for when they press."""


class Bound(Struct, frozen=True):
    """What a job takes at most. It is let in by this, and by the bytes of its request.

    - `work`: seconds of a worker on the machine of docs/benchmarks.md, and never more than the
      worker's limit;
    - `decoder_seconds`: after how many seconds a job that decodes binary files of strangers is
      killed; None for any other job. The worker of a decoder is replaced after it, whatever its
      outcome;
    - `tells`: whether it tells something of a puzzle beyond what was sent, to people;
    - `of_parts`: whether it does so of a part of one, as soon as some of its clues are there.
    """

    work: float = math.inf
    decoder_seconds: float | None = None
    tells: bool = True
    of_parts: bool = False
