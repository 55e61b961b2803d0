"""The examples of docs/api.md run as they stand, in a club whose next event is announced."""

import json
import subprocess
from collections.abc import Callable
from datetime import date
from io import BytesIO
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.test import Client

from scoring.models import Tournament
from scoring.signups import rsvps
from tests import builders as build
from tests.messages import message
from tests.scoring.api.test_api import V1, told
from tests.scoring.api.test_webhook_examples import example

pytestmark = pytest.mark.django_db

# What the examples use of a page: a table and a paragraph that keep their texts.
PAGE = """
const texts = [];
const cell = { set textContent(text) { texts.push(String(text)); } };
const table = {
  createCaption: () => cell,
  insertRow: () => ({ insertCell: () => cell }),
};
globalThis.document = {
  getElementById: (id) => (id === "standings" ? table : cell),
};
globalThis.fetch = async (address) => {
  const { pathname, search } = new URL(address);
  if (!(pathname + search in answers)) throw new Error(`not asked for: ${address}`);
  return { json: async () => answers[pathname + search] };
};
process.on("exit", () => console.log(JSON.stringify(texts)));
"""


def opened(address: str) -> BytesIO:
    """What the site answers to a program that opens the address."""
    asked = urlsplit(address)
    return BytesIO(Client().get(f"{asked.path}?{asked.query}").content)


@pytest.fixture
def run(played: Tournament, tmp_path: Path) -> Callable[[str], list[str]]:
    """Run an example's script; gives the texts that it wrote into the page."""
    asked = [
        f"{V1}tournaments/?state=final",
        f"{V1}tournaments/",
        f"{V1}coming/?state=announced",
        *(
            f"{V1}tournaments/{line['id']}/"
            for line in told(f"{V1}tournaments/")["evenings"]
        ),
    ]

    def run(begins: str) -> list[str]:
        answers = {address: told(address) for address in asked}
        script = example(begins).partition("<script>")[2].partition("</script>")[0]
        path = tmp_path / "example.cjs"
        path.write_text(f"const answers = {json.dumps(answers)};{PAGE}{script}")
        made = subprocess.run(
            ["node", path], capture_output=True, text=True, check=False
        )
        assert made.returncode == 0, made.stderr
        texts: list[str] = json.loads(made.stdout)
        return texts

    return run


def test_the_page_of_standings_is_not_empty_before_the_next_event(
    played: Tournament, run: Callable[[str], list[str]]
) -> None:
    lists = told(f"{V1}tournaments/")["evenings"]
    assert lists[0]["state"] == "announced", "the newest has no standings"
    newest = told(f"{V1}tournaments/?state=final")["evenings"][0]
    evening = told(f"{V1}tournaments/{newest['id']}/")
    caption, *cells = run('id="standings"')
    assert caption == f"{evening['name']}, {evening['date']}"
    assert len(cells) == 3 * len(evening["standings"]) > 0
    first = evening["standings"][0]
    assert (cells[0], cells[2]) == (str(first["place"]), str(first["total"]))
    assert "undefined" not in cells


def test_the_next_event_is_drawn_with_who_is_going(
    played: Tournament, run: Callable[[str], list[str]]
) -> None:
    event = played.club.tournaments.get(slug="next")
    rsvps.set_list(
        tournament=event,
        actor=build.command(),
        asks=True,
        places=None,
        answers_until=None,
    )
    marie = played.entries.get(number=1).player
    rsvps.set_going(tournament=event, player=marie, actor=build.command())
    [text] = run('id="next"')
    assert text.startswith("To come, 2099-01-05")
    assert text.endswith(message("Going: {names}", names=marie.name))


def test_a_season_in_python_prints_its_places(
    played: Tournament,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    build.tournament(played.club, name="Soon", slug="soon", date=date(2026, 12, 30))
    monkeypatch.setattr("urllib.request.urlopen", opened)
    exec(example("latest = get("), {})
    assert capsys.readouterr().out.startswith("1 ")


def test_the_league_table_reads_every_page_of_final_tournaments(
    played: Tournament,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With one tournament a page: each player's nights are those of the whole list."""
    monkeypatch.setattr("scoring.api.queries.AT_ONCE", 1)
    monkeypatch.setattr("urllib.request.urlopen", opened)
    exec(example("def final_tournaments"), {})
    lines = capsys.readouterr().out.splitlines()
    points = [int(line.split()[0]) for line in lines]
    assert points == sorted(points, reverse=True)
    assert points[0] >= 10
    final = Tournament.objects.filter(club=played.club, public=True)
    final = final.exclude(finished_at=None)
    assert final.count() > 1
    nights = sum(int(line.split()[2]) for line in lines)
    standings = [told(f"{V1}tournaments/{t.file_id}/")["standings"] for t in final]
    assert nights == sum(map(len, standings)) > 0
