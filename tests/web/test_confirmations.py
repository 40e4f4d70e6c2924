"""Acts that cannot be taken back ask on a page first, which says what they change."""

from django.test import Client

from tests.factories import NOW, make_event, make_member, owner_of
from tests.web.pages import text_of
from tournaments.models import Club, EventTemplate, Role, TableCode
from tournaments.services.club.invitations import invite
from tournaments.services.events.halls import add_hall
from tournaments.services.events.shapes import save_template
from tournaments.services.hall.devices import admit
from tournaments.services.hall.table_codes import make_codes


def test_codes_say_how_many_phones_they_sign_out(desk: Client, club: Club) -> None:
    event = make_event(club=club, pairs=4, tables=2)
    codes = make_codes(event=event, actor=owner_of(club), now=NOW)
    admit(code=codes[0].code, now=NOW)
    one, all_codes = f"/desk/codes/{codes[0].pk}/revoke/", f"/desk/events/{event.pk}/codes/revoke/"
    assert "Revoke the code of table 1? 1 phone is signed out" in text_of(desk.get(one))
    assert "1 phone is signed out" in text_of(desk.get(all_codes))
    assert TableCode.objects.filter(revoked_at=None).count() == 2
    desk.post(one)
    assert TableCode.objects.filter(revoked_at=None).count() == 1
    assert "No phone is using it now." in text_of(desk.get(all_codes))
    desk.post(all_codes)
    assert not TableCode.objects.filter(revoked_at=None).exists()
    # Revoked already, as by a second press.
    assert desk.get(one).status_code == 200
    assert desk.post(one).status_code == 302


def test_a_hall_says_which_tables_go_with_it(desk: Client, club: Club) -> None:
    event = make_event(club=club, tables=2, drawn=False)
    hall = add_hall(event=event, name="Palestra", tables=3, actor=owner_of(club), now=NOW)
    path = f"/desk/events/{event.pk}/halls/{hall.pk}/take/"
    page = text_of(desk.get(path))
    assert "Remove the hall “Palestra”? Tables 3 to 5 go with it" in page
    assert event.tables.count() == 5
    desk.post(path)
    assert event.tables.count() == 2


def test_a_template_says_that_its_events_stay(desk: Client, club: Club) -> None:
    event = make_event(club=club)
    template = save_template(event=event, name="Sabato", actor=owner_of(club), now=NOW)
    path = f"/desk/clubs/{club.slug}/templates/{template.pk}/delete/"
    assert "Events that were made from it stay." in text_of(desk.get(path))
    assert EventTemplate.objects.exists()
    desk.post(path)
    assert not EventTemplate.objects.exists()


def test_a_role_and_an_invitation_are_asked_for(desk: Client, club: Club) -> None:
    member = make_member(club)
    role = Role.objects.get(user=member)
    path = f"/desk/clubs/{club.slug}/roles/{role.pk}/take/"
    assert str(member) in text_of(desk.get(path))
    assert Role.objects.filter(pk=role.pk).exists()
    desk.post(path)
    assert not Role.objects.filter(pk=role.pk).exists()
    invited = invite(club=club, kind=Role.Kind.ORGANIZER, actor=owner_of(club), now=NOW)
    path = f"/desk/clubs/{club.slug}/invitations/{invited.invitation.pk}/call-back/"
    assert "Its link no longer works." in text_of(desk.get(path))
