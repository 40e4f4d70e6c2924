"""The OpenAPI document, made once a process."""

from functools import cache
from threading import Lock

from django.utils.translation import override
from drf_spectacular.generators import SchemaGenerator

import api.openapi.extensions  # noqa: F401  (registers what the document needs)
from api.rendering import render_json

_making_schema = Lock()


def schema() -> bytes:
    """The OpenAPI document, made once a process: it depends on the code alone."""
    # The generator keeps what it is looking at on the views: two threads would disturb each other.
    with _making_schema:
        return make_schema()


@cache
def make_schema() -> bytes:
    """The document for ``schema``, of the formats and games that are registered."""
    generator = SchemaGenerator()  # type: ignore[no-untyped-call]
    with override("en"):
        return render_json(generator.get_schema(public=True))  # type: ignore[no-untyped-call]
