"""recalculate: what an older version kept follows this one from the start on."""

import pytest
from django.core.management import get_commands, load_command_class

from clubs.management.commands import serve
from scoring.audit.integrity import differences_in
from scoring.models import Change, Standings, Tournament
from scoring.tournaments import tournaments
from tests import builders as build
from tests.log_texts import log_text

pytestmark = pytest.mark.django_db


def kept_by_an_older_version(slug: str) -> Tournament:
    """The one round is over; somebody sat it out."""
    tournament = build.tournament(build.club(slug), rounds_planned=1)
    people = build.entries(tournament, 5)
    rnd = build.published_round(tournament, [people[:4]])
    build.verified_sheet(rnd.sheets.get())
    return tournament


def aged(tournament: Tournament) -> None:
    build.change_rows(
        lambda rows: rows[0].update(total=rows[0]["total"] - 50), tournament=tournament
    )
    assert list(differences_in(tournament))


def test_a_start_reckons_anew_what_still_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    running, final = map(kept_by_an_older_version, ("lodge-1", "lodge-2"))
    final = tournaments.finish(tournament=final, actor=build.command())
    aged(running)
    aged(final)
    declared = Standings.objects.get(tournament=final).list_rows()

    monkeypatch.setattr(serve, "collect_static_files", lambda: None)
    for _ in range(2):
        serve.make_ready()
    assert list(differences_in(running)) == []
    told = Change.objects.get(text=log_text("standings.recalculated"))
    assert (told.tournament, told.by_name) == (running, "the start of the site")
    assert Standings.objects.get(tournament=final).list_rows() == declared


@pytest.mark.parametrize(
    ("former", "command"),
    [
        ("reckon_anew", "recalculate"),
        ("club_back", "restore_club"),
        ("second_factor_off", "disable_two_factor"),
    ],
)
def test_a_command_keeps_its_former_name(former: str, command: str) -> None:
    app = get_commands()[command]
    assert type(load_command_class(app, former)) is type(
        load_command_class(app, command)
    )
