"""Every option changes the regulation: one is changed at a time, and the text must change.

The walk goes over the fields of the models, so an option that is added without a sentence fails
here. ``MEANT_WITH`` says what an option needs in order to mean something.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.utils import translation

from competition.draw.constraints import Constraints
from competition.formats import format_named, formats
from competition.regulation import (
    CHAPTERS,
    ClubArticle,
    HouseRules,
    PenaltyRule,
    PrizeRule,
    RegulationFacts,
    StageRules,
)
from competition.standings.metrics import METRICS
from competition.standings.options import StandingsOptions
from kernel.models import Frozen
from rules.registry import rulebook, rulebooks
from scoring.core.format import GameFormatModel, MatchFormatModel, best_of
from wording.format_rules import SUMMARIES
from wording.formats import FORMATS
from wording.games import find_game_words
from wording.games.contract import put_in_sentence
from wording.metrics import METRICS as METRIC_WORDS
from wording.metrics import RANKING, put_metric_in_sentence
from wording.regulation import build_regulation, list_regulation_sentences
from wording.regulation.house import HOUSE_RULES, HOUSE_WORDS
from wording.regulation.ranking import RANKING_RULES
from wording.regulation.stages import CONSTRAINT_RULES, CUT_RULES, CUTS
from wording.stages import CUT_WORDS

LANGUAGES = ("it", "en")
MATCH = best_of(3, "marafon")
TRIONFO = {"games": [{"game": "trionfo", "hands": 5}], "wins": None}

MEANT_WITH: Mapping[tuple[str, str], Mapping[str, Any]] = {
    ("swiss", "grouping"): {"groups": 2},
    ("danese", "grouping"): {"groups": 2},
    ("qualifying", "grouping"): {"groups": 2},
    ("round_robin", "grouping"): {"groups": 2},
    ("sittings", "grouping"): {"groups": 2},
    ("single_elimination", "grouping"): {"groups": 2},
    ("double_elimination", "grouping"): {"groups": 2},
    ("consolation", "grouping"): {"groups": 2},
    ("marafon", "claim_plus_figure"): {"claims": True},
    ("cinquecento", "players"): {},
    **{
        ("ranking", f"{kind}_{field}"): {kind: "fixed"}
        for kind in ("rest", "walkover")
        for field in ("points", "points_against", "thirds")
    },
    ("ranking", "victory_walkover"): {"victory_table": "burraco_4"},
    ("house", "fee_per"): {"fee_cents": 2000},
    ("house", "claims_minutes"): {"claims_until": "minutes"},
}
"""By kind and option, the other options that it needs."""

OTHERS: Mapping[str, list[Any]] = {
    "bye": [1, 7],
    "half_bye": [0, 7],
    "absent": [1, 7],
    "victory_table": ["burraco_3", [[50, 12, 8], [None, 14, 6]]],
    "mini_table": [["wins", "points_for"]],
    "losers_of": [[1, 2], []],
    "values": [[20, 40, 60, 80]],
    "announcements": [["busso"], []],
    "penalties": [
        [{"offence": "revoke", "sanction": "points", "points": 11}],
        [{"offence": "other", "text": "Fumare", "sanction": "warning"}],
    ],
    "check_in": ["20:15"],
    "start": ["20:30"],
    "referee": ["Secondo Ravaioli"],
    "organizer": ["Iole Amaducci"],
}
"""Values of options whose schema does not name them all."""


def facts(**changed: Any) -> RegulationFacts:
    return RegulationFacts(**{"match": MATCH, "stages": [stage("swiss")], **changed})


def stage(format_: str, number: int = 1, **changed: Any) -> StageRules:
    return StageRules(**{"number": number, "format": format_, **changed})


def text_of(regulation: RegulationFacts, language: str) -> str:
    with translation.override(language):
        return "\n".join(list_regulation_sentences(build_regulation(regulation)))


def check_changes(before: RegulationFacts, after: RegulationFacts) -> None:
    for language in LANGUAGES:
        assert text_of(before, language) != text_of(after, language), language


def values_of(model: type[Frozen], name: str, default: Any) -> Iterator[Any]:
    """Values of an option that are not its default."""
    if name in OTHERS:
        yield from OTHERS[name]
        return
    schema: dict[str, Any] = model.model_json_schema()["properties"][name]
    one = [each for each in schema.get("anyOf", ()) if each.get("type") != "null"]
    schema = {**schema, **(one[0] if one else {})}
    if "enum" in schema:
        yield from (value for value in schema["enum"] if value != default)
    elif schema.get("type") == "boolean":
        yield not default
    elif schema.get("type") == "integer":
        least = schema.get("minimum", 0)
        most = schema.get("maximum", least + 50)
        known = default if isinstance(default, int) else least
        yield from {value for value in (least, known + 1, most) if value != default} & {
            *range(least, most + 1)
        }
    elif "const" not in schema:
        pytest.fail(f"{model.__name__}.{name}: no values are known, name some in OTHERS")


def cases(kind: str, model: type[Frozen]) -> Iterator[tuple[str, str, Mapping[str, Any], Any]]:
    """Kind, option, what it needs, and a value that is not the default."""
    for name in model.model_fields:
        needs = MEANT_WITH.get((kind, name), {})
        default = needs.get(name, model.model_fields[name].default)
        for value in values_of(model, name, default):
            yield kind, name, needs, value


FORMAT_CASES = [
    case for format_ in formats() for case in cases(format_.name, format_.options_model)
]
GAME_CASES = [case for book in rulebooks() for case in cases(book.name, book.options_model)]
RANKING_CASES = list(cases("ranking", StandingsOptions))
HOUSE_CASES = list(cases("house", HouseRules))


@pytest.mark.parametrize(("format_", "name", "needs", "value"), FORMAT_CASES)
def test_an_option_of_a_format_changes_the_text(
    format_: str, name: str, needs: Mapping[str, Any], value: Any
) -> None:
    match = {**TRIONFO} if format_ == "sittings" else MATCH
    before = facts(match=match, stages=[stage(format_, options=dict(needs))])
    after = facts(match=match, stages=[stage(format_, options={**needs, name: value})])
    check_changes(before, after)


@pytest.mark.parametrize(("game", "name", "needs", "value"), GAME_CASES)
def test_an_option_of_a_game_changes_the_text(
    game: str, name: str, needs: Mapping[str, Any], value: Any
) -> None:
    before = facts(match=best_of(1, game, dict(needs)))
    after = facts(match=best_of(1, game, {**needs, name: value}))
    check_changes(before, after)


ALL_METRICS = [
    "match_points",
    "mini_table",
    "buchholz",
    "points_for",
    "thirds",
    "victory_points",
    "lots",
]
RANKED = [format_.name for format_ in formats() if format_.metrics]


@pytest.mark.parametrize("format_", RANKED)
@pytest.mark.parametrize(("kind", "name", "needs", "value"), RANKING_CASES)
def test_an_option_of_a_ranking_changes_the_text(
    format_: str, kind: str, name: str, needs: Mapping[str, Any], value: Any
) -> None:
    by_rounds = {"round_robin": False} if name == "unplayed" else {}
    usual = {**StandingsOptions().model_dump(), **format_named(format_).standings, **needs}
    if usual[name] == value:
        value = StandingsOptions.model_fields[name].default
    stages = [
        stage(format_, metrics=ALL_METRICS, ranking=ranking)
        for ranking in ({**by_rounds, **needs}, {**by_rounds, **needs, name: value})
    ]
    match = {**TRIONFO} if format_ == "sittings" else MATCH
    check_changes(facts(match=match, stages=[stages[0]]), facts(match=match, stages=[stages[1]]))


@pytest.mark.parametrize("metric", [name for name in METRICS if name not in ALL_METRICS])
def test_a_metric_changes_the_text(metric: str) -> None:
    before = facts(stages=[stage("swiss", metrics=ALL_METRICS)])
    after = facts(stages=[stage("swiss", metrics=[metric, *ALL_METRICS])])
    check_changes(before, after)
    for language in LANGUAGES:
        with translation.override(language):
            assert put_metric_in_sentence(metric) in text_of(after, language)


def test_the_order_of_metrics_changes_the_text() -> None:
    before = facts(stages=[stage("swiss", metrics=["wins", "buchholz"])])
    check_changes(before, facts(stages=[stage("swiss", metrics=["buchholz", "wins"])]))


@pytest.mark.parametrize(("kind", "name", "needs", "value"), HOUSE_CASES)
def test_a_house_rule_changes_the_text(
    kind: str, name: str, needs: Mapping[str, Any], value: Any
) -> None:
    before, after = (
        HouseRules.model_validate(rules) for rules in (dict(needs), {**needs, name: value})
    )
    check_changes(facts(rules=before), facts(rules=after))


@pytest.mark.parametrize("format_", [each.name for each in formats()])
@pytest.mark.parametrize("name", list(Constraints.model_fields))
def test_a_constraint_changes_the_text_wherever_the_draw_looks_at_it(
    format_: str, name: str
) -> None:
    match = {**TRIONFO} if format_ == "sittings" else MATCH
    default = Constraints.model_fields[name].default
    cut = {"take": "places", "stage": 1, "last": 16}
    before, after = (
        stage(format_, 2, options={"groups": 2}, constraints={name: value}, cut=cut)
        for value in (default, not default)
    )
    first = stage("swiss")
    check_changes(
        facts(match=match, stages=[first, before]), facts(match=match, stages=[first, after])
    )


CUT_BASES: Mapping[str, Mapping[str, Any]] = {
    "places": {"take": "places", "stage": 1, "first": 1, "last": 32},
    "of_each": {"take": "of_each", "stage": 1, "of_each": 2, "runners_up": 1},
    "losers": {"take": "losers", "stage": 1, "rounds": [1]},
    "chosen": {"take": "chosen", "stage": 1, "reason": "per invito"},
}
CUT_CHANGES: list[tuple[str, str, Any]] = [
    ("places", "first", 2),
    ("places", "last", 16),
    ("places", "level", "in"),
    ("places", "level", "out"),
    ("places", "level", "play_off"),
    ("places", "level", "in_play_off"),
    ("places", "room", 40),
    ("places", "seeded", 8),
    ("places", "seeded", 0),
    ("places", "stage", 2),
    ("places", "seeding", "pots"),
    ("places", "table", "1A-2B 1B-2A"),
    ("places", "carried", "half"),
    ("places", "carried", "full"),
    ("places", "pot_size", 3),
    ("of_each", "of_each", 1),
    ("of_each", "runners_up", 0),
    ("of_each", "runners_up", 3),
    ("of_each", "seeded", 4),
    ("of_each", "stage", 2),
    ("of_each", "level", "play_off"),
    ("of_each", "level", "in"),
    ("of_each", "level", "in_play_off"),
    ("of_each", "room", 40),
    ("of_each", "seeding", "pots"),
    ("of_each", "table", "1A-2B 1B-2A"),
    ("of_each", "carried", "half"),
    ("of_each", "compare", "average"),
    ("losers", "rounds", [1, 2]),
    ("losers", "stage", 2),
    ("chosen", "reason", "i primi di ogni bar"),
    ("chosen", "seeded", 2),
    ("chosen", "stage", 2),
    ("chosen", "seeding", "pots"),
    ("chosen", "table", "1A-2B 1B-2A"),
    ("chosen", "carried", "half"),
    ("chosen", "pot_size", 3),
]
CUT_NEEDS: Mapping[str, Mapping[str, Any]] = {
    "table": {"seeding": "table", "table": "crossed"},
    "pot_size": {"seeding": "pots", "pot_size": 2},
    "room": {"level": "in_play_off", "room": 36},
}
"""What else must be chosen for an option to say anything."""


def cut_facts(cut: Mapping[str, Any]) -> RegulationFacts:
    return facts(
        stages=[
            stage("groups"),
            stage("swiss", 2, cut={"take": "places", "stage": 1, "last": 64}),
            stage("single_elimination", 3, cut=dict(cut)),
        ]
    )


@pytest.mark.parametrize(("take", "name", "value"), CUT_CHANGES)
def test_an_option_of_a_cut_changes_the_text(take: str, name: str, value: Any) -> None:
    before = {**CUT_BASES[take], **CUT_NEEDS.get(name, {})}
    check_changes(cut_facts(before), cut_facts({**before, name: value}))


def test_every_option_of_a_cut_is_walked() -> None:
    kept_out = {("chosen", "entries")}  # whom the organizer has chosen is no rule
    walked = {(take, name) for take, name, _value in CUT_CHANGES} | kept_out
    fields = {
        (model.model_fields["take"].default, name) for model in CUTS for name in model.model_fields
    }
    assert fields - {pair for pair in fields if pair[1] == "take"} == walked


EVENT_CHANGES: list[dict[str, Any]] = [
    {"date": "2026-12-14"},
    {"club": "Circolo del Fiume"},
    {"venue": "Bar Rita"},
    {"address": "Via Emilia 1"},
    {"capacity": 32},
    {"halls": [{"name": "Palestra", "first": 13, "last": 16}]},
    {"halls": [{"name": "Palestra", "first": 13, "last": 13}]},
    {"match": best_of(5, "marafon")},
    {"match": best_of(3, "marafon", {"target": 31})},
    {"match": best_of(3, "marafon", {"target": 31}, {"target": 31}, {"target": 41})},
    {"match": {"games": [{"game": "marafon"}, {"game": "marafon"}], "wins": None}},
    {"match": {"games": [{"game": "marafon", "hands": 8}], "wins": None}},
    {"match": {"games": [{"game": "marafon", "hands": 10}], "wins": None}},
    {"match": best_of(3, "mariglia")},
    {"stages": [stage("swiss", name="Qualificazione"), stage("swiss", 2)]},
    {"stages": [stage("swiss", match=best_of(1, "marafon"))]},
    {"stages": [stage("swiss", venues=[(1, "", "Bar Rita")])]},
    {"recorded": "TOTALS"},
    {"recorded": "GAMES"},
    {"prizes": [PrizeRule(first=1, last=1, text="500 €")]},
    {"articles": [ClubArticle(text="In sala non si fuma.")]},
]


@pytest.mark.parametrize("changed", EVENT_CHANGES)
def test_a_setting_of_the_event_changes_the_text(changed: dict[str, Any]) -> None:
    check_changes(facts(date="2026-12-13"), facts(**{"date": "2026-12-13", **changed}))


def test_every_setting_of_the_event_is_walked() -> None:
    walked = {name for changed in EVENT_CHANGES for name in changed} | {"rules"}
    assert RegulationFacts.model_fields.keys() == walked


def test_every_setting_of_a_match_is_walked() -> None:
    assert MatchFormatModel.model_fields.keys() == {"games", "wins", "unfinished"}
    assert GameFormatModel.model_fields.keys() == {"game", "options", "hands"}


def test_prizes_change_the_text_by_place_and_by_what_they_are() -> None:
    before = facts(prizes=[PrizeRule(first=5, last=8, text="salame")])
    for prize in (
        PrizeRule(first=5, last=7, text="salame"),
        PrizeRule(first=6, last=8, text="salame"),
        PrizeRule(first=5, last=8, text="prosciutto"),
    ):
        check_changes(before, facts(prizes=[prize]))


@pytest.mark.parametrize("name", list(PenaltyRule.model_fields))
def test_every_part_of_a_penalty_changes_the_text(name: str) -> None:
    base = {"offence": "other", "text": "Fumare", "sanction": "points", "points": 3}
    other = {"offence": "signs", "text": "Gridare", "sanction": "ranking", "points": 4}
    changed = {**base, name: other[name], **({"text": ""} if name == "offence" else {})}
    rules = [HouseRules.model_validate({"penalties": [each]}) for each in (base, changed)]
    check_changes(facts(rules=rules[0]), facts(rules=rules[1]))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("chapter", CHAPTERS)
def test_an_article_of_the_club_is_numbered_behind_those_of_its_chapter(
    chapter: Any, language: str
) -> None:
    article = ClubArticle(chapter=chapter, text="Non si fuma.", text_en="No smoking.")
    with translation.override(language):
        chapters = build_regulation(facts(articles=[article]))
    (where,) = (each for each in chapters if any(article.is_own for article in each.articles))
    last = where.articles[-1]
    assert where.key == chapter
    assert last.text == {"it": "Non si fuma.", "en": "No smoking."}[language]
    assert last.number == f"{where.number}.{len(where.articles)}"


def test_every_option_has_a_sentence_of_its_own() -> None:
    for format_ in formats():
        assert FORMATS[format_.name].rules.keys() == format_.options_model.model_fields.keys()
        assert format_.name in SUMMARIES
    assert RANKING_RULES.keys() == StandingsOptions.model_fields.keys()
    house_rules = sorted(name for chapter in HOUSE_RULES.values() for name in chapter)
    assert house_rules == sorted(HouseRules.model_fields) == sorted(HOUSE_WORDS)
    assert CONSTRAINT_RULES.keys() == Constraints.model_fields.keys()
    assert METRIC_WORDS.keys() == METRICS.keys()
    fields = {model.model_fields["take"].default: model.model_fields.keys() for model in CUTS}
    assert {take: rules.keys() for take, rules in CUT_RULES.items()} == fields


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_and_the_regulation_choose_in_the_same_words(language: str) -> None:
    """A choice stands in the text as it stands in the form, apart from its first letter."""
    with translation.override(language):
        told = _choices_in_the_text()
        missing = [
            words for text, words in told if put_in_sentence(words) not in put_in_sentence(text)
        ]
    assert missing == []


def _choices_in_the_text() -> list[tuple[str, str]]:
    """The text with each choice taken, and the words of the choice in the form."""
    chosen = [*_choices_of_formats(), *_choices_of_rankings(), *_choices_of_the_house()]
    chosen += _choices_of_cuts()
    chosen += _choices_of_games()
    return [(_small(regulation), str(said)) for regulation, said in chosen]


Chosen = tuple[RegulationFacts, object]


def _choices_of_formats() -> Iterator[Chosen]:
    for format_ in formats():
        match = {**TRIONFO} if format_.name == "sittings" else MATCH
        for name, words in FORMATS[format_.name].options.items():
            needs = MEANT_WITH.get((format_.name, name), {})
            for choice, said in words.choices.items():
                options = {**needs, name: _typed(format_.options_model, name, choice)}
                if (name, choice) != ("places", "0"):
                    yield facts(match=match, stages=[stage(format_.name, options=options)]), said


def _choices_of_rankings() -> Iterator[Chosen]:
    for name in ("rest", "walkover", "unplayed"):
        for choice, said in RANKING[name].choices.items():
            ranked = stage("swiss", metrics=ALL_METRICS, ranking={name: choice})
            yield facts(stages=[ranked]), said


def _choices_of_the_house() -> Iterator[Chosen]:
    for name, words in HOUSE_WORDS.items():
        for choice, said in words.choices.items():
            needs = MEANT_WITH.get(("house", name), {})
            yield facts(rules=HouseRules.model_validate({**needs, name: choice})), said


def _choices_of_cuts() -> Iterator[Chosen]:
    for choice, said in CUT_WORDS["level"].choices.items():
        yield cut_facts({**CUT_BASES["places"], "level": choice}), said


def _choices_of_games() -> Iterator[Chosen]:
    for book in rulebooks():
        for name, words in find_game_words(book.name).options.items():
            for choice, said in words.choices.items():
                value = _typed(book.options_model, name, choice)
                yield facts(match=best_of(1, book.name, {name: value})), said


def _typed(model: type[Frozen], name: str, choice: str) -> Any:
    return int(choice) if isinstance(model.model_fields[name].default, int) else choice


def _small(regulation: RegulationFacts) -> str:
    """The text, each sentence beginning with a small letter too."""
    sentences = list_regulation_sentences(build_regulation(regulation))
    parts = [part for text in sentences for part in (text, put_in_sentence(text))]
    return "\n".join(
        [*parts, *(put_in_sentence(half) for text in parts for half in text.split(". "))]
    )


def test_targets_that_differ_are_told_game_by_game() -> None:
    match = best_of(3, "marafon", {"target": 31}, {"target": 31}, {"target": 41})
    text = text_of(facts(match=match), "it")
    assert "Al meglio di tre partite: a 31, a 31 e a 41." in text
    assert "Prima partita e seconda partita: la partita si vince a 31 punti." in text
    assert "Bella: la partita si vince a 41 punti." in text
    claims = [line for line in text.splitlines() if "chiamare fuori" in line]
    assert [line.split(":")[0] for line in claims] == ["Prima partita e seconda partita", "Bella"]
    assert ["31" in line for line in claims] == [True, False]


def test_what_is_not_played_to_a_target_has_none() -> None:
    assert rulebook("trionfo").target(rulebook("trionfo").read_options({})) is None
    text = text_of(facts(match=TRIONFO, stages=[stage("sittings")]), "it")
    assert "si vince a" not in text
