"""Which signatures a phone at a table may write and withdraw: those of the side that holds it."""

from dataclasses import dataclass

from accounts.actors import Actor, ActorKind
from scoring.acts import Act, Written
from scoring.core.lines import PLAY_KINDS, SIGN, STRIKE, WORD_KINDS
from scoring.models import Match
from tournaments.models import Device, Pairing, Slot
from tournaments.refusals import NotAllowed


@dataclass(frozen=True, slots=True)
class PhoneContext:
    """What a phone at a table sends with a line, in addition to its data.

    ``holder``: the id of the player who held the phone when the line was made; None: its owner.
    ``corrects``: when another side's signature is struck, the line that this side corrects next.
    ``is_entered_at_desk``: the phone could not send the line, and the desk enters it; where a phone
    needs no reason, the desk needs none either.
    """

    holder: int | None = None
    corrects: int | None = None
    is_entered_at_desk: bool = False

    def withdraws_to_correct(self, match: Match, act: Act) -> bool:
        """Whether a line strikes a signature, in order to correct a signed line with the next one.
        A strike of a strike restores a signature: no correction needs that."""
        if act.kind != STRIKE or self.corrects is None:
            return False
        is_withdrawal = match.lines.filter(n=act.data["line"], kind=SIGN).exists()
        return is_withdrawal and match.lines.filter(n=self.corrects, kind__in=PLAY_KINDS).exists()


OWN_PHONE = PhoneContext()


def check_signatures(
    *, pairing: Pairing, act: Act, written: Written, actor: Actor, context: PhoneContext
) -> None:
    """Check a line that a phone has just written; the caller rolls it back. Raises NotAllowed.

    A side signs for itself and withdraws its own signature. It withdraws the other side's only to
    correct a signed line, and corrects nothing while that signature is in force. A phone without
    an owner belongs to the table: it asks each time who signs, and may do all of this.
    """
    if actor.kind != ActorKind.TABLE or act.kind not in (SIGN, *WORD_KINDS):
        return
    if act.kind == SIGN and act.data["side"] is None:
        raise NotAllowed("only_the_referee", kind=SIGN)
    side = _side_holding(actor, pairing, context)
    if side is None:
        return
    # A correction is judged by the line that it finally refers to: that may be a signature itself.
    # A strike of a strike restores a line, and that line is its subject.
    match = written.match
    subject = written.line
    while subject.kind in WORD_KINDS:
        subject = match.lines.get(n=subject.data["line"])
    if subject.kind != SIGN:
        # What another side has signed must not change while its signature is in force.
        for signed_side in written.state.signed:
            if signed_side != side:
                raise NotAllowed("signed_by_other_side", side=signed_side)
    elif subject.data["side"] != side and not context.withdraws_to_correct(match, act):
        raise NotAllowed("signature_of_other_side", side=subject.data["side"])


def _side_holding(actor: Actor, pairing: Pairing, context: PhoneContext) -> int | None:
    """The side of the player who holds the phone; None if its owner does not play this match."""
    if context.holder is not None:
        side = _find_side(context.holder, pairing)
        if side is None:
            raise NotAllowed("holder_not_in_match", field="holder")
        return side
    owner = Device.objects.values_list("player", flat=True).get(pk=actor.id)
    # An owner who does not play this match has left the phone at the table.
    return None if owner is None else _find_side(owner, pairing)


def _find_side(player_id: int, pairing: Pairing) -> int | None:
    slots = Slot.objects.filter(pairing=pairing, entry__members__player=player_id)
    side: int | None = slots.values_list("side", flat=True).first()
    return side
