"""Which format an address answers in: ``?format=`` or ``Accept``."""

from typing import Any

from rest_framework.exceptions import NotAcceptable
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from api.refusals import FormatUnknown


class FormatNegotiation(DefaultContentNegotiation):
    """``?format=`` decides where it is given, whatever the request accepts: a link can be opened in
    a browser. Without it ``Accept`` does."""

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Raises FormatUnknown for what the address does not answer in."""
        asked_format = request.query_params.get(self.settings.URL_FORMAT_OVERRIDE)
        formats = [renderer.format for renderer in renderers]
        # Not left to the framework, which answers 404 where a format is unknown.
        if asked_format is not None:
            for renderer in renderers:
                if renderer.format == asked_format:
                    return renderer, renderer.media_type
            raise FormatUnknown(choices=formats)
        try:
            renderer, media_type = super().select_renderer(request, renderers, format_suffix)
        except NotAcceptable as error:
            raise FormatUnknown(choices=formats) from error
        return renderer, media_type
