"""Users and their tokens, and who did an act."""
