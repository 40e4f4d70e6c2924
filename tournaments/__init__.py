"""Who meets whom and who is ahead: clubs, roles, players, events, entries, stages, pairings, standings."""
