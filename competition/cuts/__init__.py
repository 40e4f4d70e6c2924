"""Who of a stage plays on in a later one, and what settles a tie across the border."""
