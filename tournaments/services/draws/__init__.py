"""Draws: prepared with a commitment, held, stored, called off."""
