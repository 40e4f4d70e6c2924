"""Where losers play on: the losers' bracket and the matches for places.

What each format promises: docs/reference/formats.md."""
