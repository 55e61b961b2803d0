"""Results by table come in at the desk."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client

from clubs.models import Club
from scoring.models import Tournament
from tests import builders as build
from tests.messages import message

pytestmark = pytest.mark.django_db
HEADS = "Table,Round," + ",".join(f"Player{n},Points{n}" for n in (1, 2, 3, 4))
RIGHT = f"{HEADS}\n1,1,Marie,90,Josef,110,Anna,100,Karel,100\n"


@pytest.fixture
def director(club: Club, client: Client) -> Client:
    client.force_login(build.member(club, "director"))
    return client


def sent(director: Client, club: Club, text: str, **typed: str) -> HttpResponse:
    facts = {"key": "k", "name": "Old evening", "day": "2019-05-04", "game": "spjst"}
    file = SimpleUploadedFile("results.csv", text.encode())
    at = f"/desk/{club.slug}/results/"
    return director.post(at, {**facts, **typed, "file": file}, follow=True)


def test_an_evening_comes_in_with_its_tables(director: Client, club: Club) -> None:
    off = "2,1,Eva,90,Jan,110,Olga,100,Petr,99\n"
    page = sent(director, club, RIGHT + off)
    tournament = Tournament.objects.get()
    assert page.redirect_chain[-1][0] == f"/desk/{club.slug}/{tournament.slug}/"
    assert message("{n} sheets were imported.", n=2) in page.text
    assert "1 of the sheets doesn’t balance" in page.text
    assert (str(tournament.date), tournament.entries.count()) == ("2019-05-04", 8)
    assert {*tournament.changes.values_list("by_name", flat=True)} == {
        "Director Hlavac"
    }


def test_what_is_wrong_stands_at_the_file_and_nothing_is_saved(
    director: Client, club: Club
) -> None:
    page = sent(director, club, f"{HEADS}\n1,1,Marie,many,Josef,110,Anna,1,Karel,1\n")
    assert "Line 2, Points1: “many” isn’t a whole number." in page.text
    assert "Old evening" in page.text
    assert "Columns are missing" in sent(director, club, "Table,Round\n1,1\n").text
    assert "damaged" in sent(director, club, "PK\x03\x04").text
    assert "many" in sent(director, club, RIGHT, start_chips="many").text
    assert not Tournament.objects.exists()


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"players": 3}, "4 new players are over the club’s limit"),
        (
            {"evenings": 0},
            message(
                "The club has reached its limit of events. Ask the site admin for more."
            ),
        ),
    ],
)
def test_beyond_a_limit_of_the_club_nothing_comes_in(
    director: Client, club: Club, settings, limits: dict[str, int], said: str
) -> None:
    settings.LIMITS = limits
    page = sent(director, club, RIGHT)
    assert said in page.text
    assert "Old evening" in page.text
    assert not Tournament.objects.exists()
    assert not club.players.exists()


def test_sent_twice_it_is_in_once(director: Client, club: Club) -> None:
    sent(director, club, RIGHT)
    again = sent(director, club, RIGHT)
    assert Tournament.objects.count() == 1
    assert again.status_code == 200


ONE_ROUND = "Table;Name;Score\n" + "".join(
    f"1;{name};100\n"
    for name in ("Muñoz Beatriz", "Peña Raúl", "Lefèvre Agnès", "Kjær")
)


def test_what_a_file_does_not_say_is_asked(director: Client, club: Club) -> None:
    """The round, and which letters its bytes are; the file needn't be chosen again."""
    file = SimpleUploadedFile("results.csv", ONE_ROUND.encode("cp1252"))
    facts = {"key": "k", "name": "Old event", "day": "2019-05-04", "game": "spjst"}
    at = f"/desk/{club.slug}/results/"
    asked = director.post(at, {**facts, "file": file})
    form = asked.context["form"]
    assert {*form.errors} == {"only_round", "letters"}
    assert "Muñoz Beatriz" in asked.text
    assert form["letters"].value() == "cp1252"
    assert not Tournament.objects.exists()

    answers = {name: form[name].value() for name in ("letters", "reading")}
    director.post(at, {**facts, **answers, "only_round": "2"})
    made = Tournament.objects.get()
    assert [rnd.number for rnd in made.rounds.all()] == [2]
    assert made.entries.filter(name="Lefèvre Agnès").exists()


def test_other_letters_may_be_chosen(director: Client, club: Club) -> None:
    sent_text = ONE_ROUND.replace("Table;", "Round;Table;").replace("\n1;", "\n1;1;")
    file = SimpleUploadedFile("results.csv", sent_text.encode("cp1252"))
    facts = {"key": "k", "name": "Old event", "day": "2019-05-04", "game": "spjst"}
    at = f"/desk/{club.slug}/results/"
    director.post(at, {**facts, "file": file, "letters": "cp1250"})
    assert Tournament.objects.get().entries.filter(name="Lefčvre Agnčs").exists()


def test_a_file_must_be_chosen(director: Client, club: Club) -> None:
    facts = {"key": "k", "name": "Old event", "day": "2019-05-04", "game": "spjst"}
    answer = director.post(f"/desk/{club.slug}/results/", {**facts, "reading": "%"})
    assert answer.status_code == 302  # an unknown reading
    answer = director.post(f"/desk/{club.slug}/results/", facts)
    assert {*answer.context["form"].errors} == {"file"}
