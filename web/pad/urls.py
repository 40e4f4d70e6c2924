"""The addresses of the pad."""

from django.urls import path

from web.pad import pages, worker

app_name = "pad"
urlpatterns = [
    path("", pages.pad, name="pad"),
    path("sw.js", worker.service_worker, name="worker"),
    path("manifest.webmanifest", worker.manifest, name="manifest"),
    path("matches/<id:match_id>/", pages.match, name="match"),
]
