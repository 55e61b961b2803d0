"""A sheet on the web: who may do what, and what the count says back."""

import re

import pytest
from django.urls import reverse

from scoring.draw import rounds
from scoring.models import Count, Round, Sheet
from scoring.sheets.sheet import SheetState
from tests import builders as build
from tests.in_turn import in_turn
from tests.markup import flowing
from tests.messages import message
from tests.scoring.at_desk import OTHER, address, form, page, signed_in, state
from tests.words import SHEET_CHANGED

pytestmark = pytest.mark.django_db

GETS = ("sheet-desk", "sheet-causes")
POSTS = ("sheet-count", "sheet-confirm", "sheet-correct", "sheet-withdraw")


@pytest.fixture
def sheet(rnd: Round) -> Sheet:
    return rnd.sheets.get(table=1)


@pytest.mark.parametrize("kind", ["scorekeeper", "director", "owner"])
def test_every_member_opens_the_sheet(club, sheet, kind):
    text = page(build.member(club, kind), sheet)
    assert message("Save table {table}", table=1) in text
    assert 'name="robots" content="noindex"' in text


def test_an_outsider_sees_no_desk(sheet):
    charlie = build.member(build.club("other", name="Other"), "owner", "charlie")
    for name in (*GETS, *POSTS):
        client = signed_in(charlie)
        send = client.get if name in GETS else client.post
        assert send(address(sheet, name)).status_code == 404


def test_only_a_director_is_offered_a_ruling(sheet, anna, karel):
    assert message("Make ruling on the difference") in page(anna, sheet)
    assert message("Make ruling on the difference") not in page(karel, sheet)


@pytest.mark.parametrize("where", [(1, 9), (9, 1)])
def test_there_is_no_such_table(sheet, anna, where):
    at = [sheet.round.tournament.club.slug, sheet.round.tournament.slug, *where]
    url = reverse("scoring:sheet-desk", args=at)
    assert signed_in(anna).get(url).status_code == 404


# --- Counting -----------------------------------------------------------------


def test_a_plain_sheet_is_saved_and_the_next_missing_one_is_offered(sheet, karel):
    response = signed_in(karel).post(
        address(sheet, "sheet-count"), form(sheet), follow=True
    )
    text = response.content.decode()
    assert response.redirect_chain[0][0].endswith("/tables/2/")
    assert "Table 1 saved: 400 ✓" in text
    assert message("Save table {table}", table=2) in text
    assert state(sheet) == SheetState.COUNTED


def test_after_the_last_missing_table_the_round_is_shown(rnd, anna):
    *before, last = rnd.sheets.all()
    for each in before:
        build.counted(each, anna)
    response = signed_in(anna).post(address(last, "sheet-count"), form(last))
    assert response.url.endswith("/rounds/1/")


@pytest.mark.parametrize(
    ("off", "said"),
    [
        ([], message("Every table of this round is counted.")),
        ([(131, 45, 124, 91)], message("None missing, {n} doesn’t balance.", n=1)),
        ([(131, 45, 124, 91)] * 2, message("None missing, {n} don’t balance.", n=2)),
    ],
)
def test_the_last_table_says_how_the_round_stands(rnd, anna, off, said):
    *before, last = rnd.sheets.all()
    for sheet, held in zip(before, [*off, build.EVEN, build.EVEN], strict=False):
        build.counted(sheet, anna, held)
    client = signed_in(anna)
    answer = client.post(address(last, "sheet-count"), form(last), follow=True)
    assert said in answer.content.decode()


def causes(user, sheet, held=(131, 45, 124, 91), query="", **typed):
    numbers = {f"held{seat}": value for seat, value in enumerate(held, start=1)}
    where = f"{address(sheet, 'sheet-causes')}{query}"
    return signed_in(user).get(where, {**numbers, **typed})


def test_causes_are_said_of_what_is_typed_and_nothing_is_saved(sheet, karel):
    text = flowing(causes(karel, sheet))
    assert "If Josef Marek has 54 instead of 45, the sheet is right" in text
    assert 'data-use="2" data-held="54"' in text
    assert text.count('aria-keyshortcuts="u"') == 1
    assert not Count.objects.exists()


def test_a_minus_is_offered_as_it_can_be_saved(sheet, karel):
    text = causes(karel, sheet, (12, 162, 130, 120)).content.decode()
    assert message("Use {held} held, {borrowed} borrowed", held=0, borrowed=12) in text
    assert "Marie Kubala</span>" in text


@in_turn("held", [build.EVEN, (131, 45, 124, ""), (131, 45, 124, "x"), (9999, 1, 1, 1)])
def test_what_is_right_missing_or_wrong_has_no_causes(sheet, karel, held):
    answer = causes(karel, sheet, held)
    assert answer.status_code == 200
    assert "data-use" not in answer.content.decode()


