"""Calls from the tables on the desk's open pages, and their answers."""

import re

import pytest
from django.http import HttpResponse

from scoring.core.writes import Actor
from scoring.models import Call, Change, Phone, Sheet, Tournament
from scoring.phones import calls
from scoring.sheets import phones
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
GAME = {"bid": "povinost", "declarer": 1, "partner": 3, "points": 59}


@pytest.fixture
def tournament(crew: Crew) -> Tournament:
    tournament = build.tournament(crew.club)
    build.published_round(tournament, 3)
    return tournament


def sheet_at(tournament: Tournament, table: int) -> Sheet:
    sheet = Sheet.objects.get(round__tournament=tournament, table=table)
    sheet.round.tournament = tournament
    return sheet


def call(
    tournament: Tournament, table: int = 3, reason: str = "rules question"
) -> Call:
    sheet = sheet_at(tournament, table)
    by = Actor.at_table(build.phone(sheet))
    return calls.call(sheet=sheet, actor=by, key=f"call-{table}", reason=reason)


def asked(crew: Crew, tournament: Tournament, version: str = "") -> HttpResponse:
    address = f"{at(tournament, 'desk-news')}?version={version}"
    return crew.get("scorekeeper", address, **HTMX)


def version_on(page: HttpResponse) -> str:
    return re.search(r"\?version=([^\"]*)\"", page.content.decode())[1]


PAGES = [
    ("tournament-desk", ()),
    ("round-desk", (1,)),
    ("sheet-desk", (1, 1)),
    ("entries", ()),
    ("tray", ()),
    ("prints", ()),
]


@in_turn("name, more", PAGES)
def test_every_page_of_the_desk_shows_a_call_once(
    tournament: Tournament, crew: Crew, name: str, more: tuple[int, ...]
) -> None:
    assert "is calling:" not in text_of(
        crew.get("director", at(tournament, name, *more))
    )
    made = call(tournament)
    page = text_of(crew.get("director", at(tournament, name, *more)))
    assert page.count("is calling: rules question") == 1
    clock = made.at.astimezone(crew.club.zone)
    assert f"({clock:%I:%M} {clock:%p})".lower().replace("(0", "(") in page
    assert 'hx-trigger="every 10s, look-now"' in page
    assert "desk/news.js" in page


def test_no_public_page_tells_of_a_call(tournament: Tournament, crew: Crew) -> None:
    call(tournament)
    for name, more in (("tournament", ()), ("round", (1,)), ("sheet", (1, 3))):
        page = text_of(crew.get("director", at(tournament, name, *more)))
        assert "rules question" not in page


def test_an_open_page_asks_cheaply_and_notices_a_call(
    tournament: Tournament, crew: Crew, django_assert_num_queries
) -> None:
    call(tournament, 1, "a card is missing")
    version = version_on(crew.get("scorekeeper", at(tournament, "tournament-desk")))
    # The session, the user, the club, the role, the tournament; and what is new.
    with django_assert_num_queries(5):
        assert asked(crew, tournament, version).status_code == 204
    call(tournament)
    news = asked(crew, tournament, version)
    assert "no-cache" in news.headers["Cache-Control"]
    assert "<html" not in text_of(news)
    assert 'data-calls="2"' in text_of(news)
    assert asked(crew, tournament, version_on(news)).status_code == 204


def test_without_scripts_news_is_on_the_evenings_page(
    tournament: Tournament, crew: Crew
) -> None:
    answer = crew.get("scorekeeper", at(tournament, "desk-news"))
    assert answer.url == at(tournament, "tournament-desk")


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({}, message("The director is on the way.")),
        ({"answer": " Play on,\n I come at the bell "}, "Play on, I come at the bell"),
    ],
)
def test_a_call_is_answered(
    tournament: Tournament, crew: Crew, typed: dict[str, str], told: str
) -> None:
    made = call(tournament)
    answer = crew.post("scorekeeper", at(tournament, "call-answer", made.pk), typed)
    assert messages_of(answer) == [
        message("Sent to table {table}: {answer}", table=3, answer=told)
    ]
    made.refresh_from_db()
    assert (made.answer, made.answered_by) == (told, crew.users["scorekeeper"])
    page = text_of(crew.get("director", at(tournament, "tournament-desk")))
    assert "rules question" not in page
    assert told in Change.objects.first().text


