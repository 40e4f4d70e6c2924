"""Swiss and Danese rounds: the best pairing of a round, criterion by criterion
(docs/explanation/swiss.md)."""
