"""What can go wrong inside the solver; being unsolvable is an outcome, not an error."""


class SolverError(Exception):
    """Base of the solver's errors."""


class UnknownMethodError(SolverError, ValueError):
    """A method name that is not in the registry.

    >>> print(UnknownMethodError("magic", ("cuts", "negate-loops")))
    There is no method 'magic'; choose one of cuts, negate-loops.
    """

    def __init__(self, name: str, known: tuple[str, ...]) -> None:
        super().__init__(name, known)
        self.name = name
        self.known = known

    def __str__(self) -> str:
        return f"There is no method {self.name!r}; choose one of {', '.join(self.known)}."


class UnsoundAnswerError(SolverError):
    """A search produced lines that break a rule: a bug, never an answer.

    >>> print(UnsoundAnswerError("3x3:i"))
    The search of 3x3:i ended in lines that do not solve it; they are not given out.
    """

    def __init__(self, puzzle: str) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle

    def __str__(self) -> str:
        return (
            f"The search of {self.puzzle} ended in lines that do not solve it; "
            "they are not given out."
        )
