"""The documents of a line: what is sent, what is answered, and examples."""

from typing import Annotated, Any, NotRequired, TypeAlias

from drf_spectacular.utils import OpenApiExample
from pydantic import AwareDatetime, BeforeValidator, Field, GetJsonSchemaHandler
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema
from typing_extensions import TypedDict

from api.openapi.example_documents import DOCUMENTS
from api.problems import ProblemDocument
from api.reading import Device, Id, text_only
from api.serializers.corrections import ConsequencesDocument, SheetEffectDocument
from api.serializers.match_details import MatchDocument, StateDocument
from api.serializers.sheets import MOST_LINES, Kind, LineDocument
from kernel.models import Frozen
from scoring.core.lines import AMEND, HAND, SIGN, STRIKE, TOTAL

LARGEST_VERSION = 2**31 - 1
SheetVersion: TypeAlias = Annotated[int, Field(ge=0, le=LARGEST_VERSION)]


class LineBody(Frozen):
    """A line: its data (the notation describes those of each kind), the version of the sheet that
    its writer saw, and the time and place of the original entry, if it was made earlier or
    elsewhere. ``made_at`` is stored as sent, because the clock of a device may be wrong.
    ``agreed``: the writer has seen what the line changes on the sheet and, as a manager of the
    event, in later draws and matches.

    Only for a phone at a table: ``holder``, the player who holds it after it was handed over: it
    signs for the side of that player, otherwise for its owner's. ``corrects``: in a strike of the
    other side's signature, the number of the line that is corrected next."""

    kind: Annotated[Kind, Field(description="The kind of the line.")]
    data: Annotated[dict[str, Any], Field(description="Its content.")] = {}
    version: SheetVersion | None = None
    device: Annotated[Device, Field(description="The name of the device.")] = ""
    agreed: Annotated[bool, Field(description="Whether its writer agrees to its effects.")] = False
    holder: Annotated[
        Id | None, Field(description="The id of the player who holds the phone of the table.")
    ] = None
    corrects: Annotated[
        Annotated[int, Field(ge=1, le=LARGEST_VERSION)] | None,
        Field(
            description="In a strike of a signature, the number of the line that is corrected next."
        ),
    ] = None
    made_at: Annotated[
        Annotated[AwareDatetime, Field(strict=False), BeforeValidator(text_only)] | None,
        Field(description="When it was entered, if it was not now."),
    ] = None

    @classmethod
    def __get_pydantic_json_schema__(
        cls, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        """``version`` is required. It is optional for the model alone: its absence is answered with
        428, as conditional requests are, and not with 400."""
        described = handler.resolve_ref_schema(handler(schema))
        described["required"] = ["kind", "version"]
        described["properties"]["version"] = {
            "type": "integer",
            "minimum": 0,
            "maximum": LARGEST_VERSION,
            "description": "The version of the sheet that its writer saw; 0: an empty sheet.",
        }
        return described


class AfterDocument(TypedDict):
    """The match as it was after the line."""

    id: Annotated[int, Field(description="The id of the match.")]
    version: Annotated[int, Field(description="The number of the last line of its sheet.")]
    state: Annotated[StateDocument, Field(description="The state that its sheet folds to.")]


class WrittenDocument(TypedDict):
    """A line as it was written. A retry with the same key gets the same answer."""

    line: Annotated[LineDocument, Field(description="The line as it was written.")]
    match: Annotated[AfterDocument, Field(description="The match as it was after it.")]


class MatchWithLinesDocument(MatchDocument):
    """The current sheet, for a writer who has seen an older version."""

    lines: Annotated[list[LineDocument], Field(description="The lines of its sheet, in order.")]


class ConflictDocument(ProblemDocument):
    """A problem. With ``stale_version`` and ``key_reused`` it has the current sheet, with
    ``correction_moves_lines`` what the line would change on the sheet (``effect``). With
    ``correction_moves_lines``, ``correction_not_agreed`` and ``next_match_begun``, users who manage
    the event also get all other consequences."""

    match: NotRequired[
        Annotated[MatchWithLinesDocument, Field(description="The match with its current sheet.")]
    ]
    effect: NotRequired[
        Annotated[
            SheetEffectDocument, Field(description="What the line would change on the sheet.")
        ]
    ]
    consequences: NotRequired[
        Annotated[
            ConsequencesDocument,
            Field(description="What the line would change in later matches and draws."),
        ]
    ]


STALE_SENTENCE = (
    "Someone else has written in the meantime. Yours is not lost: look, then write it again."
)
STALE_VERSION = OpenApiExample(
    "stale_version",
    # Without `match`, which is as long as the sheet: the schema has it.
    {
        "type": "urn:la-bella:problem:stale_version",
        "title": STALE_SENTENCE,
        "status": 409,
        "code": "stale_version",
        "params": {"seen": 2, "version": 3},
        "violations": [
            {
                "code": "stale_version",
                "at": None,
                "pointer": "/version",
                "params": {"seen": 2, "version": 3, "field": "version"},
                "sentence": STALE_SENTENCE,
            }
        ],
        "instance": "urn:la-bella:request:5f0c2b7e",
    },
    response_only=True,
    status_codes=[409],
)


LINES = [
    OpenApiExample(kind, DOCUMENTS[f"{kind.title()}LineRequest"], request_only=True)
    for kind in (HAND, AMEND, STRIKE, TOTAL, SIGN)
]


class SheetPart(Frozen):
    """The query parameters that select lines of a sheet."""

    after: Annotated[
        int, Field(description="Only the lines after this number.", ge=0, le=LARGEST_VERSION)
    ] = 0
    page_size: Annotated[
        int, Field(description="How many lines are answered at most.", ge=1, le=MOST_LINES)
    ] = MOST_LINES
