"""The addresses of the board."""

from django.urls import path

from web.board import pages

app_name = "board"
urlpatterns = [
    path("", pages.home, name="home"),
    path("events/<uuid:event_id>/", pages.event, name="event"),
    path("events/<uuid:event_id>/bracket/", pages.bracket, name="bracket"),
    path("matches/<int:match_id>/", pages.sheet, name="sheet"),
]
