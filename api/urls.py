"""The addresses of the API, version 1. Each ends in a slash."""

from typing import Any

from django.urls import include, path, re_path

from api.routers import ApiRouter
from api.views.absences import StageAbsenceViewSet
from api.views.anchors import AnchorKeyView, AnchorViewSet, EventAnchorViewSet
from api.views.bracket_changes import ChangeViewSet, StageChangeViewSet
from api.views.brackets import BracketViewSet
from api.views.clocks import ExtraTimeViewSet, ForecastViewSet, RoundClockViewSet
from api.views.clubs import ClubViewSet, VenueViewSet
from api.views.conflicts import EventConflictViewSet, SheetConflictViewSet
from api.views.devices import DeviceViewSet, OwnCallView, OwnDeviceView
from api.views.draws import DrawViewSet
from api.views.entries import EntryViewSet
from api.views.event_entries import EventEntryViewSet, StageEntryViewSet
from api.views.events import EventViewSet
from api.views.formats import FormatViewSet
from api.views.guides import GuideView
from api.views.halls import EventRefereeCallViewSet, HallViewSet, RefereeCallViewSet
from api.views.index import DocsView, IndexView, SchemaView, UnknownView
from api.views.jobs import JobViewSet
from api.views.lines import LineViewSet
from api.views.matches import MatchViewSet
from api.views.next_round import StageRoundViewSet
from api.views.no_shows import NoShowsViewSet, WaitingPlaceViewSet
from api.views.outlook import OutlookViewSet
from api.views.pairing_constraints import (
    PairingConstraintViewSet,
    StagePairingConstraintViewSet,
)
from api.views.pairings import PairingViewSet, StagePlayOffViewSet
from api.views.payments import (
    CashViewSet,
    EntryPaymentViewSet,
    EventPaymentViewSet,
    PaymentViewSet,
)
from api.views.penalties import DisqualificationViewSet, EventPenaltyViewSet, PenaltyViewSet
from api.views.pending_decisions import EventPendingDecisionViewSet, PendingDecisionViewSet
from api.views.people import InvitationViewSet, RoleViewSet
from api.views.planner import PlannerViewSet
from api.views.players import ClubPlayerViewSet, EventPlayerViewSet, PlayerViewSet
from api.views.prints import PrintViewSet, SpreadsheetView
from api.views.prizes import PrizeViewSet
from api.views.protests import EventProtestViewSet, ProtestViewSet
from api.views.rankings import RankingViewSet, StageDocumentViewSet
from api.views.regulations import RegulationViewSet
from api.views.rounds import RoundViewSet
from api.views.rulebooks import RulebookViewSet
from api.views.sites import EmbeddingSitesViewSet
from api.views.stages import EventStageViewSet, StageGroupViewSet, StageViewSet
from api.views.standings import StandingsViewSet
from api.views.table_codes import EventTableCodeViewSet, TableCodeViewSet
from api.views.templates import CopyViewSet, TemplateViewSet
from api.views.webhooks import ClubWebhookViewSet, WebhookDeliveryViewSet, WebhookViewSet

# Django tries the addresses in their order. The hall writes hands more often than all the rest is
# asked for, and behind the others this address took an eighth of a hand's processor time; what is
# polled took a fifth of an answer 304 there.
hot_router = ApiRouter()
hot_router.register("matches/<id:match_id>/lines", LineViewSet, "line")
hot_router.register("matches", MatchViewSet, "match")
hot_router.register("events", BracketViewSet, "bracket")
hot_router.register("events", StandingsViewSet, "standings")

