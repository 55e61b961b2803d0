"""The papers as they are filled from what is recorded."""

import re
from datetime import UTC, datetime

import pytest

from clubs.i18n import family_first
from scoring.draw.documents.cards import cards_document
from scoring.draw.documents.lists import names_document, tables_document
from scoring.draw.documents.score_sheets import sheet_document
from scoring.draw.documents.seats import table_sheets
from scoring.draw.documents.table_cards import table_card_document
from scoring.games import payoff_card_of
from scoring.models import Entry, SitOut
from scoring.standings.documents.standings import printed_standings, standings_parts
from tests import builders
from tests.markup import flowing
from tests.messages import message
from tests.scoring.printing.documents.pages import printed, texts_of

pytestmark = pytest.mark.django_db
ADDRESS = "http://10.0.0.5:8000"
NOON = datetime(2026, 11, 21, 1, 45, tzinfo=UTC)


@pytest.fixture
def evening():
    return builders.tournament(builders.club())


def test_a_sheet_carries_its_table(evening):
    rnd = builders.published_round(evening, 2)
    one, two = table_sheets(rnd, address=ADDRESS)
    sheet = rnd.sheets.get(table=1)
    assert one.code == sheet.code
    assert one.url == f"{ADDRESS}/t/{sheet.token}/"
    assert [seat.name for seat in one.seats] == list(builders.NAMES[:4])
    assert [seat.position for seat in one.seats] == [1, 2, 3, 4]
    assert [seat.label for seat in two.seats] == ["5", "6", "7", "8"]
    [part] = sheet_document(rnd, address=ADDRESS, paper="letter").parts
    assert [[code.text for code in page] for page in part.codes] == [
        [one.url],
        [two.url],
    ]
    assert message("total {n}", n=400) in part.form.html
    assert part.form.html.count(">100</p>") == 4
    assert "20  1 2 3 4</pre>" in part.form.html


def test_the_clubs_own_address_and_hands_win(evening):
    rnd = builders.published_round(evening)
    evening.club.phone_address = "http://tarok.example/"
    evening.hands_per_round = 16
    rnd.tournament = evening
    [part] = sheet_document(rnd, address=ADDRESS, paper="letter").parts
    assert part.codes[0][0].text.startswith("http://tarok.example/t/")
    assert "16  1 2 3 4</pre>" in part.form.html


def test_one_table_again(evening):
    rnd = builders.published_round(evening, 3)
    [again] = table_sheets(rnd, address=ADDRESS, table=2)
    assert again.table == 2
    assert table_sheets(rnd, address=ADDRESS, table=9) == ()


def test_a_table_card_carries_its_table_and_the_wifi(evening):
    rnd = builders.published_round(evening, 2)
    evening.wifi_name, evening.wifi_password = "SPJST Hall", "taroky1936"
    rnd.tournament = evening
    [part] = table_card_document(rnd, address=f"{ADDRESS}/", paper="letter").parts
    sheet = rnd.sheets.get(table=1)
    one, wifi, two, _ = (code.text for code in part.codes[0])
    assert one == f"{ADDRESS}/t/{sheet.token}/"
    assert wifi == "WIFI:T:WPA;S:SPJST Hall;P:taroky1936;;"
    for said in (sheet.code, "Round 1", "10.0.0.5:8000", "SPJST Hall", "taroky1936"):
        assert f">{said}<" in flowing(part.html)
    assert two != one
    [again] = table_card_document(rnd, address=ADDRESS, table=2, paper="letter").parts
    assert again.codes[0][0].text == two


def test_a_table_card_without_wifi_names_none(evening):
    rnd = builders.published_round(evening)
    evening.wifi_password = "left over"
    rnd.tournament = evening
    [part] = table_card_document(rnd, address=ADDRESS, paper="letter").parts
    assert len(part.codes[0]) == 1
    assert "wifi" not in flowing(part.html)
    assert "left over" not in flowing(part.html)


