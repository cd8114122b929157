"""Puzzles made to order; see docs/generating.md."""
