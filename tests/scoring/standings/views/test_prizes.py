"""The prizes' page: the fund, the split, and who gets how much to the cent."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from scoring.core.writes import Conflict
from scoring.exports.tables import tables_of
from scoring.models import Change, Entry, Tournament
from scoring.people.check_in import check_in_of
from scoring.people.entries import house_players
from scoring.printing.document import Document, NothingToPrint
from scoring.printing.render import pdf_of
from scoring.results import stored
from scoring.results.prizes import set_fund
from scoring.standings.documents.ending import (
    MOST_ON_HALF,
    prizes_document,
    report_document,
)
from scoring.standings.documents.standings import standings_document
from scoring.standings.prizes import prizes_of
from scoring.standings.views.ending import prizes_typed
from scoring.tournaments import tournaments
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.printing.documents.pages import texts_of
from tests.scoring.printing.documents.papers import LONG_NAMES, NAMES, prizes
from tests.sent_forms import as_sent, filled
from tests.words import NOT_OFFERED
from tests.world import client_of

pytestmark = pytest.mark.django_db
TYPED = {"prize_kind": "percent", "prizes": "50, 30, 20", "prizes_shown": "on"}


@pytest.fixture
def tournament(club: Club) -> Tournament:
    """Marie and Josef share the first place, Anna is third; all but Karel have paid."""
    made = build.tournament(club, rounds_planned=1, fee=750)
    build.verified_sheet(build.open_sheet(made), (120, 120, 90, 70))
    made.entries.exclude(number=4).update(paid=True)
    return made


@pytest.fixture
def director(club: Club) -> Client:
    return client_of(build.member(club, "director"))


def address(tournament: Tournament, name: str = "prizes") -> str:
    return reverse(f"scoring:{name}", args=[tournament.club.slug, tournament.slug])


def sent(client: Client, tournament: Tournament, **typed: Any) -> str:
    data = {"key": "k", "fee": "7.50", **TYPED, **typed}
    answer = client.post(address(tournament), data, follow=True)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def test_a_tie_for_first_shares_the_prizes_to_the_cent(
    director: Client, tournament: Tournament
) -> None:
    shown = sent(director, tournament, prize_extra="2.51")

    # 3 x 7.50 + 2.51 = 25.01: 12.51, 7.50 and 5.00; the first two share 20.01.
    assert message("Prizes saved.") in shown
    tournament.refresh_from_db()
    prizes = prizes_of(tournament)
    assert prizes.fund == 2501
    assert prizes.amounts == (1251, 750, 500)
    assert [(each.person.number, each.amount) for each in prizes.lines] == [
        ("1", 1001),
        ("2", 1000),
        ("3", 500),
    ]
    assert prizes.left == 0
    for amount in ("$10.01", "$10.00", "$5.00"):
        assert amount in shown


def test_a_fee_and_a_prize_of_somebody_else_stay(
    director: Client, tournament: Tournament
) -> None:
    mine = as_sent(director, address(tournament), prize_kept="5")
    sent(director, tournament, fee="9.00", prizes="40, 30, 20, 10")
    assert director.post(address(tournament), mine).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.fee, tournament.prize_kept) == (900, 500)
    assert tournament.prizes == [4000, 3000, 2000, 1000]


def test_prizes_that_two_people_changed_are_asked_about_with_their_kind(
    director: Client, tournament: Tournament
) -> None:
    mine = as_sent(director, address(tournament), prizes="60, 40", prize_kept="5")
    sent(director, tournament, prize_kind="fixed", prizes="30, 20")
    asked = director.post(address(tournament), mine)
    (conflict,) = asked.context["form"].conflicts
    assert (conflict.current, conflict.entered) == (
        "fixed amounts; 30, 20",
        "percent of the fund; 60, 40",
    )
    tournament.refresh_from_db()
    assert (tournament.prizes, tournament.prize_kept) == ([3000, 2000], 0)

    chosen = filled(asked.context["form"]) | {conflict.name: "entered"}
    assert director.post(address(tournament), chosen).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.prize_kind, tournament.prizes) == ("percent", [6000, 4000])
    assert tournament.prize_kept == 500


def test_two_directors_at_the_same_moment(tournament: Tournament) -> None:
    by = build.command()
    read = Tournament.objects.get(pk=tournament.pk)
    set_fund(tournament=read, actor=by, original=read, fee=900)
    set_fund(tournament=read, actor=by, original=read, fee=750, prize_kept=500)
    with pytest.raises(
        Conflict,
        match=message(
            "Someone else saved this at the same moment. Your changes are still "
            "here. Save again."
        ),
    ):
        set_fund(tournament=read, actor=by, original=read, fee=800)
    tournament.refresh_from_db()
    assert (tournament.fee, tournament.prize_kept) == (900, 500)


def test_more_kept_back_than_there_is_is_told(
    director: Client, tournament: Tournament
) -> None:
    shown = sent(director, tournament, prize_kept="60")  # 3 have paid 7.50
    assert "Saved, but $60.00 are held back, and the fund has only $22.50" in shown
    assert message("Prizes saved.") not in shown


def test_house_players_and_unranked_ones_get_nothing(
    director: Client, tournament: Tournament
) -> None:
    sent(director, tournament)
    Entry.objects.filter(number=1).update(ranked=False)
    tournament.refresh_from_db()
    stored.refresh(tournament, actor=build.command(), reason="a test")

    assert "Marie Kubala" not in [x.person.name for x in prizes_of(tournament).lines]


def test_whoever_paid_is_in_the_fund_once(tournament: Tournament) -> None:
    """Ranked or not; of two who are one, one fee."""
    guest = build.entries(tournament, 1, ranked=False, paid=True)[0]
    house_players(tournament, 1)
    prizes = prizes_of(tournament)
    assert (prizes.paid, prizes.payers, prizes.fund) == (4, 5, 4 * 750)

    first = tournament.entries.get(number=1)
    tournament.entries.filter(pk=guest.pk).update(merged_into=first, paid=True)
    prizes = prizes_of(tournament)
    assert (prizes.paid, prizes.payers) == (3, 4)


def test_who_never_came_is_not_among_those_who_should_have_paid(
    tournament: Tournament,
) -> None:
    """Nor somebody on standby without a seat; who paid and stayed away is."""
    away, paid, standby, late = build.entries(tournament, 4)
    Entry.objects.filter(pk=away.pk).update(state="absent")
    Entry.objects.filter(pk=paid.pk).update(state="absent", paid=True)
    Entry.objects.filter(pk=standby.pk).update(if_needed=True)
    prizes = prizes_of(tournament)
    everybody = tournament.entries.filter(house=None)
    assert prizes.payers == everybody.count() - 2
    assert prizes.payers == check_in_of(tournament).payers
    assert late.pk


def test_fixed_prizes_say_how_much_is_missing(
    director: Client, tournament: Tournament
) -> None:
    shown = sent(director, tournament, prize_kind="fixed", prizes="20, 10")

    assert message("Prizes saved.") in shown
    assert (
        message("The prizes are {money} more than the fund holds.", money="$7.50")
        in shown
    )


@in_turn(
    "typed, said",
    [
        ({"prizes": "60, 50"}, "These percentages add up to 110"),
        ({"prizes": "a lot"}, "“a” isn’t a prize"),
        ({"prizes": "\N{MINUS SIGN}50"}, "isn’t a prize"),
        ({"prizes": "5O, 30"}, "“5O” isn’t a prize"),
        ({"prizes": "20, 30"}, "A worse place can’t get"),
        ({"prizes": "50, 0"}, message("Leave out prizes of 0.")),
        ({"prizes": ", ".join(["1"] * 51)}, "List at most 50 prizes"),
        ({"fee": "-5"}, "isn’t an amount of money"),
        ({"prize_kind": "lottery"}, NOT_OFFERED),
    ],
)
def test_what_is_wrong_is_said_and_kept(
    director: Client, tournament: Tournament, typed: dict[str, str], said: str
) -> None:
    shown = sent(director, tournament, **typed)

    assert said in shown
    tournament.refresh_from_db()
    assert tournament.prizes == []
    for value in typed.values():
        assert value in shown or value == "lottery"


def test_the_same_form_twice_is_one_change(
    director: Client, tournament: Tournament
) -> None:
    for _ in range(2):
        sent(director, tournament)

    assert Change.objects.filter(what="settings").count() == 1


@in_turn(
    "written, kept",
    [
        ("50,30,20", [5000, 3000, 2000]),
        ("33.34 33.33 33.33", [3334, 3333, 3333]),
        ("33,5; 12,5 %", [3350, 1250]),
        ("$50, $20", [5000, 2000]),
        ("", []),
    ],
)
def test_prizes_are_written_as_one_writes(
    director: Client, tournament: Tournament, written: str, kept: list[int]
) -> None:
    sent(director, tournament, prizes=written)

    tournament.refresh_from_db()
    assert tournament.prizes == kept


def test_a_usual_split_is_offered(director: Client, tournament: Tournament) -> None:
    split = "25, 20, 15, 12, 10, 7, 5, 3, 2, 1"
    typed = {"fee": "9", "prize_kind": "fixed", "split": split}
    sent = as_sent(director, address(tournament), **typed)
    shown = director.post(address(tournament), sent).context["form"]
    assert (shown["fee"].value(), shown["prizes"].value()) == ("9", split)
    assert shown["prize_kind"].value() == "percent"
    tournament.refresh_from_db()
    assert (tournament.fee, tournament.prizes) == (750, [])
    assert director.post(address(tournament), filled(shown)).status_code == 302
    tournament.refresh_from_db()
    assert (tournament.fee, tournament.prizes[0]) == (900, 2500)


@pytest.mark.parametrize(("shown_to_all", "seen"), [(True, True), (False, False)])
def test_everybody_sees_them_once_it_is_final_if_the_director_says_so(
    tournament: Tournament, shown_to_all: bool, seen: bool
) -> None:
    Tournament.objects.update(prizes=[10_000], prizes_shown=shown_to_all)
    tournament.refresh_from_db()
    page = tournament.get_absolute_url()
    assert "$11.25" not in Client().get(page).content.decode()
    tournaments.finish(tournament=tournament, actor=build.command())

    assert ("$11.25" in Client().get(page).content.decode()) is seen


def test_before_a_score_nobody_gets_anything(director: Client, club: Club) -> None:
    made = build.tournament(club, fee=500, prizes=[10_000])
    build.published_round(made)

    assert message(
        "Prizes appear here once they’re set and the first sheets are verified."
    ) in sent(director, made, prizes="100")


# --- On paper ------------------------------------------------------------------

NOON = datetime(2026, 11, 21, 18, tzinfo=UTC)


def test_the_list_to_sign_and_the_report_are_printed(tournament: Tournament) -> None:
    Tournament.objects.update(prizes=[5000, 3000, 2000], teams="lodges", team_best=1)
    Entry.objects.filter(number=1).update(lodge="Lodge 88")
    tournament.refresh_from_db()
    tournament = tournaments.finish(tournament=tournament, actor=build.command())

    document = prizes_document(tournament, time=NOON, paper="letter")
    assert 'class="state final"' in document.parts[0].html
    listed = read(document)
    assert "Place No. Name Prize Received" in listed
    assert "1= 1 Marie Kubala $9.00" in listed
    assert "Total $22.50" in listed
    assert "as of 12:00 pm, Nov 21 · version 1 of" in listed
    told = read(report_document(tournament, paper="letter"))
    assert (
        message(
            "{names} won together, with {score} each.",
            names="Marie Kubala and Josef Marek",
            score="120 chips",
        )
        in told
    )
    stands = read(standings_document(tournament, time=NOON, paper="letter"))
    assert "as of 12:00 pm, Nov 21 · version 1 of" in stands
    assert "Lodges The best player of each team counts." in stands
    assert "1 Lodge 88 Marie Kubala 120" in stands


@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("names", [NAMES, LONG_NAMES], ids=["short", "long"])
def test_a_short_list_of_prizes_is_there_twice_on_a_page(
    paper: str, names: tuple[str, ...]
) -> None:
    (short,) = texts_of(
        pdf_of(prizes(*range(1, MOST_ON_HALF + 1), names=names, paper=paper))
    )
    assert short.count("$52.00") == 2 * MOST_ON_HALF
    assert short.count("$130.00") == 2
    assert " ".join(short.split()).count("lowest first") == 2
    long = texts_of(
        pdf_of(prizes(*range(1, MOST_ON_HALF + 2), names=names, paper=paper))
    )
    assert " ".join(long).count("$52.00") == MOST_ON_HALF + 1


def read(document: Document) -> str:
    return " ".join(" ".join(texts_of(pdf_of(document))).split())


def test_there_is_no_list_of_no_prizes_and_no_report_of_nothing(club: Club) -> None:
    made = build.tournament(club)

    with pytest.raises(
        NothingToPrint,
        match=message("No prizes yet. Set them, and verify a sheet."),
    ):
        prizes_document(made, time=NOON, paper="letter")
    with pytest.raises(
        NothingToPrint,
        match=message("Nothing to report yet, because no sheet is verified."),
    ):
        report_document(made, paper="letter")


def test_a_club_of_crowns_has_crowns_everywhere(
    director: Client, tournament: Tournament
) -> None:
    """A page, the print, the report, the door, the export and one’s own data."""
    Tournament.objects.update(currency="CZK")
    shown = sent(director, tournament, fee="1 204,50")
    tournament.refresh_from_db()
    assert tournament.fee == 120_450
    assert "CZK 3,613.50" in shown
    tournaments.finish(tournament=tournament, actor=build.command())
    tournament.refresh_from_db()
    print_ = prizes_document(tournament, time=datetime.now(tz=UTC), paper="a4")
    pages = [
        shown,
        director.get(tournament.get_absolute_url()).content.decode(),
        *(
            director.get(address(tournament, each)).content.decode()
            for each in ("door", "report")
        ),
        " ".join(texts_of(pdf_of(print_))),
    ]
    for page in pages:
        assert "CZK" in page
        assert "$" not in page.replace("${", "")
    source = {table.name: table for table in tables_of(tournament)}
    assert ("currency", "CZK") in [*source["tournament"].rows()]
    assert next(row[4] for row in source["prizes"].rows()) == 1445.4


def test_the_field_of_prizes_is_written_as_it_is_read(
    director: Client, tournament: Tournament
) -> None:
    sent(director, tournament, prizes="1 200,50; 400; 7.5", prize_kind="fixed")
    tournament.refresh_from_db()
    assert tournament.prizes == [120_050, 40_000, 750]
    form = director.get(address(tournament)).context["form"]
    assert form["prizes"].value() == "1200.5, 400, 7.5"
    sent(director, tournament, prizes=form["prizes"].value(), prize_kind="fixed")
    tournament.refresh_from_db()
    assert tournament.prizes == [120_050, 40_000, 750]


def test_amounts_read_in_money_that_it_has_no_more_are_not_saved(
    tournament: Tournament,
) -> None:
    Tournament.objects.update(currency="JPY")
    with pytest.raises(Conflict, match="currency to JPY"):
        set_fund(tournament=tournament, actor=build.command(), fee=800)
    with pytest.raises(Conflict, match="currency to JPY"):
        tournaments.change(tournament=tournament, actor=build.command(), fee=800)


@pytest.mark.parametrize("typed", ["150,50 100", "150,50, 100", "50,5 49,5"])
def test_a_comma_that_may_be_a_decimal_one_parts_no_prizes(typed: str) -> None:
    with pytest.raises(ValueError, match=typed):
        prizes_typed(typed, "CZK")


def test_a_director_has_a_link_back_to_the_closing_steps(
    tournament: Tournament,
) -> None:
    director = client_of(build.member(tournament.club, "director"))
    steps = f'href="/desk/{tournament.club.slug}/{tournament.slug}/close/"'
    for page in ("prizes", "treasurer", "report", "podium"):
        found = director.get(
            f"/desk/{tournament.club.slug}/{tournament.slug}/{page}/"
        ).content.decode()
        way_back = found.partition('<p class="way-back')[2].partition("</p>")[0]
        assert steps in way_back, page
