"""New puzzles: drawn from the bank, or generated, for people and for the dailies."""
