"""The documents of the notation, one module a verb: read, answered, nothing kept."""
