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


class OptionError(SolverError, ValueError):
    """An option with a value that does not exist.

    >>> print(OptionError("seed", -1, "give zero or more"))
    The option seed cannot be -1; give zero or more.
    """

    def __init__(self, name: str, value: object, remedy: str) -> None:
        super().__init__(name, value, remedy)
        self.name = name
        self.value = value
        self.remedy = remedy

    def __str__(self) -> str:
        return f"The option {self.name} cannot be {self.value}; {self.remedy}."


class LimitsError(SolverError, ValueError):
    """A limit that no search can keep.

    >>> print(LimitsError("seconds", -1, "give zero or more"))
    The limit of seconds cannot be -1; give zero or more.
    """

    def __init__(self, name: str, value: float, remedy: str) -> None:
        super().__init__(name, value, remedy)
        self.name = name
        self.value = value
        self.remedy = remedy

    def __str__(self) -> str:
        return f"The limit of {self.name} cannot be {self.value}; {self.remedy}."


class AssumptionError(SolverError, ValueError):
    """An assumption about an edge that the board does not have.

    >>> print(AssumptionError(12, 12))
    There is no edge 12 to assume anything of; this board has the edges 0 to 11.
    """

    def __init__(self, edge: int, edges: int) -> None:
        super().__init__(edge, edges)
        self.edge = edge
        self.edges = edges

    def __str__(self) -> str:
        return (
            f"There is no edge {self.edge} to assume anything of; "
            f"this board has the edges 0 to {self.edges - 1}."
        )


class UnsoundAnswerError(SolverError):
    """A search produced lines that break a rule: a bug, never an answer.

    >>> print(UnsoundAnswerError("a 3x3 puzzle"))
    The search of a 3x3 puzzle ended in lines that do not solve it; they are not given out.
    """

    def __init__(self, puzzle: str) -> None:
        super().__init__(puzzle)
        self.puzzle = puzzle

    def __str__(self) -> str:
        return (
            f"The search of {self.puzzle} ended in lines that do not solve it; "
            "they are not given out."
        )
