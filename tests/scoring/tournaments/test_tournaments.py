"""Making, changing and finishing tournaments."""

from datetime import date

import pytest
from django.core.exceptions import ValidationError

from clubs.models import Club, Season
from rules.spjst import GAME as SPJST
from rules.tie_breaks import TIE_BREAKS
from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused
from scoring.draw import manual_seating
from scoring.games.tie_breaks import tie_break_choices
from scoring.models import Change, Entry, Hand, Round, Sheet, Standings, Tournament
from scoring.tournaments import tournaments
from scoring.tournaments.tournaments import Effects, effects_of, rules_are_fixed
from tests import builders
from tests.in_turn import in_turn
from tests.messages import message

pytestmark = pytest.mark.django_db
FACTS = {"name": "Fall Tarok", "date": date(2026, 11, 20)}
MISDEAL = {"bid": None, "faults": [{"fault": "misdeal", "seat": 4}]}
# Westfest plays without the value SPJST.
WITH_SPJST = {"bid": "prever", "declarer": 1, "points": 90, "values": {"1": ["spjst"]}}


def create(club: Club, **facts: object) -> Tournament:
    return tournaments.create(club=club, actor=builders.command(), **{**FACTS, **facts})


def change(tournament: Tournament, **facts: object) -> Tournament:
    return tournaments.change(tournament=tournament, actor=builders.command(), **facts)


def test_a_name_and_a_date_suffice(club: Club) -> None:
    made = create(club)
    assert made.slug == "fall-tarok"
    assert made.season.slug == "2026"
    assert Standings.objects.filter(tournament=made).exists()
    assert Change.objects.get(tournament=made).text == "created: Fall Tarok"


def test_a_form_sent_twice_makes_one(club: Club) -> None:
    assert create(club, key="k") == create(club, key="k")
    assert club.tournaments.count() == 1


def test_a_key_of_another_club_makes_nothing(club: Club) -> None:
    create(builders.club("other"), key="k")
    with pytest.raises(ActionRefused):
        create(club, key="k")
    assert not club.tournaments.exists()


@in_turn(
    "name, slug",
    [
        ("Players", "players-tournament"),
        ("★", "tournament"),
        ("Čardáš & Tarok", "cardas-tarok"),
        ("x" * 80, "x" * 40),
        (
            "All Tarok of Klosterneuburg and Around 2026",
            "all-tarok-of-klosterneuburg-and-around",
        ),
    ],
)
def test_addresses_are_made_from_names(club: Club, name: str, slug: str) -> None:
    assert create(club, name=name).slug == slug


def test_two_of_a_name_get_two_addresses(club: Club) -> None:
    slugs = [create(club).slug for _ in range(3)]
    assert slugs == ["fall-tarok", "fall-tarok-2", "fall-tarok-3"]


def test_the_clubs_own_season_is_taken(club: Club) -> None:
    season = Season.objects.create(
        club=club,
        name="2026/27",
        slug="2026-27",
        starts=date(2026, 9, 1),
        ends=date(2027, 6, 30),
    )
    assert create(club).season == season


@in_turn(
    "field, value",
    [
        ("name", ""),
        ("date", None),
        ("rounds_planned", 0),
        ("rounds_planned", 21),
        ("hands_per_round", 0),
        ("ranking", "luck"),
        ("tie_breaks", ["luck"]),
        ("tie_breaks", ["lot", "lot"]),
        ("tie_breaks", "lot"),
        ("preset", "poker"),
        ("house_rules", {"renege_each": -1}),
        ("house_rules", {"luck": 1}),
    ],
)
def test_what_cannot_be_is_refused_by_field(
    club: Club, field: str, value: object
) -> None:
    with pytest.raises(ValidationError) as refused:
        create(club, **{field: value})
    assert refused.value.error_dict
    assert not club.tournaments.exists()


def test_the_form_offers_every_tie_break() -> None:
    assert [code for code, _ in tie_break_choices() if code] == [*TIE_BREAKS]


