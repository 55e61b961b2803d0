"""Two at once: one wins, the others are told, and nothing is doubled.

Threads with a database connection each, on SQLite as on PostgreSQL.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from threading import Barrier, Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import connections
from django.http import HttpResponse
from django.test import Client

from clubs import accounts
from clubs.models import Club, Role, User
from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused, Actor
from scoring.draw import manual_seating, rounds
from scoring.models import (
    Change,
    Count,
    Entry,
    Hand,
    Phone,
    Round,
    Sheet,
    Tournament,
    TrayHand,
)
from scoring.people import entries
from scoring.sheets import hand_writes, phones
from scoring.tournaments import tournaments
from tests import builders
from tests.builders import nets_of
from tests.drill.figures import size
from tests.world import client_of

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = size(4, 6)
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


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """All answers, in the order of the calls; the calls start together."""
    start, answers = Barrier(len(calls)), [None] * len(calls)

    def run(n: int, call: Callable[[], Any]) -> None:
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


def crowd(user: User, many: int = AT_ONCE) -> list[Client]:
    return [client_of(user) for _ in range(many)]


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


def test_of_many_who_draw_one_wins_and_the_others_are_told(
    club: Club, evening: Tournament
) -> None:
    builders.entries(evening, 16)
    directors = crowd(builders.member(club, Role.Kind.DIRECTOR))
    seen = directors[0].get(desk(evening, "draw/")).context["seen"]
    wishes = {"scope": "whole", "spare": "sit_out", "drafted": seen}
    forms = [{**wishes, "key": uuid4().hex} for _ in directors]
    answers = posts(directors, desk(evening, "draw/run/"), *forms)
    assert statuses(answers) == {302: 1, 200: AT_ONCE - 1}
    for answer in answers:
        if answer.status_code == 200:
            assert (
                "The seats changed while you were editing, so yours weren’t "
                "saved. Review the new seats, or send yours again to replace "
                "them. Latest change:"
            ) in answer.content.decode()
    made = evening.draws.get()
    assert {each.draw for each in evening.rounds.all()} == {made}


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
            for client, (page, form) in zip(
                crowd(director, len(pages)), pages.items(), strict=True
            )
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


# --- At the tables ----------------------------------------------------------

GAME = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
PHONE = Actor(None, "Marie Kubala", "table")


def told(call: Callable[..., Any], **facts: Any) -> Callable[[], Any]:
    """The call, with a refusal as its answer; anything else that is raised is None."""

    def tell() -> Any:
        try:
            return call(**facts)
        except ActionRefused as refused:
            return refused

    return tell


def a_hand(sheet: Sheet, key: str = "", **facts: Any) -> Callable[[], Any]:
    wanted = {"by": PHONE, "key": key or uuid4().hex, "record": GAME, **facts}
    return told(builders.recorded, sheet=sheet, **wanted)


def test_of_many_first_phones_one_keeps_the_score(evening: Tournament) -> None:
    sheet = builders.open_sheet(evening)
    phone = {"sheet": sheet, "seat": None, "name": "Marie", "asks": False}
    joined = at_once(*(told(phones.join, key=str(n), **phone) for n in range(AT_ONCE)))
    assert len({each.pk for each in joined}) == AT_ONCE
    assert Phone.objects.filter(keeper=True).count() == 1
    assert not list(differences_in(evening))


def test_one_phone_that_joins_many_times_is_one(evening: Tournament) -> None:
    sheet = builders.open_sheet(evening)
    phone = {"sheet": sheet, "key": "k", "seat": 1, "name": "", "asks": False}
    joined = at_once(*[told(phones.join, **phone)] * AT_ONCE)
    assert {each.pk for each in joined} == {Phone.objects.get(keeper=True).pk}


def test_the_keeping_given_to_two_at_once_goes_to_one(evening: Tournament) -> None:
    sheet = builders.open_sheet(evening)
    keeper, *others = (
        phones.join(sheet=sheet, key=str(n), seat=n, name="", asks=False)
        for n in (1, 2, 3)
    )
    by = Actor.at_table(keeper)
    answers = at_once(*(told(phones.make_keeper, phone=p, actor=by) for p in others))
    assert sorted(isinstance(each, ActionRefused) for each in answers) == [False, True]
    assert Phone.objects.filter(keeper=True).count() == 1


def test_one_hand_sent_many_times_is_one(evening: Tournament) -> None:
    sheet = builders.open_sheet(evening)
    answers = at_once(*[a_hand(sheet, "k", number=1)] * AT_ONCE)
    assert {each.hand.pk for each in answers} == {Hand.objects.get().pk}
    assert Change.objects.filter(what="hand").count() == 1
    assert not TrayHand.objects.exists()


def test_of_many_records_of_one_hand_one_counts_and_the_others_wait(
    evening: Tournament,
) -> None:
    sheet = builders.open_sheet(evening)
    answers = at_once(*(a_hand(sheet, number=1) for _ in range(AT_ONCE)))
    assert sum(each.hand is not None for each in answers) == 1
    assert TrayHand.objects.filter(why="double", number=1).count() == AT_ONCE - 1
    assert nets_of(sheet) == (3, -3, 3, -3)
    assert not list(differences_in(evening))


def test_many_changes_of_one_hand_leave_one_version(evening: Tournament) -> None:
    sheet = builders.open_sheet(evening)
    builders.recorded(sheet=sheet, by=PHONE, key="one", record=GAME)
    facts = {"replaces": "one", "reason": "miscounted"}
    answers = at_once(*(a_hand(sheet, **facts) for _ in range(AT_ONCE)))
    assert sum(each.hand is not None for each in answers) == 1
    assert nets_of(sheet) == (3, -3, 3, -3)
    assert not list(differences_in(evening))


def test_a_hand_while_the_sheet_is_verified(club: Club, evening: Tournament) -> None:
    sheet = builders.published_round(evening, 2).sheets.first()
    counter, second = builders.member(club), builders.member(club, username="sue")
    builders.counted(sheet, counter)
    answers = at_once(
        *(a_hand(sheet, number=n) for n in range(1, AT_ONCE)),
        told(builders.confirmed, sheet=sheet, by=second),
    )
    assert answers[-1].agreed
    late = [each.tray for each in answers[:-1] if each.tray]
    assert Hand.objects.count() == AT_ONCE - 1 - len(late)
    verified = sheet.changes.get(what="verify").pk
    assert not sheet.changes.filter(what="hand", pk__gt=verified).exists()
    assert not list(differences_in(evening))


def test_two_choose_otherwise_at_once(evening: Tournament) -> None:
    sheet = builders.open_sheet(evening)
    builders.recorded(sheet=sheet, by=PHONE, key="one", record=GAME, number=1)
    waits = builders.recorded(
        sheet=sheet, by=PHONE, key="two", record=GAME, number=1
    ).tray
    answers = at_once(
        *(
            told(hand_writes.resolve_tray_hand, item=waits, actor=PHONE, take=each)
            for each in hand_writes.CHOICES
        )
    )
    assert sum(isinstance(each, ActionRefused) for each in answers) == 2
    assert not list(differences_in(evening))


def test_hands_never_wait_in_a_circle_with_the_desk(
    club: Club, evening: Tournament
) -> None:
    """Whatever takes the club, the tournament and all its sheets, at the same time."""
    sheets = list(builders.published_round(evening, 3).sheets.all())
    one, other, *_ = evening.entries.order_by("number")
    by = builders.command()
    for n in range(1, 5):
        answers = at_once(
            *(a_hand(sheet, number=n) for sheet in sheets),
            told(entries.add, tournament=evening, actor=by, name=f"New {n}"),
            told(phones.renew, sheet=sheets[0], actor=by),
            told(
                manual_seating.swap,
                rnd=sheets[0].round,
                actor=by,
                one=one,
                other=other,
                reason="wrong seats",
            ),
        )
        assert None not in answers
        assert not [each for each in answers if isinstance(each, ActionRefused)]
    assert Hand.objects.count() == 4 * len(sheets)
    assert not list(differences_in(evening))


def test_hands_while_the_rules_change(evening: Tournament) -> None:
    """Going back to the first cards and losing costs four times in Westfest."""
    sheet = builders.open_sheet(evening)
    lost = {"bid": "prever", "declarer": 2, "points": 40, "prever_set": 3}
    for n, preset in enumerate(("westfest-2012", "spjst-2013") * 2, start=1):
        change = {"preset": preset, "reason": "as the club plays"}
        *sent, changed = at_once(
            *(a_hand(sheet, record=lost) for _ in range(AT_ONCE)),
            told(tournaments.change, tournament=evening, actor=PHONE, **change),
        )
        assert (changed.preset, Hand.objects.count()) == (preset, n * AT_ONCE)
        assert not [each for each in sent if each.hand is None]
        assert not list(differences_in(Tournament.objects.get()))


def test_a_hand_while_its_round_goes_back_to_draft(evening: Tournament) -> None:
    for n in range(1, 5):
        rnd = builders.opened_round(evening)
        back, sent = at_once(
            told(rounds.unpublish, rnd=rnd, actor=builders.command()),
            a_hand(rnd.sheets.get()),
        )
        assert isinstance(back, ActionRefused) != isinstance(sent, ActionRefused)
        is_draft = Round.objects.filter(pk=rnd.pk, state=Round.State.DRAFT).exists()
        assert is_draft == isinstance(sent, ActionRefused), n
