"""Propagation of a square grid's rules on Python's integers; see docs/propagation.md."""
