"""The regulation of an event and its versions; prizes."""
