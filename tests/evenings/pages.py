"""Every page of a tournament that a GET opens."""

from collections.abc import Iterator

from django.test import Client
from django.urls import reverse

from scoring.models import Sheet, Tournament
from tests.test_permissions import DOORS, NO
from tests.world import PARTS

SERVER_ERROR = 500
OF_TOURNAMENT = ("club", "tournament")
OF_API = ("club", "key")


def open_every_page(client: Client, tournament: Tournament) -> None:
    """Open each of them; an error names the page. What isn't there yet is a 404."""
    for address in addresses(tournament):
        try:
            answer = client.get(address)
        except Exception as error:
            error.add_note(f"GET {address}")
            raise
        assert answer.status_code < SERVER_ERROR, address
        if answer.streaming:  # a file is open until all of it is read
            answer.getvalue()


def addresses(tournament: Tournament) -> Iterator[str]:
    """Pages of the tournament, its rounds, sheets, entries and changes of seats."""
    club = tournament.club
    rounds = tournament.rounds.order_by("number").values_list("number")
    sheets = Sheet.objects.filter(round__tournament=tournament)
    tables = sheets.values_list("round__number", "table")
    own, key = (club.slug, tournament.slug), (club.slug, tournament.file_id)
    numbered = {("number",): rounds, ("number", "table"): tables, (): [()]}
    parts = {
        (*first, *names): [(*values, *more) for more in found]
        for first, values in ((OF_TOURNAMENT, own), (OF_API, key))
        for names, found in numbered.items()
    }
    for name, door in DOORS.items():
        for args in parts.get(PARTS[name], ()) if door.get != NO else ():
            yield reverse(name, args=args)
    for pk in tournament.draws.values_list("pk", flat=True):
        yield reverse("scoring:change-slip", args=[*own, pk])
    for entry in tournament.entries.filter(house=None).select_related("player"):
        yield reverse("scoring:entry-edit", args=[*own, entry.pk])
        yield reverse("scoring:place", args=[*own, entry.number])
        if entry.player:
            yield reverse("scoring:player", args=[club.slug, entry.player.number])
    yield reverse("scoring:club", args=[club.slug])
