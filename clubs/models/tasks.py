"""What work behind the request leaves until it is done; in no backup."""

from django.db import models


class Mail(models.Model):
    """A mail that waits to go out; then it is gone from here.

    One that is written has sender, subject, text and html among its facts. One for a
    forgotten password is still to be written, if there is such an account: it has the
    host that was asked and the language of whoever asked.
    """

    to = models.CharField(max_length=320)
    is_written = models.BooleanField(default=True)
    facts = models.JSONField()
    asked_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"mail {self.pk}"


class Rhythm(models.Model):
    """What the site does once in so many hours, whichever machine comes first."""

    kind = models.CharField(max_length=50, primary_key=True)
    last_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.kind
