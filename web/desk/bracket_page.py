"""The page of the changes of a drawn bracket by hand: its forms, and what each would change."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from competition.named_entries import insert_names_into
from competition.plan import Bye, Seated
from tournaments.models import Entry, Event
from tournaments.refusals import BracketChangeRefused, NotFound
from tournaments.selectors.draws.change_previews import (
    ChangePreview,
    FirstMatch,
    list_first_matches,
    require_brackets,
    select_movable,
)
from tournaments.selectors.registration.names import load_entry_names
from tournaments.selectors.registration.violations import list_entries_in
from tournaments.selectors.stages.stages import get_stage_by_number
from web.actors import get_actor
from web.bracket_changes import load_changes
from web.desk.access import about, get_managed_event
from web.desk.bracket_forms import (
    BYE,
    PRELIMINARY,
    BracketSwapForm,
    LatePairForm,
    Places,
    PreviewedForm,
    WaitingPairForm,
)
from web.desk.entry_field import MOST_OFFERED, EntryOffer
from web.desk.reason_forms import ReasonForm
from web.numbers import parse_number
from web.refusals import find_status, shown_on
from wording.places import word_source
from wording.sentences import word_violations

NOT_SENT: Mapping[str, forms.Form] = {}


@dataclass(frozen=True, slots=True)
class PreviewedMatch:
    """A match or a bye as it would be after a change."""

    names: tuple[str, ...]
    is_bye: bool
    is_preliminary: bool


def label_with_seeds(event: Event, ids: Sequence[int]) -> dict[int, str]:
    """Short names of entries with their seeds. One query."""
    names = load_entry_names(event, ids)
    return {pk: _add_seed(name.short, name.seed) for pk, name in names.items()}


def _add_seed(name: str, seed: int | None) -> str:
    if not seed:
        return name
    return _("%(name)s (seed %(seed)s)") % {"name": name, "seed": seed}


class BracketChangePage:
    """The page of the changes of a bracket, with its forms. One that was sent is shown in place of
    a new one: with the reason of a refusal, or with a preview."""

    def __init__(self, request: HttpRequest, event_id: UUID, number: int) -> None:
        self.request = request
        self.event = get_managed_event(request, event_id)
        self.stage = get_stage_by_number(self.event, number)
        # The event that was checked replaces the one of the stage, so that the page has only one.
        self.stage.event = self.event
        self.brackets = require_brackets(self.stage)
        self.first_matches = list_first_matches(self.stage)
        self.waiting = list(
            self.event.entries.filter(state=Entry.State.WAITLISTED).order_by("pk")[:50]
        )
        self.movable = [each for each in self.first_matches if not each.has_begun]
        movable_ids = [each.entry for each in self.movable]
        waiting_ids = [entry.pk for entry in self.waiting]
        self.names: dict[int, str] = {}
        self.seeds: dict[int, int | None] = {}
        # In a large bracket an opponent is found by name: no list names them all.
        places: Places | None = None
        if len(self.movable) <= MOST_OFFERED:
            self._load_names(movable_ids)
            places = self._list_places()
        initial = self._read_initial(movable_ids, waiting_ids, places)
        offer = EntryOffer(
            self.event, select_movable(self.stage), label_with_seeds, ids=movable_ids
        )
        byes = frozenset(each.entry for each in self.movable if each.has_bye)
        # Made with or without posted data; the ids of their fields differ, as all are on one page.
        self.forms: dict[str, Callable[..., forms.Form]] = {
            "swap_form": partial(
                BracketSwapForm,
                offer=offer,
                auto_id="swap_%s",
                initial=initial,
            ),
            "late_form": partial(
                LatePairForm,
                size=self.event.entry_size,
                places=places,
                against=offer,
                byes=byes,
                auto_id="late_%s",
                initial=initial,
            ),
            "waiting_form": partial(
                WaitingPairForm,
                offer=EntryOffer(
                    self.event, self.event.entries.filter(pk__in=waiting_ids), ids=waiting_ids
                ),
                places=places,
                against=offer,
                byes=byes,
                auto_id="waiting_%s",
                initial=initial,
            ),
        }
        self.can_take_late = self.stage.cut is None and bool(self.movable)

    def _load_names(self, entries: Iterable[int]) -> None:
        """One query, none if all of them are loaded."""
        missing = set(entries) - self.names.keys()
        if missing:
            for pk, name in load_entry_names(self.event, missing).items():
                self.names[pk] = name.short
                self.seeds[pk] = name.seed

    def _list_places(self) -> Places:
        """The free places first, those opposite the pairs without a seed before the others."""
        byes = [each for each in self.movable if each.has_bye]
        # An entry without a seed is taken for weaker than all seeds: it comes first, the first seed
        # last.
        byes.sort(key=lambda each: -(self.seeds.get(each.entry) or len(self.first_matches) + 1))
        others = [each for each in self.movable if not each.has_bye and not each.is_preliminary]
        found = []
        if byes:
            choices = self._make_choices(BYE, byes)
            found.append((_("On the free place: the other has a bye"), choices))
        if others:
            choices = self._make_choices(PRELIMINARY, others)
            found.append((_("In a preliminary match for the place"), choices))
        return found

    def _make_choices(self, kind: str, matches: Iterable[FirstMatch]) -> list[tuple[str, str]]:
        """A place of this kind beside the entry of each of these matches."""
        choices = []
        for match in matches:
            name = _add_seed(self.names[match.entry], self.seeds[match.entry])
            choices.append((f"{kind}-{match.entry}", name))
        return choices

    def _read_initial(
        self, movable_ids: Sequence[int], waiting_ids: Sequence[int], places: Places | None
    ) -> dict[str, Any]:
        """What was chosen in the row of an entry (``?entry=``, ``?waiting=``), and the first free
        place."""
        initial: dict[str, Any] = {"version": self.stage.version}
        chosen = parse_number(self.request.GET.get("entry"), digits=17)
        if chosen in movable_ids:
            initial["first"] = chosen
        waits = parse_number(self.request.GET.get("waiting"), digits=17)
        if waits in waiting_ids:
            initial["entry"] = waits
        if places:
            _kind, choices = places[0]
            first_place, _label = choices[0]
            if first_place.startswith(BYE):
                initial["place"] = first_place
        return initial

    def submit(
        self,
        name: str,
        preview: Callable[[Any], ChangePreview],
        act: Callable[[Any], object],
        done: str,
    ) -> HttpResponse:
        """Shows what the form would change, or, if that was shown for the same values, changes it
        with ``act``. A refusal is shown on the form."""
        form = self.forms[name](self.request.POST)
        assert isinstance(form, PreviewedForm), "all forms of this page are"
        if not form.is_valid():
            return self.render_page({name: form})
        found = None
        with shown_on(form):
            try:
                # Made again before the change: the bracket may break in another way than when it
                # was shown.
                found = preview(form)
                if form.was_seen and (form.cleaned_data["agreed"] or not found.warnings):
                    act(form)
                    messages.success(self.request, done)
                    return redirect("desk:bracket_change", self.event.pk, self.stage.number)
            except BracketChangeRefused as refused:
                self.insert_names_into_refusal(refused)
                raise
        # The preview was seen, but what it breaks was not agreed to.
        if form.was_seen and found is not None and not form.errors:
            form.add_error("agreed", _("Tick this to change it anyway, or choose otherwise."))
        return self.render_page({name: form}, previewed=name, preview=found)

    def render_page(
        self,
        sent: Mapping[str, forms.Form] = NOT_SENT,
        *,
        previewed: str = "",
        preview: ChangePreview | None = None,
    ) -> HttpResponse:
        matches: list[PreviewedMatch] = []
        warnings: list[str] = []
        if preview is None:
            previewed = ""
        else:
            # All names of the preview are loaded by one query, before its sentences are made.
            named_entries: set[int] = set()
            for pairing in preview.first_matches:
                for slot in pairing.slots:
                    if isinstance(slot, Seated):
                        named_entries.add(int(slot.entry))
            self._load_names(named_entries | list_entries_in(preview.warnings))
            matches = self._list_matches(preview)
            warnings = word_violations(insert_names_into(preview.warnings, self.names))
        context = {
            **about(self.request, self.event, "bracket"),
            **{name: make_form() for name, make_form in self.forms.items()},
            **sent,
            "stage": self.stage,
            "can_take_late": self.can_take_late,
            "has_waiting": bool(self.waiting),
            "has_swap": len(self.movable) > 1,
            "changes": load_changes(self.event, self.stage.number),
            "undo_form": ReasonForm(auto_id="undo_%s"),
            "previewed": previewed,
            "matches": matches,
            "warnings": warnings,
        }
        refused = [form for form in sent.values() if form.errors]
        return render(
            self.request, "desk/bracket_change.html", context, status=find_status(*refused)
        )

    def _list_matches(self, preview: ChangePreview) -> list[PreviewedMatch]:
        rounds = preview.main_rounds
        matches = []
        for pairing in preview.first_matches:
            names = []
            for slot in pairing.slots:
                if isinstance(slot, Seated):
                    names.append(self.names.get(int(slot.entry), ""))
                elif not isinstance(slot, Bye):
                    # The plan knows the match that this side comes from, not who wins it.
                    names.append(word_source("WINNER_OF", slot.pairing, rounds))
            matches.append(
                PreviewedMatch(
                    names=tuple(names),
                    is_bye=not pairing.is_played,
                    is_preliminary=pairing.section == PRELIMINARY,
                )
            )
        return matches

    def insert_names_into_refusal(self, refused: BracketChangeRefused) -> None:
        """Puts names in place of the ids of entries, before ``shown_on`` makes the sentences."""
        self._load_names(list_entries_in(refused.violations))
        refused.violations = insert_names_into(refused.violations, self.names)

    def get_entry(self, pk: int) -> Entry:
        """An entry of this event. Raises NotFound."""
        entry = self.event.entries.filter(pk=pk).first()
        if entry is None:
            raise NotFound
        return entry

    def list_common(self, form: PreviewedForm) -> dict[str, Any]:
        """What every change of this page is made with."""
        return {
            "stage": self.stage,
            "version": form.cleaned_data["version"],
            "reason": form.cleaned_data["reason"],
            "agreed": form.cleaned_data["agreed"],
            "actor": get_actor(self.request),
            "now": timezone.now(),
        }
