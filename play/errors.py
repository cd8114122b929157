"""Errors of texts that people type for days, times of day and time zones."""


class EntryError(ValueError):
    """A typed day, time of day or time zone cannot be used.

    Its argument is a sentence that says what is wrong and what would be right; it may be a
    `LazyMessage`, so that a localizer can translate it.
    """
