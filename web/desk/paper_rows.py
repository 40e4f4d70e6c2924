"""What the keyboard screen shows beside its form: the match that a number names, the results just
written, the other rounds."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from competition.hall.match_labels import MatchLabel
from competition.hall.paper_examples import build_example
from competition.standings.recorded import RecordedDetail
from scoring.core.format import read_stored_format
from tournaments.models import Stage
from tournaments.selectors.hall.paper import (
    CopiedResult,
    OpenRound,
    PaperMatch,
    PaperPlace,
    PaperRound,
    find_by_label,
    find_needed_detail,
    get_stage_of_match,
)
from wording.numbers import against, score
from wording.paper import join_typed_scores

TAKE_BACK_FOR = timedelta(seconds=10)
"""How long a result can be taken back on its row; afterwards it is corrected on its sheet."""


@dataclass(frozen=True, slots=True)
class CopiedRow:
    """A result that was written just now."""

    result: CopiedResult
    match: PaperMatch
    round: str
    """The title of its round, if that is not the one on the page."""
    winner: str
    losers: tuple[str, ...]
    wins: str
    totals: tuple[str, ...]
    seconds_left: int
    """To take it back; 0: it is corrected on its sheet."""

    @property
    def is_many(self) -> bool:
        """Whether more than two play at this table: their numbers may take several lines."""
        return len(self.match.names) > 2


@dataclass(frozen=True, slots=True)
class WrittenAnnouncement:
    """What is announced of the result that this desk has just written, whatever other desks have
    written after it."""

    label: MatchLabel | None
    winner: str
    """Empty: a draw."""
    wins: str
    round: str
    """The title of its round, if that is not the one on the page."""


@dataclass(frozen=True, slots=True)
class OpenRoundRow:
    """Another round with matches that can be written now."""

    round: int
    title: str
    matches: int


@dataclass(frozen=True, slots=True)
class NamedPlaces:
    """The places that the label in the field can mean."""

    meant: PaperPlace | None = None
    """The match that is written, or would be if it were not written already."""
    written_here: PaperPlace | None = None
    """While another round's match is meant: the one of the round on the page, written already."""
    now_here: PaperPlace | None = None
    """While the match that is meant cannot be written: the one that can."""

    @property
    def open(self) -> PaperPlace | None:
        """The match that is written next."""
        if self.meant is None or self.meant.is_written:
            return None
        return self.meant

    @property
    def written(self) -> PaperPlace | None:
        """The match with this label that is written already."""
        if self.open is None:
            return self.meant
        return self.written_here

    @property
    def matches(self) -> list[int]:
        places = (self.meant, self.written_here, self.now_here)
        return [place.match for place in places if place is not None]


def find_places(
    paper_round: PaperRound, label: MatchLabel | None, meant: PaperPlace | None
) -> NamedPlaces:
    """What the page says of a label, beside the match that is meant. Two queries at most."""
    if label is None:
        return NamedPlaces()
    if meant is None or meant.is_written:
        found = find_by_label(paper_round, label)
        if found is None or found.is_written:
            return NamedPlaces(meant)
        return NamedPlaces(meant, now_here=found)
    if paper_round.has_match(meant.match):
        return NamedPlaces(meant)
    return NamedPlaces(meant, written_here=paper_round.find_written(label))


@dataclass(frozen=True, slots=True)
class TypedExample:
    """A possible result, as it is typed: the points of its games, and the games won alone; these
    are empty where they would be read as points."""

    points: str
    games: str
    is_single_game: bool


@dataclass(frozen=True, slots=True)
class NamedMatch:
    """What the page says of the match that a label names."""

    current: PaperMatch | None
    """To be written."""
    needed: RecordedDetail | None
    """The least that must be written of it."""
    example: TypedExample | None
    other_round: str
    """Its round, if that is not the one on the page."""
    written: PaperMatch | None
    """The match with this label that is written already."""
    written_score: str
    now_here: str
    """The round of the match that is at this table now, if the one that was shown is not."""


def build_named_match(
    paper_round: PaperRound,
    places: NamedPlaces,
    matches: Mapping[int, PaperMatch],
    titles: Mapping[int, str],
) -> NamedMatch:
    """``matches``: those of ``places`` at least. ``titles``: of rounds, by their ids."""
    current = written = needed = example = None
    other_round = written_score = now_here = ""
    if places.open is not None:
        current = matches[places.open.match]
        stage = get_stage_of_match(paper_round, current)
        needed = find_needed_detail(stage)
        example = build_typed_example(stage)
        other_round = _name_other_round(paper_round, current, titles)
    if places.written is not None:
        written = matches[places.written.match]
        written_score = against(written.wins, "points")
    if places.now_here is not None:
        now_here = titles[matches[places.now_here.match].round]
    return NamedMatch(current, needed, example, other_round, written, written_score, now_here)


def build_typed_example(stage: Stage) -> TypedExample:
    """A result that a match of this stage can have."""
    result = build_example(read_stored_format(stage.match_document))
    games = "" if result.wins is None else join_typed_scores([result.wins])
    return TypedExample(
        join_typed_scores(result.totals), games, is_single_game=len(result.totals) == 1
    )


def _name_other_round(paper_round: PaperRound, match: PaperMatch, titles: Mapping[int, str]) -> str:
    """The title of the round of a match; empty if it is of the round on the page."""
    return "" if paper_round.has_match(match.match) else titles[match.round]


def build_copied_row(
    paper_round: PaperRound,
    result: CopiedResult,
    match: PaperMatch,
    titles: Mapping[int, str],
    now: datetime,
) -> CopiedRow:
    """``titles``: of rounds, by their ids."""
    seconds_left = 0
    if result.is_last:
        seconds = (TAKE_BACK_FOR - (now - result.written_at)).total_seconds()
        seconds_left = max(0, round(seconds))
    losers = list(match.names)
    winner = ""
    if match.winner is not None:
        winner = losers.pop(match.winner)
    order = _put_winner_first(match)
    totals = []
    for game in match.totals:
        # Where more than two play, totals can be negative: a dash would be a minus.
        separator = " / " if len(game) > 2 else "–"
        totals.append(separator.join(score(game[side], "points") for side in order))
    return CopiedRow(
        result=result,
        match=match,
        round=_name_other_round(paper_round, match, titles),
        winner=winner,
        losers=tuple(losers),
        wins=_word_wins(match),
        totals=tuple(totals),
        seconds_left=seconds_left,
    )


def _put_winner_first(match: PaperMatch) -> list[int]:
    """The sides of a match. The winner is named first, so its numbers come first too."""
    return sorted(range(len(match.wins)), key=lambda side: side != match.winner)


def _word_wins(match: PaperMatch) -> str:
    return " – ".join(str(match.wins[side]) for side in _put_winner_first(match))


def build_announcement(
    paper_round: PaperRound, match: PaperMatch | None, titles: Mapping[int, str]
) -> WrittenAnnouncement | None:
    """``match``: the one that this desk has just written; None, also if it was taken back since.
    ``titles``: of rounds, by their ids."""
    if match is None or not match.is_written:
        return None
    winner = ""
    if match.winner is not None:
        winner = match.names[match.winner]
    other_round = _name_other_round(paper_round, match, titles)
    return WrittenAnnouncement(match.label, winner, _word_wins(match), other_round)


def build_open_rounds(rounds: list[OpenRound], titles: Mapping[int, str]) -> list[OpenRoundRow]:
    """``titles``: of rounds, by their ids."""
    return [OpenRoundRow(each.round, titles[each.round], each.matches) for each in rounds]
