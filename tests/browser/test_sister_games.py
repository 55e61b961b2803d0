"""A club night of each sister game: two rounds, phones and paper, to the standings.

At one table a phone's form is filled in by thumbs. The others’ phones send what a phone
sends (sister_tables).
"""

from io import BytesIO
from typing import Any

import pytest
from django.core.management import call_command
from playwright.sync_api import Page
from pypdf import PdfReader
from pytest_django.live_server_helper import LiveServer

from scoring.draw import draws, rounds
from scoring.draw.documents.score_sheets import sheet_document
from scoring.games import payoff_card_of
from scoring.models import Round, Sheet
from scoring.printing.document import Document
from scoring.printing.render import pdf_of
from scoring.sheets.hands import hands_in_force
from scoring.tournaments.documents.payoffs import payoffs_document
from tests import builders as build
from tests.browser.sister_nights import NIGHTS, Deal, Night
from tests.browser.sister_tables import Desk, Evening, confirmed, handed_in, recorded
from tests.browser.standings_page import standings_on
from tests.browser.test_deal_form_table import Scorer
from tests.drill.figures import size
from tests.messages import message

pytestmark = [
    pytest.mark.django_db(transaction=True),
    # In the gate a plain table is test_deal_form_table's, points against par
    # test_deals_by_points', pools test_deals_with_state's; the night the made-up game's.
    pytest.mark.skipif(size(True, False), reason="./run drill nights"),
]
BY = build.command()


@pytest.mark.parametrize("night", NIGHTS, ids=[each.game for each in NIGHTS])
def test_a_night(night: Night, phone: Page, live_server: LiveServer) -> None:
    evening = seated(night)
    dora, karel = (
        build.member(evening.played.club, *who)
        for who in (("director", "dora"), ("scorekeeper", "karel"))
    )
    one, two = evening.played.rounds.order_by("number")
    first, *others = tables(night, one)
    by_thumbs(evening, phone, first)
    for sheet in others:
        handed_in(evening, sheet, recorded(evening, sheet))
    rounds.publish(rnd=two, actor=BY)
    desk = Desk(evening, phone, live_server.url, dora, karel)
    first, second, *others = tables(night, two)
    desk.does_not_balance(first)
    desk.only_paper(second)
    for sheet in others:
        handed_in(evening, sheet, recorded(evening, sheet))
    phone.goto("/lodge-24/sisters/")
    assert standings_on(phone) == evening.standings()
    call_command("audit")  # raises where anything kept differs from the facts
    on_paper(evening, two)


def seated(night: Night) -> Evening:
    """Everybody is here and has a seat for both rounds; the first may begin."""
    facts = {"game": night.game, "preset": night.preset, "house_rules": night.house}
    facts |= {"start_chips": 0, "with_chips": False, "rounds_planned": 2}
    played = build.tournament(build.club(), name="Sisters", **facts)
    build.entries(played, night.people)
    draws.draw(tournament=played, actor=BY, whole_evening=True, seed=7)
    played.refresh_from_db()
    rounds.publish(rnd=played.rounds.get(number=1), actor=BY)
    return Evening(night, played)


def tables(night: Night, rnd: Round) -> list[Sheet]:
    """The sheets of a round, that of the largest table first."""
    found = sorted(rnd.sheets.order_by("table"), key=lambda each: -each.size)
    assert tuple(each.size for each in found) == night.sizes
    return found


# --- A phone's form ---------------------------------------------------------------


def by_thumbs(evening: Evening, page: Page, sheet: Sheet) -> None:
    """A plain deal, a rare one, and the first of them changed; then it is handed in."""
    night, keeper = evening.night, Scorer(page, sheet)
    keeper.open().join(sheet.seats.get(position=1).entry.name)
    records = [{**deal.record, "table": sheet.size} for deal in night.deals]
    for n, deal in enumerate(night.deals, start=1):
        play(keeper, n, deal)
        keeper.totals(*night.scores(records[:n], sheet.size))
    before = [*night.nets(records, sheet.size)]
    change(keeper, night)
    records[0] = {**night.changed.record, "table": sheet.size}
    scores = night.scores(records, sheet.size)
    keeper.totals(*scores)
    assert parsed(night, sheet) == [night.rules[0].parse(each) for each in records]
    after = [*night.nets(records, sheet.size)]
    assert [hand.net for hand in hands_in_force(sheet)] == after
    assert (before[1:] != after[1:]) is night.moves
    keeper.go("count").heading(message("Submit hands"))
    keeper.page.locator(".bar .btn-main").tap()
    keeper.heading(message("Have a second person confirm"))
    confirmed(sheet)
    evening.score(sheet, scores)


def play(keeper: Scorer, number: int, deal: Deal) -> None:
    if deal.closes:
        keeper.go("close")
    else:
        keeper.begin(number)
    tap(keeper, deal)
    if deal.review:
        keeper.tap(message("Review hand {n}", n=number))
    keeper.tap(message("Save hand {n}", n=number))


def tap(keeper: Scorer, deal: Deal) -> None:
    known = dict(zip("abcde", keeper.names, strict=False))
    for each in deal.taps:
        place, _, said = each.format(**known).rpartition(" > ")
        if said.startswith("~"):
            keeper.page.locator("#table button", has_text=said[1:]).tap()
        else:
            keeper.tap(said, within=place or "#table")


def change(keeper: Scorer, night: Night) -> None:
    keeper.row(1).tap()
    keeper.tap(message("Change"))
    tap(keeper, night.changed)
    keeper.tap(message("Review hand {n}", n=1))
    if night.moves:
        keeper.says(message("Later hands will change too"))
    keeper.page.get_by_label(message("Why are you changing it?")).fill("misread")
    keeper.tap(message("Save change to hand {n}", n=1))


def parsed(night: Night, sheet: Sheet) -> list[Any]:
    game, _ = night.rules
    return [game.parse(hand.record) for hand in hands_in_force(sheet)]


# --- Paper ------------------------------------------------------------------------


def on_paper(evening: Evening, rnd: Round) -> None:
    """A score sheet for each table with its names, and the card of payoffs."""
    sheets = sheet_document(rnd, address="https://valat.example", paper="letter")
    pages = texts_of(sheets)
    for sheet, text in zip(rnd.sheets.order_by("table"), pages, strict=True):
        for seat in sheet.seats.all():
            assert seat.entry.name.split()[-1] in text
    card = payoffs_document(payoff_card_of(evening.played), paper="letter")
    assert all("Sisters" in text for text in texts_of(card))


def texts_of(document: Document) -> list[str]:
    """The words of each page."""
    pages = PdfReader(BytesIO(pdf_of(document))).pages
    return [page.extract_text() for page in pages]
