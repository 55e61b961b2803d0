"""The kept rows: written where they differ, and always what the facts make of them."""

import itertools
import random
from collections.abc import Callable
from importlib import import_module
from typing import Any
from unittest import mock

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import F, Q

from clubs.models import Club
from scoring.audit.integrity import differences_in, wrong_standings
from scoring.core.writes import ActionRefused
from scoring.draw import substitutes
from scoring.games.labels import USUAL_GAME
from scoring.models import (
    Entry,
    Round,
    Sheet,
    Standings,
    StandingsRow,
    Tournament,
    TrayHand,
)
from scoring.models.standings import read_standings
from scoring.people import entries
from scoring.results import stored
from scoring.results.compute import compute_rows, compute_standings
from scoring.results.stored import stored_rows
from scoring.sheets import counts
from scoring.sheets.sheet import life_of
from scoring.sheets.undo import take_back
from scoring.tournaments import tournaments
from tests import builders as build
from tests.any_acts import BY, AnyActs
from tests.drill.figures import say, size

pytestmark = pytest.mark.django_db
COUNTING = {"round__state__in": Round.COUNTING}


class SheetActs(AnyActs):
    """Sheets one by one, in rounds that run, that are over, and that are to come."""

    def acts(self) -> list[Callable[[str], object]]:
        sheets = [self.begins, self.verifies, self.verifies, self.takes_back]
        others = [self.withdraws, self.substitutes, self.goes, self.changes]
        return [*super().acts(), *6 * sheets, *others, self.finishes, self.reopens]

    def plays(self, key: str) -> None:
        """A whole round, verified at once."""
        for sheet in self.begins(key).sheets.all():
            build.verified_sheet(sheet, self.held(sheet.round.tournament.start_chips))

    def begins(self, key: str) -> Round:
        """A round of tables that are still to be counted; some sit out."""
        evening = self.one_of(self.evenings)
        counting = evening.rounds.filter(state__in=Round.COUNTING)
        is_open = Q(state=Round.State.OPEN)
        if counting.filter(is_open).count() > 1 or counting.count() > 5:
            raise ActionRefused("That is enough.")
        leavers = evening.entries.exclude(substitute_for=None).values("substitute_for")
        here = evening.entries.filter(house=None).exclude(pk__in=leavers)
        people = list(here.order_by("number"))
        self.chance.shuffle(people)
        sizes = range(0, len(people) // 4 * 4, 4)
        return build.published_round(evening, [people[at : at + 4] for at in sizes])

    def record(self, sheet: Sheet, key: str) -> TrayHand | None:
        """Hands are those of the usual game."""
        usual = sheet.round.tournament.game == USUAL_GAME
        return super().record(sheet, key) if usual else None

    def one_sheet(self, *, in_force: bool) -> Sheet:
        sheets = Sheet.objects.filter(
            **COUNTING, round__tournament__finished_at=None
        ).filter(seats__score__isnull=not in_force)
        sheet: Sheet = self.one_of(sheets.distinct())
        return sheet

    def verifies(self, key: str) -> None:
        sheet = self.one_sheet(in_force=False)
        if life_of(sheet).pending is None:
            build.counted(sheet, held=self.held(sheet.round.tournament.start_chips))
        build.confirmed(sheet)

    def takes_back(self, key: str) -> None:
        sheet = self.one_sheet(in_force=True)
        facts: dict[str, Any] = {"seen": build.seen(sheet), "key": key}
        take_back(sheet=sheet, actor=BY, directs=True, **facts)

    def withdraws(self, key: str) -> None:
        sheet = self.one_sheet(in_force=True)
        build.corrected(sheet, self.held(sheet.round.tournament.start_chips))
        facts: dict[str, Any] = {"seen": build.seen(sheet), "key": key}
        counts.withdraw(sheet=sheet, actor=BY, reason="it was right", **facts)

    def substitutes(self, key: str) -> None:
        evening = self.one_of(self.evenings)
        leaver = self.one_of(evening.entries.filter(house=None))
        (new,) = build.entries(evening, 1)
        number = self.chance.randint(1, 3)
        substitutes.substitute(leaver=leaver, actor=BY, stand_in=new, start=number)

    def goes(self, key: str) -> None:
        evening = self.one_of(self.evenings)
        entry = self.one_of(evening.entries.filter(house=None))
        state = self.chance.choice([Entry.State.LEFT, Entry.State.HERE])
        entries.set_state(entry=entry, state=state, actor=BY)

    def changes(self, key: str) -> None:
        name, values = self.chance.choice(
            [
                ("drop_worst", [0, 1]),
                ("ranking", ["chips", "table_points"]),
                ("tie_breaks", [[], ["best_round", "lot"], ["last_round"]]),
                ("sit_out_score", ["average", "start", "zero"]),
            ]
        )
        evening = self.one_of(self.evenings)
        facts = {name: self.chance.choice(values)}
        tournaments.change(tournament=evening, actor=BY, reason="as agreed", **facts)

    def finishes(self, key: str) -> None:
        tournaments.finish(tournament=self.one_of(self.evenings), actor=BY)

    def reopens(self, key: str) -> None:
        final = Tournament.objects.exclude(finished_at=None)
        tournaments.reopen(tournament=self.one_of(final), actor=BY)


def test_rows_are_what_the_facts_make_of_them_after_every_act() -> None:
    chance, club = random.Random(39), build.club()
    houses: tuple[dict[str, Any], ...] = (
        {"drop_worst": 1, "sit_out_score": "average"},
        {"ranking": "table_points", "tie_breaks": ["best_round", "lot"]},
        {"game": "tapp_tarock", "substitute_counts": "replaced"},
    )
    evenings = [
        build.tournament(club, name=f"Evening {n}", **house)
        for n, house in enumerate(houses)
    ]
    for evening in evenings:
        build.entries(evening, 13)
    acts, tries = SheetActs(evenings, chance).acts(), itertools.count()
    done, wanted, short = 0, size(60, 3_000), 0
    versions: dict[Tournament, tuple[int, list[dict[str, Any]]]]
    versions = dict.fromkeys(evenings, (0, []))
    while done < wanted:
        act, key = chance.choice(acts), f"step-{next(tries)}"
        try:
            with (
                transaction.atomic(),
                mock.patch.object(
                    stored, "store_standings", wraps=stored.store_standings
                ) as whole,
            ):
                act(key)
        except ActionRefused:
            continue
        done += 1
        short += act.__name__ in ("verifies", "takes_back") and not whole.called
        for evening in evenings:
            fresh = Tournament.objects.get(pk=evening.pk)
            version, rows, _, ties = read_standings(evening.pk)
            assert (rows, ties) == compute_standings(fresh), key
            assert list(wrong_standings(fresh)) == [], key
            was, before = versions[evening]
            assert (version > was) if rows != before else (version >= was), key
            versions[evening] = version, rows
    assert short > wanted / 10
    say(f"{done} acts, {short} of them on a table alone: 0 rows differ")


@pytest.fixture
def running(club: Club) -> Round:
    """A round of three tables, one of them in force, after one that is over."""
    evening = build.tournament(club)
    for sheet in build.published_round(evening, 3).sheets.all():
        build.verified_sheet(sheet)
    rnd = build.published_round(evening, 3)
    build.verified_sheet(rnd.sheets.first())
    return rnd


def facts_by_entry() -> dict[int, Any]:
    return dict(StandingsRow.objects.values_list("entry", "facts"))


def test_a_table_of_a_round_that_runs_writes_its_own_rows(running: Round) -> None:
    sheet = running.sheets.order_by("table")[1]
    table = {seat.credit_id for seat in sheet.seats.all()}
    before, was = facts_by_entry(), Standings.objects.get()
    build.counted(sheet)
    with mock.patch.object(stored, "compute_standings") as whole:
        build.confirmed(sheet)
        take_back(sheet=sheet, actor=BY, seen=2, key="back", directs=True)
        build.confirmed(sheet)
    assert not whole.called
    after, now = facts_by_entry(), Standings.objects.get()
    assert {entry for entry in after if after[entry] != before[entry]} == table
    assert (now.version, now.places) == (was.version + 3, was.places)
    assert (now.revision, now.reckoned_at > was.reckoned_at) == (was.revision, True)
    assert now.list_rows() == compute_rows(running.tournament)


def test_a_correction_in_a_round_that_runs_is_followed(running: Round) -> None:
    """Its hands may be others, of which figures are made."""
    was = Standings.objects.get()
    build.corrected(running.sheets.first())
    build.confirmed(running.sheets.first())
    now = Standings.objects.get()
    assert (now.version, now.revision) == (was.version + 1, was.revision + 1)
    assert now.list_rows() == compute_rows(running.tournament)


def test_what_ends_a_round_is_computed(running: Round) -> None:
    for sheet in running.sheets.order_by("table")[1:]:
        build.verified_sheet(sheet)
    rows = stored_rows(running.tournament)
    assert rows == compute_rows(running.tournament)
    assert not any(result.get("apart") for row in rows for result in row["rounds"])


def test_rows_that_do_not_fit_are_computed(running: Round) -> None:
    sheet = running.sheets.order_by("table")[1]
    for spoil in (
        lambda row: row.delete(),
        lambda row: StandingsRow.objects.filter(pk=row.pk).update(
            facts=row.facts
            | {"rounds": [*row.facts["rounds"], {"round": 2, "why": "absent"}]}
        ),
    ):
        with transaction.atomic():
            spoil(StandingsRow.objects.get(entry=sheet.seats.all()[0].credit))
            build.verified_sheet(sheet)
            assert list(wrong_standings(running.tournament)) == []
            transaction.set_rollback(True)


def as_in_1_0_0(tournament: Tournament) -> list[dict[str, Any]]:
    """What the code of before leaves of the standings."""
    rows = stored_rows(tournament)
    StandingsRow.objects.filter(tournament=tournament).delete()
    kept = Standings.objects.filter(tournament=tournament)
    kept.update(rows=rows, places=[], rows_version=0)
    return rows


def fill() -> None:
    name = "scoring.migrations.0044_fill_standings_rows"
    import_module(name).fill(apps, None)


def test_the_migration_makes_rows_of_what_is_kept(running: Round) -> None:
    empty = build.tournament(running.tournament.club, name="Nobody came")
    rows = as_in_1_0_0(running.tournament)
    assert as_in_1_0_0(empty) == []
    versions = dict(Standings.objects.values_list("pk", "version"))
    fill()
    assert dict(Standings.objects.values_list("pk", "rows_version")) == versions
    assert dict(Standings.objects.values_list("pk", "version")) == versions
    assert len(facts_by_entry()) == len(rows) == 12
    assert stored_rows(running.tournament) == rows
    assert list(differences_in(running.tournament)) == []


@pytest.mark.parametrize(
    "change",
    [
        lambda rows: rows[0].update(entry=10**6),
        lambda rows: rows.append(rows[0]),
        lambda rows: rows.append(1),
        lambda rows: rows[0].pop("entry"),
    ],
)
def test_what_makes_no_rows_stays_as_it_was(
    running: Round, change: Callable[[Any], object]
) -> None:
    rows = as_in_1_0_0(running.tournament)
    change(rows)
    Standings.objects.update(rows=rows)
    fill()
    assert stored_rows(running.tournament) == rows
    assert list(differences_in(running.tournament))


def test_older_code_of_the_site_may_go_on_meanwhile(running: Round) -> None:
    """It writes all rows as one JSON, and raises the version alone."""
    second = running.sheets.order_by("table")[1]
    older = compute_rows(running.tournament)
    Standings.objects.update(rows=older, version=F("version") + 1)
    StandingsRow.objects.update(facts={})
    assert stored_rows(running.tournament) == older
    assert list(differences_in(running.tournament)) == []
    build.verified_sheet(second)
    assert stored_rows(running.tournament) == compute_rows(running.tournament)
    assert Standings.objects.get().has_current_rows
    # Where it computed what is kept, the rows are written all the same.
    Standings.objects.update(
        rows=stored_rows(running.tournament), version=F("version") + 1
    )
    StandingsRow.objects.update(facts={})
    stored.refresh(running.tournament, actor=BY, reason="")
    assert Standings.objects.get().has_current_rows
    assert stored_rows(running.tournament) == compute_rows(running.tournament)
