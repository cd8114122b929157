"""Tables of measured values beside their goals."""

from dataclasses import dataclass, field


@dataclass
class Goals:
    """Measured values and goals; `rows` are name, value, goal, and whether it is reached."""

    rows: list[tuple[str, str, str, bool]] = field(default_factory=list)

    @property
    def reached(self) -> bool:
        """Whether all goals are reached."""
        return all(reached for *_, reached in self.rows)

    def add(self, name: str, measured: str, goal: str, reached: bool) -> None:
        """Add a row to the table and print it."""
        self.rows.append((name, measured, goal, reached))
        print(f"{name:52} {measured:>12}   {goal:14} {'yes' if reached else 'MISSED'}", flush=True)

    def below(self, name: str, seconds: float, most: float) -> None:
        """Add a time in seconds that must be below `most`."""
        self.add(name, f"{seconds * 1e3:,.0f} ms", f"< {most * 1e3:,.0f} ms", seconds < most)

    def at_most(self, name: str, number: float, most: float) -> None:
        """Add a number that must not exceed `most`."""
        self.add(name, f"{number:,.0f}", f"<= {most:,.0f}", number <= most)

    def ratio(self, name: str, ratio: float, limit: float) -> None:
        """Add a ratio that must be below `limit`."""
        self.add(name, f"{ratio:.2f}", f"< {limit:.2f}", ratio < limit)

    def count(self, name: str, number: int, wanted: int) -> None:
        """Add a number that must equal `wanted`."""
        self.add(name, f"{number:,}", f"{wanted:,}", number == wanted)

    def note(self, name: str, measured: str) -> None:
        """Print a value without a goal."""
        print(f"{name:52} {measured:>12}", flush=True)
