"""People: how they stand, what they chose, and what is remembered of them."""