def test_a_change_is_logged_with_old_and_new(club: Club) -> None:
    made = create(club)
    change(made, rounds_planned=5, ranking="table_points")
    row = Change.objects.filter(what="settings").get()
    assert row.text == "changed rounds, ranking"
    assert row.old == "rounds: 3; ranking: chips"
    assert row.new == "rounds: 5; ranking: table points 4-3-2-1, then chips"
    change(made, place="Hall", hands_per_round=9, tie_breaks=["lot"])
    row = Change.objects.filter(what="settings").latest("pk")
    nothing = message("nothing else, so they share the place")
    assert row.old == f"place: none; hands per round: none; tie breaks: {nothing}"
    assert "tie breaks: random draw" in row.new


def test_changing_nothing_leaves_no_trace(club: Club) -> None:
    made = create(club)
    change(made, rounds_planned=3)
    assert not Change.objects.filter(what="settings").exists()


def test_another_date_is_another_season(club: Club) -> None:
    made = change(create(club), date=date(2027, 1, 8))
    assert made.season.slug == "2027"


def test_rules_change_freely_before_the_first_round_opens(club: Club) -> None:
    made = create(club)
    builders.entries(made, 4)
    manual_seating.seat_by_hand(
        tournament=made, actor=builders.command(), tables=[list(made.entries.all())]
    )
    assert not rules_are_fixed(made)
    assert change(made, preset="westfest-2012").preset == "westfest-2012"


def test_afterwards_they_need_a_reason(club: Club) -> None:
    made = create(club)
    builders.published_round(made)
    assert rules_are_fixed(made)
    with pytest.raises(ActionRefused) as refused:
        change(made, preset="westfest-2012", reason=" ")
    assert refused.value.field == "reason"
    assert change(made, preset="westfest-2012", reason="as agreed").preset
    assert Change.objects.filter(what="settings").get().text.endswith(": as agreed")


def test_start_chips_stay_once_a_sheet_is_counted(club: Club) -> None:
    made = create(club)
    sheet = builders.open_sheet(made)
    change(made, start_chips=50, reason="fewer chips")
    builders.counted(sheet)
    with pytest.raises(ActionRefused) as refused:
        change(made, start_chips=100, reason="more chips")
    assert refused.value.field == "start_chips"


def hand_on(sheet: Sheet, record: dict[str, object]) -> Hand:
    """A hand as a table recorded it, settled by the tournament's rules."""
    tournament = sheet.round.tournament
    rules = SPJST.house.rules(tournament.preset, tournament.house_rules)
    assert not SPJST.check(record, rules)
    net = SPJST.settle(SPJST.parse(record), rules).net
    return Hand.objects.create(
        sheet=sheet,
        key=str(Hand.objects.count()),
        number=1,
        record=record,
        engine=SPJST.version,
        by_name="Marie",
        **{f"net{n}": chips for n, chips in enumerate(net, start=1)},
    )


def test_recorded_hands_follow_the_rules(club: Club) -> None:
    made = create(club)
    hand = hand_on(builders.open_sheet(made), MISDEAL)
    old = hand.net
    change(made, house_rules={"misdeal_each": 7}, reason="as on the wall")
    hand.refresh_from_db()
    assert hand.net != old
    assert sum(hand.net) == 0


def test_the_log_says_rules_in_words(club: Club) -> None:
    rules = {"house_rules": {"renege_each": 5}, "preset": "westfest-2012"}
    change(create(club), **rules, reason="as on the wall")
    logged = Change.objects.get(what="settings")
    assert "rule set: SPJST 2013" in logged.old
    assert "house rules: none" in logged.old
    assert "rule set: Westfest 2012" in logged.new
    assert "house rules: Renege: penalty to each: 5" in logged.new


