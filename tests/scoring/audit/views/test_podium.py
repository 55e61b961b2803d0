"""The podium audit: added up from the sheets, asked again, verified with the time."""

import json
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.http import HttpResponse

from scoring.audit.documents.podium import read_podium
from scoring.audit.podium import podium_of, printed_of
from scoring.models import (
    Call,
    Change,
    Count,
    Round,
    Seat,
    SecondLook,
    Sheet,
    Tournament,
)
from scoring.phones import calls
from scoring.printing.document import NothingToPrint
from scoring.printing.jobs import Recipe
from scoring.sheets import counts, rulings
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of
from tests.stores import away, in_s3
from tests.words import NO_PLACE, SHEET_CHANGED

pytestmark = pytest.mark.django_db
Witness = Count.Witness
ALONE = (
    "Round {}: only one person checked table 1. Have someone compare it with the paper."
)
FIRST, SECOND = (160, 110, 80, 50), (150, 90, 90, 70)


@pytest.fixture
def evening(crew: Crew, tournament: Tournament) -> list[Sheet]:
    """Two rounds of two tables, each seen by two people; table 1 has the top."""
    people = build.entries(tournament, 8)
    found = []
    for held in (FIRST, SECOND):
        rnd = build.published_round(tournament, [people[:4], people[4:]])
        one, two = rnd.sheets.order_by("table")
        verify(crew, one, held)
        verify(crew, two, (100, 100, 100, 100))
        found.append(one)
    return found


def verify(crew: Crew, sheet: Sheet, held: tuple[int, ...], **how: Any) -> None:
    director, keeper = crew.users["director"], crew.users["scorekeeper"]
    build.counted(sheet, director, held)
    build.confirmed(sheet, how.pop("by", keeper), **how)


def alone(crew: Crew, sheet: Sheet, held: tuple[int, ...] = FIRST) -> None:
    """One person, typed twice."""
    director = crew.users["director"]
    again = build.seats(held)
    verify(crew, sheet, held, by=director, witness=Witness.BLIND, again=again)


def again(rnd_of: Tournament, crew: Crew) -> Sheet:
    """One more round of the same eight, its table 1 seen by one person alone."""
    people = list(rnd_of.entries.all())
    rnd = build.published_round(rnd_of, [people[:4], people[4:]])
    verify(crew, rnd.sheets.get(table=2), (100, 100, 100, 100))
    sheet = rnd.sheets.get(table=1)
    alone(crew, sheet)
    return sheet


def page(crew: Crew, tournament: Tournament, who: str = "director", n: int = 3) -> str:
    return text_of(crew.get(who, f"{at(tournament, 'podium')}?places={n}"))


def look(crew: Crew, sheet: Sheet, who: str, key: str = "look-1") -> HttpResponse:
    where = at(sheet.round.tournament, "podium-look", sheet.round.number, sheet.table)
    data = {"key": key, "seen": build.seen(sheet), "places": 3}
    return crew.post(who, where, data)


def gaps(tournament: Tournament, places: int = 3) -> list[str]:
    return podium_of(Tournament.objects.get(pk=tournament.pk), places).gaps


def test_totals_are_added_up_again_from_the_sheets(
    crew: Crew, tournament: Tournament, evening: list[Sheet]
) -> None:
    rulings.adjust(
        entry=tournament.entries.get(number=1),
        actor=build.command(),
        chips=-15,
        reason="late",
        key="ruling-1",
    )
    podium = podium_of(tournament)
    assert podium.gaps == []
    assert [(s.place, s.total, s.added_up) for s in podium.stands] == [
        (1, 295, 295),
        (2, 200, 200),
        (2, 200, 200),
        (2, 200, 200),
        (2, 200, 200),
        (2, 200, 200),
    ]
    shown = page(crew, tournament)
    assert message("The sheets add up to {chips}", chips=295) in shown
    assert "−15, late" in shown
    assert "= 400 ✓" in shown
    assert message("verified by: {name}", name="Scorekeeper Hlavac") in shown
    assert len(podium_of(tournament, 1).stands) == 1


def add_to_total(tournament: Tournament, chips: int) -> None:
    """Of the row that is listed first."""

    def change(rows: list[dict[str, Any]]) -> None:
        rows[0]["total"] += chips

    build.change_rows(change, tournament=tournament)


