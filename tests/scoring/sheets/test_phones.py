"""The phones of a table: the first keeps the score, the others are let in."""

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused, Actor
from scoring.draw import manual_seating
from scoring.draw.seats import follow_seats
from scoring.models import Change, Entry, Phone, Round, Seat, Sheet
from scoring.sheets import phones
from tests import builders as build
from tests.in_turn import in_turn
from tests.log_texts import log_text
from tests.messages import message

pytestmark = pytest.mark.django_db


@pytest.fixture
def keeper(sheet: Sheet) -> Phone:
    return join(sheet, "first", seat=1)


@pytest.fixture
def other(sheet: Sheet, keeper: Phone) -> Phone:
    return join(sheet, "second", seat=3)


def join(sheet: Sheet, key: str, **facts: Any) -> Phone:
    wanted = {"seat": None, "name": "", "asks": False, **facts}
    return phones.join(sheet=sheet, key=key, **wanted)


def logged() -> list[str]:
    return list(Change.objects.filter(what="phone").values_list("text", flat=True))


def test_the_first_phone_keeps_the_score(sheet, keeper, other):
    assert (keeper.keeper, keeper.writes, keeper.name) == (True, True, "Marie Kubala")
    assert (other.keeper, other.writes, other.name) == (False, False, "Anna Svoboda")
    assert logged() == [
        log_text("phone.watching", name="Anna Svoboda", sheet="round 1, table 1"),
        log_text("phone.keeper", name="Marie Kubala", sheet="round 1, table 1"),
    ]
    assert not list(differences_in(sheet.round.tournament))


def test_who_has_no_seat_types_his_name(sheet):
    assert join(sheet, "k", name="  Rose \n\u202e Krenek\u200b ").name == "Rose Krenek"
    assert join(sheet, "k", name="typed", seat=4).name == "Karel Novak"
    with pytest.raises(ActionRefused, match=message("Enter your name.")):
        join(sheet, "k2", name="\u200b")


def test_the_same_phone_again_is_no_second_one(sheet, keeper):
    again = join(sheet, "first", seat=2, asks=True)
    assert (again.pk, again.seat, again.name) == (keeper.pk, 2, "Josef Marek")
    assert (again.keeper, again.asked_at) == (True, None)
    before = Change.objects.count()
    join(sheet, "first", seat=2)
    assert (Phone.objects.count(), Change.objects.count()) == (1, before)


def test_a_wish_to_write_is_kept_and_taken_back(sheet, keeper):
    wish = join(sheet, "second", seat=3, asks=True)
    assert wish.asked_at
    assert logged()[0] == log_text(
        "phone.asking", name="Anna Svoboda", sheet="round 1, table 1"
    )
    assert join(sheet, "second", seat=3, asks=True).asked_at == wish.asked_at
    assert join(sheet, "second", seat=3, asks=False).asked_at is None


@in_turn(
    "field, facts",
    [
        ("name", {"name": " "}),
        ("name", {"name": "x" * 81}),
        ("name", {"name": "a\0b"}),
        ("seat", {"seat": 0}),
        ("seat", {"seat": 5}),
        ("seat", {"seat": 2**70}),
    ],
)
def test_who_does_not_say_who_he_is_is_refused(sheet, field, facts):
    with pytest.raises(ActionRefused) as wrong:
        join(sheet, "k", **facts)
    assert wrong.value.field == field
    assert not Phone.objects.exists()


def test_a_free_seat_is_nobodys(sheet):
    Seat.objects.filter(sheet=sheet, position=2).update(entry=None, credit=None)
    with pytest.raises(
        ActionRefused,
        match=message("No one is in that seat. Correct the seats first."),
    ) as wrong:
        join(sheet, "k", seat=2)
    assert wrong.value.field == "seat"


@pytest.mark.parametrize("closed", ["over", "draft", "revoked"])
def test_a_closed_table_takes_no_phones(sheet, closed):
    if closed == "revoked":
        Sheet.objects.update(revoked_at=timezone.now())
    else:
        state = {"over": Round.State.FINISHED, "draft": Round.State.DRAFT}[closed]
        Round.objects.update(state=state)
    with pytest.raises(ActionRefused):
        join(sheet, "k", seat=1)


def test_the_keeper_lets_another_write_and_stops_it(sheet, keeper, other):
    join(sheet, "second", seat=3, asks=True)
    by = Actor.at_table(keeper)
    let_in = phones.admit(phone=other, actor=by, writes=True)
    assert (let_in.writes, let_in.asked_at) == (True, None)
    assert logged()[0] == log_text(
        "phone.admitted", name="Anna Svoboda", sheet="round 1, table 1"
    )
    shut_out = phones.admit(phone=other, actor=by, writes=False)
    assert not shut_out.writes
    before = Change.objects.count()
    phones.admit(phone=other, actor=by, writes=False)
    assert Change.objects.count() == before


def test_a_wish_can_be_turned_down(sheet, keeper, other):
    join(sheet, "second", seat=3, asks=True)
    no = phones.admit(phone=other, actor=Actor.at_table(keeper), writes=False)
    assert (no.writes, no.asked_at) == (False, None)


