"""The page of a table as it comes over the network, before its script runs."""

import gzip
import json
import re
from html import unescape
from xml.etree import ElementTree

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from rules.game import game_named
from scoring.games.game_adapter import house_rules_of
from scoring.games.spjst.phone import rules_for_phone
from scoring.models import Entry, Round, Seat, Sheet, Tournament
from scoring.sheets import phones
from tests import builders
from tests.markup import flowing
from tests.messages import message
from tests.scoring.at_table import hand_of, joined, open_sheet
from tests.words import CLOSED

pytestmark = pytest.mark.django_db
DATA = re.compile(r'<script id="table-data" type="application/json">(.*?)</script>')


@pytest.fixture
def sheet() -> Sheet:
    return open_sheet(wifi_name="Hall wifi", wifi_password="kolache-42")


def opened(client: Client, sheet: Sheet, **headers: str) -> HttpResponse:
    return client.get(reverse("scoring:table", args=[sheet.token]), headers=headers)


def text_of(client: Client, sheet: Sheet) -> str:
    answer = opened(client, sheet)
    assert answer.status_code == 200
    return flowing(answer)


def seen_in(text: str) -> str:
    """What somebody reads whose browser runs no scripts."""
    return " ".join(unescape(re.sub("<[^>]*>", " ", DATA.sub("", text))).split())


def test_names_and_totals_are_there_without_a_script(
    client: Client, sheet: Sheet
) -> None:
    joined(sheet).saved("hands/", **hand_of())
    seen = seen_in(text_of(client, sheet))
    assert "Table 1 Round 1 · open" in seen
    assert "Marie 103 Josef 97 Anna 103 Karel 97" in seen
    assert "Write on the paper sheet" in seen


RINGS = {
    ("marias", 3): ("three", ["bottom", "left", "right"]),
    ("marias", 4): ("four", ["bottom", "left", "top", "right"]),
    ("tapp_tarock", 3): ("three", ["bottom", "right", "left"]),
}


@pytest.mark.parametrize("game", RINGS)
def test_another_games_table_is_drawn_as_play_goes(
    client: Client, club: Club, game: tuple[str, int]
) -> None:
    name, size = game
    tournament = builders.tournament(club)
    tournament.game, tournament.preset = name, game_named(name).house.default
    tournament.start_chips = 0
    tournament.save()
    table = builders.entries(tournament, size)
    sheet = builders.published_round(tournament, [table]).sheets.get()
    text = text_of(client, sheet)
    word, sides = RINGS[game]
    assert f'<ol class="seats seats-{word}" aria-label="The seats, in order' in text
    assert re.findall('<li class="seat-([a-z-]+)">', text) == sides
    assert seen_in(text).endswith("Total 0 ✓")


def test_who_shares_a_first_name_is_named_in_full(client: Client, sheet: Sheet) -> None:
    names = ("Marie Kubala", "Marie Marek", "Anna Svoboda")
    for seat, name in zip(sheet.seats.order_by("position"), names, strict=False):
        Entry.objects.filter(pk=seat.entry_id).update(name=name)
    Seat.objects.filter(sheet=sheet, position=4).update(entry=None, credit=None)
    seen = seen_in(text_of(client, sheet))
    assert "Marie Kubala 100 Marie Marek 100 Anna 100 Seat 4 100" in seen


def test_the_four_sit_as_they_play(client: Client, sheet: Sheet) -> None:
    """Counter-clockwise from the bottom."""
    found = re.findall(r'<li class="seat-(\w+)">.*?name">(\w+)', text_of(client, sheet))
    assert found == [
        ("bottom", "Marie"),
        ("right", "Josef"),
        ("top", "Anna"),
        ("left", "Karel"),
    ]


def test_counted_scores_stand_before_the_hands(client: Client, sheet: Sheet) -> None:
    joined(sheet).saved("hands/", **hand_of())
    builders.counted(sheet)
    assert "Marie 131 Josef 96" in seen_in(text_of(client, sheet))
    builders.confirmed(sheet)
    seen = seen_in(text_of(client, sheet))
    assert "verified" in seen
    assert "Marie 131 Josef 96" in seen


def test_the_data_is_what_the_script_needs(client: Client, sheet: Sheet) -> None:
    base = reverse("scoring:table", args=[sheet.token])
    data = json.loads(DATA.search(text_of(client, sheet))[1])
    state = client.get(f"{base}state/").json()
    rules = rules_for_phone(house_rules_of(sheet.round.tournament))
    assert set(data) == {"state", "rules", "urls", "confirm_qr"}
    assert data["state"] == state
    assert data["rules"] == json.loads(json.dumps(rules))
    assert data["urls"]["base"] == base
    assert data["urls"]["worker"] == "/t/worker.js"
    letters, font = data["urls"]["fonts"]
    assert font.endswith(".woff2")
    for address in (data["urls"]["script"], data["urls"]["style"], letters):
        assert client.get(address).status_code == 200


def test_the_code_for_the_second_phone(client: Client, sheet: Sheet) -> None:
    """It is drawn for the address that the request came by, without inline styles."""
    svg = json.loads(DATA.search(text_of(client, sheet))[1])["confirm_qr"]
    drawn = ElementTree.fromstring(svg)
    assert drawn.get("viewBox")
    assert "style" not in svg
    at = reverse("scoring:table", args=[sheet.token])
    other = client.get(at, headers={"Host": "127.0.0.1:8000"}).content.decode()
    assert json.loads(DATA.search(other)[1])["confirm_qr"] != svg


