"""Lines of a sheet and all their effects: the next pairings, tables, exits."""
