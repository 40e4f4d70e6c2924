"""Structured log lines: an event, its fields, and the request or job that it belongs to."""

from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor

_SHARED: Final[tuple[Processor, ...]] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)
"""Run for our own lines and for those of Django, Celery and uvicorn."""


def replace_path_by_route(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Django names the path of a request that failed. A path may contain the secret of an
    invitation, or of the reset of a password: its route says as much."""
    request = getattr(event.get("_record"), "request", None)
    path = getattr(request, "path", "/")
    if path != "/":
        match = getattr(request, "resolver_match", None)
        route = f"/{match.route}" if match else "(no route)"
        event["event"] = str(event["event"]).replace(path, route)
    return event


def configure_structlog() -> None:
    """Pass the events of structlog on to the standard library's logging, which writes them."""
    structlog.configure(
        processors=[
            # First, so that a line below the level costs nothing more.
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )


def make_logging_settings(*, as_json: bool, level: str) -> dict[str, Any]:
    """Django's ``LOGGING``: everything goes to standard error, as text or one JSON object per line.
    The supervisor or the service manager stores it."""
    processors: list[Processor] = [structlog.stdlib.ProcessorFormatter.remove_processors_meta]
    if as_json:
        processors += [
            structlog.processors.format_exc_info,
            structlog.processors.EventRenamer("message"),
            structlog.processors.JSONRenderer(ensure_ascii=False, default=str),
        ]
    else:
        renderer = structlog.dev.ConsoleRenderer(
            colors=False, pad_event_to=0, exception_formatter=structlog.dev.plain_traceback
        )
        processors.append(renderer)
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": (*_SHARED, replace_path_by_route),
        "processors": processors,
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"structured": formatter},
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            # Its warnings are answers of 4xx, which are no faults of the server.
            "django.request": {"level": "ERROR"},
            # The same; and the reason that it names may be the address of a page with a secret.
            "django.security.csrf": {"level": "ERROR"},
            # The reaper runs every few seconds: only failures are worth a line.
            "celery.worker.strategy": {"level": "WARNING"},
            "celery.app.trace": {"level": "WARNING"},
            # Without its own handler, which would write another format.
            "uvicorn": {"handlers": [], "propagate": True},
            # LOG_REQUESTS writes a line with the route and the request id instead.
            "uvicorn.access": {"handlers": [], "propagate": False},
        },
    }
