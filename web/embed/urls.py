"""The addresses of embedded views. What ends in ``part/`` is the live part of a page."""

from django.urls import path

from web.embed import pages, script

app_name = "embed"
urlpatterns = [
    path("embed.js", script.embed_script, name="script"),
    *(
        path(f"embed/events/<uuid:event_id>/{view}/", pages.page, {"view_name": view}, name=view)
        for view in pages.VIEWS
    ),
    *(
        path(
            f"embed/events/<uuid:event_id>/{view}/part/",
            pages.part,
            {"view_name": view},
            name=f"{view}_part",
        )
        for view in pages.VIEWS
    ),
]
