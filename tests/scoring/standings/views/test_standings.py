"""A tournament's page: its standings, what the open page asks, its corrections."""

import gzip
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.models import Club
from scoring.draw import manual_seating, rounds
from scoring.models import Entry, Round, Tournament
from scoring.people import players
from scoring.results.rows import StandingsLine, people_of
from scoring.results.standings_table import table_of
from scoring.results.stored import version_of
from scoring.sheets import counts, rulings
from scoring.standings.views import standings as views
from scoring.tournaments import tournaments
from scoring.tournaments.announcements import announce
from tests import builders as build
from tests.in_turn import in_turn
from tests.markup import flowing
from tests.messages import message
from tests.words import NO_PLACE

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
OTHER = (113, 114, 104, 69)
GAME = {"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3, "points": 59}


@pytest.fixture
def rnd(tournament: Tournament) -> Round:
    return build.published_round(tournament, 2)


def address(tournament: Tournament, name: str = "tournament") -> str:
    return reverse(f"scoring:{name}", args=[tournament.club.slug, tournament.slug])


def page(tournament: Tournament, **asked: Any) -> str:
    answer = Client().get(address(tournament), asked)
    assert answer.status_code == 200
    return flowing(answer)


def found(tournament: Tournament, typed: str) -> list[StandingsLine]:
    return list(table_of(tournament).page(typed, 1).object_list)


def finished(tournament: Tournament, rnd: Round) -> None:
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)
    tournaments.finish(tournament=tournament, actor=build.command())


# --- Who sees it -------------------------------------------------------------


def test_one_that_is_not_public_leads_to_no_players_page(
    tournament: Tournament,
) -> None:
    """There is none, unless he plays in others."""
    build.verified_sheet(build.open_sheet(tournament))
    assert all(each.address for each in people_of(tournament).values())
    tournament.public = False
    assert not any(each.address for each in people_of(tournament).values())


def test_an_unknown_club_or_tournament_is_404(tournament: Tournament) -> None:
    assert Client().get("/nowhere/fall-tarok/").status_code == 404
    assert Client().get(f"/{tournament.club.slug}/nothing/").status_code == 404


def test_only_members_see_the_way_to_the_desk(tournament: Tournament) -> None:
    desk = reverse(
        "scoring:tournament-desk", args=[tournament.club.slug, tournament.slug]
    )
    assert desk not in page(tournament)
    client = Client()
    client.force_login(build.member(tournament.club))
    assert desk in client.get(address(tournament)).content.decode()


def test_it_writes_nothing(tournament: Tournament) -> None:
    assert Client().post(address(tournament)).status_code == 405


@pytest.mark.parametrize(
    ("indexable", "public", "robots"),
    [(False, True, True), (True, True, False), (True, False, True)],
)
def test_search_engines_come_only_where_the_club_lets_them(
    club: Club, indexable: bool, public: bool, robots: bool
) -> None:
    Club.objects.update(indexable=indexable)
    club.refresh_from_db()
    tournament = build.tournament(club, public=public)
    client = Client()
    client.force_login(build.member(club))
    text = client.get(address(tournament)).content.decode()
    assert ('name="robots" content="noindex"' in text) == robots


# --- What it shows -----------------------------------------------------------


def test_each_number_leads_to_its_sheet(tournament: Tournament, rnd: Round) -> None:
    build.verified_sheet(build.over(rnd).sheets.get(table=2), OTHER)
    text = page(tournament)
    for sheet in rnd.sheets.all():
        assert f'href="{sheet.get_absolute_url()}"' in text
    player = tournament.entries.get(number=5).player
    assert f'href="{player.get_absolute_url()}"' in text


def test_before_the_first_round_it_says_what_will_stand_here(
    tournament: Tournament,
) -> None:
    text = page(tournament)
    assert message("Not started yet") in text
    assert "<table" not in text


def test_a_draft_is_never_shown(tournament: Tournament) -> None:
    people = build.entries(tournament, 4)
    manual_seating.seat_by_hand(
        tournament=tournament, actor=build.command(), tables=[people]
    )
    text = page(tournament)
    assert message("Round {n}", n=1) not in text
    assert "Marie Kubala" not in text


