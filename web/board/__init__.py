"""The board: what everybody may see."""
