"""The views of an event that other sites show inside their own pages."""
