"""Every refusal as a problem document (RFC 9457), in one place."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import singledispatch
from typing import Annotated, Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from pydantic import Field
from rest_framework import exceptions
from typing_extensions import TypedDict

from api.refusals import KEY_HEADER, DeviceGone, KeyRefusal
from api.rendering import render_json
from competition.named_entries import insert_names
from kernel.refusals import Refusal, Refused, Unreadable
from kernel.violations import Violation
from observability.requests import get_request_id
from scoring.refusals import KeyReused
from tournaments.refusals import BracketChangeRefused, RoundRefused
from tournaments.selectors.registration.violations import load_labels_in
from tournaments.services.draws.late_entries import NOT_ENTERED
from wording.sentences import sentence

MEDIA_TYPE = "application/problem+json"
TYPE = "urn:la-bella:problem:"
INSTANCE = "urn:la-bella:request:"


class ViolationDocument(TypedDict):
    """One thing that is wrong. ``at`` is the row, play or event it was found at, where there is
    one; ``pointer`` the place in the body, as a JSON pointer (RFC 6901), where there is one."""

    code: Annotated[str, Field(description="The code, for programs.")]
    at: Annotated[
        int | None, Field(description="The number of the row, play or event that it was found at.")
    ]
    pointer: Annotated[
        str | None, Field(description="The place in the body, as a JSON pointer (RFC 6901).")
    ]
    params: Annotated[
        dict[str, Any],
        Field(description="The parameters of the code, as the catalogue of codes has them."),
    ]
    sentence: Annotated[str, Field(description="The same for people, in the reader's language.")]


class ProblemDocument(TypedDict):
    """Why a request was refused: ``code`` and ``params`` for programs, ``title`` for people."""

    type: Annotated[str, Field(description="A URN that ends in the code.")]
    title: Annotated[str, Field(description="The refusal for people, in the reader's language.")]
    status: Annotated[int, Field(description="The status of the answer.")]
    code: Annotated[str, Field(description="The code, for programs.")]
    params: Annotated[
        dict[str, Any],
        Field(description="The parameters of the code, as the catalogue of codes has them."),
    ]
    violations: Annotated[
        list[ViolationDocument],
        Field(description="Everything that is wrong, where it can be listed."),
    ]
    instance: Annotated[str, Field(description="The request, as the server's log names it.")]
    """The request, as the server's log names it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A refusal on its way out."""

    status: int
    code: str
    params: Mapping[str, Any]
    violations: tuple[Violation, ...] = ()
    pointer_base: str | None = None
    title: Violation | None = None
    """What words the refusal, where its code does not."""
    entry_names: Mapping[int, str] = field(default_factory=dict)
    """For the sentences: the parameters name entries by id."""


