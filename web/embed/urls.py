"""The addresses of embedded views. What ends in ``part/`` is the live part of a page."""

from django.urls import path

from web.embed import pages, script

app_name = "embed"
urlpatterns = [path("embed.js", script.embed_script, name="script")]
for view in pages.VIEWS:
    route, arguments = f"embed/events/<uuid:event_id>/{view}/", {"view_name": view}
    urlpatterns += [
        path(route, pages.page, arguments, name=view),
        path(f"{route}part/", pages.part, arguments, name=f"{view}_part"),
    ]
