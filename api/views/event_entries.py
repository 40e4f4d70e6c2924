"""Entries of an event: the list, new ones one by one or many at once, and those that come late."""

from collections.abc import Mapping, Sequence
from functools import partial
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
from api.filters import EntryFilter
from api.fresh import answer_list, list_tag
from api.ordering import number_or_last
from api.reading import finding_member
from api.rendering import LARGEST_BODY
from api.serializers.entries import (
    BulkEntriesSerializer,
    EntrySerializer,
    ImportedEntrySerializer,
    ImportedSerializer,
    LateEntrySerializer,
    NewEntrySerializer,
    make_details,
)
from api.views.entries import BaseEntryViewSet
from api.views.within import InEventViewSet
from api.viewsets import now
from database.transactions import atomic_with_retry
from tournaments.models import Entry, Event
from tournaments.selectors.draws.changes import is_bracket
from tournaments.selectors.events.events import is_of_the_club
from tournaments.selectors.registration.entries import get_visible_entry, list_name_keys
from tournaments.selectors.registration.names import load_names_of_entries
from tournaments.selectors.stages.stages import get_stage
from tournaments.services.draws.late_entries import enter_late_in_bracket
from tournaments.services.registration.entries import (
    enter,
    import_entries,
)
from tournaments.services.rounds.next_round import enter_late
from tournaments.services.undo.entries import make_entry_steps
from tournaments.services.undo.steps import UndoStep

LARGEST_LIST = 1024 * 1024


class EventEntryViewSet(ListModelMixin, InEventViewSet, BaseEntryViewSet):
    """The entries of an event, in the order of entering."""

    filterset_class = EntryFilter
    ordering_fields = ("seed", "name", "entered_at")
    offers_undo = ("create", "bulk")
    serializer_classes = {"create": NewEntrySerializer, "bulk": BulkEntriesSerializer}

    @property
    def largest_body(self) -> int:
        if self.action == "bulk":
            return LARGEST_LIST
        return LARGEST_BODY

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
        make_documents = partial(self.make_documents, self.event, is_inside=is_inside)
        answer = partial(self.answer_page, make_documents)
        return answer_list(request, tag=tag, make=answer)

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
                "names": load_names_of_entries(event, imported.entries),
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


def find_entry(actor: Actor, entry_id: int | None) -> Entry | None:
    """An entry; None without an id. Raises NotFound."""
    if entry_id is None:
        return None
    return get_visible_entry(actor, entry_id)


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
