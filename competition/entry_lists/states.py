"""The column that says what has become of an entry: who has left is not entered from a list."""

_LEFT = frozenset(
    "ritiro|ritirato|ritirata|ritirati|ritirate|withdrawn"
    "|squalifica|squalificato|squalificata|squalificati|squalificate|disqualified"
    "|sostituzione|sostituito|sostituita|sostituiti|sostituite|replaced"
    "|annullato|annullata|annullati|annullate|cancellato|cancellata|cancellati|cancellate"
    "|cancelled|canceled".split("|")
)


def is_left_state(text: str) -> bool:
    """Whether an entry with this state is no longer in its event. Other words say nothing: the
    column may have the country of a player, or who is on the waiting list."""
    return text.casefold().strip(" .") in _LEFT
