"""The break-glass pack on the web."""

import pytest

from scoring.backups import emergency_packets
from scoring.models import Tournament
from tests import builders as build
from tests.messages import message
from tests.scoring.crew import Crew, at, text_of
from tests.tasks import Waiting

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(crew: Crew, tasks: Waiting) -> Tournament:
    return build.tournament(crew.club)


def test_it_is_made_kept_and_taken_away(
    crew: Crew, tournament: Tournament, tasks: Waiting
) -> None:
    page = at(tournament, "pack")
    assert message(
        "No packets yet. We make one each time a round is published, or you can "
        "make one now."
    ) in text_of(crew.get("director", page))
    for _ in range(2):
        made = crew.post("director", at(tournament, "pack-make"), {"key": "form-1"})
        assert made.url == page
    assert 'hx-trigger="every 2s"' in text_of(crew.get("director", page))

    assert tasks == [("make_pack", tournament.pk)]
    tasks.clear()
    with emergency_packets.being_made(tournament) as wanted:
        assert wanted == emergency_packets.PacketRequest("http://testserver", "en")
        emergency_packets.store_packet(tournament, 2, b"%PDF-")
    part = text_of(crew.get("director", page, **{"HX-Request": "true"}))
    assert message("After round {after}", after=2) in part
    assert "hx-trigger" not in part
    assert "<html" not in part
    file = crew.get("director", at(tournament, "pack-file", 2))
    assert file["Content-Type"] == "application/pdf"
    assert "no-store" in file["Cache-Control"]
    assert b"".join(file.streaming_content) == b"%PDF-"
    assert crew.get("director", at(tournament, "pack-file", 9)).status_code == 404


def test_without_the_forms_key_nothing_is_asked_for(
    crew: Crew, tournament: Tournament
) -> None:
    assert crew.post("director", at(tournament, "pack-make")).status_code == 200
    assert not emergency_packets.is_being_made(tournament)
