"""Writes, by topic: each service is one transaction, keyword-only, and locks in the order of the
project: event, matches by id, pairings by id, tables, stage (docs/explanation/architecture.md)."""
