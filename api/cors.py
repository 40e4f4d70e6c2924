"""Which sites may use the API from a browser (CORS): all of them read, those that the installation
names also write, with a token or as a phone at a table. Cookies are never accepted.

The library decides about allowed origins and writes their headers. Public reads are added here: the
same ``*`` for every origin, so that an answer can be cached for all of them.
"""

from typing import Any, Final
from urllib.parse import urlsplit

from corsheaders.conf import conf
from corsheaders.middleware import CorsMiddleware
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

ORIGIN: Final = "Access-Control-Allow-Origin"
METHODS: Final = "Access-Control-Allow-Methods"
HEADERS: Final = "Access-Control-Allow-Headers"
EXPOSED: Final = "Access-Control-Expose-Headers"
MAX_AGE: Final = "Access-Control-Max-Age"
HEADERS_OF_READS: Final = "If-None-Match"
READS: Final = ("GET", "HEAD")


class CrossOriginMiddleware(CorsMiddleware):
    """The library's middleware with public reads. A preflight request goes on to the view, which
    answers with the methods of its address."""

    def check_preflight(self, request: HttpRequest) -> None:
        # The library would answer here, before it is known which methods the address takes.
        request._cors_enabled = self.is_enabled(request)  # type: ignore[attr-defined]  # noqa: SLF001

    def add_response_headers(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not self.is_enabled(request):
            return response
        if request.method in READS:
            response[ORIGIN] = "*"
            response[EXPOSED] = ", ".join(conf.CORS_EXPOSE_HEADERS)
        elif request.method == "OPTIONS":
            # This answer depends on the origin. Those to reads do not: one copy serves every site.
            patch_vary_headers(response, ("origin",))
            methods = response.get("Allow", "").split(", ")
            origin = request.headers.get("Origin", "")
            if self._is_allowed(origin):
                response[ORIGIN] = origin
                response[METHODS] = ", ".join(name for name in methods if name != "OPTIONS")
                response[HEADERS] = ", ".join(conf.CORS_ALLOW_HEADERS)
                response[MAX_AGE] = str(conf.CORS_PREFLIGHT_MAX_AGE)
            elif "GET" in methods:
                response[ORIGIN] = "*"
                response[METHODS] = ", ".join(READS)
                response[HEADERS] = HEADERS_OF_READS
                response[MAX_AGE] = str(conf.CORS_PREFLIGHT_MAX_AGE)
        else:
            super().add_response_headers(request, response)
        return response

    def _is_allowed(self, origin: str) -> bool:
        try:
            parts: Any = urlsplit(origin)
        except ValueError:
            return False
        return bool(origin) and self.origin_found_in_white_lists(origin, parts)
