"""The club's log: who, when, what, from where."""

from datetime import UTC, datetime

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club
from scoring.models import Change
from tests import builders
from tests.in_turn import in_turn
from tests.messages import message

pytestmark = pytest.mark.django_db


@pytest.fixture
def club(client: Client) -> Club:
    club = builders.club(time_zone="Europe/Prague")
    client.force_login(builders.member(club, "director"))
    return club


def at(club: Club) -> str:
    return reverse("scoring:log", args=[club.slug])


def change(club: Club, n: int = 1, **facts: object) -> Change:
    return Change.objects.create(
        club=club,
        **{
            "by_name": "Marie",
            "source": "desk",
            "what": "entry",
            "text": f"did {n}",
            **facts,
        },
    )


def test_an_empty_log_says_what_will_stand_there(club: Club, client: Client) -> None:
    assert message("No changes yet") in client.get(at(club)).content.decode()


def test_newest_first_in_the_clubs_own_time(club: Club, client: Client) -> None:
    change(club, 1)
    last = change(club, 2, old="12 Marie", new="13 Marie", source="table")
    moment = datetime(2026, 11, 20, 23, 30, tzinfo=UTC)
    Change.objects.filter(pk=last.pk).update(at=moment)
    change(builders.club("other"), 3)
    html = client.get(at(club)).content.decode()
    assert html.index("did 2") < html.index("did 1")
    assert "did 3" not in html
    day, _, line = html.partition("Saturday, November 21, 2026")
    assert "did 2" not in day
    assert line.index("12:30 am") < line.index("did 2")
    assert "12 Marie" in html
    assert "13 Marie" in html
    assert ", table" in html


def test_one_tournament_alone(club: Club, client: Client) -> None:
    tournament = builders.tournament(club)
    change(club, 1)
    change(club, 2, tournament=tournament)
    html = client.get(at(club), {"tournament": tournament.slug}).content.decode()
    assert "did 2" in html
    assert "did 1" not in html


def test_pages_in_a_fixed_number_of_queries(
    club: Club, client: Client, django_assert_num_queries
) -> None:
    tournament = builders.tournament(club)
    for n in range(120):
        change(club, n, tournament=tournament)
    with django_assert_num_queries(6):
        first = client.get(at(club))
    assert len(first.context["page"].object_list) == 50
    assert len(client.get(at(club), {"page": 3}).context["page"].object_list) == 20


def shown(club: Club, client: Client, **asked: object) -> set[str]:
    """Which of the changes “did a”, “did b”… a question finds."""
    answer = client.get(at(club), asked)
    assert answer.status_code == 200
    assert sum(len(each.lines) for each in answer.context["stretches"]) == len(
        answer.context["page"]
    )
    return {each.text.removeprefix("did ") for each in answer.context["page"]}


def test_each_field_narrows(club: Club, client: Client) -> None:
    fall = builders.tournament(club, name="Fall Tarok")
    sheet = builders.open_sheet(fall)
    Change.objects.all().delete()
    change(club, "a", source="table", by_name="Marie Kubala", what="hand", sheet=sheet)
    change(club, "b", source="import", what="count", old="96", new="69 chips")
    change(club, "c", source="command", what="brand-new", tournament=fall)
    moment = datetime(2025, 11, 20, 23, 30, tzinfo=UTC)  # the 21st in Prague
    Change.objects.filter(text="did c").update(at=moment)
    for asked, found in (
        ({}, "abc"),
        ({"who": "kub marie"}, "a"),
        ({"kind": "hands"}, "a"),
        ({"kind": "counts"}, "b"),
        ({"kind": "other"}, "c"),
        ({"source": "file"}, "b"),
        ({"source": "command"}, "c"),
        ({"tournament": fall.slug}, "c"),
        ({"round": "1", "table": "1"}, "a"),
        ({"table": "2"}, ""),
        ({"day": "2025-11-21"}, "c"),
        ({"day": "2025-11-20"}, ""),
        ({"words": "CHIPS did"}, "b"),
        ({"words": "chips", "who": "kubala"}, ""),
    ):
        assert shown(club, client, **asked) == set(found), asked


