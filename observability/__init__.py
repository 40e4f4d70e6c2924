"""Observability: structured logs with request ids, and metrics."""
