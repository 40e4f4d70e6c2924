"""A draw, asked of a worker."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from api.entries import ReasonBody
from api.jobs import JobDocument, job_document
from api.reading import read_body
from api.resource import Resource, now
from tournaments.selectors.events import visible_event
from tournaments.services.draws import ask_draw


class DrawEvent(Resource):
    """Has a worker draw the event. Asked for twice at once, it is one draw; drawn again, it needs
    a reason."""

    @extend_schema(request=ReasonBody, responses={202: JobDocument})
    def post(self, request: Request, event_id: UUID) -> Response:
        body = read_body(ReasonBody, request)
        event = visible_event(self.actor, event_id)
        job = ask_draw(event=event, reason=body.reason, actor=self.actor, now=now())
        headers = {"Location": f"/api/v1/jobs/{job.pk}/"}
        return Response(job_document(job, event.pk), 202, headers=headers)
