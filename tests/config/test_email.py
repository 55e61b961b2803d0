"""MAIL_URL and MAIL_FROM, in Django's words."""

import pytest

from config.email import MailServer, mail_server, sender
from config.env import WrongSetting
from tests.in_turn import in_turn


def read(monkeypatch: pytest.MonkeyPatch, url: str) -> MailServer | None:
    monkeypatch.setenv("WORD", url)
    return mail_server("WORD")


def test_without_the_setting_there_is_no_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    assert read(monkeypatch, " ") is None


@pytest.mark.parametrize(
    ("url", "server"),
    [
        (
            "smtp://me:secret@mail.example.org",
            MailServer("mail.example.org", 587, "me", "secret", True, False),
        ),
        (
            "smtps://me%40a.org:p%2F%40ss@mail.a.org:4650",
            MailServer("mail.a.org", 4650, "me@a.org", "p/@ss", False, True),
        ),
        ("smtp://localhost:25", MailServer("localhost", 25, "", "", False, False)),
        ("smtp://[::1]:25/", MailServer("::1", 25, "", "", False, False)),
    ],
)
def test_an_address_is_taken_apart(
    monkeypatch: pytest.MonkeyPatch, url: str, server: MailServer
) -> None:
    assert read(monkeypatch, url) == server


@in_turn(
    "url",
    [
        "mail.example.org",
        "http://mail.example.org",
        "smtp://",
        "smtp://a:b",
        "smtp://h:99999",
        "smtp://h/inbox",
        "smtp://h?tls=1",
        "smtp://[::1",
        "on",
    ],
)
def test_a_wrong_address_is_refused_by_name(
    monkeypatch: pytest.MonkeyPatch, url: str
) -> None:
    with pytest.raises(WrongSetting, match=r"^the setting WORD .") as refused:
        read(monkeypatch, url)
    assert "\n" not in str(refused.value)


def test_mail_comes_from_an_address_that_is_given_or_signs_in(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("FROM", raising=False)
    assert sender("FROM", read(monkeypatch, "smtp://a%40b.org:x@b.org")) == "a@b.org"
    with pytest.raises(WrongSetting, match="FROM"):
        sender("FROM", read(monkeypatch, "smtp://me:x@b.org"))
    monkeypatch.setenv("FROM", "tarok@example.org")
    assert sender("FROM", read(monkeypatch, "smtp://b.org")) == "tarok@example.org"
    monkeypatch.setenv("FROM", "Tarok")
    with pytest.raises(WrongSetting, match="FROM"):
        sender("FROM", read(monkeypatch, "smtp://b.org"))