@pytest.mark.parametrize("tables", [1, 3])
def test_queries_do_not_grow_with_the_field(evening, tables, django_assert_num_queries):
    rnd = builders.published_round(evening, tables)
    rnd.tournament = evening
    with django_assert_num_queries(2):
        sheet_document(rnd, address=ADDRESS, paper="letter")
    with django_assert_num_queries(1):
        table_card_document(rnd, address=ADDRESS, paper="letter")
    with django_assert_num_queries(8):  # two of whom met this season
        names_document(evening, paper="letter")
    with django_assert_num_queries(3):
        tables_document(rnd, paper="letter")
    with django_assert_num_queries(4):
        cards_document(evening, paper="letter")


def test_the_seat_list_has_everybody_who_plays_or_sits_out(evening):
    people = builders.entries(evening, 5)
    rnd = builders.published_round(evening, [people[:4]])
    SitOut.objects.get_or_create(round=rnd, entry=people[4])
    builders.entries(evening, 1, state=Entry.State.ABSENT)
    [part] = names_document(evening, paper="letter").parts
    assert part.html.count('<td class="name">') == 5
    assert part.html.count(message("sits out")) == 1
    family, given = family_first(people[0].name)
    rows = flowing(part.html).split("</tr>")
    [row] = [each for each in rows if f"<b>{family}</b> {given}<" in each]
    assert '<td class="table">1</td>' in row
    assert '<span class="mark seat-4-1">1</span>' in row
    [part] = tables_document(rnd, paper="letter").parts
    sits_out = flowing(part.html).partition("sit out")[2]
    [name] = re.findall(r'<td class="name"><div class=".*?">(.*?)</div>', sits_out)
    assert name.strip() == people[4].name


def test_cards_are_for_all_who_may_come_and_for_all_rounds(evening):
    people = builders.entries(evening, 5)
    builders.entries(evening, 1, state=Entry.State.ABSENT)
    builders.published_round(evening, [people[:4]])
    [part] = cards_document(evening, paper="letter").parts
    found = re.findall(r'<p class="number">(.*?)</p>', flowing(part.html))
    assert found == ["1", "2", "3", "4", "5"]
    heads = re.findall(r"<th>round</th>(.*?)</tr>", flowing(part.html))
    assert [re.findall(r"[0-9]", each) for each in heads] == [["1", "2", "3"]] * 5
    places = re.findall(r'<td class="table">(.*?)</td>', flowing(part.html))
    assert [each for each in places if each] == ["1"] * 4 + ["out"]


def test_standings_say_how_final_they_are(evening):
    rnd = builders.published_round(evening, 2)
    builders.verified_sheet(rnd.sheets.get(table=1))
    paper = printed_standings(evening, time=NOON)
    assert paper.state == (
        "No places yet. Round 1 isn’t over. 1 of 2 sheets is verified. "
        "Not verified yet: table 2. "
        "When the round is over, its chips are added to everyone’s total."
    )
    assert not paper.is_final
    assert paper.as_of == "7:45 pm, Nov 20"
    assert paper.columns == ("R1",)
    assert paper.lines == ()
    builders.verified_sheet(rnd.sheets.get(table=2))
    paper = printed_standings(evening, time=NOON)
    assert paper.state == message("After round {last} of {planned}", last=1, planned=3)
    first = paper.lines[0]
    assert (first.place, first.person.name, first.total) == (1, builders.NAMES[0], 131)
    assert [cell.chips for cell in first.cells] == [131]
    [text] = texts_of(printed(standings_parts, [paper]))
    assert "Total 800" in text


def test_standings_hide_names_as_the_club_does(evening):
    rnd = builders.published_round(evening)
    builders.verified_sheet(rnd.sheets.get(table=1))
    evening.club.shown = "short"
    assert printed_standings(evening, time=NOON).lines[0].person.name == "Marie K."


def test_the_card_of_payoffs_follows_the_tournament(evening):
    evening.house_rules = {"renege_each": 7}
    card = payoff_card_of(evening)
    faults = card.right[-1]
    assert ("Renege †", "§30", "7") in faults.rows
    assert card.title == "Payoffs, house rules"