def make_problem_response(exc: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """The answer to an expected refusal; None for an unexpected exception, which is an internal
    error.

    A view may add members to it with a method ``find_further_members(exc)``.
    """
    problem = _read_refusal(exc)
    if problem is None:
        return None
    request = context.get("request")
    if request is not None and request.method == "DELETE":
        # Its parameters are in the address: there is no body to point into.
        problem = replace(problem, pointer_base=None)
    find_further_members = getattr(context.get("view"), "find_further_members", None)
    further_members = find_further_members(exc) if find_further_members else {}
    return make_problem_answer(problem, further_members)


def make_problem_answer(
    problem: Problem, further_members: Mapping[str, Any] | None = None
) -> HttpResponse:
    """A problem as an answer. Bytes at once: whatever the view renders and the reader accepts, a
    refusal is a problem."""
    document = {**build_problem_document(problem), **(further_members or {})}
    response = HttpResponse(render_json(document), MEDIA_TYPE, problem.status)
    # Every 401 must name the scheme (RFC 9110, 15.5.2).
    if problem.status == 401:
        response["WWW-Authenticate"] = "Device" if problem.code == DeviceGone.code else "Token"
    if "wait" in problem.params:
        response["Retry-After"] = str(problem.params["wait"])
    return response


def build_problem_document(problem: Problem, *, request_id: str | None = None) -> ProblemDocument:
    """The members of RFC 9457 and ours. ``request_id``: of an earlier request, if it was not this
    one that was refused."""
    violations: list[ViolationDocument] = []
    for violation in problem.violations:
        pointer = make_pointer(problem.pointer_base, violation.params.get("field"))
        document = ViolationDocument(
            code=violation.code,
            at=violation.at,
            pointer=pointer,
            params=dict(violation.params),
            sentence=sentence(violation.code, insert_names(violation.params, problem.entry_names)),
        )
        violations.append(document)
    title = problem.title or Violation(problem.code, problem.params)
    return ProblemDocument(
        type=TYPE + problem.code,
        title=sentence(title.code, title.params),
        status=problem.status,
        code=problem.code,
        params=dict(problem.params),
        violations=violations,
        instance=INSTANCE + (get_request_id() if request_id is None else request_id),
    )


def make_pointer(base: str | None, path: str | None) -> str | None:
    """The JSON pointer (RFC 6901) of a dotted path: ``players.0.name`` is ``/players/0/name``,
    after the pointer of what the path is in."""
    if base is None or path is None:
        return None
    if not path:
        return base
    pointer = base
    for step in path.split("."):
        # The tilde first: the one that escapes a slash must not be escaped itself.
        escaped_step = step.replace("~", "~0").replace("/", "~1")
        pointer += f"/{escaped_step}"
    return pointer


@singledispatch
def _read_refusal(_exc: Exception) -> Problem | None:
    """A refusal by the closest class that a function below is registered for; None for an exception
    that is none."""
    return None


@_read_refusal.register
def _read_general_refusal(exc: Refusal) -> Problem:
    if exc.status == 404 and exc.violations:
        # Nothing is wrong with the address: the query names what is not there.
        return Problem(404, exc.code, exc.params, exc.violations, title=exc.violations[0])
    if exc.field is None or exc.violations:
        return Problem(exc.status, exc.code, exc.params, exc.violations, exc.pointer_base)
    params = {**exc.params, "field": exc.field}
    if exc.status == 404:
        # Nothing is wrong with the address: the body names what is not there.
        violation = Violation("named_not_found", params)
        return Problem(404, exc.code, exc.params, (violation,), pointer_base="", title=violation)
    violation = Violation(exc.code, params)
    return Problem(exc.status, exc.code, exc.params, (violation,), pointer_base="")


@_read_refusal.register
def _read_refusal_about_key(exc: KeyRefusal | KeyReused) -> Problem:
    violation = Violation(exc.code, {**exc.params, "header": KEY_HEADER})
    # The faults of a line without a key are listed already, that of its key among them.
    violations = exc.violations or (violation,)
    return Problem(exc.status, exc.code, exc.params, violations, pointer_base="")


@_read_refusal.register
def _read_refusal_about_entries(exc: BracketChangeRefused | RoundRefused) -> Problem:
    names = load_labels_in(exc.violations)
    if isinstance(exc, BracketChangeRefused):
        names[NOT_ENTERED] = exc.late_name
    return replace(_read_general_refusal(exc), entry_names=names)


@_read_refusal.register
def _read_refusal_of_rules(exc: Refused) -> Problem:
    return Problem(exc.status, exc.code, {}, exc.violations, exc.pointer_base)


@_read_refusal.register
def _read_unreadable(exc: Unreadable) -> Problem:
    return Problem(exc.status, "unreadable_by_rules", {"problem": str(exc)}, exc.violations)


FRAMEWORK_CODES = {
    401: "token_invalid",
    403: "not_allowed",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    415: "media_type_unsupported",
    429: "too_many_requests",
}


@_read_refusal.register
def _read_framework_error(exc: exceptions.APIException) -> Problem:
    return Problem(exc.status_code, FRAMEWORK_CODES.get(exc.status_code, "request_refused"), {})


@_read_refusal.register
def _read_throttled(exc: exceptions.Throttled) -> Problem:
    wait = getattr(exc, "wait", None)
    if wait is None:
        # The throttle does not know when the next request may come.
        wait = 1
    return Problem(429, FRAMEWORK_CODES[429], {"wait": wait})


@_read_refusal.register
def _read_not_found(_exc: Http404) -> Problem:
    return Problem(404, FRAMEWORK_CODES[404], {})


@_read_refusal.register
def _read_permission_denied(_exc: PermissionDenied) -> Problem:
    return Problem(403, FRAMEWORK_CODES[403], {})
