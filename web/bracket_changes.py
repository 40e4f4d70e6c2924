"""Changes of drawn brackets by hand on the screen, for the desk and the board."""

from dataclasses import dataclass
from datetime import datetime

from accounts.selectors import load_author_names
from competition.named_entries import insert_names_into
from tournaments.models import DrawChange, Event
from tournaments.selectors.draws.changes import list_draw_changes
from tournaments.selectors.registration.names import load_short_names
from tournaments.selectors.registration.violations import list_entries_in
from tournaments.selectors.stages.stages import list_stages
from wording.bracket_changes import describe_change, note_change
from wording.dates import clock
from wording.sentences import word_violations
from wording.stages import name_stage


@dataclass(frozen=True, slots=True)
class ChangeView:
    """A change in words: what was changed, who decided it when and why, what it breaks."""

    id: int
    said: str
    note: str
    warnings: tuple[str, ...]
    """What the organizer had read before he agreed."""
    at: datetime
    stage: str
    """The title of its stage; empty if the event has only one."""
    stage_number: int
    draw: int
    round: int | None
    is_undone: bool
    """Whether a later change has taken it back."""
    can_be_undone: bool
    """As far as its kind goes."""
    author: str
    """The name of the user who decided."""


def load_changes(event: Event, stage: int | None = None) -> list[ChangeView]:
    """The changes of an event, or of the stage of that number, the last first. One query if there
    are none."""
    changes = list_draw_changes(event)
    if stage is not None:
        changes = changes.filter(draw__stage__number=stage)
    rows = list(changes)
    if not rows:
        return []

    # The entries that changed places, and those that the warnings are about.
    entry_ids: set[int] = set()
    for row in rows:
        entry_ids.update((row.entry_id, row.other_id))
        entry_ids |= list_entries_in(row.warnings)
    names = load_short_names(event, entry_ids)
    authors = load_author_names(row.author for row in rows)
    has_several_stages = len(list_stages(event)) > 1
    views = []
    for row in rows:
        is_undo = row.undoes_id is not None
        one, other = names.get(row.entry_id, ""), names.get(row.other_id, "")
        warnings = word_violations(insert_names_into(row.warnings, names))
        of_stage = row.draw.stage
        stage_title = ""
        if has_several_stages:
            stage_title = name_stage(of_stage)
        view = ChangeView(
            id=row.pk,
            said=describe_change(row.kind, one, other, is_undo=is_undo),
            note=note_change(row.kind, clock(row.at), row.reason, is_undo=is_undo),
            warnings=tuple(warnings),
            at=row.at,
            stage=stage_title,
            stage_number=of_stage.number,
            draw=row.draw_id,
            round=row.round,
            is_undone=hasattr(row, "undone_by"),
            can_be_undone=row.kind == DrawChange.Kind.SWAP and row.round is None and not is_undo,
            author=authors.get(row.author, ""),
        )
        views.append(view)
    return views
