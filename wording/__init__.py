"""Sentences made from codes: violations, refusals, options, the regulation, every "why"."""
