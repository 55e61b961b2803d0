"""Rulings on the web: made with a reason, taken back with a reason."""

import pytest
from django.http import HttpResponse

from scoring.models import Adjustment, Tournament
from scoring.people import entries
from tests import builders as build
from tests.in_turn import in_turn
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of
from tests.words import EMPTY

pytestmark = pytest.mark.django_db

WHY = "Left before the last hand (§31)"


@pytest.fixture
def tournament(crew: Crew) -> Tournament:
    tournament = build.tournament(crew.club)
    build.verified_sheet(build.published_round(tournament).sheets.get())
    return tournament


def rule(crew: Crew, tournament: Tournament, **typed: str) -> HttpResponse:
    """Typed, its effects looked at, and made."""
    data = {"key": "form-1", "entry": "1", "chips": "-10", "reason": WHY, **typed}
    return consented(crew, at(tournament, "ruling-add"), data)


def consented(crew: Crew, address: str, data: dict[str, str]) -> HttpResponse:
    response = crew.post("director", address, data)
    mark = mark_in(response) if response.status_code == 200 else ""
    if not mark:
        return response
    return crew.post("director", address, {**data, "effects_seen": mark})


def mark_in(response: HttpResponse) -> str:
    found = text_of(response).partition('name="effects_seen" value="')[2]
    return found.partition('"')[0]


def page(crew: Crew, tournament: Tournament) -> str:
    return text_of(crew.get("director", at(tournament, "rulings")))


def test_an_empty_page_says_what_will_stand_there(
    tournament: Tournament, crew: Crew
) -> None:
    assert message("No rulings yet. Rulings appear here with their reasons.") in page(
        crew, tournament
    )


@in_turn(
    "typed, chips, shown",
    [("-10", -10, "−10"), ("−10", -10, "−10"), ("5", 5, "+5"), (" 5 ", 5, "+5")],
)
def test_a_ruling_is_listed_with_its_sign(
    tournament: Tournament, crew: Crew, typed: str, chips: int, shown: str
) -> None:
    assert rule(crew, tournament, chips=typed).url == at(tournament, "rulings")
    assert Adjustment.objects.get().chips == chips
    found = page(crew, tournament)
    assert f'<span class="numeric">{shown}</span>' in found
    assert WHY in found
    assert "Ruling by: Director Hlavac" in found


def test_a_ruling_sent_twice_is_one(tournament: Tournament, crew: Crew) -> None:
    for _ in range(2):
        assert rule(crew, tournament, entry="Marie").status_code == 302
    assert Adjustment.objects.count() == 1


@in_turn(
    "field, typed, error",
    [
        ("entry", "", EMPTY),
        ("entry", "99", "No one here is “99”."),
        ("entry", "H1", "House player 1 isn’t ranked, so choose someone else."),
        ("chips", "", message("Enter how many chips.")),
        ("chips", "0", message("Enter a number other than 0. For example, 10 or −10.")),
        ("chips", "ten", "“ten” isn’t a whole number of chips."),
        ("chips", "1.5", "“1.5” isn’t a whole number of chips."),
        (
            "reason",
            " ",
            message("Enter a reason, preferably with the section of the rules."),
        ),
        (
            "other",
            "1",
            message("{name} can’t both give and get the chips.", name="Marie Kubala"),
        ),
        ("other", "H1", "House player 1 isn’t ranked, so choose someone else."),
        ("section", "77", "The rules don’t have a section “77”."),
    ],
)
def test_a_wrong_ruling_is_told_and_kept(
    tournament: Tournament, crew: Crew, field: str, typed: str, error: str
) -> None:
    entries.house_players(tournament, 1)
    response = rule(crew, tournament, **{field: typed})
    assert response.status_code == 200
    assert error in text_of(response)
    kept = {"entry": "1", "chips": "-10", "reason": WHY} | {field: typed}
    for value in filter(str.strip, kept.values()):
        assert f'value="{value}"' in text_of(response)
    assert not Adjustment.objects.exists()


def test_a_ruling_is_taken_back_once(tournament: Tournament, crew: Crew) -> None:
    rule(crew, tournament)
    made = Adjustment.objects.get()
    address = at(tournament, "ruling-reverse", made.pk)
    for reason in ("He came back", "Another reason", ""):
        response = consented(crew, address, {"reason": reason})
        assert response.url == at(tournament, "rulings")
    made.refresh_from_db()
    assert made.reversal_reason == "He came back"
    found = page(crew, tournament)
    assert "<s>−10</s>" in found
    assert "He came back" in found


def test_what_a_ruling_moves_is_shown_before_it_is_made(
    tournament: Tournament, crew: Crew
) -> None:
    data = {"key": "form-1", "entry": "1", "chips": "-40", "reason": WHY}
    data |= {"other": "3", "section": "24 Players"}
    shown = text_of(crew.post("director", at(tournament, "ruling-add"), data))
    assert message("Not saved yet.") in shown
    assert "Anna Svoboda</strong>: place 2 → 1, 104 → 144 chips" in shown
    assert "Marie Kubala</strong>: place 1 → 3, 131 → 91 chips" in shown
    assert not Adjustment.objects.exists()

    consented(crew, at(tournament, "ruling-add"), data)
    made = Adjustment.objects.get()
    assert (made.other.name, made.section) == ("Anna Svoboda", "§24")
    public = text_of(crew.get("visitor", at(tournament, "tournament")))
    assert "<b>−40</b> Marie Kubala, <b>+40</b> Anna Svoboda: §24, Left" in public
    assert "§24 Players’ responsibilities:" in page(crew, tournament)


def test_consent_is_to_what_was_shown(tournament: Tournament, crew: Crew) -> None:
    data = {"key": "form-1", "entry": "1", "chips": "-10", "reason": WHY}
    address = at(tournament, "ruling-add")
    mark = mark_in(crew.post("director", address, data))
    rule(crew, tournament, key="another", entry="2")
    again = crew.post("director", address, {**data, "effects_seen": mark, "chips": "9"})
    assert again.status_code == 200
    assert Adjustment.objects.count() == 1


def test_taking_back_needs_a_reason(tournament: Tournament, crew: Crew) -> None:
    rule(crew, tournament)
    made = Adjustment.objects.get()
    response = crew.post(
        "director", at(tournament, "ruling-reverse", made.pk), {"reason": " "}
    )
    assert response.status_code == 200
    assert message("Enter why you’re withdrawing the ruling.") in text_of(response)
    made.refresh_from_db()
    assert made.reversed_at is None


def test_a_ruling_of_another_tournament_is_not_here(
    tournament: Tournament, crew: Crew
) -> None:
    rule(crew, tournament)
    other = build.tournament(crew.club, name="Another")
    address = at(other, "ruling-reverse", Adjustment.objects.get().pk)
    assert crew.post("director", address, {"reason": "x"}).status_code == 404


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_takes_the_same_queries_whatever_its_size(
    tournament: Tournament, crew: Crew, count: int, django_assert_num_queries
) -> None:
    for n in range(count):
        rule(crew, tournament, key=f"form-{n}")
    crew.get("director", at(tournament, "rulings"))  # what was said is read once
    with django_assert_num_queries(9):
        crew.get("director", at(tournament, "rulings"))
