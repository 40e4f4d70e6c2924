"""Entries: the list of an event, new ones, and their changes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.db.models.expressions import Combinable
from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.mixins import ListModelMixin
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.actors import Actor
from api.bodies import finding_member
from api.filters import EntryFilter
from api.fresh import answer_list, list_tag
from api.ordering import number_or_last
from api.rendering import LARGEST_BODY
from api.serializers.entries import (
    BulkEntriesSerializer,
    CheckInSerializer,
    EntryChangeSerializer,
    EntrySerializer,
    GroupNumberSerializer,
    ImportedEntrySerializer,
    ImportedSerializer,
    LateEntrySerializer,
    NewEntrySerializer,
    PaidSerializer,
    PresentSerializer,
    ReasonSerializer,
    ReplacementSerializer,
    SeedSerializer,
    make_details,
)
from api.viewsets import ApiViewSet, now
from database.transactions import atomic_with_retry
from kernel.violations import Violation
from tournaments.models import Entry, Event
from tournaments.refusals import EntryListRefused, EntryRefused
from tournaments.selectors.draws.changes import is_bracket
from tournaments.selectors.events.events import get_visible_event, is_of_the_club
from tournaments.selectors.registration.entries import (
    get_visible_entry,
    list_name_keys,
    load_entry_names,
)
from tournaments.selectors.stages.stages import get_stage
from tournaments.services.draws.late_entries import enter_late_in_bracket
from tournaments.services.registration.deletions import delete_entry
from tournaments.services.registration.entries import (
    assign_group,
    enter,
    import_entries,
    set_seed,
)
from tournaments.services.registration.entry_corrections import (
    EntryCorrection,
    SamePerson,
    correct_entry,
)
from tournaments.services.rounds.next_round import enter_late
from tournaments.services.undo.arrivals import mark_paid, mark_present, mark_present_and_paid
from tournaments.services.undo.entries import make_entry_steps
from tournaments.services.undo.replacements import replace_pair
from tournaments.services.undo.steps import UndoStep
from tournaments.services.undo.withdrawals import withdraw_pair

LARGEST_LIST = 1024 * 1024


class BaseEntryViewSet(ApiViewSet):
    """Serializes entries with their names, in a number of queries that their number does not
    change."""

    lookup_url_kwarg = "entry_id"
    serializer_class = EntrySerializer
    queryset = Entry.objects.all()

    def make_documents(self, event: Event, entries: Sequence[Entry], *, is_inside: bool) -> Any:
        names = load_entry_names(event, [entry.pk for entry in entries])
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


class EventEntryViewSet(ListModelMixin, BaseEntryViewSet):
    """The entries of an event, in the order of entering."""

    filterset_class = EntryFilter
    ordering_fields = ("seed", "name", "entered_at")
    offers_undo = ("create", "bulk")
    serializer_classes = {"create": NewEntrySerializer, "bulk": BulkEntriesSerializer}

    @cached_property
    def event(self) -> Event:
        return get_visible_event(self.actor, self.kwargs["event_id"])

    @property
    def largest_body(self) -> int:
        return LARGEST_LIST if self.action == "bulk" else LARGEST_BODY

    def get_queryset(self) -> QuerySet[Entry]:
        return super().get_queryset().filter(event=self.event)

    def list_ordering_keys(self, name: str) -> Sequence[Combinable]:
        if name == "seed":
            return [number_or_last(name)]
        if name == "name":
            # By what is shown: an order must not reveal more of a name than the list does.
            return list_name_keys(hides_surnames=self.event.names == Event.Names.INITIAL)
        return super().list_ordering_keys(name)

    def list(self, request: Request, event_id: UUID) -> Any:
        """The entries of an event, in the order of entering."""
        is_inside = is_of_the_club(self.actor, self.event)
        # Who works at the event is shown more: another answer, also of the same version.
        tag = list_tag(self.event, self.event.entries.all(), int(is_inside))
        return answer_list(request, tag=tag, make=lambda: self._list(is_inside=is_inside))

    def _list(self, *, is_inside: bool) -> Response:
        page = self.paginate_queryset(self.filter_queryset(self.get_queryset())) or []
        return self.get_paginated_response(
            self.make_documents(self.event, page, is_inside=is_inside)
        )

    @extend_schema(responses={201: EntrySerializer})
    def create(self, request: Request, event_id: UUID) -> Response:
        """Adds an entry; in a full event it waits for a place."""
        details = make_details(self.read_body())
        at = now()
        entry = enter(event=self.event, form=details, actor=self.actor, now=at)
        steps = make_entry_steps(entry.event, [entry], actor=self.actor, now=at)
        response = self.created(entry, "api:entry-detail", entry_id=entry.pk)
        return self.offer_undo(response, steps)

    @extend_schema(responses=ImportedSerializer)
    @action(detail=False, methods=["post"])
    def bulk(self, request: Request, event_id: UUID) -> Response:
        """Enters a list, all of it or nothing. Pairs that are entered already are not entered
        again, so the same list may be sent twice. 422 has the violations of every entry, with
        pointers (`at` counts the entries from 0)."""
        document, steps = self._enter_list(self.event, self.read_body())
        return self.offer_undo(Response(document), steps)

    @atomic_with_retry
    def _enter_list(
        self, event: Event, body: Mapping[str, Any]
    ) -> tuple[dict[str, Any], Sequence[UndoStep]]:
        at = now()
        imported = import_entries(
            event=event,
            forms=[make_details(entry) for entry in body["entries"]],
            actor=self.actor,
            now=at,
            updated=frozenset(body["update_fields"]),
        )
        # The documents of a dry run are made before its rows are taken back.
        entries = ImportedEntrySerializer(
            imported.entries,
            many=True,
            context={
                "names": load_entry_names(event, [entry.pk for entry in imported.entries]),
                "is_inside": True,
                "dry_run": body["dry_run"],
            },
        ).data
        steps: list[UndoStep] = []
        if body["dry_run"]:
            transaction.set_rollback(True)
        elif not imported.changed:
            # What a list has changed of known entries is stored nowhere: only new ones are undone.
            event.refresh_from_db()
            steps = make_entry_steps(event, imported.entries, actor=self.actor, now=at)
        document = {
            "entries": entries,
            "known": imported.known,
            "changed": imported.changed,
            "dry_run": body["dry_run"],
        }
        return document, steps


FIELDS = {"seed_taken": "seed", "no_such_group": "group"}
"""The field that a violation of an entry is about; else it is about its players."""


def point_at_field(violation: Violation) -> Violation:
    """A violation of an entry, in a list or alone, with the field that its pointer is made from."""
    field = FIELDS.get(violation.code, "players")
    if violation.at is not None:
        field = f"{violation.at}.{field}"
    return replace(violation, params={**violation.params, "field": field})


def find_entry(actor: Actor, entry_id: int | None) -> Entry | None:
    """An entry; None without an id. Raises NotFound."""
    return None if entry_id is None else get_visible_entry(actor, entry_id)


class StageEntryViewSet(BaseEntryViewSet):
    """Entries that come when a stage is played already."""

    serializer_classes = {"create": LateEntrySerializer}

    @extend_schema(responses={201: EntrySerializer})
    def create(self, request: Request, stage_id: int) -> Response:
        """Adds a late entry, which plays from the next round on, or puts it into a bracket. If
        that breaks something, it is refused first (`change_breaks_something`); sent again with
        `agreed` it is done."""
        stage = get_stage(self.actor, stage_id)
        body = self.read_body()
        if is_bracket(stage):
            with finding_member("against"):
                against = find_entry(self.actor, body["against"])
            change = enter_late_in_bracket(
                stage=stage,
                form=make_details({**body, "group": None}),
                against=against,
                preliminary=body["preliminary"],
                version=body["version"],
                reason=body["reason"],
                agreed=body["agreed"],
                actor=self.actor,
                now=now(),
            )
            entry = change.entry
        else:
            entry = enter_late(
                stage=stage,
                form=make_details({**body, "group": None}),
                group=body["group"],
                actor=self.actor,
                now=now(),
            )
        return self.created(entry, "api:entry-detail", entry_id=entry.pk)


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
        players = body.pop("players", [])
        same_person = body.pop("same_person", None)
        for number, name in enumerate(players, start=1):
            body |= {f"first{number}": name.first, f"last{number}": name.last}
        # One answer holds for all players: a body has no form that could ask for each of them.
        answers: dict[int, SamePerson] = {}
        if same_person:
            answers = dict.fromkeys(range(1, len(players) + 1), SamePerson(same_person))
        # A program has seen no form: nothing is compared with what was on it.
        correction = EntryCorrection(seen={}, wanted=body, same_person=answers)
        entry = correct_entry(entry=entry, correction=correction, actor=self.actor, now=now())
        return Response(self.make_document(entry))

    @extend_schema(responses=EntrySerializer)
    @action(detail=True, methods=["post"])
    def withdraw(self, request: Request, entry_id: int) -> Response:
        """Withdraws an entry without deleting it; during play, its open match goes to the other
        side."""
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
