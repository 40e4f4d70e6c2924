"""Anchors, exported documents, and the verification of an event."""
