"""The play-offs of a stage."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from typing_extensions import TypedDict

from api.pairings import PairingDocument, get_pairing_document
from api.resource import Resource, now
from tournaments.selectors.stages import stage_for
from tournaments.services.play_offs import call_play_offs


class PlayOffsDocument(TypedDict):
    """The pairings that were made: those of the section ``play_off`` settle ties and count for
    nothing else."""

    pairings: list[PairingDocument]


class StagePlayOffs(Resource):
    """Pairs every play-off that the regulation requires in a stage that is played out: for ties of
    two entries. Refused while a play-off is being played."""

    @extend_schema(request=None, responses={201: PlayOffsDocument})
    def post(self, request: Request, stage_id: int) -> Response:
        stage = stage_for(self.actor, stage_id)
        made = call_play_offs(stage=stage, actor=self.actor, now=now())
        return Response(
            PlayOffsDocument(pairings=[get_pairing_document(self.actor, each) for each in made]),
            201,
        )
