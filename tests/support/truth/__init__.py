"""Whether what is told about a board is true: reading texts back, and judging what they state.

`told` records which message each text comes from, `reading` reads the places that it names,
`scene` has what is known while it is told, and `statements` a predicate for each message.
"""