def test_effects_are_shown_and_nothing_is_changed(club: Club) -> None:
    made = create(club)
    hand_on(builders.open_sheet(made), MISDEAL)
    facts = {"house_rules": {"misdeal_each": 7}, "reason": "as on the wall"}
    effects = effects_of(tournament=made, actor=builders.command(), **facts)
    assert effects.hands == 1
    assert effects.moved == ()
    made.refresh_from_db()
    assert made.house_rules == {}
    assert not Change.objects.filter(what="settings").exists()


def test_effects_name_whose_place_changes(club: Club) -> None:
    made = create(club)
    builders.entries(made, 5)
    people = list(made.entries.order_by("number"))
    for table in (people[:4], people[1:]):
        sheet = builders.published_round(made, [table]).sheets.get()
        builders.verified_sheet(sheet)
    effects = effects_of(
        tournament=made, actor=builders.command(), sit_out_score="zero"
    )
    moved = {each.name: (each.old_total, each.new_total) for each in effects.moved}
    assert moved[people[0].name] == (231, 131)
    assert moved[people[4].name] == (169, 69)
    assert effects.digest != Effects().digest
    made.refresh_from_db()
    assert made.sit_out_score == "start"
    changed = change(made, sit_out_score="zero", reason="as on the wall")
    assert {row["total"] for row in Standings.objects.get().list_rows()} >= {131, 69}
    assert list(differences_in(changed)) == []


def test_a_hand_that_could_not_be_keeps_the_rules(club: Club) -> None:
    made = create(club)
    sheet = builders.open_sheet(made)
    hand_on(sheet, WITH_SPJST)
    with pytest.raises(ActionRefused, match=r"Round 1, table 1, hand 1 isn’t possible"):
        change(made, preset="westfest-2012", reason="as agreed")
    made.refresh_from_db()
    assert made.preset == "spjst-2013"


def test_finishing_needs_every_sheet(club: Club) -> None:
    made = create(club)
    with pytest.raises(ActionRefused, match="No round"):
        tournaments.finish(tournament=made, actor=builders.command())
    sheet = builders.open_sheet(made)
    with pytest.raises(ActionRefused, match="Some sheets in round 1"):
        tournaments.finish(tournament=made, actor=builders.command())
    builders.verified_sheet(sheet)
    done = tournaments.finish(tournament=made, actor=builders.command())
    assert done.finished_at
    assert done.rounds.get().state == Round.State.FINISHED
    again = tournaments.finish(tournament=made, actor=builders.command())
    assert again.finished_at == done.finished_at


def test_finishing_early_throws_drafts_away(club: Club) -> None:
    made = create(club)
    builders.verified_sheet(builders.open_sheet(made))
    people = list(made.entries.all())
    manual_seating.seat_by_hand(
        tournament=made, actor=builders.command(), tables=[people]
    )
    tournaments.finish(tournament=made, actor=builders.command())
    assert made.rounds.count() == 1


def test_a_finished_one_can_be_reopened(club: Club) -> None:
    made = create(club)
    builders.verified_sheet(builders.open_sheet(made))
    tournaments.finish(tournament=made, actor=builders.command())
    for _ in range(2):
        opened = tournaments.reopen(tournament=made, actor=builders.command())
        assert opened.finished_at is None
    assert Change.objects.filter(what="reopen").count() == 1


def test_a_class_by_another_name_keeps_its_people(club: Club) -> None:
    tournament = builders.tournament(club, classes="Women\nJuniors")
    one, other = builders.entries(tournament, 2)
    Entry.objects.filter(pk=one.pk).update(classes=["Women", "Juniors"])
    Entry.objects.filter(pk=other.pk).update(classes=["Juniors"])
    for named, theirs in (
        ("Ladies\nJuniors", ["Ladies", "Juniors"]),
        ("Juniors\nLadies", ["Ladies", "Juniors"]),
        ("Juniors", ["Ladies", "Juniors"]),  # they come back with the class
    ):
        tournaments.change(
            tournament=tournament, actor=builders.command(), classes=named
        )
        one.refresh_from_db()
        assert one.classes == theirs
    other.refresh_from_db()
    assert other.classes == ["Juniors"]
