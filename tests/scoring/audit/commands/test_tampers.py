"""What somebody changes in the database by hand is named, kind by kind, or cannot be known.

One evening and its season with everything in them; each change alone, and taken back.
"""

import io
from collections.abc import Callable
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from clubs.models import Player, Season
from scoring.draw import manual_seating, rounds, substitutes
from scoring.models import (
    Adjustment,
    Change,
    Cost,
    Count,
    Draw,
    Edition,
    Entry,
    Hand,
    HandRuling,
    Loan,
    Merge,
    Phone,
    Photo,
    Round,
    SeasonEdition,
    Seat,
    Sheet,
    SitOut,
    Standings,
    StandingsRow,
    Tally,
    Tournament,
    TrayHand,
)
from scoring.people import check_in, entries, merges
from scoring.phones import loans
from scoring.results import prizes
from scoring.sheets import hand_rulings, rulings
from scoring.standings import seasons, treasurer
from scoring.tournaments import tournaments
from tests import builders as build
from tests.rules.spjst.builders import povinost, prever

pytestmark = pytest.mark.django_db
BY = build.command()


@pytest.fixture
def evening() -> Tournament:
    """Two rounds of nine; corrected twice once final, and so was the season."""
    club = build.club()
    made = build.tournament(
        club, rounds_planned=2, teams="named", classes="Women", team_best=1
    )
    people = build.entries(made, 9)
    twice = entries.add(tournament=made, actor=BY, name="M. Kubala", key="twice")
    for at in (0, 1, 8):
        check_in.update_entry(entry=people[at], actor=BY, paid=True)
    facts = {"name": people[0].name, "lodge": "", "number": 1, "team": "North"}
    entries.change(entry=people[0], actor=BY, classes=["Women"], **facts)
    prizes.set_fund(tournament=made, actor=BY, fee=750, prizes=[6000, 4000])
    _play(made, [people[:4], people[4:8]])
    merges.merge(target=people[8].player, duplicate=twice.player, actor=BY, key="merge")
    stand_in = Entry(house=1, name="House player 1", ranked=False)
    substitutes.substitute(leaver=people[7], stand_in=stand_in, actor=BY, start=2)
    entries.set_state(entry=people[0], actor=BY, state="left")
    _play(made, [people[1:5], [*people[5:7], people[8], made.entries.get(house=1)]])
    rulings.adjust(entry=people[2], actor=BY, chips=-5, reason="late", key="one")
    facts = {"chips": 7, "reason": "§24", "key": "two"}
    rulings.adjust(entry=people[3], other=people[4], actor=BY, **facts)
    back = rulings.adjust(entry=people[5], actor=BY, chips=9, reason="x", key="three")
    rulings.reverse(adjustment=back, actor=BY, reason="a mistake")
    treasurer.set_costs(
        tournament=made,
        actor=BY,
        costs=[("hall", 5_000), ("food", 2_000)],
    )
    tournaments.finish(tournament=Tournament.objects.get(pk=made.pk), actor=BY)
    seasons.finish(season=made.season, actor=BY)
    for held in ((130, 97, 104, 69), (129, 98, 104, 69)):
        build.corrected(_sheet(1, 1), held)
        build.confirmed(_sheet(1, 1))
    assert (made.editions.count(), made.season.editions.count()) == (3, 3)
    return made


def _play(made: Tournament, tables: list[list[Entry]]) -> None:
    draft = manual_seating.seat_by_hand(tournament=made, actor=BY, tables=tables)
    rnd = rounds.publish(rnd=draft, actor=BY)
    for sheet in rnd.sheets.order_by("table"):
        build.phone(sheet)
        for n, hand in enumerate((povinost(), prever(), povinost(points=71))):
            build.recorded(sheet, BY, key=f"{sheet.pk}-{n}", record=hand)
        hand_rulings.rule(
            sheet=sheet,
            actor=BY,
            number=1,
            chips=(5, -5, 0, 0),
            reason="looked",
            key=f"ruled-{sheet.pk}",
            seen=0,
        )
        loans.lend(sheet=sheet, actor=BY, key=f"loan-{sheet.pk}", seat=2, chips=50)
        build.counted(sheet, held=(131, 96, 104, 70))
        build.counted(sheet, seats=build.seats((131, 146, 104, 69), (0, 50, 0, 0)))
        build.confirmed(sheet)
    hand = {"by": BY, "record": povinost()}
    late = rnd.sheets.get(table=1)
    build.recorded(sheet=late, key=f"late-{late.pk}", **hand)


