"""The desk's list of who comes, and everybody's link."""

from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from clubs.models import Player
from scoring.models import Answer, Change, Tournament
from scoring.signups import personal_links, rsvps
from scoring.signups.personal_links import link_of, token_of
from scoring.signups.rsvps import coming_to
from scoring.signups.views import desk
from tests import builders
from tests.log_texts import log_text
from tests.markup import flowing
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(crew: Crew) -> Tournament:
    return builders.tournament(crew.club, date=timezone.localdate())


@pytest.fixture
def people(crew: Crew) -> list[Player]:
    return builders.players(crew.club, ["Marie Kubala", "Josef Marek", "Anna Svoboda"])


def look(crew: Crew, evening: Tournament) -> str:
    return text_of(crew.get("director", at(evening, "coming")))


def say(crew: Crew, evening: Tournament, player: Player, answer: str) -> None:
    where = at(evening, "coming-say", player.number)
    response = crew.clients["director"].post(where, {"answer": answer})
    assert response["Location"].endswith(f"#player-{player.number}")


def counts(crew: Crew, evening: Tournament) -> list[int]:
    """The four column heads: going, late, standby, can't."""
    page = crew.get("director", at(evening, "coming"))
    return [count.number for count in page.context["counts"]]


def in_group(crew: Crew, evening: Tournament, key: str) -> int:
    page = crew.get("director", at(evening, "coming"))
    return next(len(rows) for name, _, rows in page.context["groups"] if name == key)


def test_a_script_gets_the_rows_that_changed_alone(
    crew: Crew, evening: Tournament, people: list[Player]
) -> None:
    Tournament.objects.filter(pk=evening.pk).update(places=1)
    marie, josef, anna = people
    for player in (marie, josef):
        say(crew, evening, player, "come")
    rsvps.ask(tournament=evening, players=[anna], actor=builders.command())

    def answer(player: Player, value: str) -> Any:
        where = at(evening, "coming-say", player.number)
        headers = {"X-Requested-With": "XMLHttpRequest"}
        client = crew.clients["director"]
        return client.post(where, {"answer": value}, headers=headers)

    response = answer(marie, "out")
    rows = [row.player for row in response.context["rows"]]
    assert {*rows} == {marie, josef}  # Josef has the offer; nothing is new of Anna
    assert response.context["counts"][3].number == 1
    refused = answer(marie, "perhaps")
    assert refused.status_code == 200
    assert refused.context["refused"]
    assert [row.player for row in refused.context["rows"]] == [marie]
    builders.published_round(evening, 1)
    assert answer(anna, "come").context["refused"]


def test_everyone_on_the_list_gets_a_link_to_copy(
    crew: Crew, evening: Tournament, people: list[Player]
) -> None:
    marie, josef, anna = people
    old = personal_links.give(player=marie, actor=builders.command())
    rsvps.ask(tournament=evening, players=[marie, josef], actor=builders.command())
    where = at(evening, "rsvp-links")
    assert crew.get("director", where).context["without"] == 1
    assert crew.post("director", where).status_code == 302
    response = crew.get("director", where)
    lines = response.context["lines"].splitlines()
    assert [line.split("\t")[0] for line in lines] == [marie.name, josef.name]
    assert lines[0].endswith(personal_links.path_of(old))
    assert lines[1].endswith(personal_links.path_of(link_of(josef)))
    assert link_of(anna) is None
    assert evening.get_absolute_url() in response.context["message"]
    Answer.objects.all().delete()
    assert crew.get("director", where).context["number"] == 0


def test_nobody_yet_and_everybody_to_ask(
    crew: Crew, evening: Tournament, people: list[Player]
) -> None:
    said = look(crew, evening)
    assert message("No one has RSVP’d yet.") in said
    assert "Marie Kubala" in said
    answer = crew.clients["director"].post(
        at(evening, "coming-ask"), {"players": [people[0].pk, people[1].pk]}
    )
    assert answer.status_code == 302
    assert message("{n} people were invited.", n=2) in look(crew, evening)
    assert in_group(crew, evening, "asked") == 2
    nobody = crew.clients["director"].post(at(evening, "coming-ask"), {})
    assert nobody.status_code == 302
    assert message("Select the people you invited.") in look(crew, evening)


