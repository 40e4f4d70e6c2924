"""The board: the public pages."""
