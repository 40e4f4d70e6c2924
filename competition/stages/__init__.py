"""Stages of parallel groups: drawn, planned and ranked."""
