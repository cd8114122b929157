"""A client for tests that performs the actions of people."""
