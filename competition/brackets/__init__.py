"""The shape of brackets, and what was played in them."""
