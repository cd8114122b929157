"""The handlers of buttons, menus and forms: each calls use cases and presents the result."""
