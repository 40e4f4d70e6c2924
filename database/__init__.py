"""How transactions are run, whatever they write."""
