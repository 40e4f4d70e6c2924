"""Reads: frozen dataclasses or querysets; no writes, no request."""