router = ApiRouter()
router.register("clubs", ClubViewSet, "club")
router.register("clubs/<id:club_id>/players", ClubPlayerViewSet, "club-player")
router.register("clubs", PlannerViewSet, "planner")
router.register("clubs", EmbeddingSitesViewSet, "embedding-sites")
router.register("players", PlayerViewSet, "player")
router.register("venues", VenueViewSet, "venue")
router.register("events", EventViewSet, "event")
router.register("events/<uuid:event_id>/players", EventPlayerViewSet, "event-player")
router.register("events/<uuid:event_id>/entries", EventEntryViewSet, "event-entry")
router.register("events", RegulationViewSet, "regulation")
router.register("events", PrizeViewSet, "prize")
router.register("events", AnchorViewSet, "anchor")
router.register("events", CashViewSet, "cash")
router.register("events", NoShowsViewSet, "no-shows")
router.register("events", ForecastViewSet, "forecast")
router.register("events/<uuid:event_id>/anchors", EventAnchorViewSet, "event-anchor")
router.register("events/<uuid:event_id>/penalties", EventPenaltyViewSet, "event-penalty")
router.register("events/<uuid:event_id>/payments", EventPaymentViewSet, "event-payment")
router.register("entries/<id:entry_id>/payments", EntryPaymentViewSet, "entry-payment")
router.register("payments", PaymentViewSet, "payment")
router.register("entries/<id:entry_id>/waiting-place", WaitingPlaceViewSet, "waiting-place")
router.register("penalties", PenaltyViewSet, "penalty")
router.register("entries", DisqualificationViewSet, "disqualification")
router.register("events/<uuid:event_id>/questions", EventPendingDecisionViewSet, "event-question")
router.register("questions", PendingDecisionViewSet, "question")
router.register("events/<uuid:event_id>/protests", EventProtestViewSet, "event-protest")
router.register("protests", ProtestViewSet, "protest")
router.register("events/<uuid:event_id>/halls", HallViewSet, "hall")
router.register("events/<uuid:event_id>/prints", PrintViewSet, "print")
router.register("events/<uuid:event_id>/sheet-conflicts", EventConflictViewSet, "event-conflict")
router.register("sheet-conflicts", SheetConflictViewSet, "sheet-conflict")
router.register("events/<uuid:event_id>/referee-calls", EventRefereeCallViewSet, "event-call")
router.register("referee-calls", RefereeCallViewSet, "referee-call")
router.register("events", CopyViewSet, "copy")
router.register("clubs/<id:club_id>/roles", RoleViewSet, "role")
router.register("clubs/<id:club_id>/invitations", InvitationViewSet, "invitation")
router.register("clubs/<id:club_id>/templates", TemplateViewSet, "template")
router.register("events/<uuid:event_id>/stages", EventStageViewSet, "event-stage")
router.register("stages", StageViewSet, "stage")
router.register("stages", RankingViewSet, "ranking")
router.register("stages", StageDocumentViewSet, "stage-document")
router.register("stages", OutlookViewSet, "outlook")
router.register("stages/<id:stage_id>/groups", StageGroupViewSet, "stage-group")
router.register("stages/<id:stage_id>/rounds", StageRoundViewSet, "stage-round")
router.register("stages/<id:stage_id>/absences", StageAbsenceViewSet, "stage-absence")
router.register("stages/<id:stage_id>/wishes", StagePairingConstraintViewSet, "stage-wish")
router.register("wishes", PairingConstraintViewSet, "wish")
router.register("draws", DrawViewSet, "draw")
router.register("stages/<id:stage_id>/entries", StageEntryViewSet, "stage-entry")
router.register("entries", EntryViewSet, "entry")
router.register("clubs/<id:club_id>/webhooks", ClubWebhookViewSet, "club-webhook")
router.register("webhooks", WebhookViewSet, "webhook")
router.register("deliveries", WebhookDeliveryViewSet, "delivery")
router.register("rounds", RoundViewSet, "round")
router.register("rounds", RoundClockViewSet, "round-clock")
router.register("pairings", PairingViewSet, "pairing")
router.register("pairings", ExtraTimeViewSet, "extra-time")
router.register("stages/<id:stage_id>/play-offs", StagePlayOffViewSet, "stage-play-off")
router.register("stages/<id:stage_id>/changes", StageChangeViewSet, "stage-change")
router.register("changes", ChangeViewSet, "change")
router.register("events/<uuid:event_id>/table-codes", EventTableCodeViewSet, "event-table-code")
router.register("table-codes", TableCodeViewSet, "table-code")
router.register("devices", DeviceViewSet, "device")
router.register("jobs", JobViewSet, "job")
router.register("formats", FormatViewSet, "format")
router.register("rulebooks", RulebookViewSet, "rulebook")

app_name = "api"
resources: list[Any] = [
    *hot_router.urls,
    path("", IndexView.as_view(), name="index"),
    path("schema/", SchemaView.as_view(), name="schema"),
    path("guides/<slug:guide_name>/", GuideView.as_view(), name="guide"),
    path("docs/", DocsView.as_view(), name="docs"),
    *router.urls,
    path(
        "events/<uuid:event_id>/spreadsheets/<slug:table_name>/",
        SpreadsheetView.as_view(),
        name="spreadsheet",
    ),
    path("anchor-key/", AnchorKeyView.as_view(), name="anchor-key"),
    path("device/", OwnDeviceView.as_view(), name="device"),
    path("device/referee/", OwnCallView.as_view(), name="device-referee"),
    re_path("", UnknownView.as_view()),
]
urlpatterns = [path("v1/", include(resources)), re_path("", UnknownView.as_view())]