def test_causes_of_a_correction_are_a_directors(sheet, anna, karel):
    build.verified_sheet(sheet, by=karel, second=anna)
    text = flowing(causes(anna, sheet, correct=""))
    assert 'data-use="2" data-held="54"' in text
    assert causes(karel, sheet, correct="").status_code == 403


def test_who_types_blind_is_told_no_causes(sheet, anna):
    build.counted(sheet, anna)
    assert "data-causes" in page(anna, sheet)
    assert "data-causes" not in page(anna, sheet, "?again")


def test_an_unbalanced_sheet_stays_with_its_explanation(sheet, karel):
    response = signed_in(karel).post(
        address(sheet, "sheet-count"), form(sheet, (131, 45, 124, 91)), follow=True
    )
    text = response.content.decode()
    assert response.redirect_chain[0][0] == address(sheet)
    assert message("9 missing") in text
    assert "If Josef Marek has 54 instead of 45, the sheet is right" in text
    assert message("Use {held}", held=54) in text


def test_a_suggestion_is_put_into_the_form_and_not_saved(sheet, karel):
    build.counted(sheet, karel, (131, 45, 124, 91))
    text = page(karel, sheet, "?try=1")
    assert re.search(r'name="held2" value="54"', text)
    assert Count.objects.get().held[1] == 45


def test_what_the_hands_say_is_suggested_and_tried(sheet, karel):
    game = {"povinost": 1, "bid": "povinost", "declarer": 1, "partner": 3, "points": 59}
    build.recorded(sheet=sheet, by=build.actor(karel), key="one", record=game)
    build.counted(sheet, karel, (103, 97, 101, 97))
    text = page(karel, sheet, "?try=1")
    assert (
        message(
            "{who} has {score}, but the hands say {by_hands}.",
            who="Anna Svoboda",
            score=101,
            by_hands=103,
        )
        in text
    )
    assert re.search(r'name="held3" value="103"', text)


@in_turn("query", ["?try=99", "?try=x", "?try=²", "?try="])
def test_a_suggestion_there_is_not_changes_nothing(sheet, karel, query):
    build.counted(sheet, karel, (131, 45, 124, 91))
    assert re.search(r'name="held2" value="45"', page(karel, sheet, query))


def test_a_blank_is_refused_at_its_field_and_the_rest_kept(sheet, karel):
    response = signed_in(karel).post(
        address(sheet, "sheet-count"), form(sheet, (131, "", 104, 69))
    )
    text = response.content.decode()
    assert response.status_code == 200
    assert "Enter the chips Josef Marek has" in text
    assert re.search(r'name="held1" value="131"', text)
    assert not Count.objects.exists()


@in_turn(
    "typed, said",
    [
        ("13l", "“13l” isn’t a whole number"),
        ("1.5", "isn’t a whole number"),
        ("1000000", "more than 99999"),
        ("99999999999999999999999", "more than 99999"),
        (
            "4001",
            "Marie Kubala can’t hold 4001 chips, because the table started with 400.",
        ),
        ("<b>", "&lt;b&gt;"),
    ],
)
def test_what_is_no_number_of_chips_is_refused_in_words(sheet, karel, typed, said):
    response = signed_in(karel).post(
        address(sheet, "sheet-count"), form(sheet, (typed, 96, 104, 69))
    )
    assert response.status_code == 200
    assert said in response.content.decode()
    assert not Count.objects.exists()


def test_a_loan_is_taken_off(sheet, karel):
    data = form(sheet, (131, 146, 104, 69), borrowed2="50")
    signed_in(karel).post(address(sheet, "sheet-count"), data)
    assert Count.objects.get().scores == build.EVEN


def test_a_loan_with_a_minus_is_refused(sheet, karel):
    data = form(sheet, borrowed2="-50")
    response = signed_in(karel).post(address(sheet, "sheet-count"), data)
    assert "without a minus" in response.content.decode()


def test_where_points_start_at_0_both_minus_signs_are_read(club, karel):
    tournament = build.tournament(club, name="Vienna", start_chips=0)
    sheet = build.open_sheet(tournament)
    signed_in(karel).post(
        address(sheet, "sheet-count"), form(sheet, ("16", "8", "-6", "−18"))
    )
    assert Count.objects.get().scores == (16, 8, -6, -18)
    assert "borrowed" not in page(karel, build.open_sheet(tournament))


def test_colours_are_added_up_by_the_server(sheet, karel):
    data = form(sheet, ("", 96, 104, 69), blue1="12", red1="2", white1="1")
    signed_in(karel).post(address(sheet, "sheet-count"), data)
    made = Count.objects.get()
    assert made.held == build.EVEN
    assert made.chips == [{"blue": 12, "red": 2, "white": 1}, None, None, None]


