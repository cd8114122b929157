"""Generation of puzzles; see docs/generating.md."""
