"""Search options that are valid for some methods only."""

from cli.errors import UsageError
from solver.connectivity import STATIC_METHODS
from solver.options import Options


def method_options(
    method: str,
    *,
    keep_unconstrained: bool = False,
    generations: int | None = None,
    inside: bool | None = None,
) -> Options:
    """Search options with a method; raises `UsageError` when one does not apply to the method.

    >>> method_options("automaton", generations=5).generations
    5
    >>> method_options("distance", generations=5)
    Traceback (most recent call last):
    ...
    cli.errors.UsageError: --generations belongs to the method automaton, not to distance.
    """
    if generations is not None and method != "automaton":
        raise UsageError(f"--generations belongs to the method automaton, not to {method}.")
    if keep_unconstrained and method in STATIC_METHODS:
        raise UsageError(f"--keep-unconstrained is not for {method}, which meets no subloops.")
    return Options(
        method, inside=inside, keep_unconstrained=keep_unconstrained, generations=generations
    )
