"""Verifying as one list: who may, what he sees, and what a press of Enter does."""

import pytest

from scoring.draw import manual_seating
from scoring.models import Count, Round, Sheet, Tournament
from scoring.sheets.sheet import SheetState, life_of
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, messages_of, text_of

pytestmark = pytest.mark.django_db

PART = {"HX-Request": "true"}
ODD = (131, 97, 103, 69)


@pytest.fixture
def sheet(rnd: Round) -> Sheet:
    return rnd.sheets.get(table=2)


def listed(crew: Crew, rnd: Round, who: str = "scorekeeper"):
    return crew.get(who, at(rnd.tournament, "verifying", rnd.number))


def press(crew: Crew, sheet: Sheet, data: dict, who: str = "scorekeeper", **headers):
    where = at(sheet.round.tournament, "verify-row", sheet.round.number, sheet.table)
    return crew.clients[who].post(where, data, headers=headers)


def look(seen: int = 1, **more: object) -> dict[str, object]:
    return {"witness": "account", "seen": seen, "key": "eyes", **more}


def again(*held: object, **more: object) -> dict[str, object]:
    typed = {f"held{seat}": number for seat, number in enumerate(held, start=1)}
    return {"witness": "blind", "seen": 1, "key": "again", **typed, **more}


def test_what_somebody_else_counted_is_seen_and_verified(
    crew: Crew, sheet: Sheet
) -> None:
    build.counted(sheet, crew.users["director"], held=ODD)
    page = listed(crew, sheet.round)
    assert all(f">{score}<" in page.content.decode() for score in ODD)
    assert "Counted by: Director" in text_of(page)
    assert 'id="t1"' not in page.content.decode()
    answer = press(crew, sheet, look(), **PART)
    assert message("Table {table} is verified ● and counts.", table=2) in text_of(
        answer
    )
    assert "<main" not in answer.content.decode()
    made = life_of(sheet).in_force
    assert made is not None
    assert made.witness == Count.Witness.ACCOUNT
    assert made.by == crew.users["scorekeeper"]


def test_what_was_held_and_borrowed_stands_beside_the_score(
    crew: Crew, sheet: Sheet
) -> None:
    seats = build.seats((100, 146, 84, 120), borrowed=(0, 50, 0, 0))
    build.counted(sheet, crew.users["director"], seats=seats)
    assert message(
        "{held} held, {borrowed} borrowed", held=146, borrowed=50
    ) in text_of(listed(crew, sheet.round))


def test_ones_own_is_typed_again_without_sight_of_it(crew: Crew, sheet: Sheet) -> None:
    build.counted(sheet, crew.users["scorekeeper"], held=ODD)
    page = listed(crew, sheet.round).content.decode()
    assert not any(f">{score}<" in page or f'"{score}"' in page for score in ODD)
    assert "Verify table 2</button>" not in " ".join(page.split())
    answer = press(crew, sheet, again(*ODD), **PART)
    assert "is verified" in text_of(answer)
    in_force = life_of(sheet).in_force
    assert in_force is not None
    assert in_force.witness == Count.Witness.BLIND


def test_ones_own_is_not_verified_by_looking(crew: Crew, sheet: Sheet) -> None:
    build.counted(sheet, crew.users["scorekeeper"], held=ODD)
    answer = press(crew, sheet, look(), **PART)
    assert message(
        "You counted this sheet, so a second person has to verify it."
    ) in text_of(answer)
    assert not any(f">{score}<" in answer.content.decode() for score in ODD)
    assert life_of(sheet).state == SheetState.COUNTED


def test_where_the_club_wants_no_second_entry_none_is_offered(
    crew: Crew, sheet: Sheet
) -> None:
    Tournament.objects.update(accepts_blind=False, accepts_paper=False)
    build.counted(sheet, crew.users["scorekeeper"], held=ODD)
    page = listed(crew, sheet.round)
    assert message("You counted this sheet. Someone else has to verify it.") in text_of(
        page
    )
    assert "chips-field" not in page.content.decode()
    answer = press(crew, sheet, again(*ODD), **PART)
    assert message(
        "In this tournament, a second person has to verify every sheet."
    ) in text_of(answer)
    assert life_of(sheet).state == SheetState.COUNTED


