"""The REST API: one module for each resource."""
