"""Playing in chat: boards that people hold, what is shown of them, and in which order."""
