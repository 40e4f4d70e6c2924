"""The addresses of the API, version 1. Each ends in a slash."""

from django.urls import URLPattern, include, path, re_path, register_converter

from api import (
    anchors,
    brackets,
    calendars,
    clubs,
    devices,
    draws,
    entries,
    events,
    index,
    jobs,
    lines,
    matches,
    next_round,
    outlook,
    pairings,
    penalties,
    play_offs,
    players,
    prizes,
    questions,
    rankings,
    regulations,
    rounds,
    rulebooks,
    stages,
    standings,
    table_codes,
    venues,
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
    path("clubs/<id:club_id>/players/", players.ClubPlayers.as_view(), name="club-players"),
    path("players/<id:player_id>/", players.PlayerDetail.as_view(), name="player"),
    path("venues/", venues.Venues.as_view(), name="venues"),
    path("venues/<id:venue_id>/", venues.VenueDetail.as_view(), name="venue"),
    path("events/", events.Events.as_view(), name="events"),
    path("events/<uuid:event_id>/", events.EventDetail.as_view(), name="event"),
    path("events/<uuid:event_id>/open/", events.OpenEvent.as_view(), name="event-open"),
    path("events/<uuid:event_id>/reopen/", events.ReopenEvent.as_view(), name="event-reopen"),
    path("events/<uuid:event_id>/archive/", events.ArchiveEvent.as_view(), name="event-archive"),
    path("events/<uuid:event_id>/players/", players.EventPlayers.as_view(), name="event-players"),
    path(
        "events/<uuid:event_id>/players/<id:player_id>/",
        players.EventPlayer.as_view(),
        name="event-player",
    ),
    path("events/<uuid:event_id>/placings/", standings.Placings.as_view(), name="placings"),
    path(
        "events/<uuid:event_id>/regulation/",
        regulations.EventRegulation.as_view(),
        name="event-regulation",
    ),
    path(
        "events/<uuid:event_id>/house-rules/",
        regulations.EventHouseRules.as_view(),
        name="house-rules",
    ),
    path(
        "events/<uuid:event_id>/articles/",
        regulations.EventArticles.as_view(),
        name="articles",
    ),
    path("events/<uuid:event_id>/draw/", draws.DrawEvent.as_view(), name="event-draw"),
    path("events/<uuid:event_id>/start/", events.StartEvent.as_view(), name="event-start"),
    path("events/<uuid:event_id>/finish/", events.FinishEvent.as_view(), name="event-finish"),
    path("events/<uuid:event_id>/entries/", entries.Entries.as_view(), name="entries"),
    path(
        "events/<uuid:event_id>/standings/", standings.StandingsResource.as_view(), name="standings"
    ),
    path("events/<uuid:event_id>/bracket/", brackets.Bracket.as_view(), name="bracket"),
    path("events/<uuid:event_id>/anchors/", anchors.Anchors.as_view(), name="event-anchors"),
    path("anchor-key/", anchors.AnchorKey.as_view(), name="anchor-key"),
    path("entries/<id:entry_id>/", entries.EntryDetail.as_view(), name="entry"),
    path("entries/<id:entry_id>/withdraw/", entries.WithdrawEntry.as_view(), name="entry-withdraw"),
    path("entries/<id:entry_id>/replace/", entries.ReplaceEntry.as_view(), name="entry-replace"),
    path("entries/<id:entry_id>/paid/", entries.PayEntry.as_view(), name="entry-paid"),
    path("entries/<id:entry_id>/seed/", entries.SeedEntry.as_view(), name="entry-seed"),
    path("entries/<id:entry_id>/group/", entries.GroupEntry.as_view(), name="entry-group"),
    path(
        "entries/<id:entry_id>/disqualify/",
        penalties.DisqualifyEntry.as_view(),
        name="entry-disqualify",
    ),
    path("events/<uuid:event_id>/penalties/", penalties.Penalties.as_view(), name="penalties"),
    path(
        "penalties/<id:penalty_id>/cancel/",
        penalties.CancelPenalty.as_view(),
        name="penalty-cancel",
    ),
    path("events/<uuid:event_id>/prizes/", prizes.Prizes.as_view(), name="prizes"),
    path("events/<uuid:event_id>/questions/", questions.Questions.as_view(), name="questions"),
    path("questions/<id:question_id>/", questions.QuestionDetail.as_view(), name="question"),
    path(
        "questions/<id:question_id>/decide/",
        questions.DecideQuestion.as_view(),
        name="question-decide",
    ),
    path("draws/", draws.Draws.as_view(), name="draws"),
    path("draws/<id:draw_id>/", draws.DrawDetail.as_view(), name="draw"),
    path("draws/<id:draw_id>/hold/", draws.HoldDraw.as_view(), name="draw-hold"),
    path("draws/<id:draw_id>/call-off/", draws.CallOffDraw.as_view(), name="draw-call-off"),
    path("stages/", stages.Stages.as_view(), name="stages"),
    path("stages/<id:stage_id>/", stages.StageDetail.as_view(), name="stage"),
    path(
        "stages/<id:stage_id>/outlook/",
        outlook.StageOutlookResource.as_view(),
        name="stage-outlook",
    ),
    path("stages/<id:stage_id>/what-if/", outlook.StageWhatIf.as_view(), name="stage-what-if"),
    path("events/<uuid:event_id>/stages/", stages.EventStages.as_view(), name="event-stages"),
    path(
        "stages/<id:stage_id>/groups/<id:group_number>/",
        stages.StageGroup.as_view(),
        name="stage-group",
    ),
    path(
        "stages/<id:stage_id>/calendar/", calendars.StageCalendar.as_view(), name="stage-calendar"
    ),
    path("stages/<id:stage_id>/ranking/", rankings.StageRanking.as_view(), name="stage-ranking"),
    path(
        "stages/<id:stage_id>/documents/rank/",
        rankings.StageRankDocument.as_view(),
        name="stage-rank",
    ),
    path(
        "stages/<id:stage_id>/documents/plan/",
        rankings.StagePlanDocument.as_view(),
        name="stage-plan",
    ),
    path(
        "stages/<id:stage_id>/documents/pair/",
        rankings.StagePairDocuments.as_view(),
        name="stage-pair",
    ),
    path("stages/<id:stage_id>/rounds/", next_round.StageRounds.as_view(), name="stage-rounds"),
    path(
        "stages/<id:stage_id>/rounds/take-back/",
        next_round.TakeBackRound.as_view(),
        name="stage-take-back",
    ),
    path("stages/<id:stage_id>/rounds/swap/", next_round.SwapInRound.as_view(), name="stage-swap"),
    path("stages/<id:stage_id>/absences/", next_round.Absences.as_view(), name="stage-absences"),
    path(
        "stages/<id:stage_id>/absences/<id:entry_id>/",
        next_round.EntryAbsence.as_view(),
        name="stage-absence",
    ),
    path("stages/<id:stage_id>/wishes/", next_round.Wishes.as_view(), name="stage-wishes"),
    path("wishes/<id:wish_id>/", next_round.WishDetail.as_view(), name="wish"),
    path("stages/<id:stage_id>/entries/", next_round.LateEntries.as_view(), name="stage-entries"),
    path("stages/<id:stage_id>/draws/", draws.StageDraws.as_view(), name="stage-draws"),
    path("stages/<id:stage_id>/lots/", draws.StageLots.as_view(), name="stage-lots"),
    path(
        "stages/<id:stage_id>/play-offs/",
        play_offs.StagePlayOffs.as_view(),
        name="stage-play-offs",
    ),
    path("rounds/", rounds.Rounds.as_view(), name="rounds"),
    path("rounds/<id:round_id>/", rounds.RoundDetail.as_view(), name="round"),
    path("rounds/<id:round_id>/date/", calendars.RoundDate.as_view(), name="round-date"),
    path("pairings/", pairings.Pairings.as_view(), name="pairings"),
    path("pairings/<id:pairing_id>/", pairings.PairingDetail.as_view(), name="pairing"),
    path("pairings/<id:pairing_id>/table/", pairings.PairingTable.as_view(), name="pairing-table"),
    path("matches/<id:match_id>/", matches.MatchDetail.as_view(), name="match"),
    path("matches/<id:match_id>/lines/", lines.Lines.as_view(), name="lines"),
    path("matches/<id:match_id>/lines/<id:number>/", lines.LineDetail.as_view(), name="line"),
    path(
        "events/<uuid:event_id>/table-codes/", table_codes.TableCodes.as_view(), name="table-codes"
    ),
    path("table-codes/<id:code_id>/", table_codes.TableCodeDetail.as_view(), name="table-code"),
    path("devices/", devices.Devices.as_view(), name="devices"),
    path("device/", devices.OwnDevice.as_view(), name="device"),
    path("device/referee/", devices.OwnCall.as_view(), name="device-referee"),
    path("jobs/", jobs.Jobs.as_view(), name="jobs"),
    path("jobs/<uuid:job_id>/", jobs.JobDetail.as_view(), name="job"),
    path("rulebooks/", rulebooks.Rulebooks.as_view(), name="rulebooks"),
    path("rulebooks/<slug:name>/", rulebooks.RulebookDetail.as_view(), name="rulebook"),
    path("rulebooks/<slug:name>/card/", rulebooks.RulebookCard.as_view(), name="rulebook-card"),
    path(
        "rulebooks/<slug:name>/regulation/",
        rulebooks.RulebookRegulation.as_view(),
        name="rulebook-regulation",
    ),
    re_path("", index.Unknown.as_view()),
]
urlpatterns = [path("v1/", include(resources)), re_path("", index.Unknown.as_view())]