def test_those_of_last_time_are_ticked(crew: Crew, evening: Tournament) -> None:
    last = builders.tournament(crew.club, slug="last", date=builders.DAY)
    Tournament.objects.filter(pk=last.pk).update(date="2020-01-01")
    was = builders.entries(last, 1)[0].player
    other = builders.player(crew.club, "Aaron Adler")
    html = crew.get("director", at(evening, "coming")).content.decode()
    boxes = {
        player.pk: html.split(f'id="ask-{player.pk}"')[1].split(">")[0]
        for player in (was, other)
    }
    assert "checked" in boxes[was.pk]
    assert "checked" not in boxes[other.pk]


def test_the_desk_says_it_for_people(
    crew: Crew, evening: Tournament, people: list[Player]
) -> None:
    for player, answer in zip(people, ("come", "late", "needed"), strict=True):
        say(crew, evening, player, answer)
    coming = coming_to(evening)
    assert [len(rows) for rows in (coming.inside, coming.spare)] == [2, 1]
    assert Change.objects.filter(what="answer", source="desk").count() == 3
    assert in_group(crew, evening, "answered") == 3
    assert counts(crew, evening) == [1, 1, 1, 0]
    say(crew, evening, people[0], "out")
    assert counts(crew, evening) == [0, 1, 1, 1]
    where = at(evening, "coming-say", people[0].number)
    assert (
        crew.clients["director"].post(where, {"answer": "perhaps"}).status_code == 302
    )
    assert message("Select one of the four answers.") in look(crew, evening)


def test_places_and_an_hour(
    crew: Crew, evening: Tournament, people: list[Player]
) -> None:
    where = at(evening, "coming")
    form = {"asks": "on", "places": "1", "answers_until": "2027-01-05T18:00"}
    assert crew.clients["director"].post(where, form).status_code == 302
    evening.refresh_from_db()
    assert (evening.asks, evening.places) == (True, 1)
    local = timezone.localtime(evening.answers_until, evening.club.zone)
    assert (local.day, local.hour) == (5, 18)
    for player in people:
        say(crew, evening, player, "come")
    assert in_group(crew, evening, "waiting") == 2
    assert 'value="2027-01-05T18:00"' in crew.get("director", where).content.decode()
    say(crew, evening, people[0], "out")
    assert "Offered" in look(crew, evening)


def test_the_list_opens_at_its_hour(
    crew: Crew, evening: Tournament, people: list[Player], monkeypatch: Any
) -> None:
    """Before it the desk alone says who comes."""
    Tournament.objects.update(date="2026-12-04")
    form = {"asks": "on", "answers_from": "2026-12-01T18:00", "doors_at": "18:30"}
    where = at(evening, "coming")
    assert crew.clients["director"].post(where, form).status_code == 302
    evening.refresh_from_db()
    opens = datetime(2026, 12, 1, 18, tzinfo=evening.club.zone)
    assert (evening.answers_from, evening.doors_at) == (opens, time(18, 30))
    assert 'value="2026-12-01T18:00"' in crew.get("director", where).content.decode()
    log = Change.objects.filter(what="answer").first().text
    assert "from 6:00 pm, Dec 1" in log
    assert log_text("rsvp.doors", hour="6:30 pm") in log
    marie, josef, *_ = people
    own = personal_links.path_of(
        personal_links.give(player=marie, actor=builders.command())
    )
    come = {"evening": evening.pk, "answer": "come"}

    def press() -> str:
        answer = Client().post(own, come, follow=True)
        return flowing(answer.content.decode())

    monkeypatch.setattr(timezone, "now", lambda: opens - timedelta(minutes=1))
    assert "RSVPs open at 6:00 pm, Dec 1." in press()
    public = Client().get(evening.get_absolute_url()).content.decode()
    assert "RSVPs open at 6:00 pm, Dec 1." in public
    assert "Doors open at: 6:30 pm" in flowing(public)
    say(crew, evening, josef, "come")
    assert [comer.player for comer in coming_to(evening).inside] == [josef]
    monkeypatch.setattr(timezone, "now", lambda: opens)
    assert message("You’re going.") in press()
    assert message("Doors open at: {hour}", hour="6:30 pm") in press()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"places": "many"}, "Enter a whole number"),
        ({"places": "0"}, message("Enter {limit_value} or more.", limit_value=1)),
        ({"answers_until": "soon"}, message("Enter a date and a time.")),
        ({"answers_from": "soon"}, message("Enter a date and a time.")),
        ({"doors_at": "19:01"}, "The event starts at 7:00 pm."),
        (
            {"answers_from": "2027-01-05T18:00", "answers_until": "2027-01-05T18:00"},
            message("This is before RSVPs open."),
        ),
    ],
)
def test_wrong_input_is_said_at_its_field_and_kept(
    crew: Crew, evening: Tournament, typed: dict[str, str], said: str
) -> None:
    Tournament.objects.update(starts_at=time(19))
    answer = crew.clients["director"].post(at(evening, "coming"), typed)
    assert answer.status_code == 200
    html = answer.content.decode()
    assert said in html
    assert next(iter(typed.values())) in html
    evening.refresh_from_db()
    assert evening.places is None


