"""/clubs/{id}/embedding-sites/."""

from tests.api.client import Program, refused
from tournaments.models import Club, Role


def test_an_owner_names_the_sites_that_may_show_events(club: Club, organizer: Program) -> None:
    path = f"clubs/{club.pk}/embedding-sites/"
    owner = Program(club.roles.get(kind=Role.Kind.OWNER).user)
    assert organizer.read(path) == {"sites": []}
    body = {"sites": ["https://www.example.org", "https://a.example"]}
    assert owner.put(path, body).json() == {"sites": sorted(body["sites"])}
    assert organizer.read(path) == {"sites": sorted(body["sites"])}
    refused(organizer.put(path, {"sites": []}), 403, "not_allowed")
    assert owner.put(path, {"sites": ["ciao mondo"]}).status_code == 422
    assert owner.put(path, {"sites": []}).json() == {"sites": []}
