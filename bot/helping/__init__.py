"""Help for whoever is stuck: hints, checks, solutions, lessons, and the manual's pictures.

Each module makes the message (a `Post`) that a command or a button then shows.
"""
