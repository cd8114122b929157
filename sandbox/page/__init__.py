"""The chat page: its static files, its JSON API, and the actions it offers."""
