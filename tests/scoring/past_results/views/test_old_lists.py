"""A director brings an old list in: looks, answers, imports, and takes it back."""

from collections.abc import Callable
from datetime import date

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from clubs.models import Club, Role
from scoring.models import Change, OldList, Tally, Tournament
from scoring.past_results import import_drafts, importer
from scoring.past_results.views.old_lists import field_of
from tests import builders as build
from tests.in_turn import in_turn
from tests.list_files import xlsx_of
from tests.log_texts import log_text
from tests.messages import message
from tests.scoring.past_results import lists
from tests.words import NO_NUMBER

pytestmark = pytest.mark.django_db


@pytest.fixture
def director(club: Club, client: Client) -> Client:
    client.force_login(build.member(club, Role.Kind.DIRECTOR))
    return client


def uploaded(
    client: Client, club: Club, content: bytes, name: str = "liga.xlsx"
) -> str:
    """Where the file leads to, or what the page says of it."""
    file = SimpleUploadedFile(name, content)
    answer = client.post(f"/desk/{club.slug}/old-lists/", {"file": file})
    return answer.headers.get("Location") or answer.text


def test_from_the_file_to_the_season_and_back(director: Client, club: Club) -> None:
    marie = build.player(club, "Marie Kubala")
    joe = build.player(club, "Josef Mareček")
    at = uploaded(director, club, lists.a_year_a_sheet())

    page = director.get(at).text
    assert message("events ready to import") in page
    people = director.get(f"{at}people/").text
    assert "the same person as Josef Mareček" in people
    who = field_of("who", "Josef Marek")
    answer = director.post(f"{at}people/", {who: f"player-{joe.pk}"})
    assert answer.headers["Location"] == at

    assert Tournament.objects.filter(old_list__isnull=False, public=True).count() == 5
    assert Tally.objects.filter(player=marie).count() == 4
    assert Tally.objects.filter(player=joe).count() == 2
    assert "1998" in director.get(f"/{club.slug}/seasons/1998/").text
    assert "This file was already imported on" in uploaded(
        director, club, lists.a_year_a_sheet()
    )
    assert director.get(at).status_code == 200

    director.post(f"{at}take-back/")
    assert not OldList.objects.exists()
    assert {*club.players.all()} == {marie, joe}
    assert [*Change.objects.values_list("text", flat=True)] == [
        log_text("past_results.removed", n=5, file="liga.xlsx"),
        log_text("past_results.imported", n=5, file="liga.xlsx"),
    ]


def test_what_is_said_of_a_list_is_kept(director: Client, club: Club) -> None:
    rows = b"Name;1/2/98;3/4/98;XX\nMarie;412;388;1\nJosef;0;401;2\n"
    at = uploaded(director, club, rows, "old.csv")
    (kept,) = OldList.objects.all()
    assert message("What is 5/1?") in director.get(at).text

    said = {"game": "spjst", "holds": "net", "start_chips": "100", "rounds": "3"}
    said |= {"month_first": "False", "off": field_of("off", "0.2")}
    assert director.post(at, said).status_code == 302
    director.post(f"{at}people/")
    (evening,) = kept.tournaments.all()
    assert str(evening.date) == "1998-02-01"
    assert [(t.total, t.net, t.rounds) for t in Tally.objects.order_by("place")] == [
        (412, 412, 3),
        (0, 0, 3),
    ]


def test_wrong_choices_stand_at_their_fields(director: Client, club: Club) -> None:
    at = uploaded(
        director, club, b"Name;1.5.;8.5.\nMarie;412;388\nEva;1;2\n", "old.csv"
    )
    year = field_of("year", "0")
    said = {"game": "spjst", "holds": "total", "start_chips": "many", year: "soon"}

    page = director.post(at, said)
    assert page.status_code == 200
    assert message("Enter a year. For example, 1998.") in page.text
    assert NO_NUMBER in page.text
    assert OldList.objects.get().choices == {}
    assert director.get(f"{at}people/").headers["Location"] == at  # no day, no evening

    director.post(at, said | {"start_chips": "100", year: "1998/99"})
    assert "May 1, 1999" in director.get(at).text


