"""The use cases: what people can ask for, for any front end."""
