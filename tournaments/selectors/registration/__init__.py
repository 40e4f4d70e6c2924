"""Entries, players, and lists of entries before they are taken."""
