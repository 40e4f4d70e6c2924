"""The rounds of a stage that pairs them one by one: the next one, and changes of the last."""

from drf_spectacular.utils import extend_schema
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from api.serializers.jobs import JobSerializer
from api.serializers.next_round import SwappedSerializer, SwapSerializer, TakenBackSerializer
from api.serializers.pairings import load_pairing_document
from api.serializers.reasons import LoggedReasonSerializer
from api.views.jobs import answer_job
from api.views.pairing_constraints import find_two_entries
from api.views.within import InStageViewSet
from api.viewsets import now
from tournaments.models import Round
from tournaments.selectors.draws.changes import is_bracket
from tournaments.services.draws.bracket_changes import swap_in_drawn_bracket
from tournaments.services.rounds.next_round import ask_round, take_back_round
from tournaments.services.rounds.round_changes import swap_in_round


class StageRoundViewSet(InStageViewSet):
    """The rounds of a stage that pairs them one by one."""

    lookup_url_kwarg = "round_id"
    serializer_classes = {"take_back": LoggedReasonSerializer, "swap": SwapSerializer}
    queryset = Round.objects.none()

    @extend_schema(request=None, responses={202: JobSerializer})
    def create(self, request: Request, stage_id: int) -> Response:
        """Has a worker pair the next round. Two requests at the same time make one round."""
        job = ask_round(stage=self.stage, actor=self.actor, now=now())
        return answer_job(job, self.stage.event_id)

    @extend_schema(responses=TakenBackSerializer)
    @action(detail=False, methods=["post"], url_path="take-back", url_name="take-back")
    def take_back(self, request: Request, stage_id: int) -> Response:
        """Deletes the last paired round of a stage, with a reason, while nobody has played in
        it."""
        stage = self.stage
        reason = self.read_body()["reason"]
        number = take_back_round(stage=stage, reason=reason, actor=self.actor, now=now())
        return Response({"round": number})

    @extend_schema(responses=SwappedSerializer)
    @action(detail=False, methods=["post"])
    def swap(self, request: Request, stage_id: int) -> Response:
        """Lets two entries change places: in the paired round, or in their first matches of a
        bracket. If that breaks something, it is refused first (``change_breaks_something``, with
        the violations); sent again with ``agreed`` it is done."""
        stage = self.stage
        body = self.read_body()
        # A drawn bracket is not paired round by round: there the first matches are swapped.
        swap = swap_in_drawn_bracket if is_bracket(stage) else swap_in_round
        changed = swap(
            stage=stage,
            entries=find_two_entries(self.actor, body["entries"]),
            version=body["version"],
            reason=body["reason"],
            agreed=body["agreed"],
            actor=self.actor,
            now=now(),
        )
        # The swap has raised it, and the next swap must be sent with it.
        stage.refresh_from_db(fields=["version"])
        pairings = [load_pairing_document(self.actor, pairing.pk) for pairing in changed]
        return Response({"version": stage.version, "pairings": pairings})
