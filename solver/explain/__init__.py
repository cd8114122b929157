"""Deductions that a person could make, with their reasons; see docs/hints.md."""
