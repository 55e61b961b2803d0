"""Rows of background work until it is done; not in backups."""

from django.db import models


class Mail(models.Model):
    """An email that waits to be sent; it is deleted afterwards.

    If written, its facts have sender, subject, text and html. An email for a forgotten
    password is not written yet and only sent if there is such an account: it has the
    requested host and the language of the person who asked.
    """

    to = models.CharField(max_length=320)
    is_written = models.BooleanField(default=True)
    facts = models.JSONField()
    asked_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"mail {self.pk}"


class Rhythm(models.Model):
    """A job that the site does once in some hours, on any one machine."""

    kind = models.CharField(max_length=50, primary_key=True)
    last_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.kind
