"""Decisions that a correction leaves to the organizer: stored, applied."""
