"""The error that ends a failed start."""


class StartError(Exception):
    """The bot cannot start; `sentences` describe the problems for the operator."""

    def __init__(self, sentences: tuple[str, ...]) -> None:
        super().__init__(sentences)
        self.sentences = sentences

    def __str__(self) -> str:
        return "\n".join(self.sentences)
