"""With mail: signing up, confirming, a forgotten password. Without: whom to ask."""

import re
from smtplib import SMTPException

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django_tasks_db.models import DBTaskResult

from clubs import email as postman
from clubs import tasks
from clubs.management import worker
from clubs.models import Mail, User
from tests import builders
from tests.clubs.test_two_factor import OFF, ON, shown
from tests.messages import message
from tests.tasks import Waiting
from tests.words import EMPTY

pytestmark = pytest.mark.django_db
SIGN_UP, FORGOT = reverse("account_signup"), reverse("account_reset_password")
SIGN_IN, EMAIL = reverse("clubs:sign-in"), reverse("account_email")
FACTS = {
    "name": "Marie Kubala",
    "email": "Marie@Example.org",
    "username": "marie",
    "password": "felt and gold 7",
    "password_again": "felt and gold 7",
}
NEW = {"password1": "felt and gold 8", "password2": "felt and gold 8"}


@pytest.fixture
def with_mail(settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """What leaves after the answer has left when the answer is there."""
    monkeypatch.setattr(tasks, "on_commit", lambda call: call())
    settings.MAIL = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True


def link() -> str:
    """The path in the newest mail."""
    return re.search(r"http://testserver(/\S+)", mail.outbox[-1].body)[1]


def sign_in(client: Client, name: str, password: str) -> bool:
    client.post(SIGN_IN, {"login": name, "password": password})
    return "_auth_user_id" in client.session


@pytest.mark.parametrize(
    "address", [SIGN_UP, FORGOT, EMAIL, reverse("account_confirm_email", args=["x"])]
)
def test_without_mail_each_page_says_whom_to_ask(client: Client, address: str) -> None:
    for answer in (client.get(address), client.post(address, FACTS)):
        assert "ask" not in answer.request["PATH_INFO"]
        assert message("This site doesn’t send email") in answer.content.decode()
        assert "changepassword" in answer.content.decode()
    assert not User.objects.exists()
    assert not mail.outbox


def test_without_mail_nothing_leads_to_these_pages(client: Client) -> None:
    client.force_login(builders.user())
    for page in (SIGN_IN, reverse("clubs:account")):
        html = client.get(page).content.decode()
        assert not any(address in html for address in (SIGN_UP, FORGOT, EMAIL))


def test_with_mail_the_sign_in_page_leads_to_them(client: Client, with_mail) -> None:
    html = client.get(SIGN_IN).content.decode()
    assert SIGN_UP in html
    assert FORGOT in html


def test_who_signs_up_confirms_the_address_and_then_comes_in(
    client: Client, with_mail
) -> None:
    answer = client.post(SIGN_UP, FACTS)
    assert answer.url == reverse("account_email_verification_sent")
    assert "link" in client.get(answer.url).content.decode()
    marie = User.objects.get()
    assert (marie.email, marie.name) == ("marie@example.org", "Marie Kubala")
    assert not sign_in(Client(), "marie", FACTS["password"])
    assert mail.outbox[-1].to == ["marie@example.org"]
    assert mail.outbox[-1].subject == "Valat: Confirm your email"
    assert "Is this your address" in client.get(link()).content.decode()
    assert not EmailAddress.objects.get().verified
    assert client.post(link()).url == SIGN_IN
    assert sign_in(client, "marie@example.org", FACTS["password"])
    assert "has expired" in client.get(link()).content.decode()
    assert "has expired" in client.post(link()).content.decode()


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("email", "marie", "Enter an email address"),
        ("email", "", EMPTY),
        ("username", "ANNA", "already in use"),
        ("password_again", "x", message("The two passwords don’t match.")),
    ],
)
def test_what_is_wrong_is_said_and_all_is_kept(
    client: Client, with_mail, field: str, value: str, said: str
) -> None:
    builders.user("anna")
    answer = client.post(SIGN_UP, {**FACTS, field: value})
    assert said in " ".join(answer.context["form"].errors[field])
    assert answer.context["form"]["name"].value() == "Marie Kubala"
    assert User.objects.count() == 1


def test_a_strangers_name_puts_no_lines_of_its_own_into_our_mail(
    client: Client, with_mail
) -> None:
    client.post(SIGN_UP, {**FACTS, "name": "Marie\r\n\nYou have won"})
    assert mail.outbox[-1].body.startswith("Marie You have won,\n")


def test_an_address_that_has_an_account_is_told_by_mail_alone(
    client: Client, with_mail
) -> None:
    builders.user("anna", email="marie@example.org")
    answer = client.post(SIGN_UP, FACTS)
    assert answer.url == reverse("account_email_verification_sent")
    assert User.objects.count() == 1
    assert message("You already have an account") in mail.outbox[-1].subject
    assert link() == FORGOT


