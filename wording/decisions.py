"""Pending decisions in words: what a correction has left open, the choices, what was decided."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wording.metrics import put_metric_in_sentence
from wording.numbers import join_words
from wording.places import word_places

PROTEST_DECISIONS: dict[str, Promise] = {
    "UPHELD": gettext_lazy("Upheld"),
    "REJECTED": gettext_lazy("Rejected"),
    "WITHDRAWN": gettext_lazy("Withdrawn by those who protested"),
}
"""How a protest ends."""

REFUSED: dict[str, Promise] = {
    # corrections and pending decisions
    "correction_not_agreed": gettext_lazy(
        "What comes after was drawn or paired from this result. Only the organizer can change it"
        " now, from the desk."
    ),
    "next_match_begun": gettext_lazy(
        "The next match has begun with this result. Only the organizer can change it now, from the"
        " desk."
    ),
    "question_refused": gettext_lazy("This decision cannot be made like this."),
    "question_of_another_kind": gettext_lazy(
        "This cannot be chosen here: choose one of the ways that are offered."
    ),
    "question_is_old": gettext_lazy(
        "Meanwhile other entries are there, or another round was paired. Look at the decision"
        " again."
    ),
    "entry_plays_twice": gettext_lazy(
        "This entry also plays in another match, and both lead to the same one: it would meet"
        " itself there. Have this match played again, or decide first about the other one."
    ),
    "question_decided": gettext_lazy("This decision was made already: nothing was changed."),
    "swap_of_as_many": gettext_lazy(
        "As many must come in as go out: %(comes)s would come, %(goes)s would go."
    ),
    # penalties
    "penalty_refused": gettext_lazy("This penalty cannot be given."),
    "penalty_out_of_range": gettext_lazy("A penalty takes from %(least)s to %(most)s points off."),
    "penalty_metric": gettext_lazy("No points come off “%(metric)s” in this ranking."),
    "penalty_needs_a_ranking": gettext_lazy(
        "This stage is a bracket: points come off on the sheet of a match."
    ),
    "penalty_cancelled_already": gettext_lazy(
        "This penalty was cancelled already: nothing was changed."
    ),
    # protests
    "protest_refused": gettext_lazy("This protest cannot be written."),
    "protest_decided_already": gettext_lazy(
        "This protest was decided already: nothing was changed."
    ),
    "protest_of_others": gettext_lazy("This entry does not play in that match."),
    # the regulation and its house rules
    "regulation_refused": gettext_lazy("The regulation has contradictions: nothing was changed."),
    "late_match_before_game": gettext_lazy(
        "The match is lost after %(match)s minutes but the first game only after %(game)s: "
        "the match needs the longer time."
    ),
    "start_before_check_in": gettext_lazy(
        "Play starts before the time to be present: check the two times."
    ),
    "offence_without_text": gettext_lazy(
        "Penalty %(number)s: describe the offence in your words if, and only if, you choose"
        " “another offence”."
    ),
    "penalty_without_points": gettext_lazy(
        "Penalty %(number)s: write how many points, and only where points are taken off."
    ),
    "too_many_articles": gettext_lazy("%(articles)s articles are too many: %(most)s at most."),
    # prizes
    "prizes_refused": gettext_lazy("The prizes contradict each other: nothing was changed."),
    "too_many_prizes": gettext_lazy("%(prizes)s prizes are too many: %(most)s at most."),
    "prize_places": gettext_lazy(
        "A prize cannot be for places %(first)s to %(last)s: write the better place first."
    ),
    "prize_twice": gettext_lazy("Place %(place)s has two prizes: write each place once."),
    "prize_without_text": gettext_lazy("Write what the prize is that begins with place %(first)s."),
}
"""Why a correction, a decision, a penalty or a list of prizes was refused."""

FOR_PROGRAMS: dict[str, tuple[Promise, Promise]] = {
    "correction_not_agreed": (
        gettext_lazy(
            "What comes after was drawn or paired from this result: “consequences” has what would"
            " change, and “agreed” writes it."
        ),
        gettext_lazy(
            "What comes after was drawn or paired from this result. Only an organizer can change it"
            " now, or a program of his."
        ),
    ),
    "next_match_begun": (
        gettext_lazy(
            "The next match has begun with this result: “consequences” has what would change, and"
            " “agreed” writes it."
        ),
        gettext_lazy(
            "The next match has begun with this result. Only an organizer can change it now, or a"
            " program of his."
        ),
    ),
}
"""Of a refused correction, the sentences for programs: where they may agree to it, and where not.
Those above are for people at a table."""


def word_refused_correction(code: str, *, may_agree: bool) -> str:
    """The sentence for a program whose correction nobody has agreed to."""
    with_agreement, without = FOR_PROGRAMS[code]
    return str(with_agreement if may_agree else without)


@dataclass(frozen=True, slots=True)
class Changed:
    """What a new draw would take differently of an entry (competition.draw.drawn_from)."""

    name: str
    what: str
    before: Any = None
    after: Any = None

    @property
    def case(self) -> str:
        """The code of its sentence. A missing value has one of its own: "seed None" is none."""
        if self.what == "prize" and not self.after:
            return "prize_lost"
        if self.what == "prize" and not self.before:
            return "prize_new"
        if self.what == "seed" and self.after is None:
            return "seed_lost"
        if self.what == "seed" and self.before is None:
            return "seed_new"
        return self.what


@dataclass(frozen=True, slots=True)
class DecisionSubject:
    """What did not follow a correction. ``where``: the name of the match or stage; ``comes`` and
    ``goes``: the names of the entries that should be in, and of those that should not; ``round``:
    the number of the round that was paired."""

    kind: str
    where: str
    comes: Sequence[str] = ()
    goes: Sequence[str] = ()
    round: int | None = None
    changed: Sequence[Changed] = ()


class UnnamedDecision(Protocol):
    """A pending decision, stored or foreseen: its entries are ids."""

    @property
    def kind(self) -> str: ...
    @property
    def comes(self) -> Iterable[int]: ...
    @property
    def goes(self) -> Iterable[int]: ...
    @property
    def round(self) -> int | None: ...
    @property
    def changed(self) -> Iterable[Mapping[str, Any]]: ...


def make_decision_subject(
    decision: UnnamedDecision, where: str, names: Mapping[int, str]
) -> DecisionSubject:
    """The subject of a pending decision, with the names of its entries."""
    changed = []
    for change in decision.changed:
        name = names[change["entry"]]
        changed.append(Changed(name, change["what"], change["before"], change["after"]))
    comes = [names[entry] for entry in decision.comes]
    goes = [names[entry] for entry in decision.goes]
    return DecisionSubject(decision.kind, where, comes, goes, decision.round, changed)


def word_title(subject: DecisionSubject) -> str:
    """What a pending decision is about, in a few words."""
    # The same entries advance, but with other seeds or points.
    if subject.kind == "CUT_MOVED" and not subject.comes and not subject.goes:
        return _("Seeds or points of a draw have changed")
    title = str(TITLES[subject.kind])
    if subject.kind == "PLAYED_ON" and subject.goes:
        # Both slots of a match may have a question: the wrong entry tells them apart.
        return f"{title}: {join_words(list(subject.goes))}"
    return title


def word_question(subject: DecisionSubject) -> str:
    """What has happened, and a sentence for each entry that a new draw would take differently."""
    params = {
        "where": subject.where,
        "comes": join_words(list(subject.comes)),
        "goes": join_words(list(subject.goes)),
        "round": subject.round or "…",
    }
    has_comes, has_goes = bool(subject.comes), bool(subject.goes)
    # These two have one sentence, which names no entries.
    if subject.kind in ("ROUND_PAIRED", "PRIZES_MOVED"):
        has_comes = has_goes = False
    sentences = [str(_QUESTIONS[subject.kind, has_comes, has_goes]) % params]
    for change in subject.changed[:MOST_CHANGED]:
        before, after = str(change.before), str(change.after)
        if change.what == "prize":
            # Places, from the first to the last of the prize; none without a prize.
            before = word_places(*change.before) if change.before else ""
            after = word_places(*change.after) if change.after else ""
        words = {"name": change.name, "before": before, "after": after}
        sentences.append(str(_CHANGED[change.case]) % words)
    further_changes = len(subject.changed) - MOST_CHANGED
    if further_changes > 0:
        sentences.append(_("And %(count)s more.") % {"count": further_changes})
    return " ".join(sentences)


MOST_CHANGED = 8
"""Entries that are named; a number stands for the others."""
_CHANGED: dict[str, Promise] = {
    "seed": gettext_lazy("%(name)s: seed %(after)s, drawn as seed %(before)s."),
    "seed_new": gettext_lazy("%(name)s: seed %(after)s, drawn without a seed."),
    "seed_lost": gettext_lazy("%(name)s: not seeded, drawn as seed %(before)s."),
    "pot": gettext_lazy("%(name)s: pot %(after)s, drawn from pot %(before)s."),
    "carried": gettext_lazy("%(name)s: %(after)s points carried over, drawn with %(before)s."),
    "mates": gettext_lazy("%(name)s: from another group than the draw assumed."),
    "met": gettext_lazy("%(name)s: other opponents so far than the draw assumed."),
    "prize": gettext_lazy("%(name)s: prize for the %(after)s, announced for the %(before)s."),
    "prize_new": gettext_lazy("%(name)s: prize for the %(after)s, announced without a prize."),
    "prize_lost": gettext_lazy("%(name)s: no prize, announced for the %(before)s."),
}
"""What a new draw or award would change for an entry, by field and by what was or is missing."""


_QUESTIONS: dict[tuple[str, bool, bool], Promise] = {
    ("PLAYED_ON", True, True): gettext_lazy(
        "%(where)s: %(goes)s have begun to play there. By the corrected result it should be "
        "%(comes)s."
    ),
    ("PLAYED_ON", False, True): gettext_lazy(
        "%(where)s: %(goes)s have begun to play there. By the corrected results it is still "
        "open who should."
    ),
    ("PLAYED_ON", True, False): gettext_lazy(
        "%(where)s: play has begun there. By the corrected result %(comes)s should be there."
    ),
    ("PLAYED_ON", False, False): gettext_lazy("%(where)s: play has begun there too early."),
    ("CUT_MOVED", True, True): gettext_lazy(
        "%(where)s was drawn from a ranking that has changed since: %(comes)s should be in, "
        "%(goes)s should not."
    ),
    ("CUT_MOVED", True, False): gettext_lazy(
        "%(where)s was drawn from a ranking that has changed since: %(comes)s should be in too."
    ),
    ("CUT_MOVED", False, True): gettext_lazy(
        "%(where)s was drawn from a ranking that has changed since: %(goes)s should not be in."
    ),
    ("CUT_MOVED", False, False): gettext_lazy(
        "%(where)s was drawn from a ranking that has changed since."
    ),
    ("ROUND_PAIRED", False, False): gettext_lazy(
        "%(where)s: round %(round)s was paired from results that have changed since. Nobody "
        "has played in it yet."
    ),
    ("PRIZES_MOVED", False, False): gettext_lazy(
        "The prizes were announced. By the corrected results others have won them."
    ),
}
"""By kind, whether entries should be in, and whether entries should not."""

TITLES: dict[str, Promise] = {
    "PLAYED_ON": gettext_lazy("A match is played by others than it should be"),
    "CUT_MOVED": gettext_lazy("Others should have gone through"),
    "ROUND_PAIRED": gettext_lazy("A round was paired from a corrected result"),
    "PRIZES_MOVED": gettext_lazy("Prizes now go to others than announced"),
}


@dataclass(frozen=True, slots=True)
class DecisionOption:
    """A decision that can be taken: the text of its button, and its effect."""

    button: Promise
    does: Promise
    done: Promise
    """Its effect in the past tense, for the page of the decisions."""


ANSWERS: dict[str, DecisionOption] = {
    "LEFT": DecisionOption(
        gettext_lazy("Leave it as it was played"),
        gettext_lazy("What was played, drawn and paired counts. Nothing moves."),
        gettext_lazy("Left as it was played."),
    ),
    "REPLAYED": DecisionOption(
        gettext_lazy("Play the match again"),
        gettext_lazy(
            "The match is set aside: its sheet stays visible and no longer counts. It is played "
            "again by the right entries, on both sides; the matches that depend on it wait."
        ),
        gettext_lazy("The match is played again; the old sheet stays visible and does not count."),
    ),
    "SWAPPED": DecisionOption(
        gettext_lazy("Swap them"),
        gettext_lazy(
            "The entry that should be in takes the place of the one that should not;"
            " the draw stays."
        ),
        gettext_lazy("They have changed places; the draw stays."),
    ),
    "DRAWN_AGAIN": DecisionOption(
        gettext_lazy("Draw the stage again"),
        gettext_lazy("As long as nobody has played in it. The first draw stays visible."),
        gettext_lazy("The stage was drawn again."),
    ),
    "TAKEN_BACK": DecisionOption(
        gettext_lazy("Take the round back"),
        gettext_lazy("Its pairings go, as long as nobody has played; then it is paired anew."),
        gettext_lazy("The round was taken back, to be paired anew."),
    ),
    "KEPT": DecisionOption(
        gettext_lazy("Leave the prizes as announced"),
        gettext_lazy("Nobody gives a prize back. The places follow the corrected results."),
        gettext_lazy("The prizes stay as announced."),
    ),
    "AWARDED": DecisionOption(
        gettext_lazy("Award the prizes anew"),
        gettext_lazy("The prizes go to those who have the places now."),
        gettext_lazy("The prizes were awarded anew."),
    ),
}


def word_penalty(
    *, points: str = "", metric: str = "", stage: str = "", voids: bool = False
) -> str:
    """A penalty: points off a ranking, or a disqualification."""
    if points:
        words = {"points": points, "metric": put_metric_in_sentence(metric), "stage": stage}
        return _("%(points)s off (%(metric)s), %(stage)s") % words
    if voids:
        return _("Disqualified; the results no longer count, for anybody")
    return _("Disqualified; the results stay")


def word_place(places: tuple[int, int] | None) -> str:
    """A place in a sentence, or "no place"."""
    return word_places(*places) if places else _("no place")
