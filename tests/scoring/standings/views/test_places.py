"""A place explained: his rounds, what decided, what he needs; and editions' pages."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from scoring.draw import rounds
from scoring.draw.seats import make_draft
from scoring.draw.substitutes import substitute
from scoring.models import Entry, SitOut, Tournament
from scoring.results import stored
from scoring.sheets import rulings
from scoring.standings.place_explained import place_of
from scoring.tournaments import tournaments
from tests import builders as build
from tests.fields import field
from tests.markup import flowing
from tests.messages import message

pytestmark = pytest.mark.django_db


def played(club: Club, *scores: tuple[int, ...], **facts: Any) -> Tournament:
    """One table that plays these rounds; Marie, Josef, Anna and Karel have 1 to 4."""
    facts = {"rounds_planned": len(scores) + 1, **facts}
    made = build.tournament(club, **facts)
    for held in scores:
        build.verified_sheet(build.open_sheet(made), held)
    return made


def address(tournament: Tournament, number: int = 1, name: str = "place") -> str:
    at = [tournament.club.slug, tournament.slug, number]
    return reverse(f"scoring:{name}", args=at)


def page(tournament: Tournament, number: int = 1, name: str = "place") -> str:
    answer = Client().get(address(tournament, number, name))
    assert answer.status_code == 200
    return flowing(answer)


# --- Why this place ------------------------------------------------------------


def test_before_anything_is_verified_it_says_so(club: Club) -> None:
    made = build.tournament(club)
    build.published_round(made)

    assert message("No place yet") in page(made)


def test_chips_tell_him_from_the_next(club: Club) -> None:
    made = played(club, (131, 96, 104, 69))

    shown = page(made, 3)
    assert (
        "Just ahead of you, in place 1: Marie Kubala. They have 131 chips, and you have 104."
        in shown
    )
    assert (
        "Just behind you, in place 3: Josef Marek. They have 96 chips, and you have 104."
        in shown
    )


@pytest.mark.parametrize(
    ("tie_break", "said"),
    [
        ("best_round", "You both have 220 chips. Best round: theirs 131, yours 120."),
        (
            "last_round",
            message(
                "Last round: theirs {theirs}, yours {yours}.", theirs=89, yours=100
            ),
        ),
        (
            "rounds_won",
            message(
                "Rounds won at the table: theirs {theirs}, yours {yours}.",
                theirs=1,
                yours=0,
            ),
        ),
        (
            "lot",
            "Just behind you, in place 2: Josef Marek. You both have 220 chips. Random draw: theirs 2,",
        ),
    ],
)
def test_the_tie_break_that_decided_is_said(
    club: Club, tie_break: str, said: str
) -> None:
    made = played(club, (120, 131, 79, 70), (100, 89, 79, 132), tie_breaks=[tie_break])

    shown = page(made)
    assert said in shown


def test_what_a_round_sat_out_scores_is_no_best_round(club: Club) -> None:
    made = build.tournament(club, rounds_planned=2, tie_breaks=["best_round"])
    build.entries(made, 5)
    first = build.published_round(made)
    build.verified_sheet(first.sheets.get(), (120, 60, 110, 110))
    second = build.published_round(made, [[*made.entries.order_by("-number")[:4]]])
    build.verified_sheet(second.sheets.get(), (70, 120, 100, 110))

    assert "You both have 170 chips. Best round: theirs 110, yours 70." in page(made, 5)


def test_who_shares_a_place_is_told_with_whom(club: Club) -> None:
    made = played(club, (120, 120, 120, 40), tie_breaks=["best_round"])

    shown = page(made)
    assert (
        message(
            "You share place {place} with: {names}.",
            place=1,
            names="Josef Marek and Anna Svoboda",
        )
        in shown
    )
    assert message("Tied in chips and in every tie-breaker.") in shown


def test_table_points_go_before_chips(club: Club) -> None:
    made = played(club, (131, 96, 104, 69), ranking="table_points")

    shown = page(made, 3)
    assert (
        "in place 1: Marie Kubala. They have 4 table points, and you have 3." in shown
    )
    assert "3 table points." in shown


# --- Where the chips come from ---------------------------------------------------


def test_each_round_and_each_ruling_is_explained(club: Club) -> None:
    made = played(club, (131, 96, 104, 69), (50, 150, 110, 90), drop_worst=1)
    marie, josef = Entry.objects.filter(number__in=(1, 2))
    facts = {"actor": build.command(), "chips": -10}
    why = {"reason": "left the table", "key": "r"}
    rulings.adjust(entry=marie, other=josef, **facts, **why)
    slip = rulings.adjust(entry=marie, reason="a slip", key="s", **facts)
    rulings.reverse(adjustment=slip, actor=build.command(), reason="another table")
    for number, moved in ((1, -10), (2, 10)):
        told = place_of(made, number).reasons
        assert [each.chips for each in told if each.is_ruling] == [moved]

    shown = page(made)
    assert "Table 1. Dropped from the total as one of your worst rounds." in shown
    assert "left the table" in shown
    assert "131 − 10 = 121" in shown


@pytest.mark.parametrize(
    ("why", "said"),
    [
        (
            SitOut.Why.SIT_OUT,
            "You sat out. In this tournament, you score the start chips for this round.",
        ),
        (
            SitOut.Why.LATE,
            "You arrived late. In this tournament, you score nothing for this round.",
        ),
    ],
)
def test_a_round_not_played_is_explained(club: Club, why: str, said: str) -> None:
    made = build.tournament(club, rounds_planned=2)
    out = build.entries(made, 5)[4]
    build.verified_sheet(build.published_round(made).sheets.get())
    SitOut.objects.update(why=why)
    second = [*made.entries.order_by("-number")[:4]]
    build.verified_sheet(build.published_round(made, [second]).sheets.get())

    assert said in page(made, out.number)


def test_a_substitutes_round_is_explained_to_both(club: Club) -> None:
    made = played(club, (131, 96, 104, 69))
    replaced = Entry.objects.get(number=1)
    other = build.entries(made, 1)[0]
    made.rounds.get().seats.filter(entry=replaced).update(entry=other)
    stored.refresh(made, actor=build.command(), reason="a test")

    assert message(
        "{name} substituted for you. The chips count for you.", name="Emil Hruska"
    ) in page(made)
    second = build.published_round(
        made, [[other, *Entry.objects.filter(number__in=(2, 3, 4))]]
    )
    build.verified_sheet(second.sheets.get())
    assert "Those chips count for: Marie Kubala." in page(made, 5)


def test_a_long_name_and_a_short_one(club: Club) -> None:
    made = played(club, (131, 96, 104, 69))
    Entry.objects.filter(number=2).update(name="Wenceslaus " * 7)
    club.shown = "short"
    club.save()

    assert "Marie Kubala" not in page(made, 2)


# --- What he needs -------------------------------------------------------------


def test_before_the_last_round_he_is_told_what_he_needs(club: Club) -> None:
    made = played(club, (131, 96, 104, 69))

    shown = page(made, 3)
    assert message("What you need in round {round}, the last round", round=2) in shown
    assert "<b>127 chips</b> are enough" in shown  # 231 - 104
    assert "<b>92 chips</b> are enough" in shown  # to keep the place


def test_who_left_still_needs_chips_while_a_substitute_plays_for_him(
    club: Club,
) -> None:
    made = played(club, (131, 96, 104, 69))
    leaver, came = made.entries.get(number=3), build.entries(made, 1)[0]
    substitute(leaver=leaver, actor=build.command(), stand_in=came, start=2)

    assert "<b>127 chips</b> are enough" in page(made, 3)


@pytest.mark.parametrize("stage", ["not drawn", "draft", "open"])
@pytest.mark.parametrize("counts", ["replaced", "nobody", "own"])
def test_nothing_is_sure_for_somebody_who_plays_for_another(
    club: Club, counts: str, stage: str
) -> None:
    """Their own round is missed, whatever they hold at the end of the other's."""
    made = played(
        club, (100, 100, 100, 100), substitute_counts=counts, absent_score="zero"
    )
    marie, _, anna, _ = made.entries.order_by("number")
    emil = build.entries(made, 1)[0]
    rnd = None
    if stage != "not drawn":
        people = [*made.entries.exclude(pk=emil.pk).order_by("number")]
        if stage == "open":
            people[2] = emil  # Anna sits out, and plays for Marie
        rnd = make_draft(made, 2, [people])
    anna_sits = rnd is not None and rnd.seats.filter(entry=anna).exists()
    substitute(leaver=marie, actor=build.command(), stand_in=anna, start=2)
    if rnd is not None and stage == "open":
        rounds.publish(rnd=rnd, actor=build.command())
    own = counts == "own"
    assert anna_sits == (stage == "draft")
    shown = page(made, 3)
    assert ("What you need" in shown) is own
    assert ("You’re playing for another player in round 2" in shown) is not own


