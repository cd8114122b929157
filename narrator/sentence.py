"""A sentence of an argument, with its content for the picture beside it."""

from msgspec import Struct

from solver.explain.step import Deduction, Inference


class Sentence(Struct, frozen=True):
    """A sentence of an argument and its content, for the picture beside it.

    At most one of these three is set, but `supposed` and the last inference where a refutation is
    told at once:

    - `inference`: a fact and its reason.
    - `supposed`: an edge and the state that it is supposed to have.
    - `concluded`: an edge and the state that the argument has proved.

    A sentence that tells several inferences at once has the others in `earlier`. `depth` is 0
    outside of case distinctions, and the number of suppositions around a case in them.
    """

    text: str
    depth: int = 0
    inference: Inference | None = None
    supposed: Deduction | None = None
    concluded: Deduction | None = None
    earlier: tuple[Inference, ...] = ()
