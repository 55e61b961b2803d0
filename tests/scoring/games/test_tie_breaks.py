"""A tie-break is one object: the form, the pages, the API and the files read it.

A made-up tie-break is registered here and nowhere else.
"""

import json
from fractions import Fraction
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from rules import tie_breaks
from rules.messages import message_template
from rules.ranking import Contestant, RoundResult, TieBreak
from rules.tie_breaks import TIE_BREAKS
from scoring.audit.integrity import differences_in
from scoring.backups.json_shapes import refuse_other_shape
from scoring.core.writes import ActionRefused
from scoring.exports import card_evening_reader
from scoring.games.game_adapter import tie_breaks_of
from scoring.models import Change, StandingsRow, Tournament
from scoring.results.compute import stored_ties
from scoring.results.rows import read_ties
from scoring.results.stored import fill_ties, stored_rows
from scoring.tournaments import tournaments
from tests import builders as build
from tests.markup import flowing
from tests.messages import message
from tests.scoring.exports.test_card_evening_import import brought, told
from tests.scoring.standings.views.test_places import page, played
from tests.sent_forms import as_sent
from tests.sentences import sentences_of

pytestmark = pytest.mark.django_db
# The worst round at a table: the fewer chips, the better.
WORST = TieBreak(
    "worst_round",
    message_template("worst round"),
    message_template("Worst round: theirs {theirs}, yours {yours}."),
    lambda contestant, last: min(
        (each.chips for each in contestant.results if not each.sat_out), default=None
    ),
    lowest_wins=True,
)


@pytest.fixture(autouse=True)
def worst_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TIE_BREAKS, WORST.code, WORST)


@pytest.fixture
def tied(club: Club) -> Tournament:
    """Marie and Josef have 220 chips; Josef had the worse round."""
    scores = (120, 131, 79, 70), (100, 89, 79, 132)
    return played(club, *scores, tie_breaks=["worst_round", "lot"])


def new(club: Club) -> str:
    return reverse("scoring:tournament-new", args=[club.slug])


@pytest.fixture
def director(club: Club, client: Client) -> Client:
    client.force_login(build.member(club, "director"))
    return client


# --- The form ----------------------------------------------------------------------


def test_the_form_takes_all_tie_breaks_in_any_order(
    club: Club, director: Client
) -> None:
    order = ["lot", "worst_round", "rounds_won", "last_round", "best_round"]
    assert {*order} == {*TIE_BREAKS}
    fields = {f"tie_break_{n}": code for n, code in enumerate(order, start=1)}
    sent = as_sent(director, new(club), name="Fall Tarok", date="2026-11-20", **fields)

    assert director.post(new(club), sent).status_code == 302
    assert Tournament.objects.get().tie_breaks == order


def test_the_form_shows_the_tournaments_own(tied: Tournament, director: Client) -> None:
    address = reverse("scoring:tournament-settings", args=[tied.club.slug, tied.slug])
    answer = director.get(address)
    fields = answer.context["form"].tie_breaks()

    assert [field.value() for field in fields[:2]] == ["worst_round", "lot"]
    assert not any(field.value() for field in fields[2:])
    assert flowing(answer).count(">worst round</option>") == len(fields) == 5
    assert answer.context["heads"].ranking[1:] == [
        message("worst round"),
        message("random draw"),
    ]


@pytest.mark.parametrize(
    ("typed", "wrong"),
    [
        (("worst_round", "lot", "worst_round"), {"tie_break_1", "tie_break_3"}),
        (("worst_round", "coin"), {"tie_break_2"}),
    ],
)
def test_what_is_wrong_is_said_at_its_field(
    club: Club, director: Client, typed: tuple[str, ...], wrong: set[str]
) -> None:
    fields = {f"tie_break_{n}": code for n, code in enumerate(typed, start=1)}
    sent = as_sent(director, new(club), name="Fall Tarok", date="2026-11-20", **fields)

    answer = director.post(new(club), sent)
    form = answer.context["form"]
    assert {*form.errors} == wrong
    assert form.has_tie_break_errors()
    shown = flowing(answer)
    assert all(f'id="id_{name}_error"' in shown for name in wrong)


def test_the_log_names_it(club: Club) -> None:
    made = build.tournament(club, tie_breaks=[])
    by = build.command()
    tournaments.change(tournament=made, actor=by, tie_breaks=["worst_round", "lot"])

    assert Change.objects.get(what="settings").new == (
        "tie breaks: worst round, random draw"
    )


# --- Places --------------------------------------------------------------------------


