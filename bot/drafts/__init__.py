"""Puzzles that people enter, or mend after they were read from a picture."""
