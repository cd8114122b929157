"""What is stored about a person, and what they chose."""
