"""Buttons, menus and forms: their look and their `custom_id`s; no behaviour."""
