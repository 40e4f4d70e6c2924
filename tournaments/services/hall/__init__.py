"""Table codes, phones, calls for the referee, moves between tables."""
