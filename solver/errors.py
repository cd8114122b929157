"""Errors of the solver. That a puzzle has no solution is an outcome, not an error."""


class SolverError(Exception):
    """Base class of the solver's errors."""


class UnknownMethodError(SolverError, ValueError):
    """There is no connectivity method with this name.

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
    """An option has an invalid value.

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
    """A limit has an invalid value.

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
    """An assumption concerns an edge that is not on the board.

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
    """A search found lines that break a rule, which is a bug.

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


class FormulaSizeError(SolverError, ValueError):
    """A static method would need too large a CNF for a board.

    >>> print(FormulaSizeError("automaton", "99x99", 250_000_000, 20_000_000))
    The method automaton would need 250 million literals for a 99x99 puzzle, more than the 20 \
million allowed; take a smaller board or another method.
    """

    def __init__(self, method: str, size: str, literals: int, most: int) -> None:
        super().__init__(method, size, literals, most)
        self.method = method
        self.size = size
        self.literals = literals
        self.most = most

    def __str__(self) -> str:
        return (
            f"The method {self.method} would need {self.literals / 1e6:.0f} million literals for "
            f"a {self.size} puzzle, more than the {self.most / 1e6:.0f} million allowed; "
            "take a smaller board or another method."
        )


class NoFormulaError(SolverError, ValueError):
    """A complete CNF is requested of a method that adds clauses during the search.

    >>> print(NoFormulaError("cuts", ("automaton", "distance")))
    The method cuts adds clauses during the search, so it has no CNF; choose one of automaton, \
distance.
    """

    def __init__(self, method: str, static: tuple[str, ...]) -> None:
        super().__init__(method, static)
        self.method = method
        self.static = static

    def __str__(self) -> str:
        return (
            f"The method {self.method} adds clauses during the search, so it has no CNF; "
            f"choose one of {', '.join(self.static)}."
        )


class SpecError(SolverError, ValueError):
    """A `GenerationSpec` that no puzzle can satisfy.

    >>> print(SpecError("of 2x2", "a side has from 3 to 60 cells"))
    A puzzle of 2x2 cannot be made; a side has from 3 to 60 cells.
    """

    def __init__(self, what: str, problem: str) -> None:
        super().__init__(what, problem)
        self.what = what
        self.problem = problem

    def __str__(self) -> str:
        return f"A puzzle {self.what} cannot be made; {self.problem}."


class DrillError(SolverError, ValueError):
    """A drill that cannot be made.

    >>> print(DrillError("of 'magic'", "there is no technique with this name"))
    A drill of 'magic' cannot be made; there is no technique with this name.
    """

    def __init__(self, what: str, problem: str) -> None:
        super().__init__(what, problem)
        self.what = what
        self.problem = problem

    def __str__(self) -> str:
        return f"A drill {self.what} cannot be made; {self.problem}."


class DrillTextError(SolverError, ValueError):
    """A text that is no drill.

    >>> print(DrillTextError())
    This is no drill; take the text that a drill was packed into.
    """

    def __str__(self) -> str:
        return "This is no drill; take the text that a drill was packed into."