def test_missing_sheets_are_named(tournament: Tournament) -> None:
    rnd = build.published_round(tournament, 5)
    for table in (1, 3, 4):
        build.verified_sheet(rnd.sheets.get(table=table))
    text = page(tournament)
    assert "No places yet." in text
    assert (
        "Round 1 isn’t over. 3 of 5 sheets are verified. Not verified yet: tables 2 and 5."
        in text
    )


def test_who_sits_out_does_not_lead_before_a_sheet_is_in_force(
    club: Club, tournament: Tournament
) -> None:
    people = build.entries(tournament, 6)
    rnd = build.published_round(tournament, [people[:4]])
    text = page(tournament)
    assert "No places yet." in text
    assert 'class="place' not in text
    assert "In first place" not in table_of(tournament).announcement(
        table_of(tournament).lines
    )
    assert NO_PLACE in " ".join(
        Client().get(address(tournament, "tournament-print")).content.decode().split()
    )
    season = Client().get(reverse("scoring:club", args=[club.slug]))
    assert 'class="place' not in season.content.decode()
    build.verified_sheet(rnd.sheets.get())
    assert 'class="place place-1"' in page(tournament)


def test_one_missing_sheet_is_said_in_the_singular(
    tournament: Tournament, rnd: Round
) -> None:
    build.verified_sheet(rnd.sheets.get(table=1))
    assert "1 of 2 sheets is verified. Not verified yet: table 2." in page(tournament)


def test_many_missing_sheets_are_counted(tournament: Tournament) -> None:
    rnd = build.published_round(tournament, 12)
    none = message("None of the round’s {sheets} sheets are verified yet.", sheets=12)
    assert none in page(tournament)
    build.verified_sheet(rnd.sheets.get(table=1))
    one = message(
        "{n} of {sheets} sheets is verified.",
        "{n} of {sheets} sheets are verified.",
        n=1,
        sheets=12,
    )
    assert one in page(tournament)


def test_between_rounds_it_says_after_which(tournament: Tournament, rnd: Round) -> None:
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)
    assert message("After round {last} of {planned}", last=1, planned=3) in page(
        tournament
    )


def test_a_cancelled_round_does_not_count_as_played(
    tournament: Tournament, rnd: Round
) -> None:
    rounds.cancel(rnd=rnd, actor=build.command(), reason="wrong cards")
    again = build.published_round(tournament, 2)
    for sheet in again.sheets.all():
        build.verified_sheet(sheet)
    text = page(tournament)
    assert message("After {done} of {planned} rounds", done=1, planned=3) in text
    assert "wrong cards" in text


def test_readers_known_by_their_link_see_their_own_place_first(
    tournament: Tournament, rnd: Round
) -> None:
    """By the start number that the link on their own page has; live, too."""
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet, OTHER)
    first = next(iter(table_of(tournament).lines)).person.number
    html = page(tournament, you=first)
    assert html.index('id="own-place"') < html.index('id="standings"')
    assert f'href="?you={first}#n{first}"' in html
    assert f'id="n{first}"' in html
    for other in ("99", "x", ""):
        assert 'id="own-place"' not in page(tournament, you=other)
    assert 'id="own-place"' not in page(tournament)
    part = Client().get(address(tournament), {"you": first}, headers=HTMX)
    assert flowing(part).startswith("<section")
    assert "standings-list" not in flowing(part)


def test_a_finished_tournament_is_final(tournament: Tournament, rnd: Round) -> None:
    finished(tournament, rnd)
    text = page(tournament)
    assert "Final" in text
    assert "Provisional" not in text
    assert "hx-get" not in text, "a final page asks for no news"


def test_ties_are_shown_by_sign_and_word(tournament: Tournament, rnd: Round) -> None:
    for sheet in rnd.sheets.all():
        build.verified_sheet(sheet)
    text = page(tournament)
    assert '<span class="visually-hidden"> tied</span>' in text
    assert message("shares the place") in text


def test_what_decided_a_tie_is_said(club: Club) -> None:
    tournament = build.tournament(club, tie_breaks=["best_round"])
    for held in ((120, 110, 90, 80), (100, 110, 90, 100)):
        build.verified_sheet(build.published_round(tournament).sheets.get(), held)
    assert message("Tie-breaker: {by}", by="best round") in page(tournament)


