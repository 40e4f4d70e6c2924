"""The addresses of the board. What ends in ``part/`` or ``now/`` is the live part of a page."""

from django.urls import path

from web.board import (
    anchors,
    calendar,
    check_in,
    decisions,
    draws,
    entries,
    event,
    feeds,
    outlook,
    pages,
    pictures,
    rankings,
    rounds,
    wall,
)

app_name = "board"
urlpatterns = [
    path("", pages.home, name="home"),
    path("c/<str:code>/", check_in.open_check_in, name="check_in"),
    path("events/<uuid:event_id>/", event.event, name="event"),
    path("events/<uuid:event_id>/calendar.ics", feeds.event_calendar, name="event_calendar"),
    path("clubs/<slug:club_slug>/calendar.ics", feeds.club_calendar, name="club_calendar"),
    path("events/<uuid:event_id>/picture.png", pictures.picture, name="picture"),
    path("events/<uuid:event_id>/now/", event.event_now, name="now"),
    path("events/<uuid:event_id>/entries/", entries.entries, name="entries"),
    path("events/<uuid:event_id>/rounds/", rounds.rounds, name="rounds"),
    path("events/<uuid:event_id>/rounds/part/", rounds.rounds_part, name="rounds_part"),
    path("events/<uuid:event_id>/stages/<id:number>/calendar/", calendar.calendar, name="calendar"),
    path(
        "events/<uuid:event_id>/stages/<id:number>/calendar/part/",
        calendar.calendar_part,
        name="calendar_part",
    ),
    path("events/<uuid:event_id>/stages/<id:number>/ranking/", rankings.ranking, name="ranking"),
    path(
        "events/<uuid:event_id>/stages/<id:number>/ranking/part/",
        rankings.ranking_part,
        name="ranking_part",
    ),
    path("events/<uuid:event_id>/stages/<id:number>/outlook/", outlook.outlook, name="outlook"),
    path(
        "events/<uuid:event_id>/stages/<id:number>/outlook/part/",
        outlook.outlook_part,
        name="outlook_part",
    ),
    path("events/<uuid:event_id>/regulation/", pages.regulation, name="regulation"),
    path("events/<uuid:event_id>/bracket/", pages.bracket, name="bracket"),
    path("events/<uuid:event_id>/bracket/part/", pages.bracket_part, name="bracket_part"),
    path("events/<uuid:event_id>/places/", pages.places, name="places"),
    path("events/<uuid:event_id>/places/part/", pages.places_part, name="places_part"),
    path("events/<uuid:event_id>/screen/", wall.wall, name="wall"),
    path("events/<uuid:event_id>/screen/part/", wall.wall_part, name="wall_part"),
    path("events/<uuid:event_id>/draws/", draws.draws, name="draws"),
    path("events/<uuid:event_id>/draws/part/", draws.draws_part, name="draws_part"),
    path("events/<uuid:event_id>/draws/<id:draw_id>/ceremony/", draws.ceremony, name="ceremony"),
    path(
        "events/<uuid:event_id>/draws/<id:draw_id>/ceremony/part/",
        draws.ceremony_part,
        name="ceremony_part",
    ),
    path("events/<uuid:event_id>/anchors/", anchors.anchors, name="anchors"),
    path("draws/<id:draw_id>/record.json", draws.record, name="draw_record"),
    path("events/<uuid:event_id>/decisions/", decisions.decisions, name="decisions"),
    path("events/<uuid:event_id>/decisions/part/", decisions.decisions_part, name="decisions_part"),
    path("matches/<id:match_id>/", pages.sheet, name="sheet"),
    path("matches/<id:match_id>/part/", pages.sheet_part, name="sheet_part"),
]
