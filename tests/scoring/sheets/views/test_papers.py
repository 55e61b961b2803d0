"""A round's papers as one grid: read in few queries, saved row by row, nothing lost."""

import pytest
from django.test import Client

from scoring.models import Count, Hand, Round, Tournament
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of

pytestmark = pytest.mark.django_db

PART = {"HX-Request": "true"}


def facts(*held: object, **more: object) -> dict[str, object]:
    typed = {f"held{seat}": number for seat, number in enumerate(held, start=1)}
    return {"seen": 0, "key": "mine", **typed, **more}


def save(crew: Crew, rnd: Round, table: int, data: dict, **headers: str):
    where = at(rnd.tournament, "paper-save", rnd.number, table)
    return crew.clients["scorekeeper"].post(where, data, headers=headers)


def grid(crew: Crew, rnd: Round, more: str = ""):
    return crew.get("scorekeeper", at(rnd.tournament, "papers", rnd.number) + more)


def test_every_table_has_a_row_in_the_order_of_its_seats(
    crew: Crew, rnd: Round
) -> None:
    page = grid(crew, rnd).content.decode()
    places = [
        page.index(f'id="t{table}_held{seat}"')
        for table in (1, 2)
        for seat in (1, 2, 3, 4)
    ]
    assert places == sorted(places)
    assert page.count('inputmode="numeric"') == page.count('class="chips-field"') > 0
    sheet = rnd.sheets.get(table=2)
    assert f'data-code="{sheet.code}"' in page


def test_three_hundred_people_cost_what_four_do(
    crew: Crew, tournament: Tournament, django_assert_max_num_queries
) -> None:
    crew.sign_in("scorekeeper")
    few = build.published_round(tournament, 1)
    many = build.published_round(build.tournament(crew.club, name="Hall"), 75)
    anna = crew.users["director"]
    for sheet in many.sheets.all()[:3]:
        build.counted(sheet, anna, held=(100, 100, 100, 91))
    for rnd in (few, many):
        with django_assert_max_num_queries(16):
            assert grid(crew, rnd).status_code == 200


def test_where_chips_lie_aside_all_hands_are_read_at_once(
    crew: Crew, django_assert_max_num_queries
) -> None:
    crew.sign_in("scorekeeper")
    played = build.tournament(
        crew.club, game="reversis", preset="book", start_chips=0, with_chips=False
    )
    rnd = build.published_round(played, 12)
    record = {"table": 4, "dealer": 4, "tricks": [4, 3, 2, 2], "points": [12, 9, 8, 11]}
    for sheet in rnd.sheets.all():
        build.recorded(sheet, build.command(), key=f"k{sheet.pk}", record=record)
    assert Hand.objects.count() == 12
    with django_assert_max_num_queries(17):
        page = grid(crew, rnd)
    assert (
        text_of(page).count("from the recorded hands. The scores make up the rest.")
        == 12
    )


def test_a_row_is_saved_without_the_rest_of_the_page(crew: Crew, rnd: Round) -> None:
    answer = save(crew, rnd, 2, facts(131, 96, 104, 69), **PART)
    assert answer.status_code == 200
    assert "Table 2 saved: 400 ✓" in text_of(answer)
    page = answer.content.decode()
    assert 'id="t2"' in page
    assert 'id="t1"' not in page
    assert "<main" not in page
    assert 'hx-swap-oob="true"' in page
    made = Count.objects.get()
    assert made.scores == (131, 96, 104, 69)
    assert made.by == crew.users["scorekeeper"]


def test_without_a_script_one_comes_to_the_next_row(crew: Crew, rnd: Round) -> None:
    answer = save(crew, rnd, 1, facts(131, 96, 104, 69))
    assert answer.url == f"{at(rnd.tournament, 'papers', 1)}?at=2#t2"
    answer = save(crew, rnd, 2, facts(131, 45, 124, 91, key="other"))
    assert answer.url == f"{at(rnd.tournament, 'papers', 1)}?at=2#t2"
    assert "was saved as is. It doesn’t balance yet." in messages_of(answer)[-1]
    page = grid(crew, rnd, "?at=2").content.decode()
    assert f'href="{at(rnd.tournament, "sheet-desk", 1, 2)}?try=1"' in page


def test_what_does_not_balance_is_explained_beside_its_row(
    crew: Crew, rnd: Round
) -> None:
    answer = save(crew, rnd, 1, facts(131, 45, 124, 91), **PART)
    assert "54" in text_of(answer)
    assert "data-use" in answer.content.decode()
    assert "data-open" in answer.content.decode()


