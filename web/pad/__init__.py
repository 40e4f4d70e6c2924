"""The pad: one match, one hand, on a phone."""
