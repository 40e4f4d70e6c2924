"""The regulation of an event: what is printed, the house rules, the club's own articles."""

from typing import Any, get_args

from rest_framework import serializers

from api.fields import (
    IsoMomentField,
    PlainCharField,
    StrictBooleanField,
    StrictChoiceField,
    StrictIntegerField,
)
from api.serializers.base import StrictSerializer
from api.serializers.events import TimeOfDayField
from api.serializers.reasons import ReasonSerializer
from competition.regulation import (
    CHAPTERS,
    MOST_ARTICLES,
    MOST_MINUTES,
    MOST_PENALTIES,
    HouseRules,
    PenaltyRule,
)
from database.limits import (
    HIGHEST_MINIMUM_AGE,
    LONGEST_ARTICLE,
    LONGEST_OFFENCE,
    LONGEST_REASON,
    LONGEST_TITLE,
    MOST_CENTS,
    MOST_PENALTY_POINTS,
)


def list_rule_choices(model: Any, field: str) -> tuple[str, ...]:
    """The values of a field of the regulation that is one of several."""
    return get_args(model.model_fields[field].annotation)


class RuleArticleSerializer(serializers.Serializer[Any]):
    """An article of the regulation."""

    number = serializers.CharField(help_text="Its number in the regulation, as 3.2.")
    text = serializers.CharField(help_text="What it says.")
    own = serializers.BooleanField(
        source="is_own", help_text="Whether it is in the club's own words."
    )


class ChapterSerializer(serializers.Serializer[Any]):
    """A chapter of the regulation."""

    number = serializers.IntegerField(help_text="Its number, from 1.")
    key = serializers.CharField(help_text="Its name for programs.")
    title = serializers.CharField(help_text="Its title in the reader's language.")
    articles = RuleArticleSerializer(many=True, help_text="Its articles, in order.")


class EventRegulationSerializer(serializers.Serializer[Any]):
    """The regulation of an event in the reader's language."""

    language = serializers.CharField(help_text="The language of the texts.")
    version = serializers.IntegerField(help_text="Its number; 0: a draft.")
    made_at = IsoMomentField(allow_null=True, help_text="When it was published.")
    frozen_at = IsoMomentField(allow_null=True, help_text="When it was frozen for play.")
    reason = serializers.CharField(help_text="Why it changed after play had begun.")
    chapters = ChapterSerializer(many=True, help_text="Its chapters, in order.")
    sentences = serializers.ListField(
        child=serializers.CharField(), help_text="The titles and articles in a row."
    )
    versions = serializers.ListField(
        child=serializers.IntegerField(), help_text="The numbers of all published versions."
    )


class PenaltyRuleSerializer(StrictSerializer):
    """What an offence costs."""

    offence = StrictChoiceField(
        choices=list_rule_choices(PenaltyRule, "offence"),
        help_text="The offence; `other`: the one that `text` names.",
    )
    text = PlainCharField(
        max_length=LONGEST_OFFENCE,
        allow_blank=True,
        default="",
        help_text="The offence in the club's words.",
    )
    sanction = StrictChoiceField(
        choices=list_rule_choices(PenaltyRule, "sanction"),
        default="warning",
        help_text="What it costs.",
    )
    points = StrictIntegerField(
        min_value=0,
        max_value=MOST_PENALTY_POINTS,
        default=0,
        help_text="The points of the sanctions `points` (off the total of the game) and `ranking` "
        "(off what the stage ranks by).",
    )


