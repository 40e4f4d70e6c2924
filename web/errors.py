"""The pages of what went wrong."""

from django.views.defaults import bad_request, page_not_found, permission_denied, server_error

__all__ = ["bad_request", "forbidden", "not_found", "server_error"]
forbidden = permission_denied
not_found = page_not_found
