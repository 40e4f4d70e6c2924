"""The rulebooks: cards, tricks, points, one package per game. Plain Python, no Django."""