def test_an_evening_that_has_begun_takes_no_answer(
    crew: Crew, evening: Tournament, people: list[Player]
) -> None:
    builders.published_round(evening, 1)
    assert "has begun" in look(crew, evening)
    say(crew, evening, people[0], "come")
    assert not coming_to(evening).rsvp_of(people[0])


def test_a_link_is_made_renewed_and_closed(crew: Crew, people: list[Player]) -> None:
    marie, client = people[0], crew.clients["director"]
    where = f"/desk/{crew.club.slug}/players/{marie.number}/link/"
    assert message("Create link") in text_of(crew.get("director", where))
    assert client.post(f"{where}give/").status_code == 302
    first = link_of(marie)
    assert token_of(first) in crew.get("director", where).content.decode()
    client.post(f"{where}give/")
    assert link_of(marie) == first
    client.post(f"{where}give/", {"anew": "yes"})
    assert link_of(marie) != first
    client.post(f"{where}close/")
    assert link_of(marie) is None
    missing = f"/desk/{crew.club.slug}/players/999/link/"
    assert client.get(missing).status_code == 404


def test_an_evening_is_called_off_and_takes_place_after_all(
    crew: Crew, evening: Tournament, people: list[Player]
) -> None:
    client, where = crew.clients["director"], at(evening, "call-off")
    Tournament.objects.update(asks=True)
    client.post(where)
    client.post(where)
    assert "is canceled" in look(crew, evening)
    public = text_of(crew.get("visitor", evening.get_absolute_url()))
    assert message("This event is canceled.") in public
    say(crew, evening, people[0], "come")
    assert not coming_to(evening).comers
    client.post(where, {"back": "yes"})
    say(crew, evening, people[0], "come")
    assert len(coming_to(evening).inside) == 1
    texts = [change.text for change in Change.objects.filter(what="called-off")]
    assert texts == [log_text("tournament.uncanceled"), "canceled"]
    builders.published_round(evening, 1)
    client.post(where)
    assert "has begun" in look(crew, evening)


def keep(crew: Crew, evening: Tournament, **typed: str):
    return crew.clients["director"].post(at(evening, "coming"), typed)


@pytest.mark.parametrize(
    "moment", ["0001-01-01T00:00", "9999-12-31T23:59", "x", "\x00"]
)
def test_an_hour_of_no_year_of_ours_is_said_at_its_field(
    crew: Crew, evening: Tournament, moment: str
) -> None:
    answer = keep(crew, evening, places="12", answers_until=moment)
    assert answer.status_code == 200
    assert answer.context["form"].errors["answers_until"]
    evening.refresh_from_db()
    assert (evening.places, evening.answers_until) == (None, None)


def test_the_list_is_kept_whatever_an_older_site_left_in_the_row(
    crew: Crew, evening: Tournament
) -> None:
    Tournament.objects.filter(pk=evening.pk).update(ranking="luck", rounds_planned=0)
    assert keep(crew, evening, places="12").status_code == 302
    evening.refresh_from_db()
    assert evening.places == 12


def test_what_no_row_may_have_is_said(
    crew: Crew, evening: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(**_: object) -> None:
        raise ValidationError("No such list.")

    monkeypatch.setattr(desk.rsvps, "set_list", refuse)
    answer = keep(crew, evening, places="12")
    assert answer.status_code == 200
    assert "No such list." in text_of(answer)
