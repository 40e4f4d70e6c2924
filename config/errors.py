"""The error handlers of the URLs: problem documents for the API, pages for browsers."""

import sys
from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from api.faults import fault, unavailable
from database.unavailable import find_unavailable_part
from web import errors

API = "/api/"


def bad_request(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if request.path.startswith(API):
        return fault(request, HTTPStatus.BAD_REQUEST)
    return errors.bad_request(request, exception)


def forbidden(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if request.path.startswith(API):
        return fault(request, HTTPStatus.FORBIDDEN)
    return errors.forbidden(request, exception)


def not_found(request: HttpRequest, exception: Exception | None = None) -> HttpResponse:
    if request.path.startswith(API):
        return fault(request, HTTPStatus.NOT_FOUND)
    return errors.not_found(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """The answer to an unexpected exception, or to a resource that the server has run out of.
    Django calls this while it handles the exception."""
    part = find_unavailable_part(sys.exception())
    if part is not None and request.path.startswith(API):
        return unavailable(request, part)
    if part is not None:
        return errors.unavailable(part)
    if request.path.startswith(API):
        return fault(request, HTTPStatus.INTERNAL_SERVER_ERROR)
    return errors.server_error(request)
