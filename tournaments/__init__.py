"""Who meets whom and who is ahead: clubs, events, entries, draws, brackets, standings."""