def test_only_the_signs_used_are_explained(club: Club) -> None:
    tournament = build.tournament(club, drop_worst=1)
    people = build.entries(tournament, 5)
    for tables in ([people[:4]], [people[1:]]):
        build.verified_sheet(build.published_round(tournament, tables).sheets.get())
    text = page(tournament)
    assert message("sat out; scores the start chips") in text
    assert message("dropped from the total: the worst round") in text
    assert message("came late") not in text
    assert message("not verified yet") not in text


def test_rulings_are_named_with_reason_even_when_taken_back(
    tournament: Tournament, rnd: Round
) -> None:
    build.verified_sheet(build.over(rnd).sheets.get(table=1))
    entry = tournament.entries.get(number=1)
    for chips, reason in ((-20, "Late for round 1"), (-5, "Talked")):
        made = rulings.adjust(
            entry=entry, actor=build.command(), chips=chips, reason=reason, key=reason
        )
    rulings.reverse(adjustment=made, actor=build.command(), reason="It was not he")
    text = page(tournament)
    assert "Late for round 1" in text
    assert "It was not he" in text
    assert "−20</a>" in text
    assert 'data-label="Rulings"' in text
    late = tournament.adjustments.get(reversed_at=None)
    rulings.reverse(adjustment=late, actor=build.command(), reason="He was on time")
    assert 'data-label="Rulings"' not in page(tournament)


def test_table_points_stand_beside_the_chips(club: Club) -> None:
    tournament = build.tournament(club, ranking="table_points")
    rnd = build.published_round(tournament)
    build.verified_sheet(rnd.sheets.get(), (120, 120, 90, 70))
    text = page(tournament)
    assert 'data-label="Chips">120</td>' in text
    assert "3½<span" in text


def test_a_club_may_shorten_names(tournament: Tournament, rnd: Round) -> None:
    build.verified_sheet(build.over(rnd).sheets.get(table=1))
    Club.objects.update(shown="short")
    text = page(tournament)
    assert "Marie K." in text
    assert "Kubala" not in text


def test_erased_people_have_no_page_to_lead_to(
    tournament: Tournament, rnd: Round
) -> None:
    entry = tournament.entries.get(number=1)
    entry.player.erased_at = rnd.published_at
    entry.player.save()
    assert entry.player.get_absolute_url() not in page(tournament)


# --- Many people -------------------------------------------------------------


def many(tournament: Tournament, number: int = 208) -> None:
    people = Entry.objects.bulk_create(
        Entry(tournament=tournament, number=n, name=build.NAMES[(n - 1) % 16], lot=n)
        for n in range(1, number + 1)
    )
    tables = [people[n : n + 4] for n in range(0, number, 4)]
    build.over(build.published_round(tournament, tables))


def test_a_long_field_is_turned_page_by_page(tournament: Tournament) -> None:
    many(tournament)
    build.verified_sheet(tournament.rounds.get().sheets.get(table=1))
    assert page(tournament).count("<tr ") == 101
    assert page(tournament, page=3).count("<tr ") == 9
    whole = Client().get(address(tournament, "tournament-print")).content.decode()
    assert whole.count("<tr ") == 209


def test_up_to_two_hundred_stand_on_one_page(tournament: Tournament) -> None:
    many(tournament, 200)
    build.verified_sheet(tournament.rounds.get().sheets.get(table=1))
    assert page(tournament).count("<tr ") == 201


@pytest.mark.parametrize(
    ("typed", "numbers"),
    [("7", ["7"]), ("marek jos", ["2", "18"]), ("JOSEF", ["2", "18"]), ("nobody", [])],
)
def test_who_is_found_keeps_his_place(
    tournament: Tournament, typed: str, numbers: list[str]
) -> None:
    many(tournament, 32)
    build.verified_sheet(tournament.rounds.get().sheets.get(table=1))
    places = {line.person.number: line.place for line in table_of(tournament).lines}
    lines = found(tournament, typed)
    assert sorted([line.person.number for line in lines], key=int) == numbers
    assert {line.person.number: line.place for line in lines} == {
        number: places[number] for number in numbers
    }
    text = page(tournament, q=typed)
    assert f"{len(numbers)} of 32 match" in text


def test_a_name_is_found_without_its_accents(tournament: Tournament) -> None:
    many(tournament, 32)
    tournament.entries.filter(number=7).update(name="Łukasz Křenek")
    build.verified_sheet(tournament.rounds.get().sheets.get(table=1))
    lines = found(tournament, "krenek lukasz")
    assert [line.person.number for line in lines] == ["7"]


