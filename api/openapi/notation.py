"""Documents of the notation as components of the OpenAPI document: lines by their kind, formats of
matches, options.

A field of the API that holds one (``api.documents``) has its name in its schema, as ``x-document``;
when the whole document is made, this becomes a reference.
"""

from collections.abc import Iterable, Mapping
from copy import deepcopy
from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter
from pydantic.json_schema import models_json_schema

from api.documents import MARK
from api.openapi.schema import REFS
from competition.calendar import Calendar
from competition.cuts.cut import Cut
from competition.draw.constraints import Constraints
from competition.formats import formats
from competition.standings.options import StandingsOptions
from kernel.models import Frozen
from rules.registry import rulebooks
from scoring.core.format import MatchFormatModel
from scoring.core.lines import CONTENTS, HAND
from wording.formats import FORMATS
from wording.games import find_game_words

HAND_PLAY: Final = {
    "type": "object",
    "title": "HandPlay",
    "description": "A hand as it was played, card by card, in place of its record.",
    "properties": {
        "play": {
            "type": "object",
            "description": "By the game, as its `play` in `rulebooks/{name}/`.",
            "additionalProperties": True,
        }
    },
    "required": ["play"],
}


def add_documents(result: dict[str, Any], **_: Any) -> dict[str, Any]:
    schemas = result["components"]["schemas"]
    schemas |= _make_components()
    schemas["HandPlay"] = HAND_PLAY
    _add_line_kinds(schemas, "LineBodyRequest", "LineRequest")
    _add_line_kinds(schemas, "LineDocument", "Line")
    # First the marks, because some of them become references to unions.
    _resolve_marks(result)
    unions: dict[str, Any] = {}
    for name, schema in list(schemas.items()):
        # An object with alternatives is a class of its own, and stays a component.
        has_members = "oneOf" in schema or "anyOf" in schema
        if has_members and "properties" not in schema:
            unions[name] = schemas.pop(name)
    _inline_unions(result, unions)
    return result


def _list_children(node: Any) -> Iterable[Any]:
    """What is directly in an object or a list of JSON; nothing in any other value."""
    if isinstance(node, dict):
        return node.values()
    if isinstance(node, list):
        return node
    return ()


def _inline_unions(node: Any, unions: Mapping[str, Any]) -> None:
    """Puts unions in the places that refer to them: generators of clients make a class of a
    component, and a union is none."""
    if isinstance(node, dict):
        name = str(node.get("$ref", "")).rpartition("/")[2]
        if name in unions:
            # The reference may have a description of its own, which wins over that of the union.
            del node["$ref"]
            node.update(deepcopy(unions[name]) | node)
    for inner in _list_children(node):
        _inline_unions(inner, unions)


def _make_components() -> dict[str, Any]:
    plays = {play.options_model.__name__: play for play in formats()}
    named_models: dict[str, type[Frozen]] = {
        "MatchFormat": MatchFormatModel,
        "Calendar": Calendar,
        "Constraints": Constraints,
        "RankingOptions": StandingsOptions,
    }
    models: list[Any] = [*named_models.values(), *CONTENTS.values(), *_list_claim_models()]
    models += [play.options_model for play in plays.values()]
    models += [book.record_model for book in rulebooks()]
    # Several games have the same record or claim: each model is described once.
    _keys, json_schemas = models_json_schema(
        [(model, "validation") for model in dict.fromkeys(models)], ref_template=REFS
    )
    schemas: dict[str, Any] = json_schemas["$defs"]
    # These are named as the notation calls them, not as their classes.
    for name, model in named_models.items():
        schemas[name] = {**schemas.pop(model.__name__), "title": name}
    for name, play in plays.items():
        _describe_and_open(schemas[name], FORMATS[play.name].options)
    for book in rulebooks():
        words = find_game_words(book.name)
        _describe_and_open(schemas[book.record_model.__name__], words.record)
        if book.claim_model is not None:
            _describe_and_open(schemas[book.claim_model.__name__], words.claim)
    # ``anyOf``: options of several formats may have the same form.
    schemas["FormatOptions"] = {
        "description": "The options of a format of play: those of the format that the same object"
        " names. `formats/{name}/` has the schema and the texts of each.",
        "anyOf": [_make_reference(name) for name in plays],
    }
    cut = TypeAdapter(Annotated[Cut, Field(discriminator="take")]).json_schema(ref_template=REFS)
    members = cut.pop("$defs")
    for member in members.values():
        # It has a default for Python; in JSON it tells the members apart.
        member["required"] = list(dict.fromkeys(["take", *member.get("required", ())]))
    schemas |= members
    schemas["Cut"] = {"description": "Which entries of an earlier stage advance.", **cut}
    return schemas


