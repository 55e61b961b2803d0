"""What work behind the request leaves until it is done; in no backup."""

from django.db import models


class Mail(models.Model):
    """A mail that waits to go out; then it is gone from here."""

    sender = models.CharField(max_length=320)
    to = models.CharField(max_length=320)
    subject = models.TextField()
    text = models.TextField()
    html = models.TextField(blank=True)
    asked_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"mail {self.pk}"


class Rhythm(models.Model):
    """What the site does once in so many hours, whichever machine comes first."""

    kind = models.CharField(max_length=50, primary_key=True)
    last_at = models.DateTimeField()

    def __str__(self) -> str:
        return self.kind