def test_it_breaks_the_tie_and_the_pages_explain_it(tied: Tournament) -> None:
    first, second, *_ = stored_rows(tied)
    josef, marie = tied.entries.get(number=2), tied.entries.get(number=1)

    assert [first["entry"], second["entry"]] == [josef.pk, marie.pk]
    assert first["decided_by"] == second["decided_by"] == "worst_round"
    assert "You both have 220 chips. Worst round: theirs 89, yours 100." in page(tied)
    shown = flowing(Client().get(tied.get_absolute_url()))
    assert shown.count("Tie-breaker: worst round") == 2
    assert list(differences_in(tied)) == []


def test_the_page_shows_what_is_stored(tied: Tournament) -> None:
    rows = StandingsRow.objects.filter(tournament=tied)
    marie = rows.get(entry__number=1)
    assert marie.ties == {"values": {"worst_round": 100, "lot": 1}, "won": {}}
    marie.ties["values"]["worst_round"] = 99
    marie.save()

    assert "Worst round: theirs 89, yours 99." in page(tied)
    assert any("tie-breaker values" in wrong for wrong in differences_in(tied))


def test_rows_of_an_older_version_are_computed(
    tied: Tournament, django_assert_num_queries: Any
) -> None:
    rows = StandingsRow.objects.filter(tournament=tied)
    before = dict(rows.values_list("entry", "ties"))
    rows.update(ties=None)

    assert "Worst round: theirs 89, yours 100." in page(tied)
    assert list(differences_in(tied)) == []
    fill_ties()
    assert dict(rows.values_list("entry", "ties")) == before
    with django_assert_num_queries(1):
        fill_ties()


def test_a_fraction_is_stored_exactly() -> None:
    third = Fraction(1, 3)
    results = [RoundResult(1, 100, won=third), RoundResult(2, 100)]
    stored = json.loads(json.dumps(stored_ties(["rounds_won"], [third], results)))

    assert stored == {"values": {"rounds_won": "1/3"}, "won": {"1": "1/3"}}
    assert read_ties(stored, ["rounds_won"]) == ((third,), {1: third})
    refuse_other_shape("scoring.standingsrow", "ties", stored)


def test_an_unknown_code_is_no_tie_break(club: Club) -> None:
    made = build.tournament(club, tie_breaks=["lot", "alphabet"])
    with pytest.raises(ValueError, match="alphabet"):
        tie_breaks_of(made)


def test_each_tie_break_says_whether_it_counts_wins() -> None:
    lost, won = (
        Contestant("Anna", (RoundResult(1, 100, won=Fraction(part)),), lot=1)
        for part in (0, 1)
    )
    for by in TIE_BREAKS.values():
        assert by.counts_wins == (by.value(lost, 1) != by.value(won, 1)), by.code


# --- API and files -------------------------------------------------------------------


def test_the_api_has_it(tied: Tournament) -> None:
    answer = (
        Client()
        .get(f"/api/v1/clubs/{tied.club.slug}/tournaments/{tied.file_id}/")
        .json()
    )

    assert answer["ranking"]["tie_breaks"] == ["worst_round", "lot"]
    decided = [line.get("decided_by") for line in answer["standings"]]
    assert decided == ["worst_round", "worst_round", None, None]


def test_the_open_file_goes_elsewhere_and_comes_back(tied: Tournament) -> None:
    sent = told(tied)
    document = json.loads(sent)
    assert document["ranking"]["tie_breaks"] == ["worst_round", "lot"]
    assert document["standings"][0]["decided_by"] == "worst_round"

    there = build.club("there", name="Na Zámku", time_zone="Europe/Prague")
    came = brought(there, sent)
    assert told(came) == sent


def test_a_site_without_it_does_not_take_the_file(
    tied: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = told(tied)
    monkeypatch.delitem(TIE_BREAKS, "worst_round")

    assert card_evening_reader.read(sent).ranking.tie_breaks == ("worst_round", "lot")
    with pytest.raises(ActionRefused, match=r"tie_breaks: .*from the list"):
        brought(build.club("there"), sent)


def test_the_clubs_file_has_it(tied: Tournament) -> None:
    places = tied.standings.places
    refuse_other_shape("scoring.standings", "places", places)
    refuse_other_shape("scoring.tournament", "tie_breaks", tied.tie_breaks)
    for row in StandingsRow.objects.filter(tournament=tied):
        refuse_other_shape("scoring.standingsrow", "ties", row.ties)
    with pytest.raises(ValueError, match="none of"):
        refuse_other_shape("scoring.tournament", "tie_breaks", ["coin"])


def test_its_words_are_for_translators() -> None:
    words = {sentence.template for sentence in sentences_of(tie_breaks)}
    assert {
        message("worst round"),
        "Worst round: theirs {theirs}, yours {yours}.",
    } <= words
