"""Documents of the notation as fields of the API. Each has ``x-document`` with its name in its
schema, of which ``api.openapi.notation`` makes a reference."""

from dataclasses import replace
from typing import Annotated, Any, Final, TypeAlias

from drf_spectacular.utils import extend_schema_field
from pydantic import Field, ValidationError, WithJsonSchema

from api.fields import DocumentField, ObjectField
from api.reading import find_body_violations
from competition.cuts.cut import Cut
from competition.draw.constraints import Constraints
from kernel.models import Frozen
from kernel.reading import read
from kernel.refusals import Refused
from kernel.violations import Violation
from scoring.core.format import read_format

MARK: Final = "x-document"


def _refer_to(name: str) -> WithJsonSchema:
    return WithJsonSchema({"type": "object", MARK: name})


EventId: TypeAlias = Annotated[str, Field(json_schema_extra={"format": "uuid"})]
MomentText: TypeAlias = Annotated[str, Field(json_schema_extra={"format": "date-time"})]
DateText: TypeAlias = Annotated[str, Field(json_schema_extra={"format": "date"})]
MatchFormatDict: TypeAlias = Annotated[dict[str, Any], _refer_to("MatchFormat")]
CutDict: TypeAlias = Annotated[dict[str, Any], _refer_to("Cut")]
ConstraintsDict: TypeAlias = Annotated[dict[str, Any], _refer_to("Constraints")]
FormatOptionsDict: TypeAlias = Annotated[dict[str, Any], _refer_to("FormatOptions")]


@extend_schema_field({"type": "object", MARK: "MatchFormat"})
class MatchFormatField(DocumentField):
    """The games of a match and how many must be won."""

    def read_document(self, data: Any) -> object:
        return read_format(data)


@extend_schema_field({"type": "object", MARK: "FormatOptions"})
class FormatOptionsField(ObjectField):
    """The options of a format of play."""


@extend_schema_field({"type": "object", MARK: "RankingOptions"})
class RankingOptionsField(ObjectField):
    """The options of a ranking."""


@extend_schema_field({"type": "object", MARK: "Calendar"})
class CalendarField(ObjectField):
    """How rounds get their dates."""


class CutBody(Frozen):
    """A body with nothing but a cut."""

    cut: Annotated[Cut, Field(discriminator="take")]


@extend_schema_field({"type": "object", MARK: "Cut"})
class CutField(DocumentField):
    """Which entries of an earlier stage advance, with the defaults of what is left out."""

    is_read_with_body = True

    def to_internal_value(self, data: Any) -> Any:
        document = super().to_internal_value(data)
        try:
            return self.read_document(document).model_dump(mode="json")
        except Refused:
            return document  # the serializer names its faults

    def read_document(self, data: Any) -> Cut:
        body = {"cut": data}
        try:
            return CutBody.model_validate(body).cut
        except ValidationError as error:
            faults = [*find_body_violations(error, body)]
        violations: list[Violation] = []
        for fault in faults:
            field = str(fault.params["field"]).removeprefix("cut").removeprefix(".")
            violations.append(replace(fault, params={**fault.params, "field": field}))
        raise Refused(violations)


@extend_schema_field({"type": "object", MARK: "Constraints"})
class ConstraintsField(DocumentField):
    """What a draw has to respect."""

    def read_document(self, data: Any) -> object:
        return read(Constraints, data)
