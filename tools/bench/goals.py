"""Goals of a measurement beside what was measured, as a table."""

from dataclasses import dataclass, field


@dataclass
class Goals:
    """What is to be reached, and what was."""

    rows: list[tuple[str, str, str, bool]] = field(default_factory=list)

    @property
    def reached(self) -> bool:
        """Whether all were."""
        return all(reached for *_, reached in self.rows)

    def add(self, name: str, measured: str, goal: str, reached: bool) -> None:
        """One row of the table, printed at once."""
        self.rows.append((name, measured, goal, reached))
        print(f"{name:52} {measured:>12}   {goal:14} {'yes' if reached else 'MISSED'}", flush=True)

    def below(self, name: str, seconds: float, most: float) -> None:
        """A time that is not to exceed another one."""
        self.add(name, f"{seconds * 1e3:,.0f} ms", f"< {most * 1e3:,.0f} ms", seconds < most)

    def at_most(self, name: str, number: float, most: float) -> None:
        """A number that is not to be larger."""
        self.add(name, f"{number:,.0f}", f"<= {most:,.0f}", number <= most)

    def ratio(self, name: str, ratio: float, limit: float) -> None:
        """How many times as much as before there is."""
        self.add(name, f"{ratio:.2f}", f"< {limit:.2f}", ratio < limit)

    def count(self, name: str, number: int, wanted: int) -> None:
        """A number that is to be reached exactly."""
        self.add(name, f"{number:,}", f"{wanted:,}", number == wanted)

    def note(self, name: str, measured: str) -> None:
        """Something worth knowing that has no goal."""
        print(f"{name:52} {measured:>12}", flush=True)
