"""A pile of paper comes in: code, Enter, four numbers, and the next code."""

import re

import pytest

from scoring.draw import manual_seating
from scoring.models import Count, Round, Sheet, Tournament
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def sheet(rnd: Round) -> Sheet:
    made = rnd.sheets.get(table=2)
    made.code = "DLC7R"
    made.save()
    return made


def find(crew: Crew, typed: str, who: str = "scorekeeper", **more: object):
    url = f"/desk/{crew.club.slug}/find/"
    return crew.clients[who].get(url, {"q": typed, **more})


def sheet_page(sheet: Sheet) -> str:
    where = at(sheet.round.tournament, "sheet-desk", sheet.round.number, sheet.table)
    return f"{where}?paper"


@in_turn("typed", ["DLC7R", " dlc 7r ", "dlc-7r", "0ICZB", "O1G2r", "2", "0002"])
def test_what_is_typed_leads_to_the_sheet(crew: Crew, sheet: Sheet, typed: str) -> None:
    for more in ({}, {"tournament": sheet.round.tournament.slug, "round": 1}):
        assert find(crew, typed, **more).url == sheet_page(sheet)


@pytest.mark.parametrize("end", ["/", ""])
def test_a_scanner_types_the_whole_address(crew: Crew, sheet: Sheet, end: str) -> None:
    typed = f"http://192.168.1.20:8000/t/{sheet.token}{end}"
    assert find(crew, typed).url == sheet_page(sheet)
    # The same without what had been typed when its first “/” brought the cursor here.
    assert find(crew, typed.removeprefix("http:/")).url == sheet_page(sheet)


def test_a_sheet_of_another_round_is_opened_and_named(
    crew: Crew, sheet: Sheet, tournament: Tournament
) -> None:
    build.published_round(tournament, 3)
    answer = find(crew, sheet.code, tournament=tournament.slug, round=2)
    assert answer.url == sheet_page(sheet)
    assert messages_of(answer) == [
        message(
            "This sheet is from round {round}, not round {number}.", round=1, number=2
        )
    ]
    other = build.tournament(crew.club, name="Spring Tarok")
    answer = find(crew, sheet.code, tournament=other.slug)
    assert messages_of(answer)[-1] == message(
        "This sheet belongs to another tournament: {name}, round {round}.",
        name="Fall Tarok",
        round=1,
    )


def test_another_clubs_sheet_and_a_draft_are_not_found(
    crew: Crew, tournament: Tournament, rnd: Round
) -> None:
    other = build.open_sheet(build.tournament(build.club("third")))
    draft = manual_seating.seat_by_hand(
        tournament=tournament,
        actor=build.command(),
        tables=[list(tournament.entries.all()[:4])],
    ).sheets.get()
    pile = {"tournament": tournament.slug, "round": 1}
    for typed in (
        other.code,
        f"http://x/t/{other.token}/",
        draft.code,
        f"/t/{draft.token}",
        "9",
        "x" * 200,
        "/t/" + "x" * 22,
    ):
        answer = find(crew, typed, **pile)
        assert answer.url == f"{at(tournament, 'paper')}?round=1", typed
        assert re.match(
            "(No sheet in this club|Round 1 doesn’t have)", messages_of(answer)[-1]
        )


def test_enter_alone_opens_what_waits_next(
    crew: Crew, tournament: Tournament, rnd: Round
) -> None:
    one, two, three = rnd.sheets.order_by("table")
    keeper, director = crew.users["scorekeeper"], crew.users["director"]
    pile = {"tournament": tournament.slug, "round": 1}
    build.counted(one, keeper)
    assert find(crew, "", **pile).url == sheet_page(two)
    build.counted(two, director)
    build.counted(three, keeper, (131, 96, 104, 60))
    assert find(crew, "", **pile).url == sheet_page(three)
    build.verified_sheet(three, second=keeper)
    assert find(crew, "", **pile).url == sheet_page(two)
    assert find(crew, "", "director", **pile).url == sheet_page(one)
    build.confirmed(two, keeper)
    build.confirmed(one, director)
    answer = find(crew, "", **pile)
    assert messages_of(answer) == [
        message("All sheets for round {number} are verified.", number=1)
    ]


def test_a_pile_leads_back_to_the_code(
    crew: Crew, tournament: Tournament, sheet: Sheet
) -> None:
    """Counted by one, verified by another, each with the next code before him."""
    page = sheet_page(sheet)
    numbers = {f"held{n}": held for n, held in enumerate(build.EVEN, start=1)}
    count = at(tournament, "sheet-count", 1, 2)
    html = crew.get("director", page).content.decode()
    assert f'action="{count}?paper"' in html
    data = {"key": "form-1", "seen": 0, **numbers}
    back = f"{at(tournament, 'paper')}?round=1"
    assert crew.post("director", f"{count}?paper", data).url == back
    shown = text_of(crew.get("director", back))
    assert "Table 2 saved: 400 ✓" in shown
    assert message("Waiting for a second person") in shown
    confirm = f"{at(tournament, 'sheet-confirm', 1, 2)}?paper"
    data = {"key": "form-2", "seen": 1, "witness": "account"}
    assert crew.post("scorekeeper", confirm, data).url == back
    assert Count.objects.count() == 2


def test_what_does_not_balance_stays_in_the_pile(
    crew: Crew, tournament: Tournament, sheet: Sheet
) -> None:
    numbers = {f"held{n}": 100 for n in (1, 2, 3)} | {"held4": 90}
    data = {"key": "form-1", "seen": 0, **numbers}
    count = f"{at(tournament, 'sheet-count', 1, 2)}?paper"
    assert crew.post("director", count, data).url == sheet_page(sheet)


def test_a_second_entry_leads_back_too(
    crew: Crew, tournament: Tournament, sheet: Sheet
) -> None:
    build.counted(sheet, crew.users["director"])
    page = crew.get("director", sheet_page(sheet)).content.decode()
    assert 'href="?again&amp;paper"' in page
    again = crew.get("director", f"{sheet_page(sheet)}&again").content.decode()
    confirm = at(tournament, "sheet-confirm", 1, 2)
    assert f'action="{confirm}?paper"' in again
    numbers = {f"held{n}": held for n, held in enumerate(build.EVEN, start=1)}
    data = {"key": "form-2", "seen": 1, "witness": "blind", **numbers}
    answer = crew.post("director", f"{confirm}?paper", data)
    assert answer.url == f"{at(tournament, 'paper')}?round=1"


def test_before_the_first_round_the_page_says_what_will_stand_there(
    crew: Crew, tournament: Tournament
) -> None:
    assert message(
        "After a round is published, you enter its sheets here one by one: the "
        "code, the Enter key, then a number for each seat."
    ) in text_of(crew.get("scorekeeper", at(tournament, "paper")))
    answer = find(crew, "", tournament=tournament.slug)
    assert messages_of(answer) == [message("No rounds are published yet.")]


@pytest.mark.parametrize("tables", [1, 3])
def test_the_page_takes_the_same_queries_whatever_its_size(
    crew: Crew, tournament: Tournament, tables: int, django_assert_num_queries
) -> None:
    crew.sign_in("scorekeeper")
    build.published_round(tournament, tables)
    build.published_round(tournament, tables)
    with django_assert_num_queries(8):
        shown = text_of(crew.get("scorekeeper", at(tournament, "paper")))
    assert message("Round {n}", n=1) in shown  # it has gaps, too
