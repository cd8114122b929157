"""Buttons, menus and forms: how they look and what their `custom_id` says; no behaviour."""
