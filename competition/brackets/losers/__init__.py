"""Where losers play on: the losers' bracket and the matches for places (docs/formats.md)."""
