"""The tournament's form: new, settings, and rules once play began."""

from datetime import date, datetime, time

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from rules.spjst import HOUSE
from scoring.models import Change, Tournament
from scoring.tournaments.tournaments import change
from scoring.tournaments.views.tournament_form import suggested_name
from tests import builders
from tests.in_turn import in_turn
from tests.markup import flowing
from tests.messages import message
from tests.sent_forms import as_sent, filled
from tests.world import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = builders.club()
    client.force_login(builders.member(club, "director"))
    return club


def new(club: Club) -> str:
    return reverse("scoring:tournament-new", args=[club.slug])


def settings_of(tournament: Tournament, name: str = "tournament-settings") -> str:
    return reverse(f"scoring:{name}", args=[tournament.club.slug, tournament.slug])


def test_name_and_date_suffice(club: Club, client: Client) -> None:
    sent = as_sent(client, new(club), name="Fall Tarok", date="2026-11-20")
    answer = client.post(new(club), sent)
    made = Tournament.objects.get()
    assert answer.url == reverse("scoring:entries", args=[club.slug, "fall-tarok"])
    assert (made.name, made.date, made.preset) == (
        "Fall Tarok",
        date(2026, 11, 20),
        "spjst-2013",
    )
    assert (made.rounds_planned, made.start_chips, made.house_rules) == (3, 100, {})
    assert made.public
    assert made.accepts_paper


def test_the_suggested_name_has_the_clubs_own_day(club: Club, client: Client) -> None:
    form = client.get(new(club)).context["form"]
    assert form["name"].value() == suggested_name(form["date"].value())


@in_turn(
    "last, suggested",
    [
        ("Fall Tarok", "Fall Tarok, Nov 27, 2026"),
        ("Fall Tarok 2025", "Fall Tarok, Nov 27, 2026"),
        ("Fall Tarok, Nov 20, 2026", "Fall Tarok, Nov 27, 2026"),
        ("Tarok of Nov 20, 2026", "Tarok, Nov 27, 2026"),
        ("2026", "2026, Nov 27, 2026"),
    ],
)
def test_names_of_last_time_get_the_new_day(last: str, suggested: str) -> None:
    like = Tournament(name=last)
    assert suggested_name(date(2026, 11, 27), like) == suggested
    assert suggested_name(date(2026, 11, 27)) == "Tarok, Nov 27, 2026"


def test_sent_twice_it_is_one(club: Club, client: Client) -> None:
    sent = as_sent(client, new(club))
    first, second = client.post(new(club), sent), client.post(new(club), sent)
    assert first.url == second.url
    assert Tournament.objects.count() == 1


def test_a_twin_on_the_same_day_is_a_slip(club: Club, client: Client) -> None:
    builders.tournament(club)
    sent = as_sent(client, new(club), name="FALL  tarok", date="2026-11-20")
    answer = client.post(new(club), sent)
    assert answer.status_code == 200
    assert "name" in answer.context["form"].errors
    assert client.post(new(club), {**sent, "date": "2026-11-27"}).status_code == 302


def test_everything_is_kept(club: Club, client: Client) -> None:
    typed = {
        "name": "Big one",
        "date": "2026-12-01",
        "place": "Hall",
        "preset": "westfest-2012",
        "rounds_planned": "5",
        "hands_per_round": "12",
        "minutes_per_round": "75",
        "start_chips": "50",
        "ranking": "table_points",
        "tie_break_1": "rounds_won",
        "tie_break_2": "",
        "tie_break_3": "lot",
        "drop_worst": "1",
        "seating": "by_hand",
        "spare": "house",
        "sit_out_score": "average",
        "absent_score": "start",
        "substitute_counts": "own",
        "teams": "named",
        "team_best": "4",
        "lodges_apart": "on",
        "last_round_by_standing": "on",
        "key": "k",
        "rules-renege_each": "3",
        "rules-values_spjst": "10",
        "rules-max_challenge": "supre",
    }
    assert client.post(new(club), typed).status_code == 302
    made = Tournament.objects.get()
    assert made.tie_breaks == ["rounds_won", "lot"]
    assert (made.hands_per_round, made.minutes_per_round) == (12, 75)
    assert set(made.house_rules) == {"renege_each", "values"}
    assert not made.public
    assert not made.accepts_blind
    assert not made.season_sit_outs
    radios = ("seating", "spare", "sit_out_score", "absent_score", "ranking")
    for field in (*radios, "substitute_counts"):
        assert getattr(made, field) == typed[field]


