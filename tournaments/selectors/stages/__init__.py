"""Stages as they are stored: plans, brackets, rounds, matches."""
