"""Entries that do not come: who they are, and who plays in their place."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.entries import EntrySerializer
from api.serializers.entry_names import EntryNameSerializer
from api.serializers.no_shows import NoShowsSerializer
from api.serializers.reasons import ReasonSerializer
from api.views.entries import BaseEntryViewSet
from api.views.managed import get_event_to_manage
from api.viewsets import ApiViewSet, now
from tournaments.models import Event
from tournaments.selectors.registration.entries import get_visible_entry
from tournaments.selectors.registration.names import load_names_of_entries
from tournaments.selectors.registration.no_shows import load_no_shows
from tournaments.services.undo.replacements import replace_by_waiting


class NoShowsViewSet(ApiViewSet):
    """The entries of an event that have not presented themselves."""

    lookup_url_kwarg = "event_id"
    lookup_value_converter = "uuid"
    queryset = Event.objects.all()
    row_classes = {"no_shows": EntryNameSerializer}
    csv_member = "entries"
    may_refuse_with = {"no_shows": (403,)}
    serializer_class = NoShowsSerializer

    @action(detail=True, url_path="no-shows", url_name="detail")
    def no_shows(self, request: Request, event_id: UUID) -> Response:
        """The entries of an event that have not presented themselves, for those who manage it."""
        event = get_event_to_manage(self.actor, event_id)
        no_show_entries = load_no_shows(event)
        names = load_names_of_entries(event, no_show_entries.entries)
        document = {
            "due_at": no_show_entries.due_at,
            "is_due": no_show_entries.is_due(now()),
            "next_waiting": no_show_entries.next_waiting and no_show_entries.next_waiting.pk,
            "entries": [names[entry.pk] for entry in no_show_entries.entries],
        }
        return Response(self.make_document(document))


class WaitingPlaceViewSet(BaseEntryViewSet):
    """The place of an entry that does not come."""

    offers_undo = ("create",)
    serializer_classes = {"create": ReasonSerializer}

    @extend_schema(responses={201: EntrySerializer})
    def create(self, request: Request, entry_id: int) -> Response:
        """After the draw, lets the first pair that waits play in the place of one that does not
        come; answers with the new entry. (Before the draw it moves up by a withdrawal.)"""
        reason = self.read_body()["reason"]
        entry = get_visible_entry(self.actor, entry_id)
        steps = replace_by_waiting(entry=entry, reason=reason, actor=self.actor, now=now())
        # The service answers with what undoes it; the first step names the new entry.
        new_entry = get_visible_entry(self.actor, steps[0].data["new"])
        response = self.created(new_entry, "api:entry-detail", entry_id=new_entry.pk)
        return self.offer_undo(response, steps)
