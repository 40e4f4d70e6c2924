"""Acts that can be taken back for ten seconds: what an act was, and its inverse."""
