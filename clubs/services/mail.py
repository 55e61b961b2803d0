"""The mail server, where there is one."""

import logging
from smtplib import SMTPException

from django.core.mail import get_connection


def is_answering() -> bool:
    """Whether the mail server lets us in just now; the terminal says why not."""
    connection = get_connection()
    try:
        connection.open()
    except (OSError, SMTPException):
        logging.getLogger(__name__).exception("The mail server does not answer")
        return False
    connection.close()
    return True
