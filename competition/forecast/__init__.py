"""When a round and an evening end: lengths of matches, pace of an evening, simulated endings."""
