"""The course, practice of techniques, and the manual."""
