"""The addresses of the pad."""

from django.urls import path

from web.pad import pages

app_name = "pad"
urlpatterns = [
    path("", pages.pad, name="pad"),
    path("matches/<int:match_id>/", pages.match, name="match"),
]
