"""One entry, and its changes."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.entries import (
    CheckInSerializer,
    EntryChangeSerializer,
    EntrySerializer,
    GroupNumberSerializer,
    PaidSerializer,
    PresentSerializer,
    ReplacementSerializer,
    SeedSerializer,
    make_details,
)
from api.serializers.reasons import ReasonSerializer
from api.viewsets import ApiViewSet, now
from kernel.violations import Violation
from tournaments.models import Entry, Event
from tournaments.refusals import EntryListRefused, EntryRefused
from tournaments.selectors.events.events import is_of_the_club
from tournaments.selectors.registration.entries import get_visible_entry
from tournaments.selectors.registration.names import load_names_of_entries
from tournaments.services.registration.deletions import delete_entry
from tournaments.services.registration.entries import (
    assign_group,
    set_seed,
)
from tournaments.services.registration.entry_corrections import (
    EntryCorrection,
    SamePerson,
    correct_entry,
)
from tournaments.services.undo.arrivals import mark_paid, mark_present, mark_present_and_paid
from tournaments.services.undo.replacements import replace_pair
from tournaments.services.undo.steps import UndoStep
from tournaments.services.undo.withdrawals import withdraw_pair


class BaseEntryViewSet(ApiViewSet):
    """Serializes entries with their names, in a number of queries that their number does not
    change."""

    lookup_url_kwarg = "entry_id"
    serializer_class = EntrySerializer
    queryset = Entry.objects.all()

    def make_documents(self, event: Event, entries: Sequence[Entry], *, is_inside: bool) -> Any:
        names = load_names_of_entries(event, entries)
        context = {"names": names, "is_inside": is_inside}
        return EntrySerializer(entries, many=True, context=context).data

    def make_document(self, row: Entry) -> Any:
        """What is answered to a writer, who works at the event."""
        return self.make_documents(row.event, [row], is_inside=True)[0]

    def handle_exception(self, exc: Exception) -> Response:
        """Points a refused entry at the field, and a refused list also at the entry, of each of its
        violations."""
        if isinstance(exc, EntryRefused) and exc.pointer_base is None:
            is_list = isinstance(exc, EntryListRefused)
            exc.pointer_base = "/entries" if is_list else ""
            exc.violations = tuple(point_at_field(violation) for violation in exc.violations)
        return super().handle_exception(exc)


FIELDS = {"seed_taken": "seed", "no_such_group": "group"}
"""The field that a violation of an entry is about; else it is about its players."""


def point_at_field(violation: Violation) -> Violation:
    """A violation of an entry, in a list or alone, with the field that its pointer is made from."""
    field = FIELDS.get(violation.code, "players")
    if violation.at is not None:
        field = f"{violation.at}.{field}"
    return replace(violation, params={**violation.params, "field": field})


class EntryViewSet(BaseEntryViewSet):
    """One entry, and its changes."""

    may_refuse_with = {"destroy": (422,)}
    offers_undo = ("withdraw", "replace", "paid", "present", "check_in")
    serializer_classes = {
        "partial_update": EntryChangeSerializer,
        "withdraw": ReasonSerializer,
        "replace": ReplacementSerializer,
        "paid": PaidSerializer,
        "present": PresentSerializer,
        "check_in": CheckInSerializer,
        "seed": SeedSerializer,
        "group": GroupNumberSerializer,
    }

    def retrieve(self, request: Request, entry_id: int) -> Response:
        """One entry."""
        entry = self.get_entry()
        is_inside = is_of_the_club(self.actor, entry.event)
        return Response(self.make_documents(entry.event, [entry], is_inside=is_inside)[0])

    def destroy(self, request: Request, entry_id: int) -> Response:
        """Deletes an entry that was made by mistake: no draw has taken it and no money was
        recorded. Who waits gets its place."""
        delete_entry(entry=self.get_entry(), actor=self.actor, now=now())
        return Response(status=204)

    @extend_schema(responses=EntrySerializer)
    def partial_update(self, request: Request, entry_id: int) -> Response:
        """Corrects the fields that are sent: names, club, phone and notes at any time, seed and
        group until the draw fixes them."""
        body = self.read_body()
        entry = self.get_entry()
        players = body.pop("players", None)
        same_person = body.pop("same_person", None)
        for number, name in enumerate(players or (), start=1):
            body |= {f"first{number}": name.first, f"last{number}": name.last}
        # One answer holds for all players: a body has no form that could ask for each of them.
        answers: dict[int, SamePerson] = {}
        if same_person and players:
            answers = dict.fromkeys(range(1, len(players) + 1), SamePerson(same_person))
        # A program has seen no form: nothing is compared with what was on it.
        correction = EntryCorrection(
            seen={},
            wanted=body,
            same_person=answers,
            named=None if players is None else len(players),
        )
        entry = correct_entry(entry=entry, correction=correction, actor=self.actor, now=now())
        return Response(self.make_document(entry))

    @extend_schema(responses=EntrySerializer)
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, entry_id: int) -> Response:
        """Withdraws an entry without deleting it; during play, its open match goes to the other
        side, or is void at a table of more than two sides."""
        reason = self.read_body()["reason"]
        return self._change_undoably(withdraw_pair, reason=reason)

    @extend_schema(responses={201: EntrySerializer})
    @action(detail=True, methods=["post"])
    def replace(self, request: Request, entry_id: int) -> Response:
        """Replaces an entry of the draw that has not begun to play; answers with the new entry.
        Before the draw the names of an entry are corrected (`PATCH`)."""
        body = self.read_body()
        new_entry, steps = replace_pair(
            entry=self.get_entry(),
            form=make_details(body),
            reason=body["reason"],
            actor=self.actor,
            now=now(),
        )
        response = self.created(new_entry, "api:entry-detail", entry_id=new_entry.pk)
        return self.offer_undo(response, steps)

    @extend_schema(responses=EntrySerializer)
    @action(detail=True, methods=["post"])
    def paid(self, request: Request, entry_id: int) -> Response:
        """Records whether the fee was paid."""
        return self._change_undoably(mark_paid, paid=self.read_body()["paid"])

    @extend_schema(responses=EntrySerializer)
    @action(detail=True, methods=["post"])
    def present(self, request: Request, entry_id: int) -> Response:
        """Records whether the pair has presented itself at the desk."""
        return self._change_undoably(mark_present, present=self.read_body()["present"])

    @extend_schema(responses=EntrySerializer)
    @action(detail=True, methods=["post"], url_path="check-in")
    def check_in(self, request: Request, entry_id: int) -> Response:
        """Records that the pair has presented itself and, if `paid`, that it has paid what was
        missing: both or neither. The second time nothing changes."""
        if self.read_body()["paid"]:
            return self._change_undoably(mark_present_and_paid)
        return self._change_undoably(mark_present, present=True)

    @extend_schema(responses=EntrySerializer)
    @action(detail=True, methods=["post"])
    def seed(self, request: Request, entry_id: int) -> Response:
        """Sets or removes the seed of an entry, while entries are open."""
        return self._change(set_seed, seed=self.read_body()["seed"])

    @extend_schema(responses=EntrySerializer)
    @action(detail=True, methods=["post"])
    def group(self, request: Request, entry_id: int) -> Response:
        """Sets the group of the first stage in which an entry must play, while entries are open."""
        return self._change(assign_group, group=self.read_body()["group"])

    def get_entry(self) -> Entry:
        return get_visible_entry(self.actor, self.kwargs["entry_id"])

    def _change(self, service: Any, **arguments: Any) -> Response:
        """Calls the service with the entry and answers with it."""
        entry = service(entry=self.get_entry(), actor=self.actor, now=now(), **arguments)
        return Response(self.make_document(entry))

    def _change_undoably(
        self, service: Callable[..., list[UndoStep]], **arguments: Any
    ) -> Response:
        """As ``_change``, with a service that answers with its steps."""
        steps = service(entry=self.get_entry(), actor=self.actor, now=now(), **arguments)
        return self.offer_undo(Response(self.make_document(self.get_entry())), steps)
