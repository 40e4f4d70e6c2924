"""What the head of every page of an event says of its stages, read together with the event."""

from django.db.models import Exists, OuterRef

from competition.formats import formats
from tournaments.models import Stage


def make_stage_facts(event: str) -> dict[str, Exists]:
    """``has_bracket``: a bracket is one of the stages, drawn or not. ``has_own_matches``: a stage
    is played otherwise than by the match of the event. ``event``: the column of its id in the
    query that is annotated with them."""
    stages = Stage.objects.filter(event=OuterRef(event))
    # Formats without metrics are brackets: the others rank by them.
    brackets = [format_.name for format_ in formats() if not format_.metrics]
    return {
        "has_bracket": Exists(stages.filter(format__in=brackets)),
        "has_own_matches": Exists(stages.filter(match_format__isnull=False)),
    }
