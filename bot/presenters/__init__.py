"""Results as messages; nothing is looked up here."""
