"""Swiss rounds: who meets whom next, level by level the best there is (docs/swiss.md)."""
