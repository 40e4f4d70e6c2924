"""OpenAPI out of the code: what is answered are TypedDicts, what is sent are pydantic models."""

from typing import Any, cast

from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from pydantic import TypeAdapter
from typing_extensions import is_typeddict

from api.problems import MEDIA_TYPE, ProblemDocument

REFS = "#/components/schemas/{model}"


class HouseSchema(AutoSchema):
    """Everybody may read; every operation may answer with a problem document."""

    def get_summary(self) -> str:
        """The first sentence of the description."""
        description = " ".join(self.get_description().split())
        return description.partition(". ")[0].removesuffix(".")

    def get_tags(self) -> list[str]:
        return super().get_tags() or ["index"]

    def get_operation(self, *args: Any, **kwargs: Any) -> dict[str, Any] | None:
        operation = super().get_operation(*args, **kwargs)
        if operation is not None:
            if self.method == "GET":
                operation["security"].append({})
            problem = self.resolve_serializer(cast("Any", ProblemDocument), "response").ref
            operation["responses"]["default"] = {
                "description": "Refused: the status, a code with parameters, and a sentence.",
                "content": {MEDIA_TYPE: {"schema": problem}},
            }
        return operation


ETAG = [
    OpenApiParameter("If-None-Match", OpenApiTypes.STR, OpenApiParameter.HEADER),
    OpenApiParameter("ETag", OpenApiTypes.STR, OpenApiParameter.HEADER, response=[200, 304]),
]
"""The headers of answers that are kept by version."""


def kept(document: type) -> dict[int, Any]:
    """The answers of an address that is kept by version."""
    return {200: document, 304: OpenApiResponse(description="The reader has it already.")}


class TypedDictExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A TypedDict as a component, and those inside it as components of their own."""

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return is_typeddict(target)

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        return str(self.target.__name__)

    def get_identity(self, auto_schema: Any, direction: Any) -> str:
        """By name: inside another document that is all pydantic tells of it."""
        return self.get_name(auto_schema, direction)

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        schema = TypeAdapter(self.target).json_schema(ref_template=REFS)
        for name, inner in schema.pop("$defs", {}).items():
            component = ResolvedComponent(  # type: ignore[no-untyped-call]
                name=name, type=ResolvedComponent.SCHEMA, object=name, schema=inner
            )
            auto_schema.registry.register_on_missing(component)
        return schema


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """``Authorization: Token …``."""

    target_class = "api.authentication.ProgramAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {
            "type": "apiKey",
            "in": "header",
            "name": "Authorization",
            "description": "`Token ` and the secret, as it was shown when the token was made.",
        }


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The session of the screens."""

    target_class = "api.authentication.PersonAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