def _sheet(number: int, table: int) -> Sheet:
    return Sheet.objects.get(round__number=number, table=table)


def audit() -> str:
    out = io.StringIO()
    try:
        call_command("audit", stdout=out)
    except SystemExit:
        return out.getvalue()
    return ""


Tamper = Callable[[], object]


def sets(rows: Callable[[], QuerySet[Any]], /, **facts: Any) -> Tamper:
    """One row changed in place."""

    def tamper() -> object:
        row = rows().order_by("pk").first()
        assert row is not None
        return type(row)._base_manager.filter(pk=row.pk).update(**facts)

    return tamper


def gone(rows: Callable[[], QuerySet[Any]]) -> Tamper:
    def tamper() -> object:
        row = rows().order_by("pk").first()
        assert row is not None
        return type(row)._base_manager.filter(pk=row.pk).delete()

    return tamper


def rewritten(
    rows: Callable[[], QuerySet[Any]], change: Callable[[Any], object], name: str
) -> Tamper:
    """What is kept as JSON, changed inside."""

    def tamper() -> object:
        row = rows().order_by("pk").first()
        assert row is not None
        kept = getattr(row, name)
        change(kept)
        return type(row)._base_manager.filter(pk=row.pk).update(**{name: kept})

    return tamper


def in_force() -> QuerySet[Count]:
    """The confirming count of a sheet that nobody corrected."""
    return Count.objects.filter(sheet=_sheet(1, 2), confirms__isnull=False)


def first_typed() -> QuerySet[Count]:
    """It did not balance, and was never in force."""
    return Count.objects.filter(number=1)


def replaced() -> QuerySet[Count]:
    """It was in force until the first correction."""
    return Count.objects.filter(sheet=_sheet(1, 1), number=3)


def rows_of(**wanted: Any) -> Callable[[], QuerySet[Edition]]:
    return lambda: Edition.objects.filter(**wanted)


def of_season(**wanted: Any) -> Callable[[], QuerySet[SeasonEdition]]:
    return lambda: SeasonEdition.objects.filter(**wanted)


def restored(change: Callable[[Any], object]) -> Tamper:
    """The rows of kept standings, changed inside."""

    def tamper() -> object:
        first = Standings.objects.order_by("pk").first()
        assert first is not None
        return build.change_rows(change, pk=first.pk)

    return tamper


def _better(rows: Any) -> None:
    rows[0]["total"] += 1


def _first_place(rows: Any) -> None:
    rows[-1]["place"] = 1


def _more_points(rows: Any) -> None:
    rows[0]["points"] += 1


def _season_value(rows: Any) -> None:
    rows[0]["value"] = "999"


def _other_team(lists: Any) -> None:
    first = next(iter(lists["members"].values()))
    first["team"] = "South"


def _other_fee(lists: Any) -> None:
    lists["fee"] += 1


def _round_result(rows: Any) -> None:
    rows[0]["rounds"][0]["chips"] += 1


def _more_hands(figures: Any) -> None:
    figures["sums"]["hands"][0] += 1


def _result_chips(results: Any) -> None:
    results[0][2] += 1


def seats(**wanted: Any) -> Callable[[], QuerySet[Seat]]:
    return lambda: Seat.objects.filter(**wanted)


def whole(model: Any, **wanted: Any) -> Callable[[], QuerySet[Any]]:
    return lambda: model._base_manager.filter(**wanted)


