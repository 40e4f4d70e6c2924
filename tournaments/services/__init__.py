"""Writes: each service is one transaction, keyword-only, and locks in the order of the project:
matches by id, pairings by id, tables, stage, event."""
