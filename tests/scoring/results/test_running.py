"""While a round runs ranks compare like with like, wherever they are shown."""

import json
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from rules.season import PRESETS
from scoring.audit.integrity import differences_in
from scoring.audit.ledger import ledger_of
from scoring.audit.podium import podium_of
from scoring.desk.documents.pack import pack_of
from scoring.desk.screen import screen_of
from scoring.draw import rounds
from scoring.exports.tables import tables_of
from scoring.models import Entry, Round, Tournament
from scoring.results.standings_table import table_of
from scoring.standings.documents.standings import printed_standings
from scoring.standings.place_explained import place_of
from scoring.standings.report import report_of
from scoring.standings.season_standings import season_by_game
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db

FIRST = (130, 116, 90, 64)


@pytest.fixture
def tournament() -> Tournament:
    """Ten people; two rounds are over, and the last is published.

    Number 8 left after the first round, and 10 played on; 9 sat out both. In the last
    round 1 sits out.
    """
    made = build.tournament(build.club(), rounds_planned=3, absent_score="start")
    people = build.entries(made, 10)
    for last in (people[7], people[9]):
        rnd = build.published_round(made, [people[:4], [*people[4:7], last]])
        for sheet in rnd.sheets.all():
            build.verified_sheet(sheet, FIRST)
        made.entries.filter(number=8).update(state=Entry.State.LEFT)
    build.published_round(made, [people[1:5], [*people[5:7], *people[8:]]])
    return made


def running(tournament: Tournament) -> Round:
    return tournament.rounds.get(number=3)


def totals(tournament: Tournament) -> dict[int, int]:
    """Start number to total, in the order of the standings."""
    lines = table_of(tournament).lines
    return {int(line.person.number): line.total for line in lines}


def in_command(tournament: Tournament) -> dict[int, int]:
    out = StringIO()
    where = (tournament.club.slug, tournament.slug)
    call_command("standings", *where, format="json", stdout=out)
    rows = json.loads(out.getvalue())
    for row in rows:
        assert row["total"] == sum(filter(None, row["rounds"]))
    return {row["number"]: row["total"] for row in rows}


def in_export(tournament: Tournament) -> dict[int, int]:
    table = next(t for t in tables_of(tournament) if t.name == "standings")
    number, total = map(table.columns.index, ("start_number", "total"))
    return {row[number]: row[total] for row in table.rows()}


AFTER_TWO = {1: 260, 2: 232, 3: 180, 4: 128, 5: 260, 6: 232, 7: 180, 9: 200, 10: 164}


def test_nothing_moves_until_the_last_sheet_and_then_all_does(
    tournament: Tournament,
) -> None:
    before = totals(tournament)
    assert before.items() >= AFTER_TWO.items()
    assert before[1] == 260, "who sits round 3 out has nothing of it yet"
    build.verified_sheet(running(tournament).sheets.get(table=1), (97, 101, 101, 101))
    assert list(totals(tournament).items()) == list(before.items())
    build.verified_sheet(running(tournament).sheets.get(table=2), (100, 100, 100, 100))
    after = totals(tournament)
    assert after[1] == 360
    assert (after[2], after[6]) == (232 + 97, 232 + 100)
    assert after[8] == before[8] + 100, "who has left is given it with the others"


@pytest.mark.parametrize("tables", [0, 1, 2])
def test_every_place_that_shows_standings_says_the_same(
    tournament: Tournament, tables: int
) -> None:
    for sheet in running(tournament).sheets.all()[:tables]:
        build.verified_sheet(sheet, (140, 60, 90, 110))
    kept, now = totals(tournament), timezone.now()
    names = {e.name: e.number for e in tournament.entries.all()}
    paper = printed_standings(tournament, time=now)
    pack = pack_of(tournament, address="http://hall", time=now)
    (season,) = season_by_game(tournament.season, PRESETS["chips"])
    shown = [
        in_command(tournament),
        in_export(tournament),
        {int(line.person.number): line.total for line in paper.lines},
        {int(each.person.number): each.total for each in pack.standings.lines},
        {
            names[n]: total
            for _, n, total, _ in screen_of(tournament, now)["standings"]["rows"]
        },
        {names[line.name]: line.value for line in season.lines},
        {n: place_of(tournament, n).row.total for n in kept},
        {s.entry.number: s.total for s in podium_of(tournament, 20).stands},
        {s.entry.number: s.added_up for s in podium_of(tournament, 20).stands},
    ]
    assert all(each == kept for each in shown)
    assert ledger_of(tournament).is_right
    assert list(differences_in(tournament)) == []
    leader = next(iter(kept.values()))
    assert f"{leader} chips" in report_of(tournament).text


