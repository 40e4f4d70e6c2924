"""Who meets whom: Berger's tables, and the Swiss round."""
