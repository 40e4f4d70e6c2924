"""Corrections after the next step in words: what they change, what is asked, what was decided."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from wording.metrics import metric_in_sentence
from wording.numbers import listed
from wording.places import place_words

REFUSED: dict[str, Promise] = {
    "correction_not_agreed": gettext_lazy(
        "What comes after was drawn or paired from this result. Only the organizer can change it"
        " now, from the desk."
    ),
    "next_match_begun": gettext_lazy(
        "The next match has begun with this result. Only the organizer can change it now, from the"
        " desk."
    ),
    "question_refused": gettext_lazy("This question cannot be decided so."),
    "question_of_another_kind": gettext_lazy(
        "This is no answer to this question: choose one of those that stand there."
    ),
    "question_is_old": gettext_lazy(
        "Meanwhile others sit there, or another round was paired. Look at the question again."
    ),
    "question_decided": gettext_lazy("This question was decided already: nothing was changed."),
    "swap_of_as_many": gettext_lazy(
        "As many must come in as go out: %(comes)s would come, %(goes)s would go."
    ),
    "penalty_refused": gettext_lazy("This penalty cannot be given."),
    "penalty_out_of_range": gettext_lazy("A penalty takes from %(least)s to %(most)s points off."),
    "penalty_metric": gettext_lazy("No points come off “%(metric)s” in this ranking."),
    "penalty_needs_a_ranking": gettext_lazy(
        "This stage is a bracket: points come off on the sheet of a match."
    ),
    "penalty_cancelled_already": gettext_lazy(
        "This penalty was cancelled already: nothing was changed."
    ),
    "prizes_refused": gettext_lazy("The prizes cannot stand like this: nothing was changed."),
    "too_many_prizes": gettext_lazy("%(prizes)s prizes are too many: %(most)s at most."),
    "prize_places": gettext_lazy(
        "A prize cannot be for places %(first)s to %(last)s: write the better place first."
    ),
    "prize_twice": gettext_lazy("Place %(place)s has two prizes: write each place once."),
    "prize_without_text": gettext_lazy("Write what the prize is that begins with place %(first)s."),
}
"""Why a correction, a decision, a penalty or a list of prizes was not taken."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What could not follow a correction, by the names of all that it is about: ``where`` is the
    match or the stage, ``round`` the number of the round that was paired."""

    kind: str
    where: str
    comes: Sequence[str] = ()
    goes: Sequence[str] = ()
    round: int | None = None


def asked_words(asked: Asked) -> str:
    """What has happened: one sentence."""
    names = {
        "where": asked.where,
        "comes": listed(list(asked.comes)),
        "goes": listed(list(asked.goes)),
        "round": asked.round or "…",
    }
    return str(_SAID[_case(asked)]) % names


def _case(asked: Asked) -> tuple[str, bool, bool]:
    if asked.kind == "ROUND_PAIRED":
        return asked.kind, False, False
    return asked.kind, bool(asked.comes), bool(asked.goes)


_SAID: dict[tuple[str, bool, bool], Promise] = {
    ("PLAYED_ON", True, True): gettext_lazy(
        "%(where)s: %(goes)s have begun to play there. As the result reads now, %(comes)s should."
    ),
    ("PLAYED_ON", False, True): gettext_lazy(
        "%(where)s: %(goes)s have begun to play there. As the results read now, nobody knows yet"
        " who should."
    ),
    ("PLAYED_ON", True, False): gettext_lazy(
        "%(where)s: play has begun there. As the result reads now, %(comes)s should be there."
    ),
    ("PLAYED_ON", False, False): gettext_lazy("%(where)s: play has begun there too early."),
    ("CUT_MOVED", True, True): gettext_lazy(
        "%(where)s was drawn from a ranking that reads otherwise now: %(comes)s should be in,"
        " %(goes)s should not."
    ),
    ("CUT_MOVED", True, False): gettext_lazy(
        "%(where)s was drawn from a ranking that reads otherwise now: %(comes)s should be in too."
    ),
    ("CUT_MOVED", False, True): gettext_lazy(
        "%(where)s was drawn from a ranking that reads otherwise now: %(goes)s should not be in."
    ),
    ("CUT_MOVED", False, False): gettext_lazy(
        "%(where)s was drawn from a ranking that reads otherwise now."
    ),
    ("ROUND_PAIRED", False, False): gettext_lazy(
        "%(where)s: round %(round)s was paired from results that read otherwise now. Nobody has"
        " played in it yet."
    ),
}
"""By kind, whether somebody should come, and whether somebody should go."""

TITLES: dict[str, Promise] = {
    "PLAYED_ON": gettext_lazy("A match is played by others than it should be"),
    "CUT_MOVED": gettext_lazy("Others should have gone through"),
    "ROUND_PAIRED": gettext_lazy("A round was paired from a corrected result"),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """A decision that can be taken: what its button says, and what it does."""

    button: Promise
    does: Promise
    done: Promise
    """What was done, on the page of the decisions."""


ANSWERS: dict[str, Answer] = {
    "LEFT": Answer(
        gettext_lazy("Leave it as it was played"),
        gettext_lazy("What was played, drawn and paired counts. Nothing moves."),
        gettext_lazy("Left as it was played."),
    ),
    "REPLAYED": Answer(
        gettext_lazy("Play the match again"),
        gettext_lazy(
            "The match is set aside: its sheet stays on show and no longer counts. It is played"
            " again by whom it belongs to; what hung on it waits."
        ),
        gettext_lazy("The match is played again; the old sheet stays on show and does not count."),
    ),
    "SWAPPED": Answer(
        gettext_lazy("Let them change places"),
        gettext_lazy("Who should be in takes the place of who should not; the draw stays."),
        gettext_lazy("They have changed places; the draw stays."),
    ),
    "DRAWN_AGAIN": Answer(
        gettext_lazy("Draw the stage again"),
        gettext_lazy("As long as nobody has played in it. The first draw stays on show."),
        gettext_lazy("The stage was drawn again."),
    ),
    "TAKEN_BACK": Answer(
        gettext_lazy("Take the round back"),
        gettext_lazy("Its pairings go, as long as nobody has played; then it is paired anew."),
        gettext_lazy("The round was taken back, to be paired anew."),
    ),
}


def penalty_words(
    *, points: str = "", metric: str = "", stage: str = "", voids: bool = False
) -> str:
    """What a penalty takes: points off a ranking, or else all."""
    if points:
        words = {"points": points, "metric": metric_in_sentence(metric), "stage": stage}
        return _("%(points)s off (%(metric)s), %(stage)s") % words
    if voids:
        return _("Disqualified; the results no longer count, for anybody")
    return _("Disqualified; the results stay")


def place_of(places: tuple[int, int] | None) -> str:
    """A place in a sentence; nothing where there was none."""
    return place_words(*places) if places else _("no place")
