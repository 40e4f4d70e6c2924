"""The router of the API's viewsets."""

from typing import Any

from rest_framework.routers import SimpleRouter


class ApiRouter(SimpleRouter):
    """Routes viewsets to paths with converters: ``events/<uuid:event_id>/open/``.

    A viewset names the argument of its detail addresses (``lookup_url_kwarg``) and its converter
    (``lookup_value_converter``).
    """

    def __init__(self) -> None:
        super().__init__(trailing_slash=True, use_regex_path=False)

    def get_lookup_regex(self, viewset: Any, lookup_prefix: str = "") -> str:
        converter = getattr(viewset, "lookup_value_converter", "id")
        return f"<{converter}:{viewset.lookup_url_kwarg}>"
