"""What can be undone is undone by one press beside what says that it was done."""

import html
import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse

from scoring.models import Round, Sheet, Tournament
from scoring.sheets.sheet import SheetState, life_of
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of

pytestmark = pytest.mark.django_db
OFFER = re.compile(
    r'<form method="post" action="([^"]+)">((?:(?!</form>).)*)'
    r'<button\s+class="btn"\s+aria-describedby="message-1"\s*>\s*Undo<',
    re.S,
)
Undo = tuple[str, dict[str, str]]


@pytest.fixture
def sheet(tournament: Tournament) -> Sheet:
    """The only table of round 1, counted by a scorekeeper."""
    return build.published_round(tournament).sheets.get()


def offered(answer: HttpResponse, crew: Crew, who: str = "director") -> Undo:
    """Where the button on the next page leads, and what it sends."""
    page = text_of(crew.get(who, answer.url))
    offers = OFFER.findall(page)
    assert len(offers) == 1, page[:3000]
    address, fields = offers[0]
    sent = re.findall(r'name="([^"]+)"\s+value="([^"]*)"', fields)
    return address, {name: html.unescape(value) for name, value in sent}


def verifies(crew: Crew, sheet: Sheet) -> HttpResponse:
    build.counted(sheet, crew.users["scorekeeper"])
    rnd = sheet.round
    sent = {"witness": "account", "seen": 1, "key": "eyes"}
    return crew.post(
        "director", at(rnd.tournament, "sheet-confirm", rnd.number, sheet.table), sent
    )


def corrects(crew: Crew, sheet: Sheet) -> HttpResponse:
    build.verified_sheet(sheet)
    rnd = sheet.round
    held = {"held1": 130, "held2": 97, "held3": 104, "held4": 69}
    sent = {**held, "seen": 2, "key": "new", "reason": "Two stacks mixed up"}
    return crew.post(
        "director", at(rnd.tournament, "sheet-correct", rnd.number, sheet.table), sent
    )


def rules(crew: Crew, sheet: Sheet) -> HttpResponse:
    tournament = sheet.round.tournament
    entry = tournament.entries.order_by("number").first()
    sent = {"entry": entry.number, "chips": -5, "reason": "Late", "key": "ruling"}
    address = at(tournament, "ruling-add")
    asked = crew.post("director", address, sent)
    if asked.status_code == 302:
        return asked
    [seen] = re.findall(r'name="effects_seen"\s+value="(\w+)"', text_of(asked))
    return crew.post("director", address, {**sent, "effects_seen": seen})


def publishes(crew: Crew, sheet: Sheet) -> HttpResponse:
    tournament = sheet.round.tournament
    Round.objects.filter(pk=sheet.round_id).update(
        state=Round.State.DRAFT, published_at=None
    )
    return crew.post("director", at(tournament, "round-publish", 1))


def finishes(crew: Crew, sheet: Sheet) -> HttpResponse:
    build.verified_sheet(sheet)
    tournament = sheet.round.tournament
    Tournament.objects.filter(pk=tournament.pk).update(rounds_planned=1)
    return crew.post("director", at(tournament, "tournament-finish"))


def draws(crew: Crew, sheet: Sheet) -> HttpResponse:
    return crew.post("director", at(sheet.round.tournament, "draw-usual"))


def is_counted(sheet: Sheet) -> bool:
    return life_of(Sheet.objects.get(pk=sheet.pk)).state == SheetState.COUNTED


def waits_for_nobody(sheet: Sheet) -> bool:
    life = life_of(Sheet.objects.get(pk=sheet.pk))
    return life.state == SheetState.VERIFIED and not life.correction_waits


def is_not_ruled(sheet: Sheet) -> bool:
    [ruling] = sheet.round.tournament.adjustments.all()
    return ruling.reversed_at is not None


def is_draft(sheet: Sheet) -> bool:
    return Round.objects.get(pk=sheet.round_id).state == Round.State.DRAFT


def is_open_again(sheet: Sheet) -> bool:
    return Tournament.objects.get(pk=sheet.round.tournament_id).finished_at is None


def has_no_draft(sheet: Sheet) -> bool:
    return not sheet.round.tournament.rounds.filter(state=Round.State.DRAFT).exists()