def test_a_short_name_is_not_found_by_what_it_hides(tournament: Tournament) -> None:
    Club.objects.update(shown="short")
    tournament.club.refresh_from_db()
    many(tournament, 32)
    assert found(tournament, "kubala") == []


@in_turn("asked", ["0", "-1", "9999", "x", ""])
def test_a_page_that_is_not_there_is_no_error(
    tournament: Tournament, rnd: Round, asked: str
) -> None:
    build.verified_sheet(build.over(rnd).sheets.get(table=1))
    assert "Marie Kubala" in page(tournament, page=asked)


# --- Live --------------------------------------------------------------------


def ask(tournament: Tournament, version: str, **asked: str) -> Any:
    return Client().get(address(tournament), {"v": version, **asked}, headers=HTMX)


def test_without_news_the_answer_is_empty(tournament: Tournament, rnd: Round) -> None:
    answer = ask(tournament, version_of(tournament))
    assert (answer.status_code, answer.content) == (204, b"")


def test_the_page_contains_the_very_fragment(
    tournament: Tournament, rnd: Round
) -> None:
    fragment = ask(tournament, "old")
    assert fragment.status_code == 200
    whole = Client().get(address(tournament))
    assert fragment.content.decode().strip() in whole.content.decode()
    assert "<html" not in fragment.content.decode()
    for answer in (fragment, whole):
        assert "HX-Request" in answer["Vary"]


def test_a_boosted_link_gets_the_whole_page(tournament: Tournament) -> None:
    headers = {**HTMX, "HX-Boosted": "true"}
    answer = Client().get(address(tournament), headers=headers)
    assert "<html" in answer.content.decode()


def test_news_is_asked_for_the_page_and_name_that_are_open(
    tournament: Tournament,
) -> None:
    many(tournament, 408)
    build.verified_sheet(tournament.rounds.get().sheets.get(table=1))
    version = version_of(tournament)
    text = page(tournament, q="marie", page=1)
    assert f'hx-get="?v={version}&amp;q=marie"' in text
    assert f'hx-get="?v={version}&amp;page=2"' in page(tournament, page=2)


def _verify(rnd: Round) -> None:
    build.verified_sheet(rnd.sheets.get(table=1))


def _publish(rnd: Round) -> None:
    build.opened_round(rnd.tournament, 2)


def _cancel(rnd: Round) -> None:
    rounds.cancel(rnd=rnd, actor=build.command(), reason="wrong cards")


def _finish(rnd: Round) -> None:
    finished(rnd.tournament, rnd)


def _shorten(rnd: Round) -> None:
    Club.objects.update(shown="short")


def _rule(rnd: Round) -> None:
    marie = rnd.tournament.entries.get(number=1)
    by = build.command()
    rulings.adjust(entry=marie, actor=by, chips=-5, reason="Late", key="ruling")


def _announce(rnd: Round) -> None:
    announce(tournament=rnd.tournament, actor=build.command(), key="a", text="Supper")


def _rename(rnd: Round) -> None:
    Tournament.objects.update(name="Winter Tarok")


def _rename_club(rnd: Round) -> None:
    Club.objects.update(name="Lodge 99")


def _erase(rnd: Round) -> None:
    player = rnd.tournament.entries.get(number=1).player
    players.erase(player=player, actor=build.command())


SHOWN = [
    _verify,
    _publish,
    _cancel,
    _finish,
    _shorten,
    _rule,
    _announce,
    _rename,
    _rename_club,
    _erase,
]


@in_turn("write", SHOWN)
def test_every_change_the_page_shows_is_news(
    tournament: Tournament, rnd: Round, write: Any
) -> None:
    before = version_of(tournament)
    write(rnd)
    assert ask(tournament, before).status_code == 200


def _hand(rnd: Round) -> None:
    build.recorded(rnd.sheets.get(table=1), build.command(), key="hand", record=GAME)


def _phone(rnd: Round) -> None:
    build.phone(rnd.sheets.get(table=1))


def test_what_only_a_table_sees_is_no_news(tournament: Tournament, rnd: Round) -> None:
    before, whole = version_of(tournament), page(tournament)
    for write in (_hand, _phone):
        write(rnd)
        assert ask(tournament, before).status_code == 204, write
    assert page(tournament) == whole


