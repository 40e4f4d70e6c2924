"""The addresses of the API, version 1. Each ends in a slash."""

from django.urls import URLPattern, include, path, re_path, register_converter

from api import (
    brackets,
    clubs,
    draws,
    entries,
    events,
    index,
    jobs,
    lines,
    matches,
    pairings,
    rounds,
    rulebooks,
    stages,
    standings,
)


class IdConverter:
    """The id of a row, as large as a database knows them: any other address is not here."""

    regex = "[1-9][0-9]{0,17}"

    def to_python(self, value: str) -> int:
        return int(value)

    def to_url(self, value: int) -> str:
        return str(value)


register_converter(IdConverter, "id")

app_name = "api"
resources: list[URLPattern] = [
    path("", index.Index.as_view(), name="index"),
    path("schema/", index.Schema.as_view(), name="schema"),
    path("docs/", index.Docs.as_view(), name="docs"),
    path("clubs/", clubs.Clubs.as_view(), name="clubs"),
    path("clubs/<id:club_id>/", clubs.ClubDetail.as_view(), name="club"),
    path("events/", events.Events.as_view(), name="events"),
    path("events/<uuid:event_id>/", events.EventDetail.as_view(), name="event"),
    path("events/<uuid:event_id>/open/", events.OpenEvent.as_view(), name="event-open"),
    path("events/<uuid:event_id>/draw/", draws.DrawEvent.as_view(), name="event-draw"),
    path("events/<uuid:event_id>/start/", events.StartEvent.as_view(), name="event-start"),
    path("events/<uuid:event_id>/finish/", events.FinishEvent.as_view(), name="event-finish"),
    path("events/<uuid:event_id>/entries/", entries.Entries.as_view(), name="entries"),
    path("events/<uuid:event_id>/standings/", standings.Standings.as_view(), name="standings"),
    path("events/<uuid:event_id>/bracket/", brackets.Bracket.as_view(), name="bracket"),
    path("entries/<id:entry_id>/", entries.EntryDetail.as_view(), name="entry"),
    path("entries/<id:entry_id>/withdraw/", entries.WithdrawEntry.as_view(), name="entry-withdraw"),
    path("entries/<id:entry_id>/replace/", entries.ReplaceEntry.as_view(), name="entry-replace"),
    path("entries/<id:entry_id>/paid/", entries.PayEntry.as_view(), name="entry-paid"),
    path("stages/", stages.Stages.as_view(), name="stages"),
    path("stages/<id:stage_id>/", stages.StageDetail.as_view(), name="stage"),
    path("rounds/", rounds.Rounds.as_view(), name="rounds"),
    path("rounds/<id:round_id>/", rounds.RoundDetail.as_view(), name="round"),
    path("pairings/", pairings.Pairings.as_view(), name="pairings"),
    path("pairings/<id:pairing_id>/", pairings.PairingDetail.as_view(), name="pairing"),
    path("matches/<id:match_id>/", matches.MatchDetail.as_view(), name="match"),
    path("matches/<id:match_id>/lines/", lines.Lines.as_view(), name="lines"),
    path("jobs/<uuid:job_id>/", jobs.JobDetail.as_view(), name="job"),
    path("rulebooks/", rulebooks.Rulebooks.as_view(), name="rulebooks"),
    path("rulebooks/<slug:name>/", rulebooks.RulebookDetail.as_view(), name="rulebook"),
    path("rulebooks/<slug:name>/card/", rulebooks.RulebookCard.as_view(), name="rulebook-card"),
    re_path("", index.Unknown.as_view()),
]
urlpatterns = [path("v1/", include(resources)), re_path("", index.Unknown.as_view())]
