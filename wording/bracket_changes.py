"""Changes of a drawn bracket by hand: what was changed, what is refused and what to do about it."""

from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

SWAP, BYE, PRELIMINARY = "SWAP", "BYE", "PRELIMINARY"

CHANGES: Final[dict[str, Promise]] = {
    # what cannot be done
    "bracket_change_refused": gettext_lazy("The bracket cannot be changed like this."),
    "no_drawn_bracket": gettext_lazy("This stage has no drawn bracket: draw it first."),
    "match_has_begun": gettext_lazy(
        "The match %(one)s – %(other)s has begun: both sides stay where they are. Choose others."
    ),
    "unknown_change_kind": gettext_lazy(
        "The records of this draw are damaged: “%(kind)s” is no kind of change."
    ),
    "not_in_bracket": gettext_lazy("“%(entry)s” does not begin in this bracket: choose another."),
    "already_in_bracket": gettext_lazy(
        "“%(entry)s” is in the bracket already: swap it instead of entering it again."
    ),
    "swap_in_one_match": gettext_lazy(
        "These two meet in one match: to swap them changes nothing. Choose two of different"
        " matches."
    ),
    "opponent_without_bye": gettext_lazy(
        "“%(entry)s” has no bye any more: choose another opponent, or a preliminary match."
    ),
    "opponent_with_bye": gettext_lazy(
        "“%(entry)s” has a bye: let the late entry take the free place opposite."
    ),
    "opponent_in_preliminary": gettext_lazy(
        "“%(entry)s” plays a preliminary match already: choose another opponent."
    ),
    "no_room_for_preliminary": gettext_lazy(
        "In this bracket %(most)s preliminary matches are possible at most, and they are"
        " there: replace an entry that has not begun."
    ),
    "late_against_nobody": gettext_lazy(
        "Choose against whom the late entry plays: one with a bye, or one whose first match"
        " has not begun. Or replace an entry that has not begun."
    ),
    "late_without_seed": gettext_lazy("The seeds were drawn already: leave the seed empty."),
    "entry_not_waiting": gettext_lazy("This entry is not on the waiting list any more."),
    "changes_need_a_bracket": gettext_lazy("Only a bracket is changed by hand in this way."),
    "only_swaps_are_undone": gettext_lazy(
        "Only a swap in a bracket is undone. Withdraw a late entry that does not play after all."
    ),
    "drawn_again_since": gettext_lazy("The stage was drawn again since: nothing is to be undone."),
    "changed_again_since": gettext_lazy(
        "One of the two was changed again since: undo that change first, or swap them as they are"
        " now."
    ),
    # what a change breaks
    "seeds_meet_earlier": gettext_lazy(
        "“%(one)s” and “%(other)s” are seeds, and can meet earlier than they were drawn: in round"
        " %(round)s."
    ),
    "seeds_meet_at_once": gettext_lazy(
        "“%(one)s” and “%(other)s” are seeds, and begin in one match."
    ),
    "called_to_table": gettext_lazy(
        "Table %(table)s is called for one of these matches: make sure that nobody has begun there."
    ),
    "gets_bye": gettext_lazy("“%(entry)s” gets the bye."),
    "loses_bye": gettext_lazy("“%(entry)s” loses the bye."),
}


def describe_change(kind: str, one: str, other: str, *, is_undo: bool = False) -> str:
    """What was changed, with the names of the two entries."""
    names = {"one": one, "other": other}
    if kind == BYE:
        return _("%(one)s came late and plays %(other)s, who had a bye.") % names
    if kind == PRELIMINARY:
        return _("%(one)s came late and plays a preliminary match against %(other)s.") % names
    if is_undo:
        return _("%(one)s and %(other)s swap back.") % names
    return _("%(one)s and %(other)s swap places.") % names


def note_change(kind: str, clock: str, reason: str, *, is_undo: bool = False) -> str:
    """Who decided a change, when and why, for everybody."""
    params = {"clock": clock, "reason": reason}
    if kind in (BYE, PRELIMINARY):
        return _("Late entry decided by the organizer at %(clock)s: %(reason)s") % params
    if is_undo:
        return _("Swap taken back by the organizer at %(clock)s: %(reason)s") % params
    return _("Swap decided by the organizer at %(clock)s: %(reason)s") % params