def test_an_answer_from_an_open_page_takes_the_call_away(
    tournament: Tournament, crew: Crew
) -> None:
    made, other = call(tournament), call(tournament, 2, "no chips left")
    address = at(tournament, "call-answer", made.pk)
    sent = crew.clients["scorekeeper"].post(address, headers=HTMX)
    assert "rules question" not in text_of(sent)
    assert other.reason in text_of(sent)
    assert "<html" not in text_of(sent)


def test_an_answer_too_long_is_told(tournament: Tournament, crew: Crew) -> None:
    made = call(tournament)
    address = at(tournament, "call-answer", made.pk)
    long = {"answer": "x" * 201}
    sent = crew.clients["scorekeeper"].post(address, long, headers=HTMX)
    assert "201 characters long" in text_of(sent)
    assert "characters long" in messages_of(crew.post("owner", address, long))[0]
    assert Call.objects.get().answered_at is None


def test_hands_in_the_tray_are_told_and_lead_there(
    tournament: Tournament, crew: Crew
) -> None:
    sheet = sheet_at(tournament, 2)
    by = Actor.at_table(build.phone(sheet))
    build.verified_sheet(sheet)
    before = version_on(crew.get("director", at(tournament, "tournament-desk")))
    build.recorded(sheet=sheet, by=by, key="late-1", record=GAME)
    news = text_of(asked(crew, tournament, before))
    assert message("A hand is waiting in the tray") in news
    assert f'href="{at(tournament, "tray")}"' in news
    build.recorded(sheet=sheet, by=by, key="late-2", record=GAME)
    assert message("{n} hands are waiting in the tray", n=2) in text_of(
        asked(crew, tournament, before)
    )


def test_another_tournaments_call_is_not_ours(
    tournament: Tournament, crew: Crew
) -> None:
    other = build.tournament(crew.club, name="Another")
    build.published_round(other, 3)
    made = call(other)
    page = text_of(crew.get("director", at(tournament, "tournament-desk")))
    assert "rules question" not in page
    address = at(tournament, "call-answer", made.pk)
    assert crew.post("director", address).status_code == 404


def test_a_phone_that_nobody_lets_write_keeps_the_score_from_its_call(
    tournament: Tournament, crew: Crew
) -> None:
    sheet = sheet_at(tournament, 2)
    dead = build.phone(sheet)
    other = phones.join(sheet=sheet, key="b" * 32, seat=2, name="", asks=True)
    calls.call(
        sheet=sheet, actor=Actor.at_table(other), key="k", reason="nobody answers"
    )
    call(tournament, reason="rules question")
    page = asked(crew, tournament).content.decode()
    assert page.count(message("Make scorekeeper")) == 1
    made = Call.objects.get(key="k")
    address = at(tournament, "call-answer", made.pk)
    crew.post("scorekeeper", address, {"keeps": other.pk})
    made.refresh_from_db()
    assert made.answer == message("You’re the scorekeeper now.")
    keepers = Phone.objects.filter(keeper=True, writes=True)
    assert [each.pk for each in keepers.filter(sheet=sheet)] == [other.pk]
    assert not keepers.filter(pk=dead.pk).exists()


def test_a_phone_of_another_table_does_not_keep_the_score(
    tournament: Tournament, crew: Crew
) -> None:
    stranger, made = build.phone(sheet_at(tournament, 1), seat=2), call(tournament)
    address = at(tournament, "call-answer", made.pk)
    for keeps in (stranger.pk, "9" * 30, "x"):
        said = crew.post("scorekeeper", address, {"keeps": keeps})
        assert message("That phone is no longer at this table.") in messages_of(said)
    assert not Phone.objects.filter(sheet=made.sheet, keeper=False).exists()