@pytest.mark.parametrize("absent", ["zero", "start", "average"])
@pytest.mark.parametrize("is_draft", [True, False])
def test_a_rival_who_plays_for_another_gets_only_what_a_missed_round_scores(
    club: Club, absent: str, is_draft: bool
) -> None:
    made = played(club, (50, 70, 190, 90), absent_score=absent)
    marie, _, anna, _ = made.entries.order_by("number")
    if is_draft:
        make_draft(made, 2, [[*made.entries.order_by("number")]])
    substitute(leaver=marie, actor=build.command(), stand_in=anna, start=2)
    total = 190 + {"zero": 0, "start": 100, "average": 190}[absent]
    assert f"<b>{total - 90} chips</b> are enough" in page(made, 4)


@pytest.mark.parametrize("tie_break", ["rounds_won", "best_round"])
def test_what_enough_leaves_out_is_said(club: Club, tie_break: str) -> None:
    made = played(club, (131, 96, 104, 69), tie_breaks=[tie_break])

    said = message(
        "Rounds won can break a tie. Who wins this round isn’t counted here."
    ) in page(made, 3)
    assert said == (tie_break == "rounds_won")


def test_at_one_table_the_others_have_what_he_leaves(club: Club) -> None:
    made = played(club, (131, 96, 104, 69))
    build.published_round(made)

    # 131 + (400 - n) < 104 + n from 214 on.
    assert message("With {sure}, it’s certain.", sure=214) in page(made, 3)


