"""Many say at once that they come: nobody twice, nobody forgotten, the order kept.

In a drill three hundred say it by their own links for sixty places, on both databases.
Whoever is told that the site is busy presses again.
"""

import time
from collections import Counter

import pytest
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from scoring.audit.integrity import differences_in
from scoring.models import Answer, Change, PersonalLink
from scoring.signups import personal_links
from scoring.signups.rsvps import coming_to
from tests import builders
from tests.drill.figures import say, size
from tests.test_races import at_once

pytestmark = pytest.mark.django_db(transaction=True)

PEOPLE, PLACES = size((24, 6), (300, 60))
PHONES = 8  # at once; each is one person after the other
BUSY = 503
MINUTE = 60


def presses(addresses: list[str], evening: int) -> list[HttpResponse]:
    """Each of these people presses “I come”, and every fifth presses twice."""
    client, told = Client(), []
    for at, address in enumerate(addresses):
        for _ in range(2 if at % 5 == 0 else 1):
            told.append(pressed(client, address, evening))
            while told[-1].status_code == BUSY:
                told.append(pressed(client, address, evening))
    return told


def pressed(client: Client, address: str, evening: int) -> HttpResponse:
    return client.post(address, {"evening": evening, "answer": "come"})


def test_all_who_sign_up_at_once_are_there_once_and_in_order() -> None:
    club = builders.club()
    evening = builders.tournament(
        club, date=timezone.localdate(), asks=True, places=PLACES
    )
    people = builders.players(club, [f"Guest {n}" for n in range(PEOPLE)])
    PersonalLink.objects.bulk_create(PersonalLink(player=one) for one in people)
    own = PersonalLink.objects.order_by("pk")
    addresses = [personal_links.path_of(link) for link in own]

    begun = time.monotonic()
    phones = [addresses[at::PHONES] for at in range(PHONES)]
    answers = at_once(*(lambda part=part: presses(part, evening.pk) for part in phones))
    took = time.monotonic() - begun

    statuses = Counter(each.status_code for told in answers for each in told)
    assert {*statuses} <= {302, BUSY}
    coming = coming_to(evening)
    assert (len(coming.inside), coming.free) == (PLACES, 0)
    assert evening.entries.count() == PLACES
    numbers = evening.entries.order_by("number").values_list("number", flat=True)
    assert list(numbers) == [*range(1, PLACES + 1)]
    assert Answer.objects.count() == PEOPLE
    # Who was first is in, and the others wait as they came: by the log, which is written
    # under the evening's lock.
    said = Change.objects.filter(what="answer", tournament=evening).order_by("pk")
    assert said.count() == PEOPLE
    codes = ["rsvp.coming"] * PLACES + ["rsvp.waiting"] * (PEOPLE - PLACES)
    assert [one.code for one in said] == codes
    in_order = [one.values["name"] for one in said]
    waiting = [comer.player.name for comer in coming.waiting]
    assert {comer.player.name for comer in coming.inside} == {*in_order[:PLACES]}
    assert waiting == in_order[PLACES:]
    assert [comer.line for comer in coming.waiting] == [*range(1, len(waiting) + 1)]
    assert list(differences_in(evening)) == []
    say(
        f"{PEOPLE} signed up for {PLACES} places in {took:.1f} s: "
        f"{PEOPLE / took * MINUTE:.0f} a minute; {statuses[BUSY]} times busy"
    )
