"""Ties to settle before the next step, and decisions that corrections have left."""
