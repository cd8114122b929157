"""The example puzzle of all texts, in several notations; the same in every language."""

EXAMPLE = "5x5:b1c3a12a02d1a2c32"
"""The Loopy ID of the example."""
EXAMPLE_LINK = "https://puzz.link/p?slither/5/5/hbg8170ch6cg3c"
EXAMPLE_ROWS = "..1../.3.12/.02../..1.2/...32"
