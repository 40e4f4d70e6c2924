"""The ASGI application: ``/live/`` as a stream, ``/healthz/`` at once, all else in threads."""

from config.wsgi import application as wsgi_application

# Only after wsgi has loaded the settings.
# isort: split
from api.program_streams import describe_refusal, is_of_program, stream_to_program
from live.shutdown import end_streams_with_the_server
from live.stream import Receive, Scope, Send, stream
from serving.liveness import answer_liveness_check, is_liveness_check
from serving.web import BoundedWeb

_web = BoundedWeb(wsgi_application)


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Route a connection by its type and path. WebSockets are off (serving.command)."""
    if scope["type"] == "http" and scope["path"] == "/live/":
        if is_of_program(scope):
            await stream_to_program(scope, receive, send)
        else:
            await stream(scope, receive, send, describe=describe_refusal)
    elif is_liveness_check(scope):
        await answer_liveness_check(scope, send)
    elif scope["type"] == "http":
        await _web(scope, receive, send)
    elif scope["type"] == "lifespan":
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                # By now uvicorn has set its signal handlers, which this wraps.
                end_streams_with_the_server()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