def test_nobody_who_was_invited_waits_for_a_mail(client: Client, with_mail) -> None:
    builders.user("anna")
    assert sign_in(client, "anna", "anna-password")
    EmailAddress.objects.create(user=User.objects.get(), email="mistyped@example.org")
    client.logout()
    assert sign_in(client, "anna", "anna-password")
    assert not mail.outbox


def test_a_forgotten_password_is_set_anew_once(client: Client, with_mail) -> None:
    builders.user("anna", email="anna@example.org")
    answer = client.post(FORGOT, {"email": "ANNA@example.org"})
    assert answer.url == reverse("account_reset_password_done")
    assert client.get(answer.url).status_code == 200
    sent = link()
    form = client.get(sent).url
    assert form.endswith("/set-password/")
    wrong = client.post(form, {**NEW, "password2": "x"})
    assert wrong.status_code == 200
    assert client.post(form, NEW).url == SIGN_IN
    assert sign_in(Client(), "anna", NEW["password1"])
    assert "has expired" in client.get(sent).content.decode()
    assert "has expired" in Client().post(form, NEW).content.decode()


@pytest.mark.parametrize(
    ("site", "names", "https", "host", "opens"),
    [
        ("https://tarok.example.org", [], False, "testserver:4711", None),
        ("", ["tarok.example.org"], True, "testserver:4711", None),
        ("", [".example.org"], True, "testserver:4711", "https://testserver"),
        ("", [], False, "testserver:4711", "http://testserver:8000"),
        ("", [], False, "testserver:8000", "http://testserver:8000"),
        ("", [], False, "testserver", "http://testserver"),
    ],
)
def test_a_link_in_a_mail_opens_the_site_and_no_port_of_a_strangers_choice(
    client: Client, with_mail, settings, site, names, https, host, opens
) -> None:
    settings.SITE_URL, settings.PUBLIC_NAMES, settings.HTTPS = site, names, https
    builders.user("anna", email="anna@example.org")
    headers = {"host": host}
    client.post(FORGOT, {"email": "anna@example.org"}, headers=headers)
    client.post(SIGN_UP, FACTS, headers=headers)
    client.post(
        SIGN_UP,
        {**FACTS, "username": "eva", "email": "anna@example.org"},
        headers=headers,
    )
    assert len(mail.outbox) == 3
    opens = opens or "https://tarok.example.org"
    for each in mail.outbox:
        links = re.findall(r"https?://\S+?(?=/\S)", each.body)
        assert set(links) == {opens}


def test_whether_an_address_has_an_account_is_not_told(
    client: Client, with_mail
) -> None:
    answer = client.post(FORGOT, {"email": "nobody@example.org"})
    assert answer.url == reverse("account_reset_password_done")
    assert not mail.outbox


def test_an_address_that_waits_sets_no_password(client: Client, with_mail) -> None:
    anna = builders.user("anna", email="anna@example.org")
    EmailAddress.objects.create(user=anna, email="mistyped@example.org")
    client.post(FORGOT, {"email": "mistyped@example.org"})
    assert not mail.outbox


def test_another_address_counts_once_it_is_confirmed(client: Client, with_mail) -> None:
    anna = builders.user("anna", email="anna@example.org")
    EmailAddress.objects.create(
        user=anna, email=anna.email, verified=True, primary=True
    )
    client.force_login(anna)
    facts = {"email": "new@example.org", "action_add": "1"}
    again = client.post(EMAIL, facts).url
    assert again.startswith(reverse("account_reauthenticate"))
    client.post(again, {"password": "anna-password"})
    anna.refresh_from_db()
    assert anna.email == "anna@example.org"
    for page in (EMAIL, reverse("clubs:account")):
        assert "new@example.org" in client.get(page).content.decode()
    assert client.post(link()).url == reverse("clubs:account")
    anna.refresh_from_db()
    assert anna.email == "new@example.org"
    assert EmailAddress.objects.get().email == "new@example.org"


def noticed(subject: str, to: str = "anna@example.org") -> str:
    """The newest mail, which is a notice about anna's account; its text."""
    notice = mail.outbox[-1]
    assert (notice.subject, notice.to) == (f"Valat: {subject}", [to])
    assert not notice.alternatives
    assert notice.body.startswith("Anna Hlavac,\n\n")
    assert "Valat account anna" in notice.body
    assert "from the IP address 127.0.0.1" in notice.body
    assert f"http://testserver{FORGOT}" in notice.body
    return notice.body


def test_a_notice_says_that_the_password_is_another(client: Client, with_mail) -> None:
    client.force_login(builders.user("anna", email="anna@example.org"))
    client.post(reverse("clubs:password"), {"oldpassword": "anna-password", **NEW})
    assert "was changed" in noticed(message("Your password was changed"))
    client.logout()
    client.post(FORGOT, {"email": "anna@example.org"})
    client.post(client.get(link()).url, NEW)
    assert "was reset" in noticed(message("Your password was reset"))


