"""A table's phones, code, hands and free seats on the desk's page of its sheet."""

from datetime import timedelta
from typing import Any

import pytest
from django.http import HttpResponse
from django.utils import timezone

from scoring.core.writes import Actor
from scoring.models import Count, Phone, Sheet, Tournament
from scoring.phones import loans, seat_fixes
from scoring.sheets import phones
from scoring.sheets.phones import SILENT
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of
from tests.words import EMPTY

pytestmark = pytest.mark.django_db
GAME = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}


@pytest.fixture
def sheet(tournament: Tournament) -> Sheet:
    return build.published_round(tournament, 2).sheets.get(table=1)


def where(sheet: Sheet, name: str = "sheet-desk", *more: int) -> str:
    tournament = sheet.round.tournament
    return at(tournament, name, sheet.round.number, sheet.table, *more)


def page(crew: Crew, sheet: Sheet, query: str = "", who: str = "director") -> str:
    return text_of(crew.get(who, where(sheet) + query))


def post(
    crew: Crew,
    sheet: Sheet,
    name: str,
    *more: int,
    who: str = "scorekeeper",
    **data: Any,
) -> HttpResponse:
    return crew.post(who, where(sheet, name, *more), data)


def record(sheet: Sheet, key: str = "one", **facts: Any) -> None:
    by = Actor.at_table(sheet.phones.first() or build.phone(sheet))
    build.recorded(sheet=sheet, by=by, key=key, record={**GAME, **facts})


# --- Phones -----------------------------------------------------------------------


def test_a_table_without_a_phone_says_its_code(crew: Crew, sheet: Sheet) -> None:
    found = page(crew, sheet)
    assert message("No phone has opened this table’s page yet. Its code:") in found
    assert sheet.code in found


def test_every_phone_says_what_it_may_and_when_it_was_heard_of(
    crew: Crew, sheet: Sheet
) -> None:
    keeper = build.phone(sheet)
    build.phone(sheet, None, "Grandpa Joe")
    phones.join(sheet=sheet, key="a" * 32, seat=3, name="", asks=True)
    long_ago = timezone.now() - SILENT - timedelta(minutes=1)
    Phone.objects.filter(pk=keeper.pk).update(seen_at=long_ago, unsent=2)
    found = page(crew, sheet)
    for words in (
        'Marie Kubala</strong> <span class="muted nowrap">seat 1</span> · keeping score',
        'Anna Svoboda</strong> <span class="muted nowrap">seat 3</span> · wants to keep score',
        "Grandpa Joe</strong> · watching",
        "last seen at",
        "2 not sent yet",
        "online now",
    ):
        assert words in found
    order = [found.index(name) for name in ("· keeping score", "wants to", "watching")]
    assert order == sorted(order)


def test_a_phone_is_let_write_and_no_longer(crew: Crew, sheet: Sheet) -> None:
    build.phone(sheet)
    other = phones.join(sheet=sheet, key="a" * 32, seat=3, name="", asks=True)
    answer = post(crew, sheet, "sheet-phone", other.pk, does="writes")
    assert messages_of(answer) == [
        message("{name} can keep score.", name="Anna Svoboda")
    ]
    assert answer.url == f"{where(sheet)}#at-table"
    other.refresh_from_db()
    assert (other.writes, other.asked_at) == (True, None)
    assert message("Stop scoring") in page(crew, sheet)
    answer = post(crew, sheet, "sheet-phone", other.pk, does="reads")
    assert messages_of(answer)[-1] == message(
        "{name} can no longer keep score.", name="Anna Svoboda"
    )
    other.refresh_from_db()
    assert not other.writes


def test_another_phone_keeps_the_score(crew: Crew, sheet: Sheet) -> None:
    first, other = build.phone(sheet), build.phone(sheet, 2)
    answer = post(crew, sheet, "sheet-phone", other.pk, does="keeps")
    assert messages_of(answer) == [
        message("{name} is the scorekeeper now.", name="Josef Marek")
    ]
    assert Phone.objects.get(keeper=True) == other
    assert Phone.objects.get(pk=first.pk).writes


def test_the_keeper_is_not_shut_out(crew: Crew, sheet: Sheet) -> None:
    keeper = build.phone(sheet)
    answer = post(crew, sheet, "sheet-phone", keeper.pk, does="reads")
    assert messages_of(answer) == [message("Make another phone the scorekeeper first.")]


def test_a_phone_of_another_table_is_not_here(
    tournament: Tournament, crew: Crew, sheet: Sheet
) -> None:
    other = build.phone(Sheet.objects.get(round=sheet.round, table=2))
    answer = post(crew, sheet, "sheet-phone", other.pk, does="keeps")
    assert answer.status_code == 404