def test_kept_numbers_are_not_believed(
    crew: Crew, tournament: Tournament, evening: list[Sheet]
) -> None:
    add_to_total(tournament, 100)
    assert "total is saved as 410, but should be 310" in gaps(tournament)[0]
    add_to_total(tournament, -100)
    seat = Seat.objects.filter(sheet=evening[0], position=1)
    seat.update(score=161)
    found = " ".join(gaps(tournament))
    assert "the sheets add up to 310, but the standings say 311" in found
    assert "score is saved as 161, but the counts give 160" in found
    assert message("Print verified audit") not in page(crew, tournament)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"witness": Witness.PAPER, "witness_seat": 2}, "with a signature on paper"),
        (
            {"witness": Witness.IMPORT, "by": None},
            message("it was imported from a file"),
        ),
        (
            {"witness": Witness.BLIND, "again": FIRST},
            message("one person entered it twice"),
        ),
    ],
)
def test_what_one_person_saw_is_asked_again(
    crew: Crew, tournament: Tournament, how: dict[str, Any], why: str
) -> None:
    sheet = build.open_sheet(tournament)
    if "again" in how:
        how["again"] = build.seats(how["again"])
    verify(crew, sheet, FIRST, **{"by": crew.users["director"], **how})
    assert gaps(tournament) == [ALONE.format(1)]
    assert why in page(crew, tournament)
    assert message("Confirm paper matches") in page(crew, tournament)
    look(crew, sheet, "scorekeeper")
    assert gaps(tournament) == []
    assert "Checked against the paper: Scorekeeper" in page(crew, tournament)


def test_a_signature_taken_by_somebody_else_is_a_second_person(
    crew: Crew, tournament: Tournament
) -> None:
    verify(
        crew, build.open_sheet(tournament), FIRST, witness=Witness.PAPER, witness_seat=1
    )
    assert gaps(tournament) == []


def test_whoever_counted_may_look_and_the_audit_says_so(
    crew: Crew, tournament: Tournament
) -> None:
    sheet = build.open_sheet(tournament)
    alone(crew, sheet)
    note = message(
        "You counted {n} sheet that still needs a second person. It’s better if "
        "someone else checks it from another account. If no one else is there, check "
        "it yourself. The audit will note that it was you.",
        "You counted {n} sheets that still need a second person. It’s better if "
        "someone else checks them from another account. If no one else is there, "
        "check them yourself. The audit will note that it was you.",
        n=1,
    )
    assert page(crew, tournament).count(note) == 1  # for all of its players
    assert "You counted" not in page(crew, tournament, "scorekeeper")
    for _ in range(2):  # pressed twice
        look(crew, sheet, "director")
    assert SecondLook.objects.count() == 1
    assert "by the person who counted: Director Hlavac" in page(crew, tournament)


def test_a_look_at_older_numbers_is_refused(crew: Crew, tournament: Tournament) -> None:
    sheet = build.open_sheet(tournament)
    where = at(tournament, "podium-look", 1, 1)
    data = {"key": "look-1", "seen": 0, "places": 3}
    assert "isn’t verified yet" in messages_of(crew.post("owner", where, data))[-1]
    alone(crew, sheet)
    assert SHEET_CHANGED in messages_of(crew.post("owner", where, data))[-1]
    assert (
        message("Part of the form was missing, so nothing was saved. Try again.")
        in messages_of(crew.post("owner", where, {}))[-1]
    )
    build.corrected(sheet, by=crew.users["director"])
    said = messages_of(look(crew, sheet, "owner"))[-1]
    assert "has a correction that isn’t verified yet" in said
    assert not SecondLook.objects.exists()


def test_after_a_correction_the_look_counts_no_more(
    crew: Crew, tournament: Tournament
) -> None:
    sheet = build.open_sheet(tournament)
    alone(crew, sheet)
    look(crew, sheet, "scorekeeper")
    build.corrected(sheet, by=crew.users["director"])
    assert "a correction needs a second person" in gaps(tournament)[0]
    counts.withdraw(
        sheet=sheet,
        actor=build.actor(crew.users["director"]),
        seen=build.seen(sheet),
        key="withdraw-1",
        reason="It was right",
    )
    assert gaps(tournament) == []  # the same numbers as were looked at
    build.corrected(sheet, by=crew.users["director"])
    held = (130, 97, 104, 69)
    build.confirmed(
        sheet,
        crew.users["director"],
        witness=Witness.BLIND,
        again=build.seats(held),
    )
    assert gaps(tournament) == [ALONE.format(1)]


