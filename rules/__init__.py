"""The rulebooks: cards, tricks, points, one module per game. Plain Python, imports nothing of ours."""
