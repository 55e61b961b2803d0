"""The lines of hands leave the log two years after a tournament is final; hands stay."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.utils import timezone

from scoring.audit.integrity import differences_in
from scoring.core.writes import keep_fund
from scoring.models import Change, Tournament
from scoring.sheets.old_log_lines import KEPT_FOR, remove_old
from scoring.tournaments import tournaments
from tests import builders as build
from tests.rules.spjst.builders import povinost

pytestmark = pytest.mark.django_db


def played(name: str, *, ended: timedelta | None) -> Tournament:
    """One table with two hands, final for so long; not final at all without it."""
    made = build.tournament(build.club(f"club-{name}"), name=name)
    sheet = build.open_sheet(made)
    for key in ("a", "b"):
        build.recorded(sheet, build.command(), key=f"{name}{key}", record=povinost())
    build.verified_sheet(sheet)
    if ended:
        tournaments.finish(tournament=made, actor=build.command())
        rows = Tournament.objects.filter(pk=made.pk)
        rows.update(finished_at=timezone.now() - ended)
        keep_fund(made)
    return made


def kinds(tournament: Tournament) -> list[str]:
    lines = Change.objects.filter(tournament=tournament).order_by("pk")
    return list(lines.values_list("what", flat=True))


def test_lines_of_hands_go_two_years_after_the_end() -> None:
    cache.clear()
    day = timedelta(days=1)
    old, young = (
        played("old", ended=KEPT_FOR + day),
        played("young", ended=KEPT_FOR - day),
    )
    going_on = played("on", ended=None)
    before = kinds(old)
    assert before.count("hand") == 2
    assert remove_old() == 2
    assert kinds(old) == [what for what in before if what != "hand"]
    for other in (young, going_on):
        assert kinds(other).count("hand") == 2
    sheet = old.rounds.get().sheets.get()
    assert [hand.number for hand in sheet.hands.order_by("number")] == [1, 2]
    assert list(differences_in(old)) == []
    assert remove_old() == 0  # once a day
