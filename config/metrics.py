"""The metrics of this process for Prometheus, protected by a token."""

import os
from collections.abc import Iterable

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from jobs.selectors import count_live_jobs, is_worker_alive
from live.hub import hub


@require_safe
@never_cache
def metrics(request: HttpRequest) -> HttpResponse:
    """Counters since the start of the process, and the current state. 404 if no token is set."""
    if not settings.METRICS_TOKEN:
        raise Http404
    # Compared in constant time, so that the token cannot be guessed letter by letter.
    expected = f"Bearer {settings.METRICS_TOKEN}"
    if not constant_time_compare(request.headers.get("Authorization", ""), expected):
        refusal = HttpResponse("A token is needed.\n", "text/plain", 401)
        refusal["WWW-Authenticate"] = "Bearer"
        return refusal

    # The counters of this process, or of all processes that share its port and the folder of
    # PROMETHEUS_MULTIPROC_DIR.
    counters = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        counters = CollectorRegistry()
        MultiProcessCollector(counters)  # type: ignore[no-untyped-call]
    # A registry of its own for each request: registering in the global one would be permanent, and
    # the registry of several processes has no state of a single one.
    current_state = CollectorRegistry()
    current_state.register(CurrentState())
    content = generate_latest(counters) + generate_latest(current_state)
    return HttpResponse(content, content_type=CONTENT_TYPE_LATEST)


class CurrentState(Collector):
    """Metrics that are read on request: from the database, and from the hub of this process."""

    def collect(self) -> Iterable[Metric]:
        jobs = GaugeMetricFamily("labella_jobs", "Jobs that have not ended.", labels=["state"])
        for state, count in count_live_jobs().items():
            jobs.add_metric([state.lower()], count)
        yield jobs
        alive = is_worker_alive(now=timezone.now())
        yield GaugeMetricFamily("labella_worker_alive", "1 if a worker takes messages.", int(alive))
        streams = len(hub)
        yield GaugeMetricFamily("labella_streams", "Open live streams of this process.", streams)