def test_loans_noted_at_the_table_are_told(crew: Crew, sheet: Sheet) -> None:
    by = Actor.at_table(build.phone(sheet))
    for key, chips in (("a", 50), ("b", -30)):
        loans.lend(sheet=sheet, actor=by, key=key, seat=2, chips=chips)
    assert "Josef Marek <b>20</b>" in page(crew, sheet)


# --- The code ---------------------------------------------------------------------


def test_the_code_is_shown_when_asked_for(crew: Crew, sheet: Sheet) -> None:
    assert f"/t/{sheet.token}/" not in page(crew, sheet)
    found = page(crew, sheet, "?code")
    assert f"http://testserver/t/{sheet.token}/" in found
    assert "data:image/svg+xml" in found
    card = f"{at(sheet.round.tournament, 'prints')}?what=table-cards&amp;round=1"
    assert f'href="{card}&amp;table=1"' in found


def test_it_opens_the_address_for_phones(crew: Crew, sheet: Sheet) -> None:
    crew.club.phone_address = "http://tarok.example/"
    crew.club.save()
    assert f"http://tarok.example/t/{sheet.token}/" in page(crew, sheet, "?code")


def test_a_new_code_shows_itself_and_ends_the_old_one(crew: Crew, sheet: Sheet) -> None:
    old = sheet.token
    answer = post(crew, sheet, "sheet-renew")
    sheet.refresh_from_db()
    assert sheet.token != old
    assert answer.url == f"{where(sheet)}?code#at-table"
    [said] = messages_of(answer)
    assert sheet.code in said
    assert ". The printed code no longer works." in said
    assert crew.get("visitor", f"/t/{old}/").status_code == 404
    assert crew.get("visitor", f"/t/{sheet.token}/").status_code == 200


def test_a_closed_page_stays_closed_until_it_gets_a_new_code(
    crew: Crew, sheet: Sheet
) -> None:
    post(crew, sheet, "sheet-revoke")
    assert crew.get("visitor", f"/t/{sheet.token}/").status_code == 410
    found = page(crew, sheet)
    assert message("This page is closed to phones.") in found
    assert message("Close page to phones") not in found
    assert message("Show table code") not in found
    post(crew, sheet, "sheet-renew")
    assert message("This page is closed to phones.") not in page(crew, sheet)


def test_after_the_round_there_is_nothing_to_do_about_phones(
    crew: Crew, sheet: Sheet
) -> None:
    build.phone(sheet)
    build.phone(sheet, 2)
    for each in sheet.round.sheets.all():
        build.verified_sheet(each)
    found = page(crew, sheet)
    assert message("keeping score") in found
    for button in (
        message("Allow scoring"),
        message("Create new code"),
        message("Show table code"),
    ):
        assert button not in found


# --- The hands instead of the chips -----------------------------------------------


def typed(html: str, name: str) -> str:
    """What stands in a field of the page."""
    field = html[html.index(f'name="{name}"') :].partition(">")[0]
    return field.partition('value="')[2].partition('"')[0]


def test_the_hands_are_offered_where_they_differ(crew: Crew, sheet: Sheet) -> None:
    build.counted(sheet, held=(100, 100, 100, 99))
    assert message("Use hands instead") not in page(crew, sheet)
    record(sheet)
    assert message("Use hands instead") in page(crew, sheet)
    assert message("Use hands instead") not in page(crew, sheet, who="scorekeeper")
    assert "Recorded by: Marie Kubala" in page(crew, sheet)
    build.counted(sheet, held=(103, 97, 103, 97))
    assert message("Use hands instead") not in page(crew, sheet)


def test_the_hands_become_a_ruling_on_what_was_counted(
    crew: Crew, sheet: Sheet
) -> None:
    record(sheet)
    seats = build.seats((110, 97, 103, 99), (0, 10, 0, 0))
    build.counted(sheet, seats=seats)
    found = page(crew, sheet, "?try=hands")
    assert [typed(found, f"held{n}") for n in (1, 2, 3, 4)] == [
        "110",
        "97",
        "103",
        "99",
    ]
    assert typed(found, "borrowed2") == "10"
    assert [typed(found, f"ruled{n}") for n in (1, 2, 3, 4)] == ["−7", "10", "", "−2"]
    assert typed(found, "reason") == message("The recorded hands decide (§30).")
    assert '<details class="sheet-extra" data-ruling open>' in found


