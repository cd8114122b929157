"""Help with a board, and what can be said of one that is solved."""
