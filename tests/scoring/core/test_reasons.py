"""Reasons that the site writes are codes and values; those that people type are text."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection
from django.utils.translation import override

from clubs.compile_messages import MADE_UP
from clubs.i18n import joined
from scoring.models import Standings
from scoring.models.log_messages import MESSAGES, log_message
from scoring.models.reasons import reason_columns, reason_of, set_reason
from tests import builders
from tests.log_texts import log_text
from tests.made_up import offered
from tests.messages import message

MIGRATION = import_module("scoring.migrations.0048_codes_of_old_reasons")
RULING = log_message("reason.ruling", why="§24: left early")


def test_what_a_person_typed_is_text() -> None:
    columns = reason_columns(Standings, "why", " misread “7” ")
    assert columns == {"why": "misread “7”", "why_message": None}


def test_what_the_site_wrote_is_a_code_and_values_beside_its_english() -> None:
    why = log_message("reason.corrected", round=2, table=3, why=RULING)
    columns = reason_columns(Standings, "why", why)
    assert columns["why"] == log_text(
        "reason.corrected", round="2", table="3", why="Ruling: §24: left early"
    )
    assert columns["why_message"]["code"] == "reason.corrected"
    assert columns["why_message"]["values"]["why"]["code"] == "reason.ruling"


def test_several_in_a_row_are_each_a_message() -> None:
    row = Standings()
    set_reason(row, "why", joined(["a mistake", RULING], ". "))
    assert row.why == "a mistake. Ruling: §24: left early"
    assert reason_of(row, "why") == row.why


def test_a_long_reason_is_cut_in_its_text_alone() -> None:
    row = Standings()
    set_reason(row, "why", log_message("reason.ruling", why="x" * 300))
    assert len(row.why) == 300
    assert reason_of(row, "why") == message("Ruling: {why}", why="x" * 300)


def test_a_reason_is_read_in_the_reader_s_language() -> None:
    row = Standings()
    set_reason(row, "why", log_message("reason.undone"))
    with offered(), override(MADE_UP):
        assert reason_of(row, "why") not in ("", row.why)
    row.why_message = {"code": "reason.of_no_version", "values": {}}
    assert reason_of(row, "why") == row.why


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Round 2, table 3 corrected: misread", "reason.corrected"),
        ("Ruling taken back: Undone at once.", "reason.ruling_undone"),
        ("Two changed places in round 2: late", "reason.seats_swapped_because"),
        ("Two changed places in round 2", "reason.seats_swapped"),
        ("Counted too, because it’s final now: Fall.", "reason.finished_since"),
    ],
)
def test_old_words_are_known(text: str, code: str) -> None:
    message = MIGRATION.message_of(text, MIGRATION.STANDINGS)
    assert message["code"] == code
    row = Standings(why=text, why_message=message)
    assert reason_of(row, "why") != ""


def test_each_old_template_has_a_code_of_today_with_its_places() -> None:
    for _, _, templates in MIGRATION.COLUMNS:
        for template, code in templates:
            text = template
            for name in MIGRATION.PLACE.findall(template):
                given = "7" if name in MIGRATION.NUMBERS else "x"
                text = text.replace(f"{{{name}}}", given)
            message = MIGRATION.message_of(text, templates)
            assert message["code"] == code
            assert code in MESSAGES
            row = Standings(why="", why_message=message)
            assert reason_of(row, "why")


def test_a_reason_within_another_is_known_too() -> None:
    text = "Round 2, table 3 corrected: Ruling on hand 4: §24: left early"
    message = MIGRATION.message_of(text, MIGRATION.STANDINGS)
    assert message["values"]["why"] == {
        "code": "reason.hand_ruling",
        "values": {"number": 4, "why": "§24: left early"},
    }


@pytest.mark.parametrize("text", ["misread “7”", "Round two, table 3 corrected: x"])
def test_what_was_typed_is_no_message(text: str) -> None:
    assert MIGRATION.message_of(text, MIGRATION.STANDINGS) is None


@pytest.mark.django_db
def test_old_rows_get_their_codes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MIGRATION, "AT_ONCE", 1)
    club = builders.club()
    typed, written = (
        builders.tournament(club, slug=slug).standings for slug in ("a", "b")
    )
    typed.why, written.why = "misread “7”", message("Seats were changed.")
    typed.save()
    written.save()
    MIGRATION.give_codes(apps, SimpleNamespace(connection=connection))
    for row in (typed, written):
        row.refresh_from_db()
    assert typed.why_message is None
    assert written.why_message == {"code": "reason.seats_changed", "values": {}}
    assert written.why == message("Seats were changed.")
