"""Who waits is told once, after the commit, by a channel that nobody can guess."""

import http.server
import re
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest
from django.db import transaction
from django.test import Client

from clubs.models import Role
from scoring.core import push
from scoring.core.writes import ActionRefused, log
from scoring.models import Change, Tournament
from scoring.models.log_messages import log_message
from scoring.tournaments.announcements import announce
from tests import builders
from tests.server.site import HOST, free_port

CHANNEL = "[0-9a-f]{32}"


@dataclass
class Publisher:
    """What nchan would be told; with `status` 0 it takes questions and says nothing."""

    told: list[tuple[set[str], str]] = field(default_factory=list)
    status: int = 201


@pytest.fixture
def publisher(settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Publisher]:
    heard = Publisher()

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            channels = self.path.removeprefix("/publish/").split(",")
            heard.told.append((set(channels), body.decode()))
            if not heard.status:
                threading.Event().wait(1)
            self.send_response(heard.status or 201)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer((HOST, 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    settings.NEWS = f"http://{HOST}:{server.server_port}/publish"
    monkeypatch.setattr(push, "_away_until", 0.0)
    monkeypatch.setattr(push, "PATIENCE", 5.0)
    yield heard
    if line := getattr(push._lines, "kept", None):
        line.close()
        push._lines.kept = None
    server.shutdown()
    server.server_close()


def evening() -> Tournament:
    return builders.tournament(builders.club(), public=True)


def say_something(tournament: Tournament, what: str = "Soup is ready") -> None:
    announce(tournament=tournament, actor=builders.command(), key=what, text=what)


@pytest.mark.django_db(transaction=True)
def test_a_write_is_told_once_after_its_commit(publisher: Publisher) -> None:
    here = evening()
    publisher.told.clear()
    with transaction.atomic():
        say_something(here)
        say_something(here, "Cake, too")
        assert publisher.told == []
    last = Change.objects.order_by("-pk").values_list("pk", flat=True)[0]
    [(channels, mark)] = publisher.told
    kinds = ("desk", "sheets", "page")
    assert channels == {push.channel(kind, here.pk) for kind in kinds}
    assert mark == str(last)


@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_is_not_told(publisher: Publisher) -> None:
    here = evening()
    publisher.told.clear()

    @transaction.atomic
    def fail() -> None:
        say_something(here)
        raise ActionRefused("no")

    with pytest.raises(ActionRefused):
        fail()
    assert publisher.told == []
    say_something(here)
    assert len(publisher.told) == 1


@pytest.mark.django_db(transaction=True)
def test_a_hand_is_told_to_its_table_and_the_desk_alone(publisher: Publisher) -> None:
    sheet = builders.open_sheet(evening())
    publisher.told.clear()
    with transaction.atomic():
        log(builders.command(), "hand", log_message("entry.numbers_drawn"), sheet=sheet)
    tournament = sheet.round.tournament.pk
    [(channels, said)] = publisher.told
    sheet.refresh_from_db()
    assert said == f"{Change.objects.latest('pk').pk} {sheet.version}"
    whom = (("sheet", sheet.pk), ("desk", tournament))
    assert channels == {push.channel(kind, pk) for kind, pk in whom}


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("away", ["gone", "silent", "refuses"])
def test_one_that_is_away_costs_nobody_a_write(
    away: str,
    publisher: Publisher,
    settings,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    here = evening()
    if away == "gone":
        settings.NEWS = f"http://{HOST}:{free_port()}/publish"
        push._lines.kept = None
    publisher.status = {"gone": 201, "silent": 0, "refuses": 403}[away]
    monkeypatch.setattr(push, "PATIENCE", 0.05)
    caplog.clear()
    publisher.told.clear()
    say_something(here)
    say_something(here, "Cake")  # not asked again a moment later
    assert here.announcements.count() == 2
    assert len([line for line in caplog.messages if "(NEWS)" in line]) == 1
    assert len(publisher.told) <= 1


@pytest.mark.django_db
def test_pages_give_out_what_only_they_know(settings) -> None:
    here = evening()
    sheet = builders.open_sheet(here)
    settings.NEWS = "http://127.0.0.1:1/publish"
    page, screen = here.get_absolute_url(), f"{here.get_absolute_url()}screen/"
    client = Client()
    for address in (page, screen):
        assert push.channel("page", here.pk) in client.get(address).content.decode()
    phone = client.get(f"/t/{sheet.token}/").content.decode()
    both = [push.channel("sheet", sheet.pk), push.channel("sheets", here.pk)]
    assert f"/news/{','.join(both)}" in phone
    client.force_login(builders.member(here.club, Role.Kind.DIRECTOR))
    desk = client.get(f"/desk/{here.club.slug}/{here.slug}/").content.decode()
    assert push.channel("desk", here.pk) in desk
    assert push.channel("desk", here.pk) not in Client().get(page).content.decode()
    names = [push.channel(kind, n) for kind in ("desk", "page") for n in range(50)]
    assert len(set(names)) == 100
    assert all(re.fullmatch(CHANNEL, name) for name in names)
    before = names[0]
    settings.SECRET_KEY = "another " * 10
    assert push.channel("desk", 0) != before


@pytest.mark.django_db
def test_without_the_setting_pages_ask_as_ever() -> None:
    here = evening()
    assert "/news/" not in Client().get(here.get_absolute_url()).content.decode()
    assert push.waits_at(("page", here.pk)) == ""
