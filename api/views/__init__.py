"""The views of the API, one module a resource."""
