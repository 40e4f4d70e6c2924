"""Matches as rows of a list: who plays, where, and how it stands."""

from collections.abc import Mapping, Sequence
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from api.fields import IdField, IsoMomentField
from api.serializers.entry_names import EntryNameSerializer
from scoring.models import Match
from tournaments.models import Pairing
from tournaments.selectors.stages.matches import Seat, load_seats


class MatchSideSerializer(serializers.Serializer[Any]):
    """A side of a match; without entry while it is not known."""

    side = serializers.IntegerField(help_text="Its number, from 0.")
    entry = EntryNameSerializer(allow_null=True, help_text="Who plays on it.")


class MatchRowSerializer(serializers.Serializer[Pairing]):
    """A match of an event as it stands: a row for each pairing that has a match.

    The context has ``seats``, by pairing; the rows come from ``annotate_match_rows``.
    """

    id = IdField(source="match_id", help_text="The id of the match.")
    event = serializers.UUIDField(source="event_id", help_text="The id of the event.")
    pairing = IdField(source="pk", help_text="The id of its pairing.")
    code = serializers.CharField(help_text="The code of its pairing in the stage.")
    stage = IdField(source="round.group.stage_id", help_text="The id of the stage.")
    group = serializers.IntegerField(
        source="round.group.number", help_text="The number of the group in its stage."
    )
    round = IdField(source="round_id", help_text="The id of the round.")
    round_number = serializers.IntegerField(
        source="round.number", help_text="The number of the round in its section, from 1."
    )
    table = serializers.IntegerField(
        source="table.number",
        default=None,
        allow_null=True,
        help_text="The number of the table it is on.",
    )
    state = serializers.ChoiceField(
        choices=Pairing.State.choices, help_text="Where it stands, from WAITING to DECIDED."
    )
    status = serializers.ChoiceField(
        source="match.state", choices=Match.State.choices, help_text="Whether it is decided."
    )
    version = serializers.IntegerField(
        source="match.version", help_text="The number of the last line of its sheet."
    )
    sides = serializers.SerializerMethodField(help_text="The sides that meet.")
    winner_side = serializers.IntegerField(
        source="match.winner", allow_null=True, help_text="The side that has won it."
    )
    games_won = serializers.SerializerMethodField(help_text="The games won, by side.")
    games = serializers.SerializerMethodField(
        help_text="The totals of each game that has begun, by side; the last may be in play."
    )
    points = serializers.SerializerMethodField(
        help_text="The sum of the totals of all games, by side."
    )
    hands = serializers.SerializerMethodField(help_text="The hands played.")
    called_at = IsoMomentField(allow_null=True, help_text="When it was called.")
    decided_at = IsoMomentField(allow_null=True, help_text="When it was decided.")
    last_line_at = IsoMomentField(
        allow_null=True, help_text="When the last line of its sheet arrived."
    )
    seconds_a_hand = serializers.SerializerMethodField(
        help_text="Its pace: the seconds from the call to the last line, by the hands played."
    )

    @extend_schema_field(MatchSideSerializer(many=True))
    def get_sides(self, pairing: Pairing) -> list[dict[str, Any]]:
        seats: Mapping[int, Sequence[Seat]] = self.context["seats"]
        sides: list[dict[str, Any]] = []
        for seat in seats.get(pairing.pk, ()):
            name, entry = seat.name, None
            # A seat has no name while the match that decides it is being played.
            if name is not None:
                entry = {"id": name.id, "short": name.short, "players": list(name.players)}
            sides.append({"side": seat.side, "entry": entry})
        return sides

    def get_games_won(self, pairing: Pairing) -> list[int]:
        return list(_snapshot(pairing).get("wins", ()))

    @extend_schema_field(
        {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}
    )
    def get_games(self, pairing: Pairing) -> list[list[int]]:
        return [list(game["totals"]) for game in _snapshot(pairing).get("games", ())]

    def get_points(self, pairing: Pairing) -> list[int]:
        return list(_snapshot(pairing).get("sum", ()))

    def get_hands(self, pairing: Pairing) -> int:
        return sum(game["hands"] for game in _snapshot(pairing).get("games", ()))

    def get_seconds_a_hand(self, pairing: Pairing) -> int | None:
        last_line_at = pairing.last_line_at  # type: ignore[attr-defined]
        hands = self.get_hands(pairing)
        if pairing.called_at is None or last_line_at is None or hands == 0:
            return None
        return max(int((last_line_at - pairing.called_at).total_seconds()) // hands, 0)


def _snapshot(pairing: Pairing) -> Mapping[str, Any]:
    if pairing.match is None:
        return {}
    snapshot: Mapping[str, Any] = pairing.match.snapshot
    return snapshot


def make_match_documents(pairings: Any) -> Any:
    """Matches as rows of a list: as many queries for any number."""
    context = {"seats": load_seats(pairings)}
    return MatchRowSerializer(pairings, many=True, context=context).data