def test_who_has_left_cannot_gain_any_more(club: Club) -> None:
    made = played(club, (131, 96, 104, 69))
    Entry.objects.filter(number=1).update(state=Entry.State.LEFT)

    # His round will score 0: 131 is all he has.
    assert "<b>65 chips</b> are enough" in page(made, 3)  # level with Karel’s 169
    assert "<b>92 chips</b> are enough. With 393, it’s certain." in page(
        made, 3
    )  # 96 + 400
    assert "What you need" not in page(made, 1)


def test_table_points_are_asked_for_where_they_rank(club: Club) -> None:
    made = played(club, (131, 96, 104, 69), ranking="table_points")

    # 3 + 4 against 6½.
    enough = message("<b>{points}</b> table points are enough.", points=4)
    assert enough in page(made, 3)
    # To stay second: 3 + 1½ against 2 + 2½, and more chips.
    assert message("<b>{points}</b> table points are enough.", points="1½") in page(
        made, 3
    )


@pytest.mark.parametrize("game", ["marias", "reversis"])
def test_nothing_is_said_where_no_table_bounds_its_chips(club: Club, game: str) -> None:
    """Tables of three or four in the one, a pool in the other."""
    made = played(club, (131, 96, 104, 69))
    assert "What you need" in page(made, 3)
    Tournament.objects.filter(pk=made.pk).update(game=game, preset=game)

    assert "What you need" not in page(made, 3)


@pytest.mark.parametrize("planned", [1, 3])
def test_at_another_time_nothing_is_said_of_it(club: Club, planned: int) -> None:
    made = played(club, (131, 96, 104, 69), rounds_planned=planned)

    assert "What you need" not in page(made)


def test_a_sheet_that_is_missing_is_waited_for(club: Club) -> None:
    made = played(club, (131, 96, 104, 69), rounds_planned=3)
    build.published_round(made)
    build.published_round(made)

    assert "once every sheet of round 2 is verified" in page(made)


def test_finished_nothing_is_needed_any_more(club: Club) -> None:
    made = played(club, (131, 96, 104, 69))
    tournaments.finish(tournament=made, actor=build.command())

    assert "What you need" not in page(made)


# --- Who sees it, and how quickly ------------------------------------------------


def test_nobody_has_that_number(club: Club) -> None:
    made = played(club, (131, 96, 104, 69))

    assert Client().get(address(made, 77)).status_code == 404
    assert Client().get(address(made, 1), {"page": "x"}).status_code == 200


def test_each_line_of_the_standings_leads_there(club: Club) -> None:
    made = played(club, (131, 96, 104, 69))
    shown = Client().get(made.get_absolute_url()).content.decode()

    assert all(f'href="{address(made, number)}"' in shown for number in (1, 2, 3, 4))


@pytest.mark.parametrize("players", [16, 40])
def test_the_same_queries_whatever_the_size(
    club: Club, players: int, django_assert_num_queries: Any
) -> None:
    made = field(
        club,
        players,
        tie_breaks=["best_round", "rounds_won", "lot"],
        rounds_planned=4,
        teams="lodges",
        classes="Women",
    )
    with django_assert_num_queries(9):
        page(made)
    with django_assert_num_queries(10):
        Client().get(made.get_absolute_url())
    tournaments.finish(tournament=made, actor=build.command())
    with django_assert_num_queries(5):
        page(made, 1, "edition")


# --- Editions --------------------------------------------------------------------


def test_the_newest_edition_is_named_with_what_it_changed(club: Club) -> None:
    made = played(club, (131, 96, 104, 69))
    tournaments.finish(tournament=made, actor=build.command())
    standings_page = Client().get(made.get_absolute_url()).content.decode()
    assert "version 1" in standings_page
    sheet = made.rounds.get().sheets.get()
    build.corrected(sheet, (97, 130, 104, 69))
    build.confirmed(sheet)

    shown = flowing(Client().get(made.get_absolute_url()))
    assert "Final, version 2" in shown
    assert "2 places changed" in shown
    old, new = page(made, 1, "edition"), page(made, 2, "edition")
    assert "A newer version has replaced this one" in old
    assert "A newer version has replaced" not in new
    assert "Two stacks were mixed up" in new
    assert "131 → 97" in new
    assert re.search(r"place 3 → <b>1 ?</b>", new)


def test_an_edition_there_is_not(club: Club) -> None:
    made = played(club, (131, 96, 104, 69))

    assert Client().get(address(made, 1, "edition")).status_code == 404


def test_a_cancelled_round_is_no_round(club: Club) -> None:
    made = played(club, (131, 96, 104, 69), (131, 96, 104, 69), rounds_planned=2)
    rounds.cancel(rnd=made.rounds.last(), actor=build.command(), reason="fire alarm")

    assert "What you need in round" in page(made)