def test_the_old_address_is_told_of_the_new_one(client: Client, with_mail) -> None:
    anna = builders.user("anna", email="anna@example.org")
    EmailAddress.objects.create(
        user=anna, email=anna.email, verified=True, primary=True
    )
    client.force_login(anna)
    facts = {"email": "new@example.org", "action_add": "1"}
    client.post(client.post(EMAIL, facts).url, {"password": "anna-password"})
    client.post(link())
    assert "is now new@example.org" in noticed(
        message("Your email address was changed")
    )


@pytest.mark.django_db(transaction=True)
def test_a_notice_says_what_became_of_the_second_factor(
    client: Client, with_mail
) -> None:
    client.force_login(builders.user("anna", email="anna@example.org"))
    form = client.get(ON).url
    page = client.get(client.post(form, {"password": "anna-password"}).url)
    secret = page.context["form"].secret
    client.post(ON, {"code": shown(secret)})
    subjects = {each.subject for each in mail.outbox}
    assert "Valat: Two-factor authentication is on" in subjects
    client.post(reverse("mfa_generate_recovery_codes"))
    assert "no longer work" in noticed(message("New recovery codes"))
    client.post(OFF, {"password": "anna-password"})
    assert "password alone is now enough" in noticed(
        message("Two-factor authentication is off")
    )


