"""What the API reads and answers, one module a resource."""