def test_two_who_met_are_not_one(director: Client, club: Club) -> None:
    joe = build.player(club, "Josef Marek")
    rows = b"Name;1.5.1998;8.5.1998\nJosef Marec;412;388\nJosef Mare;300;\n"
    at = uploaded(director, club, rows, "old.csv")
    both = {
        field_of("who", name): f"player-{joe.pk}"
        for name in ("Josef Marec", "Josef Mare")
    }

    page = director.post(f"{at}people/", both).text
    assert "so they’re two people: Josef Marec; Josef Mare" in page
    assert not Tournament.objects.exists()


def test_a_day_the_club_has_is_left_out_until_it_is_wanted(
    director: Client, club: Club
) -> None:
    build.tournament(club, date=date(1998, 5, 1))
    at = uploaded(
        director, club, b"Name;1.5.1998;8.5.1998\nMarie;412;388\nEva;1;2\n", "old.csv"
    )
    assert (
        message("The club already has an event on this day.") in director.get(at).text
    )
    director.post(f"{at}people/")
    (evening,) = Tournament.objects.filter(old_list__isnull=False)
    assert str(evening.date) == "1998-05-08"


def test_an_import_that_was_stopped_goes_on_at_the_desk(
    director: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = uploaded(director, club, lists.a_year_a_sheet())
    monkeypatch.setattr(importer, "AT_ONCE", 2)
    with monkeypatch.context() as stopped:
        stopped.setattr(importer, "_next", _once(importer._next))
        director.raise_request_exception = False
        director.post(f"{at}people/")
    (kept,) = OldList.objects.all()
    assert (kept.state, kept.tournaments.count()) == (OldList.State.COMING, 2)
    assert (
        message("The import was interrupted. No one can see any of the list yet.")
        in director.get(at).text
    )

    director.post(at)
    kept.refresh_from_db()
    assert (kept.state, kept.tournaments.filter(public=True).count()) == ("in", 5)
    assert kept.sheets == []


def _once(step: Callable[..., bool]) -> Callable[..., bool]:
    """Works the first time; then the machine stops."""
    calls: list[object] = []

    def run(*args: object) -> bool:
        if calls:
            raise RuntimeError("power cut")
        calls.append(args)
        return step(*args)

    return run


@in_turn(
    "name, content, said",
    [
        ("x.xlsx", b"PK\x03\x04" + bytes(99), "The workbook is damaged"),
        ("x.csv", b"\0\1\2", message("This isn’t a CSV or XLSX file.")),
        ("x.csv", b"x" * 2_000_001, "larger than 2 MB"),
        ("x.csv", b"a;" * 500, "more than 400 columns"),
        ("x.xls", b"old", "Save the file as XLSX or CSV"),
        ("x.csv", b"Recipe;Flour\nKolache;500 g\n", "No events were found in this"),
    ],
)
def test_what_is_no_list_is_refused_in_words(
    name: str, content: bytes, said: str, director: Client, club: Club
) -> None:
    assert said in uploaded(director, club, content, name)
    assert not OldList.objects.exists()


def test_a_box_for_each_of_many_evenings_fits_in_a_post(
    director: Client, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = uploaded(director, club, lists.a_year_a_sheet())
    sent = {"game": "spjst", "off": [field_of("off", "0.2")] * 2_000}
    assert director.post(at, sent).status_code == 200  # other fields are missing
    monkeypatch.setattr(import_drafts, "MOST_EVENINGS", 4)
    said = uploaded(director, club, lists.a_year_a_sheet(), "more.xlsx")
    assert "This file has more than 4 events" in said


ROWS = (
    "Jméno;1.5.1998;8.5.1998\nCibulka Jan;412;388\nJiři Prochazka;300;310\n"
    "Eva Nová;200;210\nNejvíc;412;388\n"
)


def test_nobody_is_joined_with_somebody_by_itself(director: Client, club: Club) -> None:
    build.player(club, "Jana Cibulková")
    build.player(club, "Jiří Procházka")
    at = uploaded(director, club, ROWS.encode(), "old.csv")
    page = director.get(f"{at}people/").text
    assert "checked" not in page.split('id="who-head"')[1].split('id="nobody-head"')[0]
    left = director.post(f"{at}people/", {"nobody": field_of("nobody", "Nejvíc")})
    assert left.status_code == 200
    assert message("Choose one.") in left.text
    assert not Tournament.objects.exists()

    box = {"nobody": field_of("nobody", "Nejvíc"), "rest": "new"}
    assert director.post(f"{at}people/", box).status_code == 302
    assert {*club.players.values_list("name", flat=True)} == {
        "Jana Cibulková",
        "Jiří Procházka",
        "Cibulka Jan",
        "Jiři Prochazka",
        "Eva Nová",
    }
    winners = Tally.objects.filter(place=1).values_list("player__name", flat=True)
    assert [*winners] == ["Cibulka Jan"] * 2


def test_what_is_confirmed_is_one_and_what_is_marked_is_nobody(
    director: Client, club: Club
) -> None:
    jiri = build.player(club, "Jiří Procházka")
    at = uploaded(director, club, ROWS.encode(), "old.csv")
    answers = {
        "spelling": "same",
        "nobody": [field_of("nobody", "Eva Nová"), field_of("nobody", "Nejvíc")],
    }
    assert director.post(f"{at}people/", answers).status_code == 302
    assert Tally.objects.filter(player=jiri).count() == 2
    assert not club.players.filter(name="Eva Nová").exists()


def test_who_was_taken_for_a_total_may_be_somebody(
    director: Client, club: Club
) -> None:
    """And is asked about like everybody else."""
    build.player(club, "Nejvic")
    at = uploaded(director, club, ROWS.encode(), "old.csv")
    asked = director.post(f"{at}people/", {})
    assert "<bdi>Nejvíc</bdi> · <bdi>Nejvic</bdi>" in asked.text
    assert director.post(f"{at}people/", {"spelling": "same"}).status_code == 302
    assert Tally.objects.filter(player__name="Nejvic").count() == 2


def test_the_letters_of_a_list_are_told_and_switched(
    director: Client, club: Club
) -> None:
    rows = "Name;1.5.1998;8.5.1998\nMuñoz;412;388\nLefèvre;300;310\nPeña;1;2\n"
    at = uploaded(director, club, rows.encode("cp1252"), "old.csv")
    page = director.get(at)
    assert page.context["letters"]["others"][0][0] == "cp1250"
    assert "Muñoz" in director.get(f"{at}people/").text
    assert director.post(at, {"read_as": "cp1250"}).status_code == 302
    assert "Muńoz" in director.get(f"{at}people/").text
    director.post(at, {"read_as": "cp1252"})
    assert "Lefèvre" in director.get(f"{at}people/").text


def test_a_list_without_a_day_is_asked_for_it(director: Client, club: Club) -> None:
    rows = "Place;Name;Total\n1;Marie Kubala;412\n2;Josef Marek;388\n"
    at = uploaded(director, club, rows.encode(), "old.csv")
    form = director.get(at).context["form"]
    (day_field,) = form.days
    said = {"game": "spjst", "holds": "total", "start_chips": "100"}
    director.post(at, {**said, day_field: "2019-05-12"})
    director.post(f"{at}people/")
    (made,) = Tournament.objects.filter(old_list__isnull=False)
    assert (str(made.date), made.entries.count()) == ("2019-05-12", 2)


def test_words_zeros_and_columns_are_asked_at_the_desk(
    director: Client, club: Club
) -> None:
    rows = "Name;1.5.1998;8.5.1998\nMarie;Dallas;0\nJan;401;0\nEva;nemoc;402\n"
    at = uploaded(director, club, rows.encode(), "old.csv")
    form = director.get(at).context["form"]
    assert {"away", "zero_is_away"} <= {*form.fields}
    assert len(form.columns) == 3
    said = {"game": "spjst", "holds": "total", "start_chips": "100"}
    away = [field_of("away", "Dallas"), field_of("away", "nemoc")]
    director.post(at, {**said, "away": away, "zero_is_away": "False"})
    coming = director.get(at).context["coming"]
    assert [len(evening.facts) for evening in coming] == [1, 3]

    column = field_of("column", "0.2")
    director.post(at, {**said, "away": away, column: ""})
    assert len(director.get(at).context["look"].found.evenings) == 1


def test_formulas_hidden_rows_and_days_twice_are_told(
    director: Client, club: Club
) -> None:
    rows = [("Hráč", "12.1.2019"), ("Eva", 1), ("Jan", 2), ("Petr", 3), ("Ota", "=A1")]
    content = xlsx_of(("2019", rows[:4]), ("B", rows[:4]), ("C", rows), hidden_rows=[4])
    page = director.get(uploaded(director, club, content))
    found = page.context["look"].found
    assert (found.unvalued, found.hidden_rows) == (1, 3)
    assert [evening.off for evening in found.evenings][:2] == [False, True]