def test_what_stands_apart_is_seen_and_said(tournament: Tournament) -> None:
    build.verified_sheet(running(tournament).sheets.get(table=1), (140, 60, 90, 110))
    text = " ".join(
        Client().get(tournament.get_absolute_url()).content.decode().split()
    )
    assert f"{message('After round {last} of {planned}', last=2, planned=3)}." in text
    said = "Round 3 isn’t over. 1 of 2 sheets is verified. Not verified yet: table 2."
    assert said in text
    assert text.count("not in the total yet</span>") == 4 + 2
    assert said in report_of(tournament).text
    at_out = place_of(tournament, 1)
    assert at_out.sum_text == "130 + 130 = 260"
    assert [each.apart for each in at_out.reasons] == [False, False, True]
    paper = printed_standings(tournament, time=timezone.now())
    assert [each.apart for each in paper.lines[0].cells] == [False, False, True]
    assert (
        message("( ) Round {round} isn’t over, so it isn’t in the total yet.", round=3)
        in paper.notes
    )


def test_what_somebody_needs_knows_what_is_verified(tournament: Tournament) -> None:
    """Of the last round, what is in force is no longer open to anybody."""
    first = place_of(tournament, 6).scenarios.page.object_list
    build.verified_sheet(running(tournament).sheets.get(table=1), (190, 60, 50, 100))
    assert place_of(tournament, 2).scenarios is None, "he has played it"
    assert place_of(tournament, 1).scenarios is None, "he sits it out"
    assert place_of(tournament, 6).scenarios.page.object_list != first


def test_a_table_that_is_not_settled_holds_up_nobody_once_people_played_on(
    tournament: Tournament,
) -> None:
    tournament.rounds_planned = 4
    tournament.save()
    third = running(tournament)
    build.verified_sheet(third.sheets.get(table=1), (97, 101, 101, 101))
    people = list(tournament.entries.order_by("number"))
    fourth = build.published_round(tournament, [people[:4], people[4:8]])
    assert totals(tournament)[1] == 260
    build.verified_sheet(fourth.sheets.get(table=1))
    now = totals(tournament)
    assert (now[1], now[2], now[6]) == (360, 329, 232)
    text = Client().get(tournament.get_absolute_url()).content.decode()
    assert (
        message(
            "{n} sheet of round {round} isn’t verified yet: table {tables}.",
            n=1,
            round=3,
            tables=2,
        )
        in text
    )
    rounds.cancel(rnd=fourth, actor=build.command(), reason="fire alarm")
    assert totals(tournament)[1] == 260, "round 3 is the last again, and runs"


def test_an_own_average_waits_for_the_round_that_runs() -> None:
    """No. 9 sat out round 1 and has 180, then 60 in a round that is not over."""
    made = build.tournament(build.club(), rounds_planned=3, sit_out_score="average")
    people = build.entries(made, 9)
    seated = ((people[:4], people[4:8]), (people[5:], people[1:5]))
    for tables in seated:
        rnd = build.published_round(made, tables)
        for sheet in rnd.sheets.all():
            build.verified_sheet(sheet, (120, 60, 40, 180))
    assert totals(made)[9] == 180 + 180
    last = build.published_round(made, (people[5:], people[1:5]))
    build.verified_sheet(last.sheets.get(table=1), (100, 100, 140, 60))
    assert totals(made)[9] == 180 + 180
    build.verified_sheet(last.sheets.get(table=2), (100, 100, 100, 100))
    assert totals(made)[9] == 120 + 180 + 60
