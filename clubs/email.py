"""The mail server, where there is one, and mail that leaves after the answer.

Such a mail is a row until it has gone out, so that a stop of the site loses none. It is
put in the same transaction as what it tells; a worker sends it, and tries for a day.
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
MOST_WAITING = 1_000  # more is a flood
# The task that writes one for a forgotten password: it knows pages' addresses.
WRITE = "clubs.views.email.write_reset"
A_DAY = timedelta(days=1)


def is_answering() -> bool:
    """Whether the mail server lets us in just now; the terminal says why not."""
    connection = get_connection()
    try:
        connection.open()
    except (OSError, SMTPException):
        LOG.exception("The mail server (MAIL_URL) does not answer")
        return False
    connection.close()
    return True


def send_later(message: EmailMessage) -> None:
    """Have a mail to one person sent after the answer."""
    html = [body for body, _ in getattr(message, "alternatives", ())]
    facts = {
        "sender": message.from_email,
        "subject": message.subject,
        "text": message.body,
        "html": html[0] if html else "",
    }
    _keep(Mail(to=message.to[0], facts=facts))


def write_reset_later(email: str, *, host: str, language: str) -> None:
    """Have whoever has this address sent a link for a new password.

    The same is done whether or not there is such an account.
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
    """Send a mail that waits. Raises RetryTask where the server does not take it."""
    waiting = Mail.objects.filter(pk=mail).first()
    if waiting is None:  # it went out
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
        # What the server says may repeat the address.
        raise RetryTask(f"The mail server took nothing: {type(no).__name__}") from no
    waiting.delete()


def enqueue_waiting() -> None:
    """Put again what waits, should a stop have lost its task; after a day it is gone."""
    Mail.objects.filter(asked_at__lt=timezone.now() - A_DAY).delete()
    for waiting in Mail.objects.order_by("pk"):
        if not is_pending(_task_of(waiting), waiting.pk):  # else it might go twice
            enqueue(_task_of(waiting), waiting.pk)
