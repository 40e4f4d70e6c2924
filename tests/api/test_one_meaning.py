"""A name means one thing in all documents of the API: properties of the same name have the same
type and the same words to choose from, or there is a reason here."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import Any, Final

from tests.api.client import openapi

NOTATION: Final = frozenset(
    (
        *("ConsolationOptions", "DaneseOptions", "DoubleEliminationOptions", "GroupsOptions"),
        *("QualifyingOptions", "RoundRobinOptions", "SingleEliminationOptions", "SittingsOptions"),
        *("SwissOptions", "RankingOptions", "MatchFormat", "GameFormatModel", "TimeRule"),
        *("AwardRule", "DisqualificationRule", "DoubleForfeitRule", "RetirementRule"),
        *("UnfinishedRules", "WalkoverRule", "Chosen", "Losers", "OfEach", "Places"),
        *("CoupleRecord", "HandPlay", "MarafonRecord", "MarigliaRecord", "MarriageRecord"),
        *("RaceRecord", "TrionfoRecord", "Declaration", "MarafonClaim", "PointsClaim"),
        *("PointsGiven", "Redeal", "Forfeit", "GameTotal", "GamesWon", "Amend", "Strike", "Sign"),
        *("Reopen", "StateDocument", "GameDocument", "GameOutcomeDocument", "OutcomeDocument"),
        *("ReadingDocument", "PartDocument", "UnfinishedDocument", "Surplus"),
    )
)
"""The documents of the notation, in its own words: they do not change with the API."""

SHORT_OR_WHOLE: Final = "the same thing: its id where the reader has it, the whole where it has not"
COUNT_OR_LIST: Final = "how many there are, or which they are, as its type shows"
OWN_CHOICES: Final = "each thing has its own, which its schema lists"
REASONS: Final[Mapping[str, str]] = {
    **dict.fromkeys(
        ("club", "entry", "event", "format", "line", "match", "player", "round", "venue"),
        SHORT_OR_WHOLE,
    ),
    **dict.fromkeys(
        ("changed", "entries", "games", "moved", "pairings", "seats", "sides", "tables"),
        COUNT_OR_LIST,
    ),
    **dict.fromkeys(("decision", "kind", "state", "status", "type"), OWN_CHOICES),
    **dict.fromkeys(("results", "rows"), "the rows of a list"),
    **dict.fromkeys(("before", "after"), "what stands beside it, before and after a change"),
    **dict.fromkeys(("end", "likely"), "moments of an event that has a date; else seconds"),
    **dict.fromkeys(("next", "previous"), "the neighbour: a page, a match, the digest of a line"),
    "articles": "of the regulation as it is read, or those of the club that are edited",
    "at": "when; in a violation of the notation, the number of what is wrong",
    "decided": "what was decided",
    "device": "a phone: its document, or the id that it gave itself",
    "defaults": "of the options of a format or of a game",
    "id": "a number; a UUID of what a program may make; the name of an author",
    "message": "for people: from us, or from a webhook",
    "number": "from 1; of an article with its chapter",
    "options": "of a format or of a game",
    "order": "of a draw, or of the rounds of an event",
    "out": "who is out",
    "players": "names as they are shown, or their parts as they are entered",
    "points": "of one side, or of all of them",
    "seed": "the rank of an entry before a draw; of a draw, the text that it is drawn from",
    "set_aside": "what a correction has put aside",
    "settled": "ties that are settled",
    "slots": "of a pairing; in a bracket without names, which stand beside it once",
    "start": "of an evening; of a calendar, its first day",
    "through": "who advances, or in how many scenarios an entry does",
    "words": "in the reader's language, of a format or of a game",
    "prizes": "as they are announced, or with the entries that have them",
}
"""Names with several types that do not mislead, each with the reason."""


NAMES_OF_THINGS: Final = frozenset(
    (
        *("against", "corrects", "draw", "entry", "event", "group", "holder", "into", "job"),
        *("line", "match", "pairing", "player", "round", "stage", "table", "undoes", "webhook"),
    )
)
"""Members that name one thing, by its id or by its number."""


def list_types(schema: Mapping[str, Any]) -> Iterator[str]:
    """The types of a property without null, objects by the name of what they describe."""
    schemas = openapi()["components"]["schemas"]
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        target = schemas[name]
        if "properties" in target or "oneOf" in target:
            yield shorten_name(name)
            return
        schema = target
    for union in ("anyOf", "oneOf", "allOf"):
        if union in schema:
            for member in schema[union]:
                yield from list_types(member)
            return
    if "enum" in schema:
        yield "one of " + ", ".join(sorted(str(word) for word in schema["enum"] if word))
        return
    kinds = schema.get("type", "anything")
    for kind in [kinds] if isinstance(kinds, str) else kinds:
        if kind == "array":
            yield "list of " + " or ".join(sorted(set(list_types(schema.get("items", {})))))
        elif kind != "null":
            has_format = kind == "string" and "format" in schema
            yield f"{kind} {schema['format']}" if has_format else kind


def shorten_name(name: str) -> str:
    """What a component describes: ``EntryName`` for ``EntryNameDocument``."""
    return name.removeprefix("Patched").removesuffix("Request").removesuffix("Document")


def list_own_properties() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Component, name and schema of each property that is neither deprecated nor of the
    notation."""
    for component, schema in openapi()["components"]["schemas"].items():
        if shorten_name(component) in {shorten_name(name) for name in NOTATION}:
            continue
        # A line has the data of its kind.
        if component.removesuffix("Request").endswith("Line") and "kind" in schema["properties"]:
            continue
        for name, property_schema in schema.get("properties", {}).items():
            if not property_schema.get("deprecated"):
                yield component, name, property_schema


def find_ambiguous_names() -> dict[str, dict[str, list[str]]]:
    """By name, the components by type, of names that have several."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for component, name, schema in list_own_properties():
        found[name][" or ".join(sorted(set(list_types(schema))))].append(component)
    return {name: dict(types) for name, types in found.items() if len(types) > 1}


def test_properties_of_one_name_have_one_type_or_there_is_a_reason() -> None:
    ambiguous = find_ambiguous_names()
    assert {name: ambiguous[name] for name in sorted(set(ambiguous) - set(REASONS))} == {}
    assert sorted(set(REASONS) - set(ambiguous)) == [], "reasons that are not needed"


def test_the_documents_of_the_notation_are_there() -> None:
    schemas = {shorten_name(name) for name in openapi()["components"]["schemas"]}
    assert {shorten_name(name) for name in NOTATION} - schemas == set()


def test_a_winner_is_a_side_and_the_entry_that_won_is_called_so() -> None:
    for component, name, schema in list_own_properties():
        if name in ("winner", "winner_side"):
            assert "side" in schema["description"] or "slot" in schema["description"], component
        if name == "winner_entry":
            assert "id of the" in schema["description"], component


def test_given_names_are_called_so_everywhere() -> None:
    for component, name, schema in list_own_properties():
        if name in ("first", "last"):
            assert "string" not in str(schema.get("type")), component


def test_what_names_a_thing_says_whether_by_its_id_or_by_its_number() -> None:
    unclear = [
        f"{component}.{name}: {schema['description']}"
        for component, name, schema in list_own_properties()
        if name in NAMES_OF_THINGS
        and {"integer", "string uuid"} & set(list_types(schema))
        and not re.search(r"\b(id|number)\b", schema["description"], re.IGNORECASE)
    ]
    assert unclear == []