def test_what_is_open_anywhere_is_named(
    crew: Crew, tournament: Tournament, evening: list[Sheet]
) -> None:
    people = list(tournament.entries.all())
    rnd = build.published_round(tournament, [people[:4], people[4:]])
    assert message(
        "Round {round}, table {table} isn’t verified.", round=3, table=1
    ) in gaps(tournament)
    verify(crew, rnd.sheets.get(table=1), (100, 100, 100, 100))
    assert gaps(tournament, 1) == [
        message("Round {round}: table {tables} isn’t verified.", round=3, tables=2)
    ]
    verify(crew, rnd.sheets.get(table=2), FIRST)
    build.corrected(evening[0].round.sheets.get(table=2), by=crew.users["director"])
    assert gaps(tournament, 1) == [
        message(
            "Round {round}: a correction needs a second person at table {tables}.",
            round=1,
            tables=2,
        ),
    ]


def test_a_table_that_calls_is_heard_first(
    crew: Crew, tournament: Tournament, evening: list[Sheet]
) -> None:
    called = Call.objects.create(
        sheet=evening[0], key="call-1", reason="our score", by_name="Marie"
    )
    assert gaps(tournament) == [
        "Round 1, table 1: the table called the director: our score"
    ]
    calls.answer(call=called, actor=build.actor(crew.users["director"]))
    assert gaps(tournament) == []


def test_a_hand_that_came_late_is_settled_first(
    crew: Crew, tournament: Tournament, evening: list[Sheet]
) -> None:
    evening[1].tray.create(
        key="late", why="late", number=3, record={"bid": None}, by_name="Marie"
    )
    assert gaps(tournament) == ["Round 2, table 1: hand 3 is waiting in the tray"]


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """What would be printed, by no process of its own."""
    asked: list[Any] = []

    def start(recipe: Recipe, **how: Any) -> str:
        asked.append((recipe(), how))
        return "0" * 32

    monkeypatch.setattr("scoring.audit.views.podium.start", start)
    return asked


def declare(crew: Crew, tournament: Tournament, who: str = "director", **data: Any):
    data = {"key": "print-1", "places": 3, **data}
    return crew.post(who, at(tournament, "podium-print"), data)


def test_verified_is_said_with_the_time_and_printed(
    crew: Crew, tournament: Tournament, evening: list[Sheet], printed: list[Any]
) -> None:
    assert message("Print verified audit") in page(crew, tournament)
    assert message("Print verified audit") not in page(crew, tournament, "scorekeeper")
    for _ in range(2):  # pressed twice: the same paper
        answer = declare(crew, tournament)
        assert answer.url == at(tournament, "print-job", "0" * 32)
    said = Change.objects.get(what="podium")
    podium = podium_of(tournament)
    assert said.new == message(
        "places 1 to {places}, mark {mark}", places=3, mark=podium.mark
    )
    first, again = printed
    assert first == again
    [part] = first[0].parts
    assert "Verified by: Director Hlavac" in part.html
    assert "160 + 110 + 80 + 50 = 400" in part.html
    shown = page(crew, tournament)
    assert "Verified at" in shown
    assert "and still up to date. Printed by:" in shown
    assert message("Print again") in shown


@pytest.mark.parametrize(
    ("with_chips", "own", "said"),
    [
        (True, "160 − 0", "160 held − 0 borrowed = "),
        (False, "160", "160 from the hands"),
    ],
)
def test_without_chips_nothing_is_held_or_borrowed(
    crew: Crew,
    tournament: Tournament,
    evening: list[Sheet],
    printed: list[Any],
    with_chips: bool,
    own: str,
    said: str,
) -> None:
    tournament.with_chips = with_chips
    tournament.save()
    assert said in page(crew, tournament)
    declare(crew, tournament)
    assert f'<td class="own">{own}</td>' in printed[0][0].parts[0].html


def test_never_verified_while_anything_is_missing(
    crew: Crew, tournament: Tournament, evening: list[Sheet], printed: list[Any]
) -> None:
    again(tournament, crew)
    answer = declare(crew, tournament)
    assert answer.url == f"{at(tournament, 'podium')}?places=3"
    assert messages_of(answer)[-1].startswith("Not verified yet: Round 3: only one")
    assert (
        message("Part of the form was missing, so nothing was saved. Try again.")
        in messages_of(declare(crew, tournament, places="x"))[-1]
    )
    assert not Change.objects.filter(what="podium").exists()
    assert printed == []
    assert declare(crew, tournament, "scorekeeper").status_code == 403


