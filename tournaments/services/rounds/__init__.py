"""Rounds that are paired one after the other: the next round, absences, changes by hand."""
