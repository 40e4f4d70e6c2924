"""What went wrong outside of every view: the API says so to programs, the screens to people."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from api.faults import fault
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
    if request.path.startswith(API):
        return fault(request, HTTPStatus.INTERNAL_SERVER_ERROR)
    return errors.server_error(request)