def test_a_name_cannot_break_out_of_the_data(client: Client, sheet: Sheet) -> None:
    entry = sheet.seats.get(position=1).entry
    entry.name = "</script><script>alert(1)</script>"
    entry.save()
    text = text_of(client, sheet)
    assert "<script>alert" not in text
    assert json.loads(DATA.search(text)[1])["state"]["seats"][0]["name"] == entry.name


def test_it_loads_one_style_one_script_and_nothing_that_blocks(
    client: Client, sheet: Sheet
) -> None:
    text = text_of(client, sheet)
    style, letters = re.findall(r'<link rel="stylesheet"[^>]*>', text)
    [script] = re.findall(r"<script (?!id)[^>]*>", text)
    assert "media" not in style
    assert 'media="print" id="fonts"' in letters
    assert "defer" in script
    assert "preload" not in text
    assert "bootstrap" not in text
    assert " style=" not in text
    # The way to other pages: none.
    assert "<a " not in text


def test_nobody_is_told_the_address_or_the_wifi(client: Client, sheet: Sheet) -> None:
    Club.objects.update(indexable=True)
    answer = opened(client, sheet)
    text = answer.content.decode()
    assert answer["Referrer-Policy"] == "no-referrer"
    assert answer["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in text
    for secret in ("Hall wifi", "kolache-42"):
        assert secret not in text
    assert (
        'content="noindex"' not in client.get(sheet.get_absolute_url()).content.decode()
    )


def test_names_as_the_club_shows_them(client: Client, sheet: Sheet) -> None:
    joined(sheet)
    Club.objects.update(shown="short")
    text = text_of(client, sheet)
    assert "Josef M." in text
    assert "Marek" not in text


def test_a_browser_asks_whether_it_is_still_the_same(
    client: Client, sheet: Sheet
) -> None:
    answer = opened(client, sheet)
    assert answer["Cache-Control"] == "private, no-cache"
    same = opened(client, sheet, **{"If-None-Match": answer["ETag"]})
    assert (same.status_code, same.content) == (304, b"")
    weak = opened(client, sheet, **{"If-None-Match": f"W/{answer['ETag']}"})
    assert weak.status_code == 304
    joined(sheet)
    other = opened(client, sheet, **{"If-None-Match": answer["ETag"]})
    assert other.status_code == 200


def test_it_is_compressed(client: Client, sheet: Sheet) -> None:
    answer = opened(client, sheet, **{"Accept-Encoding": "gzip"})
    assert answer["Content-Encoding"] == "gzip"
    assert "Cookie" not in answer["Vary"]
    assert DATA.search(gzip.decompress(answer.content).decode())


def test_the_worker_knows_our_page_and_what_it_needs(
    client: Client, sheet: Sheet
) -> None:
    answer = opened(client, sheet)
    urls = json.loads(DATA.search(answer.content.decode())[1])["urls"]
    assert answer["X-Valat"] == "table"
    assert answer["X-Valat-Needs"].split() == [
        urls["script"],
        urls["later"],
        urls["style"],
        *urls["fonts"],
        "/static/img/icon.svg",
    ]


def test_a_signed_in_director_is_nobody_here(client: Client, sheet: Sheet) -> None:
    visitor = opened(client, sheet)
    director = Client()
    director.force_login(builders.member(sheet.round.tournament.club, "director"))
    theirs = opened(director, sheet)
    assert theirs.content == visitor.content
    assert not theirs.cookies


def test_an_unknown_token_or_a_draft_is_not_found(client: Client, sheet: Sheet) -> None:
    assert client.get(reverse("scoring:table", args=["x" * 22])).status_code == 404
    Round.objects.update(state=Round.State.DRAFT)
    assert opened(client, sheet).status_code == 404


def test_a_closed_page_says_so(client: Client, sheet: Sheet) -> None:
    phones.revoke(sheet=sheet, actor=builders.command())
    answer = opened(client, sheet)
    assert answer.status_code == 410
    assert answer["Cache-Control"] == "no-store"
    assert answer["Referrer-Policy"] == "no-referrer"
    assert "X-Valat" not in answer
    assert f"{CLOSED} Ask at the desk." in answer.content.decode()
    fresh = phones.renew(sheet=sheet, actor=builders.command())
    assert opened(client, fresh).status_code == 200


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (Round.State.FINISHED, message("Round {number} is finished.", number=1)),
        (Round.State.CANCELLED, "Round 1 was canceled: The lights went out"),
    ],
)
def test_after_the_round_it_is_there_to_read(
    client: Client, sheet: Sheet, state: str, said: str
) -> None:
    Round.objects.update(state=state, reason="The lights went out")
    assert said in seen_in(text_of(client, sheet))


def test_a_hidden_tournament_opens_by_its_token(client: Client, sheet: Sheet) -> None:
    Tournament.objects.update(public=False)
    assert opened(client, sheet).status_code == 200


def test_only_looking_is_allowed(client: Client, sheet: Sheet) -> None:
    at = reverse("scoring:table", args=[sheet.token])
    assert client.post(at).status_code == 405
    assert client.head(at).status_code == 200
