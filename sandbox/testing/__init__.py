"""A driver for tests: does what a person does on the page."""
