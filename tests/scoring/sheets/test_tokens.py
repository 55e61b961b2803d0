"""A table page's address is given out anew, or closed."""

import pytest

from scoring.core.writes import ActionRefused
from scoring.models import Change, Sheet
from scoring.sheets import phones
from tests import builders as build
from tests.log_texts import log_text

pytestmark = pytest.mark.django_db


def join(sheet: Sheet, key: str):
    return phones.join(sheet=sheet, key=key, seat=1, name="", asks=False)


def test_a_new_token_comes_with_a_new_code(sheet):
    keeper, _ = join(sheet, "k"), join(sheet, "looks on")
    renewed = phones.renew(sheet=sheet, actor=build.command())
    kept = Sheet.objects.get()
    assert (kept.token, kept.code) == (renewed.token, renewed.code)
    assert kept.token != sheet.token
    assert kept.code != sheet.code
    assert kept.phones.get() == keeper
    assert Change.objects.first().text == log_text(
        "sheet.code_renewed", sheet="round 1, table 1"
    )


def test_no_token_and_no_code_is_logged(sheet):
    renewed = phones.renew(sheet=sheet, actor=build.command())
    for row in Change.objects.all():
        said = f"{row.text} {row.old} {row.new} {row.key}"
        assert renewed.token not in said
        assert renewed.code not in said


def test_a_code_that_another_sheet_has_is_not_given(sheet, monkeypatch):
    codes = iter([sheet.code, "NEWER"])
    monkeypatch.setattr(phones, "new_code", lambda: next(codes))
    assert phones.renew(sheet=sheet, actor=build.command()).code == "NEWER"


def test_a_closed_page_stays_closed_until_its_code_is_renewed(sheet):
    closed = phones.revoke(sheet=sheet, actor=build.command())
    again = phones.revoke(sheet=sheet, actor=build.command())
    assert closed.revoked_at == again.revoked_at is not None
    assert Change.objects.filter(what="token").count() == 1
    with pytest.raises(ActionRefused, match="closed"):
        join(sheet, "k")
    assert phones.renew(sheet=sheet, actor=build.command()).revoked_at is None
    assert join(sheet, "k").keeper


def test_both_raise_the_version(sheet):
    seen = Sheet.objects.get().version
    phones.revoke(sheet=sheet, actor=build.command())
    phones.renew(sheet=sheet, actor=build.command())
    assert Sheet.objects.get().version == seen + 2
