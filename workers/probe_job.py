"""The job that shows that a worker runs jobs; every registry has it."""


def answer_probe(_: None) -> None:
    """A job without effect: that it returns shows that a worker runs jobs."""
