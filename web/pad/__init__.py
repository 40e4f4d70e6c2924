"""The pad: the pages on which hands are entered with a phone."""