def test_a_notice_that_does_not_go_out_stops_nothing(
    client: Client, with_mail, monkeypatch: pytest.MonkeyPatch, caplog
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise SMTPException("no")

    monkeypatch.setattr("django.core.mail.message.EmailMessage.send", broken)
    client.force_login(builders.user("anna", email="anna@example.org"))
    facts = {"oldpassword": "anna-password", **NEW}
    answer = client.post(reverse("clubs:password"), facts)
    assert answer.url == reverse("clubs:account")
    assert sign_in(Client(), "anna", NEW["password1"])
    assert "mail server" in caplog.text


def test_an_address_can_be_taken_back(client: Client, with_mail) -> None:
    client.force_login(builders.user("anna"))
    again = client.get(reverse("mfa_activate_totp")).url
    client.post(again, {"password": "anna-password"})
    client.post(EMAIL, {"email": "new@example.org", "action_add": "1"})
    client.post(EMAIL, {"email": "new@example.org", "action_remove": "1"})
    assert not EmailAddress.objects.exists()


def test_a_mail_server_that_takes_nothing_is_said(
    client: Client, with_mail, monkeypatch: pytest.MonkeyPatch, caplog
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise SMTPException("no")

    monkeypatch.setattr("django.core.mail.message.EmailMessage.send", broken)
    answer = client.post(SIGN_UP, FACTS)
    assert answer.status_code == 503
    assert message("We couldn’t send the email") in answer.content.decode()
    assert User.objects.get().username == "marie"
    assert "mail server" in caplog.text


@pytest.mark.parametrize("down", ["open", "send_messages"])
def test_a_dead_mail_server_tells_a_stranger_nothing(
    client: Client, with_mail, monkeypatch: pytest.MonkeyPatch, caplog, down: str
) -> None:
    """Who has an account and who has none get one and the same answer."""

    def broken(*args: object, **kwargs: object) -> None:
        raise ConnectionRefusedError("no")

    monkeypatch.setattr(f"django.core.mail.backends.locmem.EmailBackend.{down}", broken)
    builders.user("anna", email="anna@example.org")
    answers = [
        client.post(FORGOT, {"email": f"{name}@example.org"}, follow=True)
        for name in ("anna", "nobody")
    ]
    has, has_not = [(each.status_code, each.redirect_chain) for each in answers]
    assert has == has_not
    plain = [re.sub(r'CSRFToken": "\w+', "", each.content.decode()) for each in answers]
    assert plain[0] == plain[1]
    said = (
        message(
            "The mail server isn’t accepting email right now, so we can’t send "
            "password links. Nothing has changed. Try again later."
        )
        if down == "open"
        else "If an account has this address"
    )
    assert said in plain[0]
    assert (
        message(
            "The mail server isn’t accepting email right now. If you created an "
            "account, it’s saved. Sign in later, and we’ll send the email again."
        )
        not in plain[0]
    )
    assert "mail server" in caplog.text
    assert not mail.outbox


def test_too_many_mails_for_one_address_are_refused(client: Client, with_mail) -> None:
    builders.user("anna", email="anna@example.org")
    answers = [client.post(FORGOT, {"email": "anna@example.org"}) for _ in range(6)]
    assert [answer.status_code for answer in answers] == [302] * 5 + [429]
    assert message("Too many attempts") in answers[-1].content.decode()
    assert len(mail.outbox) == 5


def test_no_stranger_uses_up_somebodys_own_reset(client: Client, with_mail) -> None:
    builders.user("anna")
    assert sign_in(client, "anna", "anna-password")
    client.post(reverse("clubs:sign-out"))
    User.objects.update(email="anna@example.org")
    facts = {"email": "anna@example.org"}
    for n in range(9):  # strangers at nine addresses: 36 tries
        for _ in range(4):
            Client(REMOTE_ADDR=f"192.0.2.{n}").post(FORGOT, facts)
    assert len(mail.outbox) == 30
    assert Client(REMOTE_ADDR="198.51.100.7").post(FORGOT, facts).status_code == 429
    assert client.post(FORGOT, facts).status_code == 302, "in her own browser"
    assert len(mail.outbox) == 31


def test_five_from_one_place_leave_the_owner_hers(client: Client, with_mail) -> None:
    builders.user("anna", email="anna@example.org")
    facts = {"email": "anna@example.org"}
    stranger = Client(REMOTE_ADDR="2001:db8::1")
    statuses = [stranger.post(FORGOT, facts).status_code for _ in range(6)]
    assert statuses == [302] * 5 + [429]
    neighbour = Client(REMOTE_ADDR="2001:db8::2")
    assert neighbour.post(FORGOT, facts).status_code == 429, "of the same household"
    assert client.post(FORGOT, facts).status_code == 302


def test_the_mail_leaves_after_the_answer(
    client: Client, with_mail, tasks: Waiting
) -> None:
    """With an account or without one, there is the same to do until then."""
    builders.user("anna", email="anna@example.org")
    client.post(FORGOT, {"email": "somebody@example.org"})  # what comes first once
    tasks.do()
    counted: set[int] = set()
    for name in ("anna", "nobody"):
        with CaptureQueriesContext(connection) as asked:
            answer = client.post(FORGOT, {"email": f"{name}@example.org"})
        assert answer.url == reverse("account_reset_password_done")
        counted.add(len(asked))
    assert len(counted) == 1
    assert not mail.outbox
    assert [name for name, _ in tasks] == ["write_reset"] * 2
    assert tasks.do() == 3
    assert [each.to for each in mail.outbox] == [["anna@example.org"]]
    assert not Mail.objects.exists()


def test_what_is_put_names_nobody(client: Client, with_mail, tasks: Waiting) -> None:
    """The address and the link are in the mail's row alone, until it has gone out."""
    builders.user("anna", email="anna@example.org")
    client.post(FORGOT, {"email": "anna@example.org"})
    with worker._name() as name:
        worker.do(worker.take(("mail",), name))
    [waiting] = Mail.objects.all()
    assert waiting.is_written
    assert waiting.to == "anna@example.org"
    assert "anna" not in repr(list(DBTaskResult.objects.values()))


def test_a_mail_that_is_not_taken_is_tried_again_for_a_day(
    client: Client, with_mail, tasks: Waiting, monkeypatch, caplog
) -> None:
    def broken(*args: object, **kwargs: object) -> None:
        raise SMTPException("anna@example.org is refused")

    builders.user("anna", email="anna@example.org")
    client.post(FORGOT, {"email": "anna@example.org"})
    with monkeypatch.context() as patch:
        patch.setattr("django.core.mail.message.EmailMessage.send", broken)
        assert tasks.do() == 2
    assert "The mail server took nothing: SMTPException" in caplog.text
    assert "refused" not in caplog.text
    DBTaskResult.objects.update(run_after=timezone.now())
    assert tasks.do() == 1
    assert len(mail.outbox) == 1
    assert not Mail.objects.exists()


def test_what_a_stop_has_lost_is_put_again(
    client: Client, with_mail, tasks: Waiting
) -> None:
    builders.user("anna", email="anna@example.org")
    client.post(FORGOT, {"email": "anna@example.org"})
    tasks.clear()
    postman.enqueue_waiting()
    assert tasks.do() == 2
    assert len(mail.outbox) == 1
    client.post(FORGOT, {"email": "anna@example.org"})
    Mail.objects.update(asked_at=timezone.now() - postman.A_DAY)
    postman.enqueue_waiting()
    assert not Mail.objects.exists()
    tasks.do()
    assert len(mail.outbox) == 1, "nobody waits for it any more"


def test_a_flood_of_mails_is_bounded(tasks: Waiting, monkeypatch, caplog) -> None:
    monkeypatch.setattr(postman, "MOST_WAITING", 2)
    for number in range(5):
        postman.write_reset_later(f"{number}@example.org", host="x", language="")
    assert Mail.objects.count() == len(list(tasks)) == 2
    assert caplog.text.count("Too many mails wait") == 3