def test_only_the_keeper_or_the_desk_lets_in(sheet, keeper, other):
    writer = phones.admit(phone=other, actor=Actor.at_table(keeper), writes=True)
    third = join(sheet, "third", seat=4)
    elsewhere = build.open_sheet(build.tournament(build.club("other")))
    stranger = join(elsewhere, "k", seat=1)
    for by in (writer, third, stranger):
        with pytest.raises(
            ActionRefused, match=message("Only the scorekeeper’s phone can do this.")
        ):
            phones.admit(phone=third, actor=Actor.at_table(by), writes=True)
        with pytest.raises(
            ActionRefused, match=message("Only the scorekeeper’s phone can do this.")
        ):
            phones.make_keeper(phone=third, actor=Actor.at_table(by))
    desk = Actor.at_desk(build.user())
    assert phones.admit(phone=third, actor=desk, writes=True).writes


def test_the_keeper_is_not_shut_out(keeper):
    with pytest.raises(
        ActionRefused, match=message("Make another phone the scorekeeper first.")
    ):
        phones.admit(phone=keeper, actor=Actor.at_desk(build.user()), writes=False)


def test_the_keeping_is_given_away(sheet, keeper, other):
    made = phones.make_keeper(phone=other, actor=Actor.at_table(keeper))
    keeper.refresh_from_db()
    assert (made.keeper, made.writes) == (True, True)
    assert (keeper.keeper, keeper.writes) == (False, True)
    row = Change.objects.first()
    assert row.text == log_text(
        "phone.keeper", name="Anna Svoboda", sheet="round 1, table 1"
    )
    assert (row.old, row.new) == ("Marie Kubala", "Anna Svoboda")
    with pytest.raises(
        ActionRefused, match=message("Only the scorekeeper’s phone can do this.")
    ):
        phones.make_keeper(phone=keeper, actor=Actor.at_table(keeper))
    phones.make_keeper(phone=other, actor=Actor.at_table(other))
    assert Change.objects.first() == row
    assert not list(differences_in(sheet.round.tournament))


def test_a_sign_of_life_is_written_rarely(keeper, django_assert_num_queries):
    with django_assert_num_queries(0):
        phones.record_contact(phone=keeper, unsent=0)
    with django_assert_num_queries(1):
        phones.record_contact(phone=keeper, unsent=3)
    version = Sheet.objects.get().version
    long_ago = timezone.now() - timedelta(minutes=1)
    Phone.objects.update(seen_at=long_ago)
    keeper.refresh_from_db()
    phones.record_contact(phone=keeper, unsent=3)
    keeper.refresh_from_db()
    assert keeper.seen_at > long_ago
    assert (keeper.unsent, Sheet.objects.get().version) == (3, version)


@pytest.mark.parametrize(("said", "kept"), [(-5, 0), (10**9, 999)])
def test_a_silly_number_of_unsent_hands_does_no_harm(keeper, said, kept):
    phones.record_contact(phone=keeper, unsent=said)
    keeper.refresh_from_db()
    assert keeper.unsent == kept


def reseat(sheet: Sheet, *entries: Entry | None) -> None:
    """Other people on the seats, their phones after them."""
    before = dict(sheet.seats.values_list("position", "entry"))
    sheet.seats.all().delete()
    Seat.objects.bulk_create(
        Seat(sheet=sheet, round=sheet.round, position=n, entry=entry, credit=entry)
        for n, entry in enumerate(entries, start=1)
    )
    follow_seats(sheet, before)


def test_a_phone_goes_with_its_person(sheet, keeper, other):
    marie, josef, anna, karel = sheet.round.tournament.entries.order_by("number")
    reseat(sheet, josef, marie, karel, anna)
    assert [(each.name, each.seat) for each in Phone.objects.all()] == [
        ("Marie Kubala", 2),
        ("Anna Svoboda", 4),
    ]


def test_a_phone_whose_person_left_stays_with_the_seat(sheet, keeper, other):
    _, josef, _, karel = sheet.round.tournament.entries.order_by("number")
    (emil,) = build.entries(sheet.round.tournament, 1)
    reseat(sheet, emil, josef, None, karel)
    assert [(each.name, each.seat) for each in Phone.objects.all()] == [
        ("Emil Hruska", 1),
        ("Anna Svoboda", None),
    ]


def test_phones_follow_when_the_desk_seats_two_otherwise(sheet, keeper, other):
    marie, josef, *_ = sheet.round.tournament.entries.order_by("number")
    (emil,) = build.entries(sheet.round.tournament, 1)
    swap = {"rnd": sheet.round, "actor": build.command()}
    manual_seating.swap(one=marie, other=josef, **swap)
    assert [(each.name, each.seat) for each in Phone.objects.all()] == [
        ("Marie Kubala", 2),
        ("Anna Svoboda", 3),
    ]
    manual_seating.swap(one=marie, other=emil, **swap)
    assert Phone.objects.first().name == "Emil Hruska"


def test_a_table_has_so_many_phones_and_no_more(sheet, keeper, monkeypatch):
    monkeypatch.setattr(phones, "MOST_PHONES", 2)
    join(sheet, "second", seat=2)
    with pytest.raises(
        ActionRefused,
        match=message("There are too many phones at this table. Ask at the desk."),
    ):
        join(sheet, "third", seat=3)
    assert join(sheet, "second", seat=4).seat == 4