def test_a_page_is_made_once_a_version_for_all_readers(
    tournament: Tournament, rnd: Round, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []
    make = views._make_board
    monkeypatch.setattr(views, "_make_board", lambda *of: made.append("") or make(*of))
    member = Client()
    member.force_login(build.member(tournament.club))
    for client in (Client(), member, Client()):
        answer = client.get(address(tournament))
        assert (message("Open at the desk") in answer.content.decode()) is (
            client is member
        )
    assert len(made) == 1
    _verify(rnd)
    assert page(tournament) == page(tournament)
    assert len(made) == 2
    for _ in range(2):
        page(tournament, q="marie")  # whatever somebody types pushes nothing out
    assert len(made) == 4


def test_the_part_is_packed_where_the_browser_takes_it(
    tournament: Tournament, rnd: Round
) -> None:
    plain = ask(tournament, "old")
    headers = {**HTMX, "Accept-Encoding": "gzip, br"}
    packed = Client().get(address(tournament), {"v": "old"}, headers=headers)
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] != plain["ETag"]
    for answer in (packed, plain):
        assert "Accept-Encoding" in answer["Vary"]


def test_each_language_has_its_own_news(tournament: Tournament) -> None:
    english = version_of(tournament)
    with translation.override("cs"):
        assert version_of(tournament) != english


# --- Corrections and print ---------------------------------------------------


def correct(rnd: Round) -> None:
    sheet = rnd.sheets.get(table=1)
    build.verified_sheet(sheet)
    counts.correct(
        sheet=sheet,
        actor=build.actor(build.user("anna")),
        seats=build.seats(OTHER),
        seen=build.seen(sheet),
        key="correction",
        reason="131 was read as 113",
    )


def test_a_correction_shows_old_and_new_who_and_why(
    tournament: Tournament, rnd: Round
) -> None:
    correct(rnd)
    build.confirmed(rnd.sheets.get(table=1), build.user("karel"))
    assert "1 correction of a verified sheet" in page(tournament)
    text = Client().get(address(tournament, "corrections")).content.decode()
    for words in ("131", "113", "131 was read as 113", "Anna Hlavac", "Karel Hlavac"):
        assert words in text
    assert "Anna Svoboda" not in text, "her score stayed"


def test_a_correction_that_waits_is_no_receipt_yet(
    tournament: Tournament, rnd: Round
) -> None:
    correct(rnd)
    text = Client().get(address(tournament, "corrections")).content.decode()
    assert message("No corrections") in text


def test_the_print_says_how_final_it_is(tournament: Tournament, rnd: Round) -> None:
    build.verified_sheet(rnd.sheets.get(table=1))
    text = Client().get(address(tournament, "tournament-print")).content.decode()
    assert "1 of 2 sheets is verified. Not verified yet: table 2." in text
    assert 'content="noindex"' in text
    assert "site-header" not in text


# --- Queries -----------------------------------------------------------------


@pytest.mark.parametrize(("tables", "played"), [(1, 1), (6, 4)])
def test_queries_do_not_grow_with_the_field(
    tournament: Tournament,
    tables: int,
    played: int,
    django_assert_num_queries: Any,
) -> None:
    for number in range(played):
        rnd = build.published_round(tournament, tables)
        if number:
            build.verified_sheet(rnd.sheets.get(table=1))
    with django_assert_num_queries(10):
        first = Client().get(address(tournament))
    with django_assert_num_queries(3):  # the club, the tournament, what is new
        assert Client().get(address(tournament)).content == first.content
    with django_assert_num_queries(7):
        Client().get(address(tournament, "tournament-print"))
    version = version_of(tournament)
    with django_assert_num_queries(3):
        ask(tournament, version)


def test_house_players_are_not_on_the_board(tournament: Tournament) -> None:
    people = build.entries(tournament, 3)
    house = Entry.objects.create(
        tournament=tournament, house=1, name="House player 1", ranked=False
    )
    rnd = build.published_round(tournament, [[*people, house]])
    build.verified_sheet(rnd.sheets.get())
    assert len(table_of(tournament).lines) == 3


def test_a_visitor_gets_no_session(tournament: Tournament) -> None:
    answer = Client().get(address(tournament))
    assert not answer.cookies.get("sessionid")
