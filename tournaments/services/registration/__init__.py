"""Entries: taken one by one or from a list, replaced, withdrawn."""
