"""Reads when the rounds of a stage are played."""

from django.db.models import Exists, OuterRef, QuerySet

from competition.calendar import Calendar
from kernel.reading import read
from scoring.core.lines import HAND
from scoring.models import Line
from tournaments.models import Pairing, Round, Stage


def find_calendar(stage: Stage) -> Calendar | None:
    """The calendar that a stage was given last."""
    return None if stage.calendar is None else read(Calendar, stage.calendar)


def list_rounds_left(stage: Stage) -> QuerySet[Round]:
    """The rounds of a stage in which something is left to play: they can be moved."""
    open_pairings = Pairing.objects.filter(round=OuterRef("pk")).still_open()
    return Round.objects.filter(Exists(open_pairings), group__stage=stage)


def list_untouched_rounds(stage: Stage) -> QuerySet[Round]:
    """Those of them in which no hand was played: a calendar gives them their dates."""
    hands = Line.objects.filter(match__pairing__round=OuterRef("pk"), kind=HAND)
    return list_rounds_left(stage).exclude(Exists(hands))