def test_same_as_last_time(club: Club, client: Client) -> None:
    last = builders.tournament(
        club,
        name="Fall Tarok 2025",
        rounds_planned=5,
        tie_breaks=["lot"],
        house_rules={"renege_each": 7},
        apart="1, 2",
        public=False,
    )
    address = f"{new(club)}?like={last.slug}"
    sent = as_sent(client, address)
    assert client.post(address, sent).status_code == 302
    made = Tournament.objects.exclude(pk=last.pk).get()
    assert (made.rounds_planned, made.tie_breaks) == (5, ["lot"])
    assert made.house_rules == {"renege_each": 7}
    assert not made.public
    assert made.apart == ""  # start numbers are others this time


def test_another_clubs_last_time_is_none_of_ours(club: Club, client: Client) -> None:
    theirs = builders.tournament(builders.club("other"), rounds_planned=7)
    form = client.get(f"{new(club)}?like={theirs.slug}").context["form"]
    assert form["rounds_planned"].value() == 3


def test_what_cannot_be_is_said_at_its_field_and_all_is_kept(
    club: Club, client: Client
) -> None:
    right = as_sent(client, new(club), place="Hall")
    for wrong in (
        {"name": "", "date": "tomorrow", "rounds_planned": "0", "start_chips": "-1"},
        {"name": "x" * 81, "date": "", "rounds_planned": "21", "start_chips": "10001"},
        {"rounds_planned": "three", "hands_per_round": "0", "minutes_per_round": "1"},
        {"preset": "poker"},
        {"ranking": "luck", "tie_break_1": "luck", "drop_worst": "11"},
        {"drop_worst": "3"},
    ):
        answer = client.post(new(club), right | wrong)
        assert answer.status_code == 200
        assert {*answer.context["form"].errors} >= {*wrong}
        assert answer.context["form"]["place"].value() == "Hall"
        assert not Tournament.objects.exists()


def test_a_tie_break_stands_once(club: Club, client: Client) -> None:
    sent = as_sent(client, new(club), tie_break_1="lot", tie_break_2="lot")
    errors = client.post(new(club), sent).context["form"].errors
    assert {"tie_break_1", "tie_break_2"} <= set(errors)


def test_a_wrong_house_rule_is_said_there(club: Club, client: Client) -> None:
    sent = as_sent(client, new(club), **{"rules-renege_each": "many"})
    answer = client.post(new(club), sent)
    assert answer.status_code == 200
    assert "renege_each" in answer.context["rules"].errors
    said = answer.content.decode()
    assert message("Nothing has been saved yet.") in said
    assert '<a href="#house-rules">House rules</a>' in said
    assert not Tournament.objects.exists()


def test_an_empty_form_is_no_error_of_ours(club: Club, client: Client) -> None:
    assert client.post(new(club), {}).status_code == 200


def test_settings_are_changed(club: Club, client: Client) -> None:
    tournament = builders.tournament(club)
    address = settings_of(tournament)
    sent = as_sent(client, address, rounds_planned="4", preset="westfest-2012")
    assert client.post(address, sent).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.rounds_planned, tournament.preset) == (4, "westfest-2012")
    assert tournament.slug == "fall-tarok"


def test_settings_nobody_touched_leave_no_trace(club: Club, client: Client) -> None:
    tournament = builders.tournament(
        club, tie_breaks=["lot"], house_rules={"renege_each": 7}, hands_per_round=12
    )
    builders.published_round(tournament)
    address = settings_of(tournament)
    assert client.post(address, as_sent(client, address)).status_code == 302
    assert not Change.objects.filter(what="settings").exists()