def test_colours_and_a_number_that_differ_are_an_error_at_the_number(sheet, karel):
    data = form(sheet, blue1="12", red1="2", white1="2")
    response = signed_in(karel).post(address(sheet, "sheet-count"), data)
    assert "colors add up to 132, but you entered 131" in response.content.decode()
    assert not Count.objects.exists()


def test_the_same_form_twice_is_one_count(sheet, karel):
    client, data = signed_in(karel), form(sheet)
    for _ in range(2):
        assert client.post(address(sheet, "sheet-count"), data).status_code == 302
    assert Count.objects.count() == 1


def test_a_director_rules_who_bears_the_difference(sheet, anna):
    data = form(sheet, (131, 96, 104, 60), ruled4="+9")
    client = signed_in(anna)
    client.post(address(sheet, "sheet-count"), {**data, "ruled4": "9"})
    assert not Count.objects.exists()
    client.post(address(sheet, "sheet-count"), {**data, "ruled4": "9", "reason": "§31"})
    made = Count.objects.get()
    assert (made.ruled, made.reason) == ((0, 0, 0, 9), "§31")


def test_a_scorekeeper_cannot_rule_by_a_forged_form(sheet, karel):
    data = form(sheet, (131, 96, 104, 60), ruled4="9", reason="§31")
    signed_in(karel).post(address(sheet, "sheet-count"), data)
    assert Count.objects.get().ruled == (0, 0, 0, 0)


@in_turn("bad", [{"seen": "x"}, {"key": ""}, {"key": "k" * 99}])
def test_a_broken_form_is_no_server_error(sheet, karel, bad):
    response = signed_in(karel).post(
        address(sheet, "sheet-count"), {**form(sheet), **bad}
    )
    assert response.status_code == 200
    assert not Count.objects.exists()


def test_the_second_of_two_is_told_and_nothing_is_lost(sheet, anna, karel):
    stale = form(sheet, (131, 96, 104, 70))
    build.counted(sheet, anna)
    client = signed_in(karel)
    response = client.post(address(sheet, "sheet-count"), stale)
    text = response.content.decode()
    assert response.status_code == 200
    assert f"Anna Hlavac {SHEET_CHANGED}" in text
    assert re.search(r'name="held4" value="70"', text)
    assert message("saved {chips}", chips=69) in text
    assert Count.objects.get().by == anna
    fields = dict(re.findall(r'name="(seen|key)" value="(\w+)"', text))
    client.post(address(sheet, "sheet-count"), {**stale, **fields})
    assert [count.by for count in Count.objects.all()] == [anna, karel]


def test_one_alone_who_came_back_to_an_old_form_is_told_so(sheet, anna):
    stale = form(sheet, (131, 96, 104, 70))
    build.counted(sheet, anna)
    response = signed_in(anna).post(address(sheet, "sheet-count"), stale)
    text = response.content.decode()
    assert (
        message(
            "You’ve saved newer numbers since you opened this form. Nothing is lost."
        )
        in text
    )
    assert "You saved 131, 96, 104, 69 at" in text
    assert "theirs" not in text
    assert "Anna Hlavac changed" not in text
    assert Count.objects.count() == 1


def test_two_who_typed_the_same_are_offered_to_verify(sheet, anna, karel):
    stale = form(sheet)
    build.counted(sheet, anna)
    text = signed_in(karel).post(address(sheet, "sheet-count"), stale).content.decode()
    assert message("These are the same numbers. You can verify them.") in text
    assert message("Verify table {table}", table=1) in text


def test_the_enter_key_does_not_verify_what_one_was_just_told_of(sheet, anna, karel):
    stale = form(sheet, (131, 96, 104, 70))
    build.counted(sheet, anna)
    text = signed_in(karel).post(address(sheet, "sheet-count"), stale).content.decode()
    assert message("Verify table {table}", table=1) not in text


def test_typing_into_a_sheet_that_was_verified_meanwhile(sheet, anna, karel):
    stale = form(sheet, OTHER)
    build.verified_sheet(sheet, by=anna, second=build.user("rose"))
    text = signed_in(karel).post(address(sheet, "sheet-count"), stale).content.decode()
    assert "The sheet is verified now" in text
    assert "113" in text
    assert Count.objects.count() == 2


def test_a_cancelled_round_stays_readable_and_takes_nothing(sheet, anna):
    build.counted(sheet, anna)
    stale = form(sheet, OTHER)
    rounds.cancel(rnd=sheet.round, actor=build.actor(anna), reason="a fire alarm")
    text = page(anna, sheet)
    assert "canceled" in text
    assert "131" in text
    assert "data-save" not in text
    response = signed_in(anna).post(address(sheet, "sheet-count"), stale)
    assert response.status_code == 200
    assert "so you can’t enter counts" in response.content.decode()
