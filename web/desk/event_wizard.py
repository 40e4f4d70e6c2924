"""The forms of a new event: what it is like, its facts, and how its first stage is played."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from competition.regulation import StageRules
from tournaments.services.events.events import EventPlan
from web.desk.event_choices import OWN, SATURDAY, EventChoice
from web.desk.event_forms import EventForm, NewEventFactsForm
from web.desk.wizard import Wizard, build_play_chapters
from wording.dates import word_long_date
from wording.regulation import Chapter


class EventWizard(Wizard[EventForm]):
    """All forms of a new event, and the plan that they make together.

    The event begins as one of ``choices``, or as ``OWN``. The fields of how it is played are folded
    away and show one choice, named by the hidden field ``preset_of``: if another one was chosen
    since, nobody has looked at its fields, and it is taken as it is. It is also taken as it is if
    nothing was changed in them, as a shape may have more than the fields can say.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None,
        *,
        venue: str,
        today: date,
        choices: Sequence[EventChoice] = (),
    ) -> None:
        self.choices = choices
        by_code = {choice.code: choice for choice in choices}
        code = OWN
        if data:
            code = data.get("preset", OWN)
        elif choices:
            code = choices[0].code
        self.choice = by_code.get(code)
        # Without a choice the organizer chooses everything himself.
        self.code, self.shape = OWN, None
        if self.choice is not None:
            self.code, self.shape = self.choice.code, self.choice.shape
        self.is_other_choice = bool(data and data.get("preset_of", self.code) != self.code)
        # The next Saturday, or today if it is one.
        saturday = today + timedelta(days=(SATURDAY - today.weekday()) % 7)
        usual = {"venue": venue, "date": saturday, "start": USUAL_START}
        initial = _make_initial(self.choice, usual)
        super().__init__(
            EventForm,
            None if self.is_other_choice else data,
            initial,
            stored_match=None if self.shape is None else self.shape.match,
        )
        self.facts: NewEventFactsForm = self.form
        if data and self.is_other_choice:
            shown_facts = _make_initial(by_code.get(data["preset_of"]), usual)
            # A fact that still is as the choice before had set it follows the choice that was made
            # since; an event or a template of the club brings all that is folded.
            sent_facts = dict(data.items())
            is_saved = self.choice is not None and self.choice.is_saved
            for name in FOLLOWING_FACTS:
                is_untouched = str(sent_facts.get(name, "")) == _write_fact(name, shown_facts)
                if is_untouched or (is_saved and name in FOLDED_FACTS):
                    sent_facts[name] = _write_fact(name, initial)
            self.facts = NewEventFactsForm(sent_facts)

    def is_valid(self) -> bool:
        if not self.is_other_choice:
            return super().is_valid()
        is_valid = self.facts.is_valid()
        if self.shape is None:
            # The fields, which this choice has just emptied, have to be seen first.
            self.facts.add_error(None, _("Look at how it is played, below, then go on."))
            return False
        return is_valid

    def read_fact(self, name: str) -> Any:
        """The current value of a fact; None if it cannot be read."""
        try:
            return self.facts.fields[name].clean(self.facts[name].value())
        except forms.ValidationError:
            return None

    @property
    def start(self) -> str | None:
        """The hour that the folded part names without being opened."""
        start: str | None = self.read_fact("start")
        return start

    @property
    def takes_shape(self) -> bool:
        """Whether the chosen shape is played as it is."""
        if self.shape is None or self.is_other_choice or not self.form.is_bound:
            return self.shape is not None
        if self.is_other_format or self.changes_match or not self.format_options.is_valid():
            return False
        if not {"format", "clubs_apart"}.isdisjoint(self.form.changed_data):
            return False
        return not self.format_options.differ_from(self.shape.stages[0].options)

    def regulation(self) -> tuple[Chapter, ...]:
        if self.shape is None or not self.takes_shape:
            return super().regulation()
        stages = []
        for number, stage in enumerate(self.shape.stages, start=1):
            stages.append(StageRules(number=number, **stage.model_dump()))
        return build_play_chapters(self.shape.match, stages)

    def make_plan(self) -> EventPlan:
        """The plan for the service, once all forms are valid."""
        data = self.facts.cleaned_data
        if self.shape is not None and self.takes_shape:
            first_stage = self.shape.stages[0]
            match, format_name = self.shape.match, first_stage.format
            options, constraints = first_stage.options, first_stage.constraints
        else:
            match, format_name = self.make_match_format(), self.format.name
            options, constraints = self.format_options.get_options(), self.make_constraints()
        return EventPlan(
            name=data["name"] or word_long_date(data["date"]),
            date=data["date"],
            match_format=match,
            format=format_name,
            options=options,
            constraints=constraints,
            venue_name=data["venue"],
            tables=data["tables"],
            capacity=data["capacity"],
            visibility=data["visibility"],
            names=data["names"],
            start=data["start"],
            fee_cents=data["fee_cents"],
            entries_close_at=data["entries_close_at"],
            contact=data["contact"],
            notes=data["notes"],
            recorded=data["recorded"],
        )


USUAL_START = "20:30"
"""When the evening of a club begins if nobody says otherwise."""
FOLDED_FACTS = (
    "venue",
    "start",
    "fee_cents",
    "contact",
    "visibility",
    "names",
    "notes",
    "recorded",
)
"""The facts that stand below the three questions: an event or a template brings its own."""
FOLLOWING_FACTS = (*FOLDED_FACTS, "capacity")
"""The facts that a choice sets. Day and tables are those of this event in any case."""


def _write_fact(name: str, values: Mapping[str, Any]) -> str:
    """A fact as its field shows it."""
    field: forms.Field = NewEventFactsForm.base_fields[name]
    default_value = field.initial
    if isinstance(field, forms.ChoiceField) and default_value is None:
        default_value = field.choices[0][0]  # type: ignore[index]
    value = field.prepare_value(values.get(name, default_value))
    if value is None:
        return ""
    return str(value)


def _make_initial(choice: EventChoice | None, usual: Mapping[str, Any]) -> dict[str, Any]:
    """The values of the forms for a choice, without those for its match; the usual ones without
    a choice."""
    if choice is None:
        return dict(usual)
    shape = choice.shape
    first_stage = shape.stages[0]
    start = usual["start"]
    # A ready-made event says no hour; one of the club's own may have been without any.
    if choice.is_saved:
        start = shape.rules.start
    return {
        **usual,
        "venue": shape.venue or usual["venue"],
        "tables": shape.tables,
        "capacity": shape.capacity,
        "start": start,
        "fee_cents": shape.rules.fee_cents,
        "contact": shape.contact,
        "notes": shape.notes,
        "visibility": shape.visibility,
        "names": shape.names,
        "recorded": shape.recorded,
        "format": first_stage.format,
        "format_options": first_stage.options,
        "clubs_apart": first_stage.constraints.get("clubs_apart", True),
    }
