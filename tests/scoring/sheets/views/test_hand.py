"""The judge rules on a hand, on the web."""

import pytest
from django.http import HttpResponse

from scoring.models import HandRuling, Sheet, TrayHand
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.at_table import GAME
from tests.scoring.crew import REFUSED, Crew, at, messages_of, text_of
from tests.words import NOT_OFFERED

pytestmark = pytest.mark.django_db

WHY = "Karel looked at the Talon"
HANDS = (103, 97, 103, 97)


@pytest.fixture
def sheet(crew: Crew) -> Sheet:
    rnd = build.published_round(build.tournament(crew.club), 2)
    sheet = rnd.sheets.get(table=1)
    build.recorded(sheet=sheet, by=build.command(), key="hand", record=GAME)
    return sheet


def address(sheet: Sheet, name: str = "hand-desk", *more: object) -> str:
    where = (sheet.round.number, sheet.table)
    return at(sheet.round.tournament, name, *where, *more)


def rule(crew: Crew, sheet: Sheet, **typed: str) -> HttpResponse:
    data = {
        **{"key": "form-1", "seen": str(build.seen(sheet)), "payer1": "4"},
        **{"payee1": "each", "pays1": "2", "section": "24", "reason": WHY, **typed},
    }
    return crew.post("director", address(sheet, "hand-desk", 1), data)


def mark_in(response: HttpResponse) -> str:
    found = text_of(response).partition('name="effects_seen" value="')[2]
    return found.partition('"')[0]


@in_turn("name", ["hand-desk", "hand-ruling-reverse"])
@in_turn("who, status", [*REFUSED.items(), ("director", 200)])
def test_a_director_rules(
    crew: Crew, sheet: Sheet, who: str, status: int, name: str
) -> None:
    pk = 1
    if name == "hand-ruling-reverse":
        rule(crew, sheet)
        pk = HandRuling.objects.get().pk
    assert crew.get(who, address(sheet, name, pk)).status_code == status


def test_what_is_not_on_the_sheet(crew: Crew, sheet: Sheet) -> None:
    assert crew.get("director", address(sheet, "hand-desk", 7)).status_code == 404
    back = address(sheet, "hand-ruling-reverse", 7)
    assert crew.get("director", back).status_code == 404


def test_one_gives_each_of_the_others(crew: Crew, sheet: Sheet) -> None:
    assert rule(crew, sheet).url == address(sheet, "sheet-desk")
    made = HandRuling.objects.get()
    assert (made.chips, made.section) == ((2, 2, 2, -6), "§24")
    assert rule(crew, sheet).status_code == 302
    assert HandRuling.objects.count() == 1


def test_several_payments_are_one_ruling(crew: Crew, sheet: Sheet) -> None:
    rule(crew, sheet, payee1="1", payer2="2", payee2="3", pays2="5")
    assert HandRuling.objects.get().chips == (2, -5, 5, -2)


@in_turn(
    "typed, error",
    [
        ({"pays1": ""}, message("Enter 1 or more chips.")),
        (
            {"payer2": "1", "payee2": "4", "pays2": "2", "payee1": "1"},
            message("These payments cancel out. Change at least one."),
        ),
        ({"payer2": "1"}, message("Choose a player.")),
        ({"payer1": ""}, message("Choose a player.")),
        ({"payee1": "4"}, message("Choose two different players.")),
        ({"pays1": "0"}, message("Enter 1 or more chips.")),
        ({"pays1": "two"}, "“two” isn’t a whole number of chips."),
        ({"pays1": "-3"}, message("Enter 1 or more chips.")),
        ({"section": "99"}, "The rules don’t have a section “99”."),
        (
            {"reason": ""},
            message("Enter a reason, preferably with the section of the rules."),
        ),
        ({"payer1": "9"}, NOT_OFFERED),
    ],
)
def test_a_wrong_ruling_is_told_and_kept(
    crew: Crew, sheet: Sheet, typed: dict[str, str], error: str
) -> None:
    response = rule(crew, sheet, **typed)
    assert response.status_code == 200
    assert error in text_of(response)
    for value in filter(None, ({"reason": WHY} | typed).values()):
        assert value in text_of(response)
    assert not HandRuling.objects.exists()


def test_everybody_reads_it(crew: Crew, sheet: Sheet) -> None:
    rule(crew, sheet)
    tournament = sheet.round.tournament
    for page in (sheet.get_absolute_url(), at(tournament, "corrections")):
        text = text_of(crew.get("visitor", page))
        assert "<strong>§24 Players’ responsibilities:</strong> Karel looked" in text
        assert "Ruling by: Director Hlavac" in text
    # 100 + the hand + the ruling, as on the phones.
    assert '<td class="numeric">91</td>' in text_of(
        crew.get("visitor", sheet.get_absolute_url())
    )


def test_a_counted_table_is_asked_whether_its_chips_have_it(
    crew: Crew, sheet: Sheet
) -> None:
    build.verified_sheet(sheet, HANDS)
    build.verified_sheet(sheet.round.sheets.get(table=2))  # the round is over
    assert message("Choose if the count includes this ruling.") in text_of(
        rule(crew, sheet)
    )

    shown = rule(crew, sheet, on_count="add")
    assert "Karel Novak</strong>: place 5 → 7" in text_of(shown)
    assert "97 → 91 chips" in text_of(shown)
    assert not HandRuling.objects.exists()

    done = rule(crew, sheet, on_count="add", effects_seen=mark_in(shown))
    assert done.url == address(sheet, "sheet-desk")
    page = text_of(crew.get("director", done.url))
    assert message("A correction isn’t verified yet; the old score counts") in page
    assert "97 → 91 chips" in page  # for the second person too


def test_taken_back_with_a_reason(crew: Crew, sheet: Sheet) -> None:
    rule(crew, sheet)
    back = address(sheet, "hand-ruling-reverse", HandRuling.objects.get().pk)
    assert message("Withdraw ruling") in text_of(crew.get("director", back))
    wrong = crew.post("director", back, {"seen": "0", "reason": " "})
    assert message("Enter why you’re withdrawing the ruling.") in text_of(wrong)
    for _ in range(2):
        data = {"seen": "0", "reason": "He did not"}
        assert crew.post("director", back, data).url == address(sheet, "sheet-desk")
    page = text_of(crew.get("visitor", sheet.get_absolute_url()))
    assert "<strong>Withdrawn</strong> by: Director Hlavac" in page


def test_a_hand_is_voided_at_the_desk(crew: Crew, sheet: Sheet) -> None:
    rule(crew, sheet)
    crew.get("director", address(sheet, "sheet-desk"))  # reads what was said
    void = address(sheet, "hand-void", 1)
    refused = crew.post("director", void, {"reason": "misdealt", "key": "void"})
    assert "A judge made a ruling on hand 1." in messages_of(refused)[0]
    data = {"reason": "misdealt", "ruling_stands": "on", "key": "void"}
    assert crew.post("director", void, data).url == address(sheet, "sheet-desk")
    page = text_of(crew.get("director", address(sheet, "hand-desk", 1)))
    assert message("Void, doesn’t count:") in page


def test_a_late_void_waits_in_the_tray(crew: Crew, sheet: Sheet) -> None:
    build.verified_sheet(sheet, HANDS)
    void = address(sheet, "hand-void", 1)
    response = crew.post("director", void, {"reason": "misdealt", "key": "void"})
    assert response.url == at(sheet.round.tournament, "tray")
    assert TrayHand.objects.get().number == 1
