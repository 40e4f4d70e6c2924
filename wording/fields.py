"""The names of fields, columns and options in a sentence."""

from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

FIELDS: dict[str, Promise] = {
    # no member of a document, but all of it
    "": _("the document"),
    # the record of a hand, and other lines of a sheet
    "points": _("points"),
    "thirds": _("figures"),
    "totals": _("points"),
    "tricks": _("tricks"),
    "marafona": _("marafona"),
    "last_trick": _("last trick"),
    "caller": _("who called"),
    "dealer": _("who dealt"),
    "trionfo": _("trionfo"),
    "trump": _("trumps"),
    "first": _("who got there first"),
    "side": _("side"),
    "of": _("game or match"),
    "line": _("line"),
    "article": _("article"),
    "reason": _("reason"),
    "declared": _("who declared the marafona"),
    "card_points": _("card points"),
    "declarations": _("declarations"),
    "leader": _("who led"),
    "declarer": _("who played"),
    "bid": _("bid"),
    "auction": _("bids"),
    "called": _("called card"),
    "partner": _("partner"),
    "own_card": _("own card called"),
    "success": _("made or not"),
    "all_pass": _("all have passed"),
    "seat": _("seat"),
    # options of the games
    "values": _("what the marriages give"),
    "timing": _("when players declare"),
    "trump_changes": _("trumps changed by a marriage"),
    "fifth_last": _("declaring in the fifth last trick"),
    "mariannino": _("mariannino and mariannone"),
    "mi_copri": _("mi copri"),
    "ace_exchange": _("changing the ace of trumps"),
    "race": _("when the game is won"),
    # cards in playing order
    "hand": _("hand"),
    "table": _("table"),
    "plays": _("cards played"),
    # the format of a match
    "hands": _("hands"),
    "wins": _("games to win"),
    # options of Marafon and Mariglia
    "count": _("how points are counted"),
    "target": _("points to win a game"),
    "plus_figure": _("one figura over"),
    "claims": _("claiming"),
    "claim_plus_figure": _("one figura over for a claim"),
    "marafona_in_claim": _("the marafona in a claim"),
    "marafona_points": _("points for the marafona"),
    "marafona_who": _("who may have the marafona"),
    "marafona_must_declare": _("declaring the marafona"),
    "marafona_lead_ace": _("leading with the ace of trumps"),
    "redeal": _("dealing again"),
    "both_reach": _("both at the target"),
    "honours": _("jack and horse"),
    "win_above_target": _("passing the target"),
    "deal": _("how the cards are dealt"),
    "speaking": _("who may speak"),
    "hide_mariglia": _("hiding the 7 of trumps"),
    "announcements": _("what may be said at the table"),
    "false_announcements": _("false announcements"),
    # entries, events and venues
    "first_name": _("first name"),
    "last_name": _("surname"),
    "address": _("address"),
    "note": _("note"),
    "text": _("text"),
    "text_en": _("text"),
    "sheet": _("sheet"),
    "called_off_reason": _("reason"),
    "cancelled_reason": _("reason"),
    "player1": _("first player"),
    "player2": _("second player"),
    "players": _("players"),
    "pair": _("pair"),
    "club": _("club"),
    "club_name": _("club"),
    "seed": _("seed"),
    "paid": _("paid"),
    "name": _("name"),
    "date": _("date"),
    "tables": _("tables"),
    "capacity": _("capacity"),
    "venue": _("venue"),
    "match_format": _("format of the match"),
    "format": _("format of play"),
    "options": _("options"),
    "version": _("version"),
    "made_at": _("time of writing"),
    "data": _("content"),
}


def word_field(field: Any) -> str:
    """The name of a field. Of a nested one (``games.0.target``) the last part counts; an unknown
    field stays as it is."""
    path = str(field)
    if path in FIELDS:
        return str(FIELDS[path])
    parts = [part for part in path.split(".") if not part.isdecimal()]  # without list indexes
    if parts and parts[-1] in FIELDS:
        return str(FIELDS[parts[-1]])
    return path
