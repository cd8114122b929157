"""The puzzles of each day, and what people reach with them."""
