"""The rows of groups, rounds, pairings and slots; play-offs."""