class HouseRuleSetSerializer(StrictSerializer):
    """The rules that a club sets, apart from formats and games. Times are local."""

    check_in = TimeOfDayField(
        allow_null=True, default=None, help_text="Until when entries present themselves."
    )
    start = TimeOfDayField(allow_null=True, default=None, help_text="When play starts.")
    open_to = StrictChoiceField(
        choices=list_rule_choices(HouseRules, "open_to"),
        default="everybody",
        help_text="Who may enter: everybody, members, or pairs of which one is a member.",
    )
    fee_cents = StrictIntegerField(
        min_value=0,
        max_value=MOST_CENTS,
        allow_null=True,
        default=None,
        help_text="The fee in cents. Null: not stated; 0: free.",
    )
    fee_per = StrictChoiceField(
        choices=list_rule_choices(HouseRules, "fee_per"),
        default="entry",
        help_text="Whether an entry or each player pays the fee.",
    )
    minimum_age = StrictIntegerField(
        min_value=1,
        max_value=HIGHEST_MINIMUM_AGE,
        allow_null=True,
        default=None,
        help_text="Younger players need the written consent of their parents.",
    )
    substitutes = StrictBooleanField(
        default=True, help_text="Whether another may replace an entry that has not begun."
    )
    late_game = StrictIntegerField(
        min_value=1,
        max_value=MOST_MINUTES,
        allow_null=True,
        default=None,
        help_text="Minutes after the call when the first game is lost; null: the referee decides.",
    )
    late_match = StrictIntegerField(
        min_value=1,
        max_value=MOST_MINUTES,
        allow_null=True,
        default=None,
        help_text="Minutes after the call when the match is lost; null: the referee decides.",
    )
    claims_until = StrictChoiceField(
        choices=list_rule_choices(HouseRules, "claims_until"),
        default="signature",
        help_text="Until when a result may be claimed against: its signature, or some minutes.",
    )
    claims_minutes = StrictIntegerField(
        min_value=1,
        max_value=MOST_MINUTES,
        default=15,
        help_text="The minutes after a match in which a claim may be made.",
    )
    appeal = StrictChoiceField(
        choices=list_rule_choices(HouseRules, "appeal"),
        default="none",
        help_text="Who decides on an appeal against the referee.",
    )
    referee = PlainCharField(
        max_length=LONGEST_TITLE, allow_blank=True, default="", help_text="The referee's name."
    )
    organizer = PlainCharField(
        max_length=LONGEST_TITLE, allow_blank=True, default="", help_text="The organizer's name."
    )
    penalties = PenaltyRuleSerializer(  # type: ignore[call-arg]
        many=True, max_length=MOST_PENALTIES, default=list, help_text="What offences cost."
    )
    final_ties = StrictChoiceField(
        choices=list_rule_choices(HouseRules, "final_ties"),
        default="usual",
        help_text="What is done with entries that are tied at the end of the last stage.",
    )
    prize_ties = StrictChoiceField(
        choices=list_rule_choices(HouseRules, "prize_ties"),
        default="shared",
        help_text="What is done with entries that are tied across the last place of a prize.",
    )


class HouseRulesSerializer(serializers.Serializer[Any]):
    """All house rules of an event, also those at their default."""

    event = serializers.UUIDField(source="pk", help_text="The id of the event.")
    rules = HouseRuleSetSerializer(help_text="The rules.")


class HouseRulesChangeSerializer(HouseRuleSetSerializer):
    """The new house rules; fields that are left out get their default."""

    reason = PlainCharField(
        max_length=LONGEST_REASON,
        allow_blank=True,
        default="",
        help_text="Needed for a change after the start of play.",
    )


class ClubArticleSerializer(StrictSerializer):
    """An article in the club's own words."""

    chapter = StrictChoiceField(
        choices=CHAPTERS, default="club", help_text="The chapter that it stands at the end of."
    )
    text = PlainCharField(max_length=LONGEST_ARTICLE, help_text="What it says.")
    text_en = PlainCharField(
        max_length=LONGEST_ARTICLE,
        allow_blank=True,
        default="",
        help_text="The same in English; empty: the same text.",
    )


class ClubArticlesSerializer(serializers.Serializer[Any]):
    """The club's own articles, in order."""

    event = serializers.UUIDField(help_text="The id of the event.")
    articles = ClubArticleSerializer(many=True, help_text="The articles.")


class ClubArticlesChangeSerializer(ReasonSerializer):
    """The new list of the club's own articles, complete."""

    articles = ClubArticleSerializer(  # type: ignore[call-arg]
        many=True, max_length=MOST_ARTICLES, help_text="The articles, in order."
    )
