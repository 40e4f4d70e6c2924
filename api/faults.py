"""What breaks before or behind the views: under ``/api/`` it is a problem document too."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from api.problems import Problem, make_problem_answer
from database.unavailable import RETRY_AFTER

PROBLEMS = {
    HTTPStatus.BAD_REQUEST: Problem(400, "request_refused", {}),
    HTTPStatus.FORBIDDEN: Problem(403, "not_allowed", {}),
    HTTPStatus.NOT_FOUND: Problem(404, "not_found", {}),
    HTTPStatus.INTERNAL_SERVER_ERROR: Problem(500, "server_fault", {}),
}


def fault(request: HttpRequest, status: HTTPStatus) -> HttpResponse:
    """The answer of that status."""
    return make_problem_answer(PROBLEMS[status])


def unavailable(request: HttpRequest, part: str) -> HttpResponse:
    """The server has run out of something; the request has changed nothing and can be repeated.
    Only of ``commit_unknown`` nobody knows whether it was saved: a repetition must have its key."""
    return make_problem_answer(Problem(503, part, {"wait": RETRY_AFTER}))
