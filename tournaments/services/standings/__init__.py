"""Penalties, and outlooks that a worker computes."""