def test_rules_and_start_chips_are_fixed_once_played(
    club: Club, client: Client
) -> None:
    tournament = builders.tournament(club, house_rules={"renege_each": 7})
    builders.published_round(tournament)
    address = settings_of(tournament)
    html = client.get(address).content.decode()
    assert (
        message(
            "The first round has opened, so the game, rules and start chips are fixed."
        )
        in html
    )
    assert "Renege: penalty to each: 7" in html
    forged = {"preset": "westfest-2012", "start_chips": "1", "rules-renege_each": "2"}
    client.post(address, as_sent(client, address, **forged))
    tournament.refresh_from_db()
    assert (tournament.preset, tournament.start_chips) == ("spjst-2013", 100)
    assert tournament.house_rules == {"renege_each": 7}


def test_a_page_from_before_the_first_round_changes_no_game(
    club: Club, client: Client
) -> None:
    tournament = builders.tournament(club)
    address = settings_of(tournament)
    old = {"game": "marias", "shown_game": "marias", "preset": "book"}
    sent = as_sent(client, address, place="the barn", **old)
    builders.published_round(tournament)
    answer = client.post(address, sent)
    assert (
        message(
            "The first round opened while you were editing, so the game, its rules "
            "and the start chips didn’t change. Review your other changes, then save "
            "again."
        )
        in answer.content.decode()
    )
    assert answer.context["form"]["place"].value() == "the barn"
    tournament.refresh_from_db()
    assert (tournament.game, tournament.place) == ("spjst", "the hall")
    again = client.post(address, filled(answer.context["form"]))
    assert again.status_code == 302
    tournament.refresh_from_db()
    assert (tournament.game, tournament.place) == ("spjst", "the barn")


def played(club: Club) -> Tournament:
    """Two rounds of five people: each sits out once or never."""
    tournament = builders.tournament(club)
    people = builders.entries(tournament, 5)
    for table in (people[:4], people[1:]):
        builders.verified_sheet(
            builders.published_round(tournament, [table]).sheets.get()
        )
    return tournament


def test_what_moves_places_is_shown_before_it_is_saved(
    club: Club, client: Client
) -> None:
    tournament = played(club)
    address = settings_of(tournament)
    sent = as_sent(client, address, sit_out_score="zero")
    shown = client.post(address, sent)
    assert shown.status_code == 200
    assert "Marie Kubala" in shown.content.decode()
    assert "231 → 131 chips" in shown.content.decode()
    tournament.refresh_from_db()
    assert tournament.sit_out_score == "start"
    mark = shown.context["effects"].digest
    stale = client.post(address, {**sent, "absent_score": "start", "effects_seen": "x"})
    assert stale.status_code == 200
    assert client.post(address, {**sent, "effects_seen": mark}).status_code == 302
    tournament.refresh_from_db()
    assert tournament.sit_out_score == "zero"


def test_rules_change_in_two_steps_with_a_reason(club: Club, client: Client) -> None:
    tournament = played(club)
    address = settings_of(tournament, "rules-change")
    sent = as_sent(client, address, **{"rules-renege_each": "5"})
    nameless = client.post(address, sent)
    assert "reason" in nameless.context["form"].errors
    sent["reason"] = "as on the wall"
    shown = client.post(address, sent)
    assert message("No one’s place or total changes.") in shown.content.decode()
    tournament.refresh_from_db()
    assert tournament.house_rules == {}
    sent["effects_seen"] = shown.context["effects"].digest
    assert client.post(address, sent).status_code == 302
    tournament.refresh_from_db()
    assert tournament.house_rules == {"renege_each": 5}
    row = Change.objects.get(what="settings")
    assert row.text.endswith(": as on the wall")


def test_an_older_page_changes_no_rules_unawares(club: Club, client: Client) -> None:
    tournament = played(club)
    address = settings_of(tournament, "rules-change")
    older = as_sent(client, address, reason="as on the wall")
    change(
        tournament=tournament,
        actor=builders.command(),
        house_rules={"renege_each": 5},
        reason="read wrong",
    )
    sent = {**older, "rules-renege_each": "7"}
    told = client.post(address, sent)
    (conflict,) = told.context["rules"].conflicts
    assert (conflict.current, conflict.entered) == ("5", "7")
    tournament.refresh_from_db()
    assert tournament.house_rules == {"renege_each": 5}

    sent = filled(told.context["form"], told.context["rules"])
    sent["rules-renege_each-choice"] = "entered"
    shown = client.post(address, sent)
    sent["effects_seen"] = shown.context["effects"].digest
    assert client.post(address, sent).status_code == 302
    tournament.refresh_from_db()
    assert tournament.house_rules == {"renege_each": 7}


