"""What is said to move is what moves, however late it is done."""

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from scoring.core.writes import ActionRefused
from scoring.draw import rounds
from scoring.models import Sheet, Standings, Tournament
from scoring.results.compute import compute_rows
from scoring.results.impact import (
    effects_of_ruling,
    effects_of_scores,
    effects_without,
)
from scoring.sheets import counts, rulings
from scoring.sheets.sheet import life_of
from scoring.tournaments import tournaments
from tests import builders as build

pytestmark = pytest.mark.django_db

BY = build.command()
SHOWN = "scoring/tournaments/_moved.html"
MORE = (31, 196, 104, 69)  # a hundred went to the wrong neighbour


@pytest.fixture
def tournament() -> Tournament:
    """Two rounds of two tables, finished."""
    tournament = build.tournament(build.club(), rounds_planned=2)
    for _ in range(2):
        rnd = build.published_round(tournament, 2)
        for sheet in rnd.sheets.all():
            build.verified_sheet(sheet)
    tournaments.finish(tournament=tournament, actor=BY)
    return Tournament.objects.get(pk=tournament.pk)


def first_sheet(tournament: Tournament) -> Sheet:
    return Sheet.objects.get(round__tournament=tournament, round__number=1, table=1)


def stands(tournament: Tournament) -> dict[str, tuple[int, int]]:
    """Place and total by name, as they are kept."""
    names = dict(tournament.entries.values_list("pk", "name"))
    rows = Standings.objects.get(tournament=tournament).list_rows()
    return {names[row["entry"]]: (row["place"], row["total"]) for row in rows}


def test_a_correction_in_round_1_after_the_finish(tournament: Tournament) -> None:
    sheet, before = first_sheet(tournament), stands(tournament)
    effects = effects_of_scores(sheet, MORE)
    assert stands(tournament) == before  # nothing is written

    build.corrected(sheet, MORE)
    assert stands(tournament) == before
    build.confirmed(sheet)
    after = stands(tournament)
    told = {m.name: (m.new_place, m.new_total) for m in effects.moved}
    assert told == {name: after[name] for name in after if after[name] != before[name]}
    assert after["Josef Marek"][0] == 1


def test_while_a_round_runs_its_scores_are_told() -> None:
    tournament = build.tournament(build.club())
    rnd = build.published_round(tournament, 2)
    build.verified_sheet(rnd.sheets.get(table=1))
    effects = effects_of_scores(rnd.sheets.get(table=1), MORE)

    assert effects
    assert not effects.moved
    said = " ".join(strip_tags(render_to_string(SHOWN, {"effects": effects})).split())
    assert said.startswith("Round 1 isn’t over, so places and totals don’t change yet.")
    assert "Marie Kubala: 131 → 31 chips" in said
    build.verified_sheet(rnd.sheets.get(table=2))
    assert not effects_of_scores(rnd.sheets.get(table=1), MORE).scores


def test_a_correction_withdrawn_moves_nobody(tournament: Tournament) -> None:
    sheet, before = first_sheet(tournament), stands(tournament)
    build.corrected(sheet, MORE)
    seen = life_of(Sheet.objects.get(pk=sheet.pk)).last_number
    counts.withdraw(sheet=sheet, actor=BY, seen=seen, key="w", reason="It was right")
    assert stands(tournament) == before


def test_a_cancelled_round_is_not_corrected(tournament: Tournament) -> None:
    sheet = first_sheet(tournament)
    tournaments.reopen(tournament=tournament, actor=BY)
    rnd = sheet.round
    rnd.tournament = tournament
    rounds.cancel(rnd=rnd, actor=BY, reason="The wrong cards")
    assert not effects_of_scores(Sheet.objects.get(pk=sheet.pk), MORE)
    with pytest.raises(ActionRefused, match="canceled"):
        build.corrected(sheet, MORE)


def test_a_ruling_made_and_taken_back(tournament: Tournament) -> None:
    one, other = tournament.entries.order_by("number")[:2]
    facts = {"entry": one, "other": other, "chips": -50}
    before = stands(tournament)
    effects = effects_of_ruling(rulings.ruling_on(**facts))
    made = rulings.adjust(actor=BY, reason="§31", key="one", **facts)
    after = stands(tournament)
    told = {m.name: (m.new_place, m.new_total) for m in effects.moved}
    assert told == {name: after[name] for name in after if after[name] != before[name]}

    back = effects_without(made)
    assert {m.name: (m.new_place, m.new_total) for m in back.moved} == {
        name: before[name] for name in told
    }
    rulings.reverse(adjustment=made, actor=BY, reason="He came back")
    assert stands(tournament) == before


def test_what_was_seen_is_known_by_its_mark(tournament: Tournament) -> None:
    sheet = first_sheet(tournament)
    marks = {effects_of_scores(sheet, each).digest for each in (MORE, build.EVEN)}
    assert len(marks) == 2
    assert not effects_of_scores(sheet, build.EVEN)
    assert compute_rows(tournament)
