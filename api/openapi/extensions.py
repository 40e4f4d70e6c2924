"""How the OpenAPI document describes what drf-spectacular does not know: TypedDicts, models of
pydantic, fields that not everybody is shown, our ways to sign in. They register themselves when
they are imported, by ``api.openapi.document``."""

from typing import Any

from drf_spectacular.contrib.pydantic import PydanticExtension
from drf_spectacular.drainage import get_override
from drf_spectacular.extensions import OpenApiAuthenticationExtension, OpenApiSerializerExtension
from drf_spectacular.plumbing import ResolvedComponent
from pydantic import TypeAdapter
from typing_extensions import is_typeddict

from api.openapi.schema import REFS


class TypedDictExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """A TypedDict as a component, and those inside it as components of their own. A ``title`` in
    its configuration replaces its name: clients know the component by it, whatever the class is
    called here."""

    @classmethod
    def _matches(cls, target: Any) -> bool:
        return is_typeddict(target)

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        config = getattr(self.target, "__pydantic_config__", {})
        return str(config.get("title", self.target.__name__))

    def get_identity(self, auto_schema: Any, direction: Any) -> str:
        """By name: inside another document pydantic gives nothing else."""
        return self.get_name(auto_schema, direction)

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        schema = TypeAdapter(self.target).json_schema(ref_template=REFS)
        for name, inner in schema.pop("$defs", {}).items():
            component = ResolvedComponent(  # type: ignore[no-untyped-call]
                name=name, type=ResolvedComponent.SCHEMA, object=name, schema=inner
            )
            auto_schema.registry.register_on_missing(component)
        return schema


class TitledModelExtension(PydanticExtension):  # type: ignore[no-untyped-call]
    """A pydantic model as a component, named by the ``title`` in its configuration if it has
    one."""

    priority = 1  # before the extension of the library, which takes the name of the class

    def get_name(self, auto_schema: Any, direction: Any) -> str:
        class_name = super().get_name(auto_schema, direction)  # type: ignore[no-untyped-call]
        return str(self.target.model_config.get("title", class_name))


class StrictSerializerExtension(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Fields that not everybody is shown are not required in answers, a change of some fields has
    no defaults (what is left out stays), and a body whose component has a name of its own has it
    as title."""

    target_class = "api.serializers.base.StrictSerializer"
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        schema = dict(auto_schema._map_serializer(self.target, direction, bypass_extensions=True))  # noqa: SLF001  (as its documentation has it)
        optional = self.target.optional_in_answers
        # In requests nothing is hidden: required stays what the serializer requires.
        if optional and direction == "response":
            schema["required"] = [name for name in schema["required"] if name not in optional]
        if self.target.partial and direction == "request":
            without_defaults = {}
            for name, field in schema["properties"].items():
                without_defaults[name] = dict(field)
                without_defaults[name].pop("default", None)
            schema["properties"] = without_defaults
        # Generators of clients name the class of a body by its title, without "Request".
        title = get_override(self.target, "component_name")
        if title and direction == "request":
            schema["title"] = title
        return schema


def describe_authorization(description: str) -> dict[str, Any]:
    """A way to sign in by the header ``Authorization``."""
    return {"type": "apiKey", "in": "header", "name": "Authorization", "description": description}


class TokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """``Authorization: Token …``."""

    target_class = "api.authentication.ProgramAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return describe_authorization(
            "`Token ` and the secret, as it was shown when the token was made."
        )


class DeviceScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """``Authorization: Device …``."""

    target_class = "api.authentication.DeviceAuthentication"
    name = "device"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return describe_authorization(
            "`Device ` and the token that a table's code was exchanged for."
        )


class SessionScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The session of the screens."""

    target_class = "api.authentication.PersonAuthentication"
    name = "session"

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:
        return {"type": "apiKey", "in": "cookie", "name": "sessionid"}
