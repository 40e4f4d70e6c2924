"""The bootstrap: makes the environment, runs the house, keeps copies. Standard library only."""
