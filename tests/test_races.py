"""Two at once: one wins, the others are told, and nothing is doubled.

Threads with a database connection each, on SQLite as on PostgreSQL.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from uuid import uuid4

import pytest
from django.db import connections
from django.http import HttpResponse
from django.test import Client

from clubs.models import Club, Role, User
from clubs.services import accounts
from scoring.models import Change, Count, Entry, Tournament
from scoring.selectors.audit import differences_in
from tests import builders
from tests.world import client_of

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 6
EVEN = {f"held{n}": "100" for n in range(1, 5)}
PERSON = {
    "name": "Rose Krenek",
    "password": "a-long-enough-one",
    "password_again": "a-long-enough-one",
}
CLUB = {
    "club_name": "Lodge 84",
    "time_zone": "America/Chicago",
    "paper": "letter",
}


def at_once(*calls: Callable[[], HttpResponse]) -> list[HttpResponse]:
    """All answers, in the order of the calls; the calls start together."""
    start, answers = Barrier(len(calls)), [None] * len(calls)

    def run(n: int, call: Callable[[], HttpResponse]) -> None:
        start.wait()
        try:
            answers[n] = call()
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=each) for each in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def posts(
    clients: Sequence[Client], address: str, *forms: dict[str, str]
) -> list[HttpResponse]:
    """Each client sends its form at once; one form is sent by all."""
    forms = forms if len(forms) == len(clients) else forms * len(clients)
    return at_once(
        *(
            lambda client=client, form=form: client.post(address, form)
            for client, form in zip(clients, forms, strict=True)
        )
    )


def statuses(answers: Sequence[HttpResponse]) -> Counter[int]:
    return Counter(answer.status_code for answer in answers)


@pytest.fixture
def club() -> Club:
    return builders.club()


@pytest.fixture
def evening(club: Club) -> Tournament:
    return builders.tournament(club)


def crowd(user: User) -> list[Client]:
    return [client_of(user) for _ in range(AT_ONCE)]


def desk(tournament: Tournament, page: str = "") -> str:
    return f"/desk/{tournament.club.slug}/{tournament.slug}/{page}"


TABLE = "rounds/1/tables/1/"


def test_one_count_sent_many_times_is_one(club: Club, evening: Tournament) -> None:
    builders.open_sheet(evening)
    form = {**EVEN, "seen": "0", "key": uuid4().hex}
    keepers = crowd(builders.member(club))
    answers = posts(keepers, desk(evening, f"{TABLE}count/"), form)
    assert statuses(answers) == {302: AT_ONCE}
    assert Count.objects.count() == 1
    assert not list(differences_in(evening))


def test_of_many_counts_one_is_saved_and_the_others_are_told(
    club: Club, evening: Tournament
) -> None:
    builders.open_sheet(evening)
    forms = [
        {**EVEN, "held1": str(100 + n), "seen": "0", "key": uuid4().hex}
        for n in range(AT_ONCE)
    ]
    keepers = crowd(builders.member(club))
    answers = posts(keepers, desk(evening, f"{TABLE}count/"), *forms)
    assert statuses(answers) == {302: 1, 200: AT_ONCE - 1}
    for answer, form in zip(answers, forms, strict=True):
        if answer.status_code == 200:  # what he typed is still there
            assert f'value="{form["held1"]}"' in answer.content.decode()
    assert Count.objects.count() == 1


def test_confirming_and_counting_anew_at_once(club: Club, evening: Tournament) -> None:
    sheet = builders.open_sheet(evening)
    counter, second = builders.member(club), builders.member(club, username="sue")
    builders.counted(sheet, counter)
    at = desk(evening, TABLE)
    anew = {**EVEN, "seen": "1", "key": uuid4().hex}
    yes = {"witness": "account", "seen": "1", "key": uuid4().hex}
    one, other = client_of(counter), client_of(second)
    answers = at_once(
        lambda: one.post(f"{at}count/", anew), lambda: other.post(f"{at}confirm/", yes)
    )
    assert statuses(answers).keys() <= {200, 302}
    assert Count.objects.count() == 2
    assert not list(differences_in(evening))


def test_a_draw_sent_many_times_is_one(club: Club, evening: Tournament) -> None:
    builders.entries(evening, 16)
    form = {"scope": "whole", "spare": "sit_out", "key": uuid4().hex}
    directors = crowd(builders.member(club, Role.Kind.DIRECTOR))
    assert statuses(posts(directors, desk(evening, "draw/run/"), form)) == {
        302: AT_ONCE
    }
    assert evening.draws.count() == 1
    assert evening.rounds.count() == evening.rounds_planned


def test_drawing_publishing_and_counting_at_once(
    club: Club, evening: Tournament
) -> None:
    builders.entries(evening, 16)
    director = builders.member(club, Role.Kind.DIRECTOR)
    wishes = {"scope": "whole", "spare": "sit_out"}
    client_of(director).post(desk(evening, "draw/run/"), {**wishes, "key": uuid4().hex})
    pages = {
        "draw/run/": {**wishes, "key": uuid4().hex},
        "rounds/1/publish/": {},
        "draw/publish/": {},
        "rounds/1/discard/": {},
        "rounds/1/unpublish/": {},
        f"{TABLE}count/": {**EVEN, "seen": "0", "key": uuid4().hex},
    }
    answers = at_once(
        *(
            lambda client=client, page=page, form=form: client.post(
                desk(evening, page), form
            )
            for client, (page, form) in zip(crowd(director), pages.items(), strict=True)
        )
    )
    assert statuses(answers).keys() <= {200, 302, 404}
    assert not list(differences_in(evening))


def test_publishing_many_times_is_once(club: Club, evening: Tournament) -> None:
    builders.entries(evening, 17)
    director = builders.member(club, Role.Kind.DIRECTOR)
    wishes = {"scope": "whole", "spare": "sit_out", "key": uuid4().hex}
    client_of(director).post(desk(evening, "draw/run/"), wishes)
    answers = posts(crowd(director), desk(evening, "draw/publish/"), {})
    assert statuses(answers) == {302: AT_ONCE}
    assert Change.objects.filter(what="publish").count() == evening.rounds_planned
    assert [each.sit_outs.count() for each in evening.rounds.all()] == [1, 1, 1]


def test_a_list_sent_many_times_is_entered_once(
    club: Club, evening: Tournament
) -> None:
    director = builders.member(club, Role.Kind.DIRECTOR)
    form = {"text": "Rose Krenek\nEmil Hruska", "key": uuid4().hex}
    answers = posts(crowd(director), desk(evening, "entries/confirm/"), form)
    assert statuses(answers) == {302: AT_ONCE}
    assert sorted(Entry.objects.values_list("name", flat=True)) == [
        "Emil Hruska",
        "Rose Krenek",
    ]
    assert club.players.count() == 2


def test_a_setup_code_makes_one_owner() -> None:
    code = accounts.setup_code()
    forms = [{**PERSON, **CLUB, "username": f"rose{n}"} for n in range(AT_ONCE)]
    visitors = [Client() for _ in range(AT_ONCE)]
    answers = posts(visitors, f"/setup/{code}/", *forms)
    # The others find the code spent, or the club's address taken.
    assert statuses(answers)[302] == 1
    assert statuses(answers).keys() <= {200, 302, 404}
    assert (User.objects.count(), Club.objects.count()) == (1, 1)


def test_an_invitation_makes_one_member(club: Club) -> None:
    owner = builders.member(club, Role.Kind.OWNER)
    link = accounts.invite(club=club, kind="scorekeeper", by=owner)
    forms = [{**PERSON, "username": f"rose{n}"} for n in range(AT_ONCE)]
    visitors = [Client() for _ in range(AT_ONCE)]
    answers = posts(visitors, f"/join/{link.token}/", *forms)
    assert statuses(answers) == {302: 1, 404: AT_ONCE - 1}
    assert club.roles.count() == 2


def test_two_invited_with_one_username_at_once(club: Club) -> None:
    owner = builders.member(club, Role.Kind.OWNER)
    links = [
        accounts.invite(club=club, kind="scorekeeper", by=owner) for _ in range(AT_ONCE)
    ]
    form = {**PERSON, "username": "rose"}
    answers = at_once(
        *(
            lambda link=link: Client().post(f"/join/{link.token}/", form)
            for link in links
        )
    )
    assert statuses(answers) == {302: 1, 200: AT_ONCE - 1}
    assert User.objects.filter(username="rose").count() == 1


def test_two_owners_end_a_role_at_once(club: Club) -> None:
    owner = builders.member(club, Role.Kind.OWNER)
    gone = accounts.give_role(club=club, user=builders.user("rose"), kind="director")
    at = f"/desk/{club.slug}/people/{gone.pk}/"
    owners = crowd(owner)
    answers = at_once(
        lambda: owners[0].post(f"{at}end/"),
        lambda: owners[1].post(f"{at}end/"),
        lambda: owners[2].post(f"{at}change/", {"kind": "owner"}),
    )
    assert statuses(answers).keys() <= {302, 404}
    assert not club.roles.filter(pk=gone.pk).exists()
