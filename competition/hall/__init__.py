"""What comes from tables: codes of their cards, lines of a phone that could not send them."""
