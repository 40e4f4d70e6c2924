"""The sentence of a fault that the verification of an event has found."""

from django.utils.translation import gettext as _

from competition.trust.faults import Fault
from wording.faults import ITEMS, VERIFICATION


def describe_fault(fault: Fault) -> str:
    """The sentence in the reader's language."""
    # The pairing with its stage; the number of the match where it has none any more.
    where = _("match %(match)s") % {"match": fault.match}
    if fault.pairing and fault.stage is not None:
        where = _("%(pairing)s, stage %(stage)s") % {
            "stage": fault.stage,
            "pairing": fault.pairing,
        }
    params = {
        **fault.detail,
        "stage": fault.stage,
        "pairing": fault.pairing,
        "match": fault.match,
        "where": where,
        "place": fault.pairing or _("round %(round)s") % {"round": fault.detail.get("round")},
    }
    if item := _read_kind_of_item(fault):
        # A kind that an anchor of another version covers has no words here.
        params["item"] = str(ITEMS.get(item, fault.detail["item"])) % params
    if "after_line" in params:
        params["first_line"] = params["after_line"] + 1
    return str(VERIFICATION[fault.code]) % params


def is_about_names(fault: Fault) -> bool:
    """Whether only the names of an entry are others than were anchored, which may be rightly so:
    their spelling is corrected, and a name is taken away at the person's wish."""
    return _read_kind_of_item(fault) == "entry"


def _read_kind_of_item(fault: Fault) -> str:
    kind, _colon, _id = str(fault.detail.get("item", "")).partition(":")
    return kind
