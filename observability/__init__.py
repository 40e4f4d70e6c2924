"""What a running server tells of itself: structured logs with the id of their request, metrics."""
