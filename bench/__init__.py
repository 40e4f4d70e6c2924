"""Measures what has a goal: `make bench`, or `make bench ONLY=fold`."""