NUMBERED = {"house": None, "merged_into": None}
EVENING = whole(Tournament)
NAMED: dict[str, Tamper] = {
    # Seats and what was not played
    "a score": sets(seats(position=2), score=1),
    "no score": sets(seats(position=2), score=None),
    "a chip less": sets(seats(position=1), score=F("score") - 1),
    "whose a seat is": sets(seats(position=3), credit=None),
    "two chairs": lambda: _chairs_swapped(),
    "a chair gone": gone(seats(position=4)),
    "why somebody sat out": sets(whole(SitOut, why="sit_out"), why="absent"),
    "a sit-out gone": gone(whole(SitOut, why="sit_out")),
    "a sit-out of nobody": sets(whole(SitOut, why="sit_out"), credit=None),
    # Counts
    "held and score in force": sets(
        in_force,
        held1=F("held1") + 1,
        held2=F("held2") - 1,
        score1=F("score1") + 1,
        score2=F("score2") - 1,
    ),
    "held and borrowed in force": sets(
        in_force, held1=F("held1") + 5, borrowed1=F("borrowed1") + 5
    ),
    "a ruling in force": sets(in_force, held1=F("held1") - 5, ruled1=5, reason="§24"),
    "held that were confirmed": sets(
        lambda: Count.objects.filter(sheet=_sheet(1, 2), number=2),
        held1=F("held1") + 5,
        borrowed1=F("borrowed1") + 5,
    ),
    "held of a first count": sets(first_typed, held4=71, score4=71),
    "must total": sets(first_typed, must_total=401),
    "held of what was in force before": sets(
        replaced,
        held1=F("held1") + 1,
        score1=F("score1") + 1,
        held2=F("held2") - 1,
        score2=F("score2") - 1,
    ),
    "a witness": sets(in_force, witness="kept"),
    "a witness's seat": sets(in_force, witness="paper", witness_seat=1),
    "where it was counted": sets(first_typed, source="table"),
    "chips aside": sets(first_typed, aside=3),
    "colours": sets(first_typed, chips=[{"blue": 1}]),
    "nothing confirmed": sets(in_force, confirms=None, witness=""),
    "nothing corrected": sets(
        lambda: Count.objects.exclude(corrects=None), corrects=None
    ),
    "a first count gone": gone(first_typed),
    "a count's number": sets(first_typed, number=9),
    # Hands
    "a net": sets(whole(Hand), net1=F("net1") + 1, net2=F("net2") - 1),
    "a record": sets(whole(Hand), record=povinost(points=80)),
    "nonsense": sets(whole(Hand), record={"bid": "nonsense"}),
    "a hand voided": sets(whole(Hand), voided_at=timezone.now(), void_reason="x"),
    "a hand's number": sets(whole(Hand), number=2),
    "a hand gone": gone(whole(Hand, number=3)),
    "a ruling on a hand": sets(whole(HandRuling), chips1=6, chips2=-6),
    "a ruling on a hand taken back": sets(
        whole(HandRuling), reversed_at=timezone.now(), reversal_reason="x"
    ),
    "the tray": sets(whole(TrayHand), outcome="taken", settled_at=timezone.now()),
    "more paid back than lent": sets(whole(Loan), chips=-50),
    "no scorekeeper": sets(whole(Phone), keeper=False),
    # Rulings on players
    "chips of a ruling": sets(whole(Adjustment), chips=-6),
    "whose a ruling is": lambda: Adjustment.objects.filter(key="one").update(
        entry=Entry.objects.get(number=1)
    ),
    "from whom": sets(whole(Adjustment, key="two"), other=None),
    "a ruling taken back": sets(
        whole(Adjustment, key="one"), reversed_at=timezone.now(), reversal_reason="x"
    ),
    "a ruling in force again": sets(whole(Adjustment, key="three"), reversed_at=None),
    "a ruling gone": gone(whole(Adjustment)),
    # The kept standings and tallies
    "a total": restored(_better),
    "a place": restored(_first_place),
    "points": restored(_more_points),
    "a round's result": restored(_round_result),
    "the order": restored(lambda rows: rows.reverse()),
    "a line gone": restored(lambda rows: rows.pop()),
    "no standings": sets(whole(Standings), places=[]),
    "a row gone": gone(whole(StandingsRow)),
    "a place gone": rewritten(whole(Standings), lambda lines: lines.pop(), "places"),
    "rows of before": sets(whole(Standings), version=1_000),
    "a tally's net": sets(whole(Tally), net=1),
    "a tally's place": sets(whole(Tally), place=9),
    "a tally's squares": sets(whole(Tally), sum_squares=1),
    "a tally's rules": sets(whole(Tally), engine="spjst-0"),
    "a tally's results": rewritten(whole(Tally), _result_chips, "results"),
    "figures": rewritten(whole(Tally), _more_hands, "figures"),
    "a tally gone": gone(whole(Tally)),
    # Editions
    "the newest edition": rewritten(rows_of(number=3), _better, "rows"),
    "an older edition": rewritten(rows_of(number=2), _better, "rows"),
    "the first edition": rewritten(rows_of(number=1), _first_place, "rows"),
    "an edition gone": gone(rows_of(number=2)),
    "an edition's number": sets(rows_of(number=3), number=4),
    "a season's newest edition": rewritten(of_season(number=3), _season_value, "rows"),
    "a season's older edition": rewritten(of_season(number=1), _season_value, "rows"),
    "an older edition's formula": sets(of_season(number=1), formula={"best": 3}),
    "a season's edition gone": gone(of_season(number=2)),
    "a season's formula": sets(whole(Season), formula={"counts": "chips"}),
    # The evening's settings
    "worst rounds": sets(EVENING, drop_worst=1),
    "the ranking": sets(EVENING, ranking="table_points"),
    "start chips": sets(EVENING, start_chips=99),
    "the game": sets(EVENING, game="marias", preset="book"),
    "what a sit-out scores": sets(EVENING, sit_out_score="zero"),
    "what a missed round scores": sets(EVENING, absent_score="start"),
    "house rules": sets(EVENING, preset="no such"),
    "how much it counts": sets(EVENING, season_weight=50),
    "not public": sets(EVENING, public=False),
    # What prizes rest on
    "the fee": sets(EVENING, fee=800),
    "the fund": sets(EVENING, prize_extra=100),
    "held back": sets(EVENING, prize_kept=100),
    "the kind of prizes": sets(EVENING, prize_kind="fixed"),
    "the prizes": sets(EVENING, prizes=[10_000]),
    "the currency": sets(EVENING, currency="CZK"),
    "a fee more": sets(whole(Entry, paid=False, **NUMBERED), paid=True),
    "a fee less": sets(whole(Entry, paid=True), paid=False),
    # People
    "a name": sets(whole(Entry, number=1), name="Somebody"),
    "not ranked": sets(whole(Entry, **NUMBERED), ranked=False),
    "another player": lambda: Entry.objects.filter(number=1).update(
        player=build.player(Tournament.objects.get().club, "Somebody Else")
    ),
    "an entry merged": lambda: Entry.objects.filter(number=2).update(
        merged_into=Entry.objects.get(number=1)
    ),
    "a merge undone by half": sets(
        lambda: Player.everybody.exclude(merged_into=None), merged_into=None
    ),
    # Rounds and sheets
    "a cancelled round": sets(whole(Round), state="cancelled", reason="x"),
    "a round that is none yet": sets(whole(Round), state="draft"),
    "a round's number": sets(whole(Round, number=2), number=3),
    "a table's number": sets(whole(Sheet), table=9),
    # What pages show and nothing repeats: kept as the last write left it
    "a team": sets(whole(Entry, number=1), team="South"),
    "a class": sets(whole(Entry, number=1), classes=[]),
    "a lodge": sets(whole(Entry, number=1), lodge="Lodge 1"),
    "a start number": sets(whole(Entry, number=9), number=90),
    "a name of one word": sets(whole(Entry, number=2), name="Josef"),
    "when somebody paid": sets(whole(Entry, paid=True), paid_at=None),
    "how many count for a team": sets(EVENING, team_best=2),
    "no teams": sets(EVENING, teams="none"),
    "the classes": sets(EVENING, classes="Women\nJuniors"),
    "not final": sets(EVENING, finished_at=None),
    "final at another time": sets(EVENING, finished_at=timezone.now()),
    "a cost": sets(whole(Cost), coins=1),
    "a cost gone": gone(whole(Cost)),
    "another cost": lambda: Cost.objects.create(
        tournament=Tournament.objects.get(), what="x", coins=1
    ),
    "no fund known": lambda: (
        Standings.objects.update(fund=None),
        Tournament.objects.update(fee=800),
    ),
    "an unknown game": sets(EVENING, game="whist"),
    "a game that is none": sets(EVENING, game="sheet"),
    "house rules that are none": sets(EVENING, house_rules=[1]),
    "places of nobody": sets(whole(Standings), places=[[None, 1, False, None]]),
    "places that are none": sets(whole(Standings), places={"place": 1}),
    "places of numbers": sets(whole(Standings), places=[1]),
    "a row without rounds": sets(whole(StandingsRow), facts={"total": 1}),
    "a row of numbers": sets(whole(StandingsRow), facts=[1]),
    "other tie-breaks": sets(EVENING, tie_breaks=["best_round"]),
    "a round more that is won": sets(
        whole(StandingsRow), ties={"values": {}, "won": {"9": 1}}
    ),
    "tie-breakers without values": sets(whole(StandingsRow), ties={"values": [1]}),
    "an edition's rows of numbers": sets(rows_of(number=1), rows=[1]),
    "the newest edition's rows of numbers": sets(rows_of(number=2), rows=[1]),
    "a season's rows of numbers": sets(of_season(number=1), rows=[1]),
    "a fund without who paid": sets(whole(Standings), fund={"fee": 500}),
    "a fund of numbers": sets(whole(Standings), fund=[1]),
    "an empty fund": sets(whole(Standings), fund={}),
    "tallies set back": sets(whole(Standings), followed=0),
    # Digests
    "an emptied digest of a count": sets(first_typed, digest=""),
    "an emptied digest of an edition": sets(rows_of(number=1), digest=""),
    "an emptied digest of a season": sets(of_season(number=1), digest=""),
    "an emptied digest of lists": sets(rows_of(number=1), lists_digest=""),
    "a team of an edition": rewritten(rows_of(number=1), _other_team, "lists"),
    "a fee of an edition": rewritten(rows_of(number=1), _other_fee, "lists"),
    "an edition's lists gone": sets(rows_of(number=2), lists=None),
}
UNKNOWN: dict[str, tuple[str, Tamper]] = {
    "a loan": (
        "what a table noted is beside its count, which decides (§30); both are shown",
        sets(whole(Loan), chips=60),
    ),
    "who dealt": (
        "only the first hand may differ from the rotation, and moves no chip",
        sets(whole(Hand, number=1), note="dealt anew"),
    ),
    "a reason": (
        "words, which are changed where a name in them is erased",
        sets(whole(Count, reason__gt=""), reason="Another"),
    ),
    "who counted": (
        "a name, which may be erased; the account goes with its owner",
        sets(first_typed, by_name="Somebody"),
    ),
    "when": (
        "the clock of the machine that wrote it is all there is",
        sets(first_typed, at=timezone.now()),
    ),
    "the log": (
        "it is words for people; what it tells of is proven by itself",
        sets(whole(Change), text="Nothing happened"),
    ),
    "a line of the log gone": ("as the log", gone(whole(Change))),
    "a merge's list": (
        "it is read again only to undo the merge, which then says what stands in the way",
        sets(whole(Merge), moved={"entries": [], "merged": [], "lodge": []}),
    ),
    "the seed of a draw": (
        "seats may be moved by hand after it, so the seats of a draw prove nothing",
        lambda: Draw.objects.update(seed=1),
    ),
    "house rules that no hand came to": (
        "each hand is settled anew; what none of them asks for changes none",
        sets(EVENING, preset="westfest-2012"),
    ),
}