def test_every_preset_can_be_chosen(club: Club, client: Client) -> None:
    html = client.get(new(club)).content.decode()
    for preset in HOUSE.presets:
        assert f'value="{preset}"' in html


def test_the_settings_page_asks_a_fixed_number_of_queries(
    club: Club, client: Client, django_assert_num_queries
) -> None:
    tournament = played(club)
    with django_assert_num_queries(5):
        client.get(settings_of(tournament))


# --- Phones at the tables ---------------------------------------------------------

WIFI = {"wifi_name": "SPJST Hall", "wifi_password": "hush-hush-1936"}


def test_what_phones_may_do_is_saved(club: Club, client: Client) -> None:
    tournament = builders.tournament(club)
    sent = as_sent(client, settings_of(tournament), **WIFI)
    for name in ("with_chips", "accepts_phone", "accepts_own"):
        assert sent.pop(name) == "on"
    client.post(settings_of(tournament), sent)
    tournament.refresh_from_db()
    assert (tournament.wifi_name, tournament.wifi_password) == tuple(WIFI.values())
    assert not tournament.with_chips
    assert not tournament.accepts_phone
    assert not tournament.accepts_own


def test_a_password_belongs_to_a_wifi(club: Club, client: Client) -> None:
    tournament = builders.tournament(club)
    sent = as_sent(client, settings_of(tournament), wifi_password="hush-hush-1936")
    answer = client.post(settings_of(tournament), sent)
    assert message("Enter the Wi-Fi name too.") in answer.content.decode()


def test_the_next_tournament_keeps_the_halls_wifi(club: Club, client: Client) -> None:
    last = builders.tournament(club, **WIFI)
    sent = as_sent(client, f"{new(club)}?like={last.slug}", name="The next one")
    client.post(new(club), sent)
    made = Tournament.objects.get(name="The next one")
    assert (made.wifi_name, made.wifi_password) == tuple(WIFI.values())


def test_the_wifi_missed_on_the_prints_page_leads_back_there(
    club: Club, client: Client
) -> None:
    tournament = builders.tournament(club)
    prints = settings_of(tournament, "prints")
    address = f"{settings_of(tournament)}?from_prints"
    assert f'href="{address}#wifi"' in client.get(prints).content.decode()
    assert '<details class="fold" id="wifi" open>' in flowing(client.get(address))
    answer = client.post(address, as_sent(client, address, **WIFI))
    assert answer.url == f"{prints}?what=table-cards"
    assert WIFI["wifi_password"] in client.get(answer.url).content.decode()


def test_the_wifis_password_stands_in_no_log(club: Club, client: Client) -> None:
    """Nor on a public page: tests/test_permissions.py."""
    tournament = builders.tournament(club)
    change(tournament=tournament, actor=builders.command(), **WIFI, place="Hall")
    log = client.get(reverse("scoring:log", args=[club.slug])).content.decode()
    assert "its password: set" in log
    assert "hush-hush" not in log


def test_the_fee_the_teams_and_the_classes_are_kept(club: Club, client: Client) -> None:
    tournament = builders.tournament(club)
    address = settings_of(tournament)
    typed = {"fee": "7,50", "teams": "lodges", "team_best": "3"}
    typed |= {"classes": " Women, women \n\nFirst-timers,"}
    assert client.post(address, as_sent(client, address, **typed)).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.fee, tournament.teams, tournament.team_best) == (
        750,
        "lodges",
        3,
    )
    assert tournament.classes == "Women\nFirst-timers"
    assert "entry fee: 7.50" in Change.objects.get(what="settings").new
    assert client.get(address).context["form"]["fee"].value() == "7.50"


