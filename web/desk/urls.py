"""The addresses of the desk."""

from django.urls import path

from web.desk import brackets, draws, entries, events, home, people, sheets, tokens

app_name = "desk"
urlpatterns = [
    path("", home.home, name="home"),
    path("clubs/<slug:club_slug>/new/", events.create, name="event_new"),
    path("clubs/<slug:club_slug>/people/", people.people, name="people"),
    path("events/<uuid:event_id>/", events.today, name="event"),
    path("events/<uuid:event_id>/open/", events.step, {"name": "open"}, name="event_open"),
    path("events/<uuid:event_id>/start/", events.step, {"name": "start"}, name="event_start"),
    path("events/<uuid:event_id>/finish/", events.step, {"name": "finish"}, name="event_finish"),
    path("events/<uuid:event_id>/reopen/", events.step, {"name": "reopen"}, name="event_reopen"),
    path("events/<uuid:event_id>/entries/", entries.entries, name="entries"),
    path("events/<uuid:event_id>/entries/list/", entries.load, name="entries_list"),
    path("events/<uuid:event_id>/draw/", draws.draw, name="draw"),
    path("events/<uuid:event_id>/draw/progress/", draws.progress, name="draw_progress"),
    path("events/<uuid:event_id>/bracket/", brackets.bracket, name="bracket"),
    path("events/<uuid:event_id>/places/", brackets.places, name="places"),
    path("entries/<int:entry_id>/paid/", entries.pay, name="entry_paid"),
    path("entries/<int:entry_id>/withdraw/", entries.leave, name="entry_withdraw"),
    path("entries/<int:entry_id>/replace/", entries.replace, name="entry_replace"),
    path("matches/<int:match_id>/", sheets.sheet, name="sheet"),
    path("tokens/", tokens.tokens, name="tokens"),
    path("tokens/<str:key>/revoke/", tokens.revoke, name="token_revoke"),
]
