"""What a draw is made from: the coin, the entrants, their seeds, and who is kept apart."""
