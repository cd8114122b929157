"""Why the service cannot start."""


class StartError(Exception):
    """The bot cannot start; `sentences` tell the operator what to mend."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        super().__init__(sentences)
        self.sentences = sentences

    def __str__(self) -> str:
        return "\n".join(self.sentences)