def test_saved_it_is_a_ruling_with_its_reason(crew: Crew, sheet: Sheet) -> None:
    record(sheet)
    build.counted(sheet, held=(110, 97, 103, 99))
    found = page(crew, sheet, "?try=hands")
    names = [
        f"{what}{n}" for what in ("held", "borrowed", "ruled") for n in (1, 2, 3, 4)
    ]
    form = {name: typed(found, name) for name in (*names, "reason", "seen", "key")}
    post(crew, sheet, "sheet-count", who="director", **form)
    made = Count.objects.get(number=2)
    assert made.scores == (103, 97, 103, 97)
    assert made.ruled == (-7, 0, 0, -2)
    assert made.reason == message("The recorded hands decide (§30).")


def test_without_a_count_the_ruling_stands_on_the_start_chips(
    crew: Crew, sheet: Sheet
) -> None:
    record(sheet)
    found = page(crew, sheet, "?try=hands")
    assert [typed(found, f"held{n}") for n in (1, 2, 3, 4)] == ["100"] * 4
    assert [typed(found, f"ruled{n}") for n in (1, 2, 3, 4)] == ["3", "−3", "3", "−3"]


def test_a_verified_sheet_is_corrected_by_its_hands(crew: Crew, sheet: Sheet) -> None:
    record(sheet)
    build.verified_sheet(sheet, (104, 97, 102, 97))
    found = page(crew, sheet, "?try=hands")
    assert [typed(found, f"ruled{n}") for n in (1, 2, 3, 4)] == ["−1", "", "1", ""]
    assert message("The recorded hands decide (§30).") in found
    assert message("Use hands instead") not in page(crew, sheet, who="scorekeeper")


def test_a_scorekeeper_gets_no_ruling_by_asking_for_it(
    crew: Crew, sheet: Sheet
) -> None:
    record(sheet)
    found = page(crew, sheet, "?try=hands", "scorekeeper")
    assert typed(found, "held1") == ""
    assert "The recorded hands decide" not in found


def test_without_chips_the_hands_are_the_score_for_everybody(
    tournament: Tournament, crew: Crew, sheet: Sheet
) -> None:
    Tournament.objects.update(with_chips=False)
    record(sheet)
    found = page(crew, sheet, "?try=hands", "scorekeeper")
    assert [typed(found, f"held{n}") for n in (1, 2, 3, 4)] == [
        "103",
        "97",
        "103",
        "97",
    ]
    assert "borrowed" not in found
    assert message("Count by color") not in found


def test_no_hands_put_nothing_in(crew: Crew, sheet: Sheet) -> None:
    assert typed(page(crew, sheet, "?try=hands"), "held1") == ""


# --- Free seats -------------------------------------------------------------------


@pytest.fixture
def free(tournament: Tournament, sheet: Sheet) -> Sheet:
    """Seat 1 of table 1: Marie sits at table 2, in Emil's place."""
    rnd = sheet.round
    people = list(tournament.entries.order_by("number"))
    seat_fixes.put_right(
        sheet=rnd.sheets.get(table=2),
        actor=build.command(),
        key="right",
        entries=[people[0], *people[5:8]],
    )
    return sheet


def test_a_free_seat_asks_who_sits_there(crew: Crew, free: Sheet) -> None:
    found = page(crew, free, who="scorekeeper")
    assert message("Seat {seat} is free", seat=1) in found
    assert '<datalist id="people">' in found
    answer = post(crew, free, "sheet-seat", position=1, entry="Emil", key="k")
    assert messages_of(answer) == [
        message("{name} is now at table {n}.", name="Emil Hruska", n=1)
    ]
    assert free.seats.get(position=1).entry.name == "Emil Hruska"
    assert "is free" not in page(crew, free)


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("", EMPTY),
        ("Nobody Known", "No one here is “Nobody Known”."),
    ],
)
def test_who_cannot_be_found_is_told(
    crew: Crew, free: Sheet, entry: str, said: str
) -> None:
    answer = post(crew, free, "sheet-seat", position=1, entry=entry, key="k")
    assert answer.status_code == 200
    assert said in text_of(answer)
    assert free.seats.get(position=1).entry is None


def test_a_seat_taken_meanwhile_is_told(crew: Crew, free: Sheet) -> None:
    answer = post(crew, free, "sheet-seat", position=2, entry="5", key="k")
    assert messages_of(answer) == [
        message("Seat {n} is no longer free. Check the seats again.", n=2)
    ]


def test_the_rounds_page_marks_a_free_seat(crew: Crew, free: Sheet) -> None:
    rnd = free.round
    found = text_of(crew.get("director", at(rnd.tournament, "round-desk", rnd.number)))
    assert message("free seat") in found


def test_a_revoked_page_keeps_its_phones_in_sight(crew: Crew, sheet: Sheet) -> None:
    build.phone(sheet)
    phones.revoke(sheet=sheet, actor=build.command())
    assert message("keeping score") in page(crew, sheet)