def test_what_cannot_be_printed_now_is_verified_and_says_so(
    crew: Crew, tournament: Tournament, evening: list[Sheet], settings
) -> None:
    with in_s3(), away():
        answer = declare(crew, tournament)
        assert answer.url == f"{at(tournament, 'podium')}?places=3"
        assert "is not responding" in messages_of(answer)[-1]
    settings.LIMITS = {"prints": 0}
    assert (
        message(
            "The club has reached its limit of printouts for this hour. Wait until the "
            "next hour, or ask the site admin for more."
        )
        in messages_of(declare(crew, tournament))[-1]
    )
    assert Change.objects.filter(what="podium").count() == 1
    assert message("Print again") in page(crew, tournament)


def test_a_later_correction_takes_the_paper_back(
    crew: Crew, tournament: Tournament, evening: list[Sheet], printed: list[Any]
) -> None:
    declare(crew, tournament)
    sheet = evening[0]
    build.corrected(sheet, (161, 109, 80, 50), by=crew.users["director"])
    assert printed_of(podium_of(tournament)).holds  # it waits, the old score stands
    assert message("Not verified yet") in page(crew, tournament)
    build.confirmed(sheet, crew.users["scorekeeper"])
    for n in (1, 3):
        assert not printed_of(podium_of(tournament, n)).holds
    assert (
        "Since then, a place, a total or a sheet has changed. Collect the old "
        "printout and print a new one."
    ) in page(crew, tournament, n=1)
    declare(crew, tournament, key="print-2")
    assert (
        "Since then, a place, a total or a sheet has changed. Collect the old "
        "printout and print a new one."
    ) not in page(crew, tournament)


def test_it_can_be_read_before_anything_is_verified(
    crew: Crew, tournament: Tournament
) -> None:
    assert NO_PLACE in page(crew, tournament)
    assert gaps(tournament) == [f"{NO_PLACE} because no round is over."]


@in_turn("asked", ["", "0", "99", "x", "9" * 30])
def test_places_that_are_none_are_three(
    crew: Crew, tournament: Tournament, evening: list[Sheet], asked: str
) -> None:
    answer = crew.get("director", f"{at(tournament, 'podium')}?places={asked}")
    assert answer.context["podium"].places == 3


@pytest.mark.parametrize("tables", [2, 4])
def test_the_page_takes_the_same_queries_whatever_its_size(
    crew: Crew, tournament: Tournament, tables: int, django_assert_num_queries
) -> None:
    crew.sign_in("director")
    rnd: Round = build.published_round(tournament, tables)
    for sheet in rnd.sheets.all():
        verify(crew, sheet, FIRST)
    with django_assert_num_queries(35):
        page(crew, tournament)


@pytest.mark.parametrize("has_sentences", [True, False])
def test_an_audit_printed_by_an_older_version_is_still_printed(
    crew: Crew, tournament: Tournament, evening: list[Sheet], has_sentences: bool
) -> None:
    """A row as 19518f3a wrote it; those of before kept English alone."""
    podium = podium_of(tournament)
    values = {"places": 3, "mark": podium.mark}
    mark = "places 1 to {places}, mark {mark}"
    sentences = {
        "text": {"said": f"verified the podium, {mark}", "values": values},
        "new": {"said": mark, "values": values},
    }
    line = Change.objects.create(
        **{"tournament": tournament, "club": tournament.club, "key": "print-1"},
        **{"by_name": "Director Hlavac", "source": "desk", "what": "podium"},
        text=f"verified the podium, places 1 to 3, mark {podium.mark}",
        new=f"places 1 to 3, mark {podium.mark}",
        said=json.dumps(sentences) if has_sentences else "",
    )
    assert printed_of(podium) is None
    migration = import_module("scoring.migrations.0039_codes_of_old_rows")
    migration.give_codes(apps, SimpleNamespace(connection=connection))
    was = printed_of(podium)
    assert was is not None
    assert (was.places, was.mark, was.holds) == (3, podium.mark, True)
    assert "and still up to date. Printed by:" in page(crew, tournament)
    assert read_podium(said=line.pk, places=3, paper="letter")
    assert declare(crew, tournament).status_code == 302  # the same form sent again
    assert Change.objects.filter(what="podium").count() == 1
    line.refresh_from_db()
    assert line.in_language().text == line.text


def test_numbers_that_changed_since_are_not_printed_as_verified(
    crew: Crew, tournament: Tournament, evening: list[Sheet], printed: list[Any]
) -> None:
    declare(crew, tournament)
    said = Change.objects.get(what="podium")
    build.corrected(evening[0])
    build.confirmed(evening[0])
    with pytest.raises(
        NothingToPrint,
        match=message("The numbers have changed. Verify the podium again."),
    ):
        read_podium(said=said.pk, places=3, paper="letter")
