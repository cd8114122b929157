"""Requests of a bot as structs, and the rules between their fields by which Discord refuses them.

Limits of a single field are left to Discord's published documents, with which tests compare the
traffic; here are those that the documents leave out.
"""
