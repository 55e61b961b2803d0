"""Email: the mail server, if any, and emails that are sent after the response.

Such an email is a row until it is sent, so no stop of the site loses one. The row is
saved in the transaction that the email is about; a worker sends it, and retries for a
day.
"""

import logging
from datetime import timedelta
from smtplib import SMTPException

from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.db import transaction
from django.utils import timezone
from django_tasks import task
from django_tasks.base import Task

from clubs.models import Mail
from clubs.tasks import RetryTask, enqueue, is_pending

LOG = logging.getLogger(__name__)
MOST_WAITING = 1_000  # more would be a flood
# The task that writes an email for a forgotten password; it knows the page addresses.
WRITE = "clubs.views.email.write_reset"
A_DAY = timedelta(days=1)


def is_answering() -> bool:
    """Return whether the mail server accepts a connection; the log has the error."""
    connection = get_connection()
    try:
        connection.open()
    except (OSError, SMTPException):
        LOG.exception("The mail server (MAIL_URL) does not answer")
        return False
    connection.close()
    return True


def send_later(message: EmailMessage) -> None:
    """Queue an email to one person, to be sent after the response."""
    html = [body for body, _ in getattr(message, "alternatives", ())]
    facts = {
        "sender": message.from_email,
        "subject": message.subject,
        "text": message.body,
        "html": html[0] if html else "",
    }
    _keep(Mail(to=message.to[0], facts=facts))


def write_reset_later(email: str, *, host: str, language: str) -> None:
    """Queue an email with a link for a new password to the account of this address.

    Does the same work whether or not there is such an account.
    """
    facts = {"host": host, "language": language}
    _keep(Mail(to=email, is_written=False, facts=facts))


@transaction.atomic
def _keep(waiting: Mail) -> None:
    if Mail.objects.count() >= MOST_WAITING:
        LOG.error("Too many mails wait; one was not sent.")
        return
    waiting.save()
    enqueue(_task_of(waiting), waiting.pk)


def _task_of(waiting: Mail) -> Task | str:
    return send if waiting.is_written else WRITE


@task(queue_name="mail")
def send(mail: int) -> None:
    """Send a queued email. Raises RetryTask if the server doesn't accept it."""
    waiting = Mail.objects.filter(pk=mail).first()
    if waiting is None:  # already sent
        return
    facts = waiting.facts
    message = EmailMultiAlternatives(
        facts["subject"], facts["text"], facts["sender"], [waiting.to]
    )
    if facts["html"]:
        message.attach_alternative(facts["html"], "text/html")
    try:
        message.send()
    except (OSError, SMTPException) as no:
        # The server's reply can contain the address.
        raise RetryTask(f"The mail server took nothing: {type(no).__name__}") from no
    waiting.delete()


def enqueue_waiting() -> None:
    """Queue waiting emails again if a stop lost their tasks; drop them after a day."""
    Mail.objects.filter(asked_at__lt=timezone.now() - A_DAY).delete()
    for waiting in Mail.objects.order_by("pk"):
        # An email whose task is already queued could be sent twice.
        if not is_pending(_task_of(waiting), waiting.pk):
            enqueue(_task_of(waiting), waiting.pk)
