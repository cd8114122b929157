"""What a press, a menu or a form does: it calls a use case and presents the result."""
