"""Builds documents from the rows of an event, one module for each kind of paper."""
