"""What a correction would change, and what follows from the decision on it."""
