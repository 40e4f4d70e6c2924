"""The documents of the notation: a module reads the request of a verb and makes the response, and
nothing is stored."""
