"""Rulings on players outside a sheet."""

import pytest

from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused
from scoring.models import Adjustment, Change, Entry, Tournament
from scoring.people import entries
from scoring.results.standings_table import table_of
from scoring.sheets.rulings import adjust, reverse
from tests import builders as build
from tests.in_turn import in_turn

pytestmark = pytest.mark.django_db

BY = build.command()
WHY = "Left before the last hand (§31)"


@pytest.fixture
def entry() -> Entry:
    """Whoever has 131 chips after the first round."""
    tournament = build.tournament(build.club())
    build.verified_sheet(build.published_round(tournament).sheets.get())
    return tournament.entries.get(number=1)


def audit(tournament: Tournament) -> list[str]:
    """What is kept and does not follow from the facts, read anew."""
    return list(differences_in(Tournament.objects.get(pk=tournament.pk)))


def total(entry: Entry) -> int:
    lines = table_of(entry.tournament).lines
    return next(line.total for line in lines if line.entry == entry.pk)


def test_a_ruling_counts_at_once(entry: Entry) -> None:
    adjust(entry=entry, actor=BY, chips=-10, reason=WHY, key="form-1")

    assert total(entry) == 121
    assert "ruling: −10 chips for: 1 Marie Kubala" in Change.objects.first().text
    assert audit(entry.tournament) == []


def test_chips_go_from_one_to_the_other(entry: Entry) -> None:
    other = entry.tournament.entries.get(number=4)
    made = adjust(
        entry=entry,
        other=other,
        actor=BY,
        chips=-10,
        reason=WHY,
        section="§24",
        key="one",
    )

    assert (total(entry), total(other)) == (121, 79)
    assert (
        "for: 1 Marie Kubala; to: 4 Karel Novak; reason: §24: "
        in Change.objects.first().text
    )
    assert audit(entry.tournament) == []
    reverse(adjustment=made, actor=BY, reason="He came back")
    assert (total(entry), total(other)) == (131, 69)


@pytest.mark.parametrize("field", ["other", "section"])
def test_nobody_gives_to_himself_nor_by_an_unknown_section(
    entry: Entry, field: str
) -> None:
    facts = {"other": {"other": entry}, "section": {"section": "99"}}[field]
    with pytest.raises(ActionRefused) as refused:
        adjust(entry=entry, actor=BY, chips=5, reason=WHY, key="form-1", **facts)
    assert refused.value.field == field


@in_turn("typed", ["24", "§24", "§ 24", "24 Players’ responsibilities"])
def test_a_section_however_it_is_typed(entry: Entry, typed: str) -> None:
    made = adjust(entry=entry, actor=BY, chips=5, reason=WHY, section=typed, key="one")
    assert made.section == "§24"


def test_the_same_form_sent_twice_rules_once(entry: Entry) -> None:
    first = adjust(entry=entry, actor=BY, chips=5, reason=WHY, key="form-1")
    again = adjust(entry=entry, actor=BY, chips=5, reason=WHY, key="form-1")

    assert first == again
    assert total(entry) == 136


@pytest.mark.parametrize(
    ("chips", "reason", "field"), [(0, WHY, "chips"), (5, "  ", "reason")]
)
def test_a_ruling_moves_chips_for_a_reason(
    entry: Entry, chips: int, reason: str, field: str
) -> None:
    with pytest.raises(ActionRefused) as refused:
        adjust(entry=entry, actor=BY, chips=chips, reason=reason, key="form-1")
    assert refused.value.field == field
    assert not Adjustment.objects.exists()


def test_nobody_rules_on_a_house_player(entry: Entry) -> None:
    house = entries.house_players(entry.tournament, 1)[0]
    with pytest.raises(ActionRefused, match="isn’t ranked, so choose someone else\\."):
        adjust(entry=house, actor=BY, chips=5, reason=WHY, key="form-1")


def test_a_ruling_taken_back_stays_readable(entry: Entry) -> None:
    made = adjust(entry=entry, actor=BY, chips=-10, reason=WHY, key="form-1")
    reverse(adjustment=made, actor=BY, reason="He came back")

    made.refresh_from_db()
    assert total(entry) == 131
    assert (made.chips, made.reason) == (-10, WHY)
    assert (made.reversed_by_name, made.reversal_reason) == (BY.name, "He came back")
    assert audit(entry.tournament) == []


def test_taking_back_needs_a_reason(entry: Entry) -> None:
    made = adjust(entry=entry, actor=BY, chips=-10, reason=WHY, key="form-1")
    with pytest.raises(ActionRefused) as refused:
        reverse(adjustment=made, actor=BY, reason=" ")
    assert refused.value.field == "reason"


def test_taking_back_twice_is_once(entry: Entry) -> None:
    made = adjust(entry=entry, actor=BY, chips=-10, reason=WHY, key="form-1")
    for reason in ("He came back", "Again"):
        reverse(adjustment=made, actor=BY, reason=reason)

    made.refresh_from_db()
    assert made.reversal_reason == "He came back"
    assert Change.objects.filter(what="ruling").count() == 2
