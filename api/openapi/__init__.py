"""The OpenAPI document: what drf-spectacular does not do by itself."""