def test_what_nobody_made_says_so(club: Club, client: Client) -> None:
    change(club)
    html = client.get(at(club), {"words": "nobody"}).content.decode()
    assert message("No matching changes") in html
    assert message("Show all changes") in html


@in_turn(
    "field, value",
    [
        ("tournament", "x"),
        ("kind", "king"),
        ("source", "moon"),
        ("round", "one"),
        ("table", "9" * 30),
        ("day", "2026-02-31"),
        ("words", "x" * 81),
        ("who", "\ud7ff" * 90),
        ("day", "0001-01-01"),
        ("day", "9999-12-31"),
    ],
)
def test_a_wrong_value_is_said_at_its_field(
    club: Club, client: Client, field: str, value: str
) -> None:
    change(club)
    answer = client.get(at(club), {field: value})
    assert answer.status_code == 200
    if not value.endswith(("01-01", "12-31")):
        assert answer.context["form"].errors[field]
        assert len(answer.context["page"].object_list) == 1


def test_pages_keep_what_is_asked(club: Club, client: Client) -> None:
    for n in range(60):
        change(club, n, what="hand")
    html = client.get(at(club), {"kind": "hands"}).content.decode()
    assert "kind=hands&amp;page=2" in html
    assert "60 matching changes, page 1 of 2" in " ".join(html.split())


def test_a_table_leads_to_its_log(club: Club, client: Client) -> None:
    sheet = builders.open_sheet(builders.tournament(club))
    builders.counted(sheet)
    its = f"{at(club)}?tournament=fall-tarok&amp;round=1&amp;table=1"
    assert its in client.get(at(club)).content.decode()
    parts = [club.slug, "fall-tarok", 1, 1]
    desk = reverse("scoring:sheet-desk", args=parts)
    assert its in client.get(desk).content.decode()
    client.force_login(builders.member(club, "scorekeeper"))
    assert its not in client.get(desk).content.decode()


def test_lines_stand_by_round_and_what_names_none_with_those_around(
    club: Club, client: Client
) -> None:
    fall = builders.tournament(club, name="Fall Tarok")
    one, two = (builders.open_sheet(fall) for _ in range(2))
    Change.objects.all().delete()
    change(club, "a", tournament=fall)
    change(club, "b", tournament=fall, sheet=one)
    change(club, "c", tournament=fall)
    change(club, "d", tournament=fall, sheet=two)
    change(club, "e")
    found = client.get(at(club)).context["stretches"]
    told = [
        (each.round, [line.text.removeprefix("did ") for line, _ in each.lines])
        for each in found
    ]
    assert told == [(None, ["e"]), (2, ["d", "c"]), (1, ["b", "a"])]


def test_chips_narrow_and_are_taken_back(club: Club, client: Client) -> None:
    fall = builders.tournament(club, name="Fall Tarok")
    sheet = builders.open_sheet(fall)
    change(club, "a", tournament=fall, sheet=sheet, what="hand")
    asked = {"tournament": fall.slug, "round": "1", "kind": "hands", "page": "1"}
    context = client.get(at(club), asked).context
    chosen = [chip.words for chip in context["kinds"] if chip.is_chosen]
    assert [str(words) for words in chosen] == [message("hands and loans")]
    assert [(chip.words, chip.is_chosen) for chip in context["rounds"]] == [
        (message("all rounds"), False),
        (message("Round {n}", n=1), True),
    ]
    [back] = context["narrowing"]
    assert (back.words, back.address) == ("Fall Tarok", "?round=1&kind=hands")
    assert client.get(at(club)).context["rounds"] == []
    for chip in (*context["kinds"], *context["rounds"], *context["narrowing"]):
        assert client.get(f"{at(club)}{chip.address}").status_code == 200
