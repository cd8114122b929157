"""The project's documents: what they mention, and whether the project has it."""
