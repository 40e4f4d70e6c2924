"""Anchors, and repairs of what is derived from sheets."""
