"""Draws with all data needed to repeat them, and the bodies that prepare and hold them."""

from datetime import datetime
from typing import Annotated, Literal, NotRequired

from drf_spectacular.utils import extend_schema_serializer
from pydantic import Field
from typing_extensions import TypedDict

from api.documents import ConstraintsDict, EventId, FormatOptionsDict, MomentText
from api.fields import PlainCharField
from api.serializers.base import StrictSerializer
from api.serializers.reasons import LoggedReasonSerializer
from api.serializers.sheets import AuthorDocument, get_public_author_id
from database.limits import LONGEST_WORD
from tournaments.models import Draw
from tournaments.selectors.draws.draws import find_meetings_again


@extend_schema_serializer(component_name="DrawBody")
class NewDrawSerializer(LoggedReasonSerializer):
    """``word``: the public word; without it the draw is held in silence, which is shown on it.
    ``reason``: needed to repeat a draw that was held."""

    word = PlainCharField(
        max_length=LONGEST_WORD,
        allow_blank=True,
        default="",
        help_text="The public word; empty: the server makes one.",
    )


@extend_schema_serializer(component_name="WordBody")
class WordSerializer(StrictSerializer):
    """``word``: the public word that somebody in the hall has said."""

    word = PlainCharField(
        max_length=LONGEST_WORD,
        allow_blank=True,
        help_text="The public word, exactly as it was said.",
    )


class DrawnEntryDocument(TypedDict):
    """An entry as it was drawn: its seed, its club for keeping clubmates apart, and the group that
    it was assigned to. In a stage that follows another: its pot, the group of its groupmates
    (``mates``), the points carried over (``carried``), the opponents that it has met."""

    id: Annotated[int, Field(description="The id of the entry.")]
    seed: Annotated[int | None, Field(description="Its seed, from 1; null: not seeded.")]
    club: Annotated[
        str | None, Field(description="The club that keeps it apart from clubmates; null: none.")
    ]
    group: NotRequired[
        Annotated[int, Field(description="The number of the group that it was assigned to.")]
    ]
    pot: NotRequired[Annotated[int, Field(description="The number of its pot.")]]
    mates: NotRequired[
        Annotated[
            str,
            Field(description="The group of the earlier stage that it shares with its groupmates."),
        ]
    ]
    carried: NotRequired[Annotated[int, Field(description="The points that it carries over.")]]
    met: NotRequired[
        Annotated[list[int], Field(description="The ids of the opponents that it has met.")]
    ]


class MeetingAgainDocument(TypedDict):
    """Two entries that have met in an earlier stage and that the draw could not keep apart: they
    meet in this round (``certain``), or can meet in it."""

    entries: Annotated[list[int], Field(description="The ids of the two entries.")]
    round: Annotated[int, Field(description="The number of the round.")]
    group: Annotated[int, Field(description="The number of the group.")]
    certain: Annotated[bool, Field(description="Whether they meet whatever the results are.")]


class DrawDocument(TypedDict):
    """A draw: prepared (``COMMITTED``), held or called off. The ``commitment`` is always shown;
    ``secret``, ``word`` and ``seed`` once the word was said. ``secret``, ``word``, ``entries``,
    ``options`` and ``constraints`` determine the ``order`` (with several groups, a list of lists);
    ``version`` is that of the algorithm. The last draw of a stage that was held counts.
    ``meetings_again``: entries that have met in an earlier stage and could not be kept apart.
    ``purpose``: the ORDER of a stage, or LOTS among tied entries. Who held it is shown only to
    members of the club."""

    id: Annotated[int, Field(description="The id of the draw.")]
    event: Annotated[EventId, Field(description="The id of the event.")]
    stage: Annotated[int, Field(description="The id of the stage.")]
    number: Annotated[int, Field(description="Its number among the draws of the stage, from 1.")]
    purpose: Annotated[
        Literal["ORDER", "LOTS"],
        Field(description="The order of a stage, or lots among tied entries."),
    ]
    state: Annotated[
        Literal["COMMITTED", "HELD", "CALLED_OFF"],
        Field(description="Whether it is prepared, held or called off."),
    ]
    commitment: Annotated[
        str, Field(description="The hash of the secret, published before the word is said.")
    ]
    secret: Annotated[str | None, Field(description="The secret; null until the word was said.")]
    word: Annotated[str | None, Field(description="The public word; null until it was said.")]
    seed: Annotated[
        str | None, Field(description="The seed that secret and word give; null until it is held.")
    ]
    format: Annotated[str, Field(description="The format of the stage, as `formats/` names it.")]
    options: Annotated[
        FormatOptionsDict,
        Field(description="The options of that format, by the schema in `formats/{name}/`."),
    ]
    constraints: Annotated[ConstraintsDict, Field(description="What the draw has to respect.")]
    entries: Annotated[
        list[DrawnEntryDocument],
        Field(description="The entries as they are drawn, in the order of the input."),
    ]
    order: Annotated[
        list[int] | list[list[int]] | None,
        Field(
            description="The drawn order of ids, by group if there are several; null until held."
        ),
    ]
    meetings_again: Annotated[
        list[MeetingAgainDocument],
        Field(description="The meetings of an earlier stage that could not be kept apart."),
    ]
    version: Annotated[int, Field(description="The version of the algorithm.")]
    reason: Annotated[str, Field(description="Why it replaces an earlier draw.")]
    committed_at: Annotated[MomentText, Field(description="When it was prepared.")]
    said_at: Annotated[MomentText | None, Field(description="When the word was recorded.")]
    held_at: Annotated[MomentText | None, Field(description="When it was held.")]
    called_off_at: Annotated[MomentText | None, Field(description="When it was called off.")]
    called_off_reason: Annotated[str, Field(description="Why it was called off.")]
    author: NotRequired[Annotated[AuthorDocument, Field(description="Who prepared it.")]]


def build_draw_document(draw: Draw, *, inside: bool) -> DrawDocument:
    """A draw for the people of the club (``inside``) or for everybody."""
    meetings: list[MeetingAgainDocument] = []
    for again in find_meetings_again(draw):
        meeting = MeetingAgainDocument(
            entries=[int(entry) for entry in again.entries],
            round=again.round,
            group=again.group,
            certain=again.is_certain,
        )
        meetings.append(meeting)
    # Until the public word was said nobody may see the secret: the two together fix the order.
    is_said = draw.said_at is not None
    document = DrawDocument(
        id=draw.pk,
        event=str(draw.stage.event_id),
        stage=draw.stage_id,
        number=draw.number,
        purpose=draw.purpose,  # type: ignore[typeddict-item]
        state=draw.state,  # type: ignore[typeddict-item]
        commitment=draw.commitment,
        secret=draw.secret if is_said else None,
        word=draw.word if is_said else None,
        seed=draw.seed or None,
        format=draw.format,
        options=draw.options,
        constraints=draw.constraints,
        entries=draw.entries,
        order=draw.order,
        meetings_again=meetings,
        version=draw.version,
        reason=draw.reason,
        committed_at=draw.committed_at.isoformat(),
        said_at=_format_moment(draw.said_at),
        held_at=_format_moment(draw.held_at),
        called_off_at=_format_moment(draw.called_off_at),
        called_off_reason=draw.called_off_reason,
    )
    if inside:
        document["author"] = {"kind": draw.author_kind, "id": get_public_author_id(draw)}  # type: ignore[typeddict-item]
    return document


def _format_moment(at: datetime | None) -> str | None:
    return at.isoformat() if at else None