def test_a_fee_that_is_none_is_told_and_kept_as_typed(
    club: Club, client: Client
) -> None:
    address = settings_of(builders.tournament(club))
    html = client.post(
        address, as_sent(client, address, fee="seven", classes="x" * 41)
    ).content.decode()
    assert "“seven” isn’t an amount of money." in html
    assert 'value="seven"' in html
    assert message("Use at most {most} characters for each class.", most=40) in html


def test_two_directors_change_the_settings_at_once(club: Club, client: Client) -> None:
    """One changes the fee, and the other page never touched it."""
    tournament = builders.tournament(club, fee=750)
    at = settings_of(tournament)
    mine = as_sent(client, at, place="the barn")
    client.post(at, as_sent(client, at, fee="9", wifi_name="SPJST"))

    assert client.post(at, mine).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.place, tournament.fee) == ("the barn", 900)
    assert tournament.wifi_name == "SPJST"


def test_what_two_directors_changed_is_asked_about_side_by_side(
    club: Club, client: Client
) -> None:
    tournament = builders.tournament(club, fee=750)
    at = settings_of(tournament)
    mine = as_sent(client, at, place="the barn", fee="8")
    fee = as_sent(client, at, fee="9")
    josef = client_of(builders.member(club, "director", "josef"))
    assert josef.post(at, fee).status_code == 302

    asked = client.post(at, mine)
    assert (
        "Josef Hlavac changed “Entry fee” to $9.00 while you were editing. You entered $8.00."
    ) in " ".join(asked.content.decode().split())
    tournament.refresh_from_db()
    assert (tournament.place, tournament.fee) == ("the hall", 900)

    typed = filled(asked.context["form"], asked.context["rules"])
    assert (typed["place"], typed["fee"]) == ("the barn", "8")
    assert client.post(at, typed | {"fee-choice": "current"}).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.place, tournament.fee) == ("the barn", 900)


def test_two_directors_change_different_house_rules(club: Club, client: Client) -> None:
    tournament = builders.tournament(club)
    at = settings_of(tournament)
    mine = as_sent(client, at, **{"rules-renege_each": "7"})
    other = as_sent(client, at, **{"rules-misdeal_each": "3"})
    assert {client.post(at, sent).status_code for sent in (other, mine)} == {302}
    tournament.refresh_from_db()
    assert tournament.house_rules["renege_each"] == 7
    assert len(tournament.house_rules) == 2


# --- The hour, and what a new one starts from -------------------------------------


def test_the_hour_of_start_is_kept_shown_and_comes_again(
    club: Club, client: Client
) -> None:
    sent = as_sent(client, new(club), name="Fall Tarok", starts_at="19:00")
    client.post(new(club), {**sent, "date": "2099-11-20"})
    made = Tournament.objects.get()
    assert made.starts_at == time(19)
    for page in (made.get_absolute_url(), reverse("scoring:desk", args=[club.slug])):
        assert "Nov 20, 2099, 7:00 pm" in flowing(client.get(page))
    public = flowing(client.get(reverse("scoring:club", args=[club.slug])))
    assert "Friday, November 20, 2099, 7:00 pm" in public

    change(tournament=made, actor=builders.command(), starts_at=time(18, 30))
    log = Change.objects.get(what="settings")
    assert (log.old, log.new) == ("start time: 7:00 pm", "start time: 6:30 pm")
    again = client.get(f"{new(club)}?like={made.slug}")
    assert again.context["form"]["starts_at"].value() == time(18, 30)
    assert 'value="18:30"' in flowing(again)


def test_what_is_no_hour_is_told_and_kept(club: Club, client: Client) -> None:
    answer = client.post(new(club), as_sent(client, new(club), starts_at="late"))
    assert message("Enter a time. For example, 19:00.") in answer.content.decode()
    assert 'value="late"' in flowing(answer)
    assert not Tournament.objects.exists()


def test_nobody_has_to_say_when(club: Club, client: Client) -> None:
    client.post(new(club), as_sent(client, new(club)))
    assert Tournament.objects.get().starts_at is None


def test_a_club_night_is_seated_by_hand(club: Club, client: Client) -> None:
    address = f"{new(club)}?night"
    client.post(address, as_sent(client, address))
    made = Tournament.objects.get()
    assert (made.seating, made.rounds_planned) == ("by_hand", 1)


