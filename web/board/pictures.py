"""The picture beside a shared link to an event, and its description."""

from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from accounts.actors import PUBLIC
from live.kept import answer_if_changed, get_or_make_bytes, make_tag
from printing.pictures import MOST_ROWS, PictureRow, SharedPicture, render_picture
from tournaments.models import Event
from tournaments.refusals import NotFound
from tournaments.selectors.events.events import get_visible_event
from tournaments.selectors.standings.standings import load_standings_of_event
from tournaments.selectors.versions import load_event_versions
from web.places import group_by_places
from web.rankings import build_current_ranking_view
from web.rounds import load_rounds
from wording.dates import word_when_and_where
from wording.states import word_state

KIND = "image/png"
MAX_AGE = 300
LANGUAGES = dict(settings.LANGUAGES)


@require_safe
def picture(request: HttpRequest, event_id: UUID) -> HttpResponse:
    """1200 × 630 pixels, in the language of ``?lang=``. Of public events only: networks copy it,
    and who has the link of another event sees its page without. One query, if it is kept."""
    versions = load_event_versions(event_id)
    if versions.restricted:
        raise NotFound
    asked_language = request.GET.get("lang", "")
    language = translation.get_language()
    if asked_language in LANGUAGES:
        language = asked_language
    with translation.override(language):

        def render_event() -> bytes:
            return render_picture(build_picture(get_visible_event(PUBLIC, event_id)))

        tag = make_tag("png", str(event_id)[:8], versions.event_version, versions.stage_version)
        response = answer_if_changed(
            request,
            tag=tag,
            make=lambda: get_or_make_bytes(f"picture:{event_id}", tag, render_event),
            content_type=KIND,
        )
    response["Cache-Control"] = f"public, max-age={MAX_AGE}"
    return response


def build_picture(event: Event) -> SharedPicture:
    """The texts of an event's picture, in the current language."""
    heading, rows = _load_best(event)
    return SharedPicture(
        name=event.name,
        club=event.club.name,
        about=_describe_place(event),
        state=capfirst(word_state(event.state)),
        heading=heading,
        rows=rows,
        language=translation.get_language() or settings.LANGUAGE_CODE,
    )


def _load_best(event: Event) -> tuple[str, tuple[PictureRow, ...]]:
    """A heading with the best so far. A bracket has none until it is over: then the round that is
    being played stands alone."""
    if event.is_not_drawn or event.is_cancelled:
        return "", ()
    if event.is_finished:
        rows: list[PictureRow] = []
        for band in group_by_places(load_standings_of_event(event)):
            # Entries that are still in have no place yet.
            if not band.still_in:
                rows += [PictureRow(band.label, row.name.short) for row in band.rows]
        return _("Final standings"), tuple(rows[:MOST_ROWS])
    view = build_current_ranking_view(event)
    # Groups that rank alone have no common best.
    if view is not None and len(view.tables) == 1:
        best_rows = [row for row in view.tables[0].rows if not row.is_out][:MOST_ROWS]
        rows = [PictureRow(row.label, row.name.short, row.values[0]) for row in best_rows]
        return _("Standings so far"), tuple(rows)
    current_round = load_rounds(event).current
    if current_round is None:
        return "", ()
    return current_round.title, ()


def describe_event(event: Event) -> str:
    """When and where, of which club, and how far it is."""
    state = capfirst(word_state(event.state))
    parts = (_describe_place(event), event.club.name, state)
    return ". ".join(part for part in parts if part)


def _describe_place(event: Event) -> str:
    start = event.rules.get("start")
    return word_when_and_where(event.name, event.date, start=start, venue=event.venue_name)
