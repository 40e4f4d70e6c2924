"""Tables with their matches, codes, phones and calls; what comes next at a table."""