@pytest.mark.parametrize("headers", [{}, PART])
def test_an_error_stands_beside_its_row_with_all_that_was_typed(
    crew: Crew, rnd: Round, headers: dict[str, str]
) -> None:
    answer = save(crew, rnd, 2, facts(131, "9y", 104, ""), **headers)
    page = answer.content.decode()
    row = page[page.index('id="t2"') :]
    assert answer.status_code == 200
    assert 'value="9y"' in row
    assert 'value="104"' in row
    assert "isn’t a whole number of chips" in row
    assert ('id="t1"' in page) is not bool(headers)
    assert not Count.objects.exists()


def test_who_saved_meanwhile_stands_beside_what_was_typed(
    crew: Crew, rnd: Round
) -> None:
    sheet = rnd.sheets.get(table=2)
    build.counted(sheet, crew.users["director"], held=(100, 100, 100, 100))
    answer = save(crew, rnd, 2, facts(131, 96, 104, 69), **PART)
    text, page = text_of(answer), answer.content.decode()
    assert "changed this sheet while you were typing" in text
    assert 'value="131"' in page
    assert message("saved {chips}", chips=100) in text
    assert Count.objects.count() == 1
    seen = 'name="seen" value="1"'
    assert seen in page


def test_what_was_typed_over_a_verified_sheet_is_shown(crew: Crew, rnd: Round) -> None:
    build.verified_sheet(rnd.sheets.get(table=2))
    answer = save(crew, rnd, 2, facts(131, 96, 104, 69), **PART)
    text = text_of(answer)
    assert message("You typed:") in text
    assert "131" in text
    assert "held1" not in answer.content.decode()
    assert "verified" in text


def test_the_same_row_sent_twice_is_one_count(crew: Crew, rnd: Round) -> None:
    for _ in range(2):
        answer = save(crew, rnd, 1, facts(131, 96, 104, 69), **PART)
        assert "Table 1 saved" in text_of(answer)
    assert Count.objects.count() == 1


def test_nobody_rules_in_the_grid_and_a_ruling_stays(crew: Crew, rnd: Round) -> None:
    sheet, anna = rnd.sheets.get(table=1), crew.users["director"]
    ruled = build.seats((100, 100, 100, 91), ruled=(0, 0, 0, 9))
    build.counted(sheet, anna, seats=ruled, may_rule=True, reason="§31")
    save(crew, rnd, 1, facts(101, 99, 100, 91, seen=1, ruled1=50), **PART)
    latest = Count.objects.order_by("pk").last()
    assert latest.ruled == (0, 0, 0, 9)
    assert latest.reason == "§31"


def test_colours_stay_with_whoever_holds_what_he_held(crew: Crew, rnd: Round) -> None:
    sheet, anna = rnd.sheets.get(table=1), crew.users["director"]
    chips = [{"blue": 10, "red": 0, "white": 0}] * 4
    build.counted(sheet, anna, held=(100, 100, 100, 100), chips=chips)
    save(crew, rnd, 1, facts(100, 100, 99, 101, seen=1), **PART)
    latest = Count.objects.order_by("pk").last()
    assert latest.chips == [chips[0], chips[0], None, None]


def test_a_code_leads_to_its_row(crew: Crew, rnd: Round) -> None:
    sheet = rnd.sheets.get(table=2)
    here = at(rnd.tournament, "papers", 1)
    for typed in (sheet.code, sheet.code.lower(), "2", f"http://x/t/{sheet.token}/"):
        answer = crew.clients["scorekeeper"].get(here, {"q": typed})
        assert answer.url == f"{here}?at=2#t2", typed
    answer = crew.clients["scorekeeper"].get(here, {"q": ""})
    assert answer.url == f"{here}?at=1#t1"
    answer = crew.clients["scorekeeper"].get(here, {"q": "99"})
    assert answer.url == here
    assert messages_of(answer) == [
        message("Round {number} doesn’t have a table {table}.", number=1, table=99)
    ]


def test_a_draft_and_a_cancelled_round(crew: Crew, rnd: Round) -> None:
    Round.objects.update(state=Round.State.CANCELLED, reason="Hail")
    page = grid(crew, rnd)
    assert message("This round is canceled.") in text_of(page)
    assert "chips-field" not in page.content.decode()
    Round.objects.update(state=Round.State.DRAFT, published_at=None, reason="")
    assert grid(crew, rnd).status_code == 404
    assert Client().get(at(rnd.tournament, "papers", 1)).status_code == 302