def test_who_signed_on_paper_is_kept(crew: Crew, sheet: Sheet) -> None:
    Tournament.objects.update(accepts_paper=True)
    build.counted(sheet, crew.users["scorekeeper"], held=ODD)
    signed = {"witness": "paper", "seen": 1, "key": "signed"}
    answer = press(crew, sheet, signed, **PART)
    assert message("Choose who signed the sheet.") in text_of(answer)
    answer = press(crew, sheet, {**signed, "witness_seat": 3}, **PART)
    assert "is verified" in text_of(answer)
    in_force = life_of(sheet).in_force
    assert in_force is not None
    assert (in_force.witness, in_force.witness_seat) == (Count.Witness.PAPER, 3)


def test_a_second_entry_that_differs_is_not_verified(crew: Crew, sheet: Sheet) -> None:
    build.counted(sheet, crew.users["scorekeeper"], held=ODD)
    answer = press(crew, sheet, again(131, 96, 104, 69), **PART)
    assert message(
        "This entry doesn’t match the earlier one. Check the paper."
    ) in text_of(answer)
    assert message("Two entries don’t match") in text_of(answer)
    assert life_of(sheet).state == SheetState.COUNTED


def test_an_error_keeps_what_was_typed(crew: Crew, sheet: Sheet) -> None:
    build.counted(sheet, crew.users["scorekeeper"], held=ODD)
    for headers in ({}, PART):
        answer = press(crew, sheet, again(131, "9y", 104, ""), **headers)
        page = answer.content.decode()
        assert 'value="9y"' in page
        assert "isn’t a whole number of chips" in page
    assert life_of(sheet).state == SheetState.COUNTED


def test_what_changed_since_it_was_seen_is_looked_at_again(
    crew: Crew, sheet: Sheet
) -> None:
    build.counted(sheet, crew.users["director"], held=(131, 97, 103, 60))
    build.counted(sheet, crew.users["director"], held=ODD)
    answer = press(crew, sheet, look(seen=1), **PART)
    assert message("Check the sheet again.") in text_of(answer)
    assert 'value="2"' in answer.content.decode()
    assert life_of(sheet).state == SheetState.COUNTED


def test_two_entries_and_corrections_are_looked_at_on_their_sheet(
    crew: Crew, rnd: Round
) -> None:
    one, two, _ = rnd.sheets.order_by("table")
    build.verified_sheet(one)
    build.corrected(one, by=crew.users["director"])
    build.counted(two, crew.users["director"], held=ODD)
    press(crew, two, again(131, 96, 104, 69), "director")
    page = listed(crew, rnd)
    assert message("A correction isn’t verified yet; the old score counts") in text_of(
        page
    )
    assert message("Two entries don’t match") in text_of(page)
    assert "data-verifies" not in page.content.decode()


def test_without_a_script_one_comes_to_the_next(crew: Crew, rnd: Round) -> None:
    for each in rnd.sheets.all():
        build.counted(each, crew.users["director"], held=ODD)
    one, two, three = rnd.sheets.order_by("table")
    page = at(rnd.tournament, "verifying", 1)
    answer = press(crew, one, look())
    assert answer.url == f"{page}#t2"
    assert messages_of(answer) == [
        message("Table {table} is verified ● and counts.", table=1)
    ]
    assert press(crew, two, look(key="other")).url == f"{page}#t3"
    assert press(crew, three, look(key="last")).url == page


def test_after_the_last_one_the_next_round_may_be_published(
    crew: Crew, rnd: Round
) -> None:
    people = list(rnd.tournament.entries.all())
    manual_seating.seat_by_hand(
        tournament=rnd.tournament,
        actor=build.command(),
        tables=[people[:4], people[4:8]],
    )
    one, two, three = rnd.sheets.order_by("table")
    build.verified_sheet(one)
    build.verified_sheet(three)
    build.counted(two, crew.users["scorekeeper"], held=ODD)
    before = listed(crew, rnd, "director")
    assert message("Publish round {round}", round=2) not in text_of(before)
    answer = press(crew, two, look(), "director", **PART)
    assert message("Publish round {round}", round=2) in text_of(answer)
    assert at(rnd.tournament, "round-publish", 2) in answer.content.decode()
    assert message("Publish round {round}", round=2) not in text_of(listed(crew, rnd))
    assert message("Next step") in text_of(listed(crew, rnd))


def test_three_hundred_people_cost_what_four_do(
    crew: Crew, tournament: Tournament, django_assert_max_num_queries
) -> None:
    crew.sign_in("scorekeeper")
    many = build.published_round(build.tournament(crew.club, name="Hall"), 75)
    people = [crew.users["director"], crew.users["scorekeeper"]]
    for sheet in many.sheets.all():
        build.counted(sheet, people[sheet.table % 2], held=ODD)
    with django_assert_max_num_queries(16):
        page = listed(crew, many).content.decode()
    assert page.count("data-waits") == 75
