"""Swiss and Danese rounds: the best pairing of a round, level by level
(docs/explanation/swiss.md)."""