@pytest.mark.parametrize(
    ("does", "is_undone"),
    [
        (verifies, is_counted),
        (corrects, waits_for_nobody),
        (rules, is_not_ruled),
        (publishes, is_draft),
        (finishes, is_open_again),
        (draws, has_no_draft),
    ],
)
def test_one_press_takes_it_back(
    crew: Crew,
    sheet: Sheet,
    does: Callable[[Crew, Sheet], HttpResponse],
    is_undone: Callable[[Sheet], bool],
) -> None:
    answer = does(crew, sheet)
    assert answer.status_code == 302, text_of(answer)[:2000]
    address, sent = offered(answer, crew)
    assert not is_undone(sheet)
    for _ in range(2):  # a double click is none
        assert crew.post("director", address, sent).status_code == 302
        assert is_undone(sheet)


@pytest.mark.parametrize("reason", ["reason.undone", "Undone at once."])
@pytest.mark.parametrize("does", [corrects, rules])
def test_why_it_was_undone_comes_back_as_a_code(
    crew: Crew,
    sheet: Sheet,
    does: Callable[[Crew, Sheet], HttpResponse],
    reason: str,
) -> None:
    """A page of the release before sends back its words."""
    address, sent = offered(does(crew, sheet), crew)
    assert sent["reason"] == "reason.undone"
    assert crew.post("director", address, {**sent, "reason": reason}).status_code == 302
    if does is corrects:
        newest = sheet.counts.latest("number")
        written = newest.reason, newest.reason_message
    else:
        [ruling] = sheet.round.tournament.adjustments.all()
        written = ruling.reversal_reason, ruling.reversal_reason_message
    message = {"code": "reason.undone", "values": {}}
    assert written == ("Undone right after saving.", message)


def test_it_says_on_what_it_rests(crew: Crew, sheet: Sheet) -> None:
    address, sent = offered(verifies(crew, sheet), crew)
    build.published_round(sheet.round.tournament)
    answer = crew.post("director", address, sent)
    assert messages_of(answer) == [
        message(
            "Round {number} has already been published. Enter a correction instead.",
            number=2,
        ),
    ]
    assert life_of(Sheet.objects.get(pk=sheet.pk)).state == SheetState.VERIFIED


def test_nothing_is_offered_where_it_would_not_be_exact(
    crew: Crew, sheet: Sheet
) -> None:
    """A draft in the place of another one brings that one not back."""
    draws(crew, sheet)
    crew.get("director", at(sheet.round.tournament, "draw"))
    page = text_of(crew.get("director", at(sheet.round.tournament, "draw")))
    assert not OFFER.findall(page)


def test_the_sheets_page_offers_it_while_nothing_was_written_after(
    crew: Crew, sheet: Sheet
) -> None:
    """To whoever verified and to a director."""
    rnd = sheet.round
    here = at(rnd.tournament, "sheet-desk", rnd.number, sheet.table)
    back = at(rnd.tournament, "sheet-take-back", rnd.number, sheet.table)
    verifies(crew, sheet)
    assert back in text_of(crew.get("director", here))
    assert back not in text_of(crew.get("scorekeeper", here))
    assert messages_of(crew.post("scorekeeper", back, {"seen": 2, "key": "k"})) == [
        message("Someone else verified this sheet. Only a director can undo that.")
    ]
    build.corrected(sheet)
    assert back not in text_of(crew.get("director", here))


def test_a_row_of_the_list_is_verified_and_taken_back(crew: Crew, sheet: Sheet) -> None:
    build.counted(sheet, crew.users["scorekeeper"])
    rnd, part = sheet.round, {"HX-Request": "true"}
    verify = at(rnd.tournament, "verify-row", rnd.number, sheet.table)
    undo = at(rnd.tournament, "verify-undo", rnd.number, sheet.table)
    director = crew.clients["director"]
    sent = {"witness": "account", "seen": 1, "key": "eyes"}
    row = text_of(director.post(verify, sent, headers=part))
    assert f'hx-post="{undo}"' in row
    seen = {"seen": 2, "key": "back"}
    row = text_of(director.post(undo, seen, headers=part))
    assert "was undone. It’s waiting for a second person again." in row
    assert f'hx-post="{verify}"' in row
    assert is_counted(sheet)
    answer = director.post(undo, {"seen": 2, "key": "other"}, headers=part)
    assert message("Check the sheet again.") in text_of(answer)
    assert director.post(undo, {"seen": 2, "key": "back"}).url.endswith("/verify/#t1")
