"""The web and the streams in one process: ``/live/`` as a stream, all else in threads."""

from config.wsgi import application as wsgi_application
from live.shutdown import end_streams_with_the_server  # after wsgi has loaded the settings
from live.stream import Receive, Scope, Send, stream
from serving.web import BoundedWeb

_web = BoundedWeb(wsgi_application)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Sends every request its way."""
    if scope["type"] == "http" and scope["path"] == "/live/":
        await stream(scope, receive, send)
    elif scope["type"] == "http":
        await _web(scope, receive, send)
    elif scope["type"] == "lifespan":
        await _lifespan(receive, send)


async def _lifespan(receive: Receive, send: Send) -> None:
    while True:
        message = await receive()
        if message["type"] == "lifespan.startup":
            end_streams_with_the_server()
        await send({"type": message["type"] + ".complete"})
        if message["type"] == "lifespan.shutdown":
            return