def test_the_page_offers_what_to_start_from(club: Club, client: Client) -> None:
    offered = client.get(new(club)).context["presets"]
    assert offered == [
        (message("a tournament"), new(club), True),
        (message("a club night"), f"{new(club)}?night", False),
    ]
    last = builders.tournament(club, name="Fall Tarok")
    like = f"{new(club)}?like={last.slug}"
    assert client.get(new(club)).context["presets"][-1] == (
        message("the last event: {name}", name="Fall Tarok"),
        like,
        False,
    )
    shown = [is_shown for *_, is_shown in client.get(like).context["presets"]]
    assert shown == [False, False, True]


def test_what_it_starts_from_fills_its_fields_and_no_others(
    club: Club, client: Client
) -> None:
    last = builders.tournament(
        club, name="Fall Tarok", place="Parish hall", house_rules={"renege_each": 7}
    )
    typed = as_sent(client, new(club), name="Ours", fee="9", start="yes")
    night = client.post(f"{new(club)}?night", typed)
    assert not night.context["form"].errors
    form = filled(night.context["form"], night.context["rules"], start="yes")
    assert (form["name"], form["fee"]) == ("Ours", "9")
    assert (form["seating"], form["rounds_planned"]) == ("by_hand", "1")

    form["rules-misdeal_each"] = "3"
    like = client.post(f"{new(club)}?like={last.slug}", form)
    form = filled(like.context["form"], like.context["rules"])
    assert (form["name"], form["fee"]) == ("Ours", "9")
    assert (form["place"], form["seating"]) == ("Parish hall", last.seating)
    rules = form["rules-renege_each"], form["rules-misdeal_each"]
    assert rules == ("7", "3")
    assert Tournament.objects.count() == 1
    client.post(f"{new(club)}?like={last.slug}", form)
    made = Tournament.objects.get(name="Ours")
    assert (made.fee, made.place) == (900, "Parish hall")
    assert made.house_rules == {"renege_each": 7, "misdeal_each": 3}


def test_as_last_time_has_hour_place_fee_and_seats(club: Club, client: Client) -> None:
    last = builders.tournament(
        club,
        name="Fall Tarok",
        date=date(2026, 10, 30),
        starts_at=time(19, 30),
        place="Parish hall",
        fee=750,
        asks=True,
        places=24,
        if_needed_leave=True,
        doors_at=time(18, 30),
        answers_from=datetime(2026, 10, 23, 9, tzinfo=club.zone),
        answers_until=datetime(2026, 10, 29, 18, tzinfo=club.zone),
    )
    like = f"{new(club)}?like={last.slug}"
    day = date(2026, 11, 6)  # an hour of summer less
    client.post(like, as_sent(client, like, name="Next Tarok", date=day))
    made = Tournament.objects.get(name="Next Tarok")
    assert made.date == day
    same = ("starts_at", "doors_at", "place", "fee", "asks", "places")
    for name in (*same, "if_needed_leave"):
        assert getattr(made, name) == getattr(last, name), name
    assert made.answers_until == datetime(2026, 11, 5, 18, tzinfo=club.zone)
    assert made.answers_from == datetime(2026, 10, 30, 9, tzinfo=club.zone)
    plain = new(club)
    client.post(plain, as_sent(client, plain, name="Another", date=day))
    assert Tournament.objects.get(name="Another").places is None


def test_who_must_not_meet_is_named_at_the_draw_and_stays(
    club: Club, client: Client
) -> None:
    made = builders.tournament(club, apart="1, 2")
    sent = as_sent(client, settings_of(made), place="Hall", apart="7, 8")
    assert client.post(settings_of(made), sent).status_code == 302
    made.refresh_from_db()
    assert (made.place, made.apart) == ("Hall", "1, 2")
    html = flowing(client.get(settings_of(made)))
    where = reverse("scoring:draw", args=[club.slug, made.slug])
    assert (
        f'To keep two people apart, such as a couple, choose their names <a href="{where}">'
        in html
    )
    assert "To keep two people apart, such as a couple, choose their names" in flowing(
        client.get(new(club))
    )