def _describe_and_open(schema: dict[str, Any], words: Mapping[str, Any]) -> None:
    """Describes the properties by the labels of the screens, and allows further ones.

    These documents stand in unions without a discriminator: a generated client reads one as the
    first member that fits, and would drop the properties that it does not know. The server still
    refuses unknown fields.
    """
    schema.pop("additionalProperties", None)
    _unify_items(schema)
    for name, field in schema.get("properties", {}).items():
        if "description" not in field and name in words:
            label, text = str(words[name].label), str(words[name].help)
            field["description"] = f"{label}. {text}".strip()


def _unify_items(node: Any) -> None:
    """Describes a pair of alike numbers by ``items``: few programs read ``prefixItems``."""
    if isinstance(node, dict):
        prefix = node.get("prefixItems", ())
        if prefix and all(item == prefix[0] for item in prefix):
            node["items"] = node.pop("prefixItems")[0]
    for inner in _list_children(node):
        _unify_items(inner)


def _add_line_kinds(schemas: dict[str, Any], name: str, suffix: str) -> None:
    """Replaces the schema ``name`` of a line by one for each kind, distinguished by ``kind``."""
    general = schemas[name]
    mapping = {}
    for kind in general["properties"]["kind"]["enum"]:
        component = kind.title() + suffix
        mapping[kind] = REFS.format(model=component)
        models = _list_content_models(kind)
        if kind in CONTENTS:
            data = _make_reference(CONTENTS[kind].__name__)
            data["description"] = "The content of a line of this kind."
        else:
            # Several games have the same record or claim.
            names = list(dict.fromkeys(model.__name__ for model in models))
            if kind == HAND:
                names.append("HandPlay")
            data = {
                # Not oneOf: the same points are a valid hand of several games. The game decides.
                "anyOf": [_make_reference(name) for name in names],
                "description": "By the game that is being played, as its `record` or `claim` in"
                " `rulebooks/{name}/`.",
            }
        required = list(general["required"])
        # A line without data is read as one with empty data: so data is required only where every
        # game refuses an empty content. All refuse a hand without points, although no field of its
        # record is required by itself.
        may_be_empty = any(not model.model_json_schema().get("required") for model in models)
        if kind == HAND or not may_be_empty:
            required = list(dict.fromkeys([*required, "data"]))
        schemas[component] = {
            **general,
            "description": f"A line of the kind `{kind}`.",
            "properties": {
                **general["properties"],
                "kind": {"type": "string", "const": kind, "description": "The kind of the line."},
                "data": data,
            },
            "required": required,
            "title": component,
        }
    schemas[name] = {
        "description": general["description"],
        "oneOf": [{"$ref": address} for address in mapping.values()],
        "discriminator": {"propertyName": "kind", "mapping": mapping},
    }


def _list_content_models(kind: str) -> list[type[Frozen]]:
    """The models of the content of a line: one, or that of each game."""
    if kind in CONTENTS:
        return [CONTENTS[kind]]
    if kind == HAND:
        return [book.record_model for book in rulebooks()]
    return _list_claim_models()


def _list_claim_models() -> list[type[Frozen]]:
    """The models of claims of all games that have any."""
    models = [book.claim_model for book in rulebooks()]
    return [model for model in models if model is not None]


def _make_reference(name: str) -> dict[str, Any]:
    return {"$ref": REFS.format(model=name)}


def _resolve_marks(node: Any) -> None:
    """Makes references of the marks below ``node``, in place."""
    if isinstance(node, dict):
        name = node.pop(MARK, None)
        if name is not None:
            # These describe the field; all else is in the document that it refers to.
            kept_names = ("default", "description", "readOnly")
            kept_members = {key: node[key] for key in kept_names if key in node}
            document = _make_reference(name)
            if "null" in node.get("type", ()):
                document = {"anyOf": [document, {"type": "null"}]}
            node.clear()
            node.update(kept_members | document)
    for inner in _list_children(node):
        _resolve_marks(inner)