def _chairs_swapped() -> None:
    one, other = Seat.objects.filter(sheet=_sheet(1, 2), position__lt=3)
    pairs = (
        (one, other.entry_id, other.credit_id),
        (other, one.entry_id, one.credit_id),
    )
    Seat.objects.filter(pk__in=[one.pk, other.pk]).update(entry=None, credit=None)
    for seat, entry, credit in pairs:
        Seat.objects.filter(pk=seat.pk).update(entry=entry, credit=credit)


def found(tamper: Tamper) -> str:
    """What the audit says of it; it is taken back."""
    with transaction.atomic():
        tamper()
        said = audit()
        transaction.set_rollback(True)
    return said


def test_every_kind_is_named(evening: Tournament) -> None:
    assert audit() == ""
    missed = [name for name, tamper in NAMED.items() if not found(tamper)]
    assert not missed
    assert len(NAMED) >= 120


def test_what_cannot_be_known(evening: Tournament) -> None:
    """Whoever finds a way moves it to the others."""
    known = {name: found(tamper) for name, (_, tamper) in UNKNOWN.items()}
    assert {name: said for name, said in known.items() if said} == {}


def test_a_picture_of_another_size(evening: Tournament) -> None:
    photo = build.photo(_sheet(1, 1))
    assert found(sets(whole(Photo, pk=photo.pk), width=9))
