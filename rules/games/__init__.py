"""The rulebooks, one module or package for each game."""
