"""The log of a tournament or club."""

from contextlib import suppress

from django.db import models
from django.db.models import Q

from clubs.models import Club
from scoring.models.log_messages import from_json, message_from_json
from scoring.models.rounds import Sheet
from scoring.models.signed import Signed
from scoring.models.tournaments import Tournament

# For these kinds `new` is only the key of the created row: a form sent twice finds the
# row by that key.
MADE_BY_KEY = frozenset(
    {"draw", "smallest", "season plan", "substitute", "substitute-end"}
)


class Change(Signed):
    """One write of a service: who, when, what kind, the source, old and new in words.

    The key is that of the form that requested it: the same form sent twice is one
    change.
    """

    club = models.ForeignKey(
        Club, on_delete=models.SET_NULL, null=True, related_name="changes"
    )
    tournament = models.ForeignKey(
        Tournament, on_delete=models.SET_NULL, null=True, related_name="changes"
    )
    sheet = models.ForeignKey(
        Sheet, on_delete=models.SET_NULL, null=True, related_name="changes"
    )
    key = models.CharField(max_length=40, blank=True)
    source = models.CharField(max_length=20)
    what = models.CharField(max_length=40)
    text = models.TextField()
    old = models.TextField(blank=True)
    new = models.TextField(blank=True)
    # No longer read; versions from before there were codes write it.
    said = models.TextField(blank=True, default="")
    # The message (`log_messages`), and the values of its placeholders as JSON; if `old`
    # or `new` is a message too, it is among them as `old_text` or `new_text`. `text`,
    # `old` and `new` are in English, for searching and for rows without a code.
    code = models.CharField(max_length=60, blank=True, default="", db_default="")
    values = models.JSONField(blank=True, default=dict, db_default={})
    # Extra facts for subscribers: ids, times and places, never a person's name.
    data = models.JSONField(blank=True, default=dict, db_default={})

    class Meta:
        ordering = ["-pk"]
        indexes = [
            models.Index(fields=["club", "-at"], name="scoring_change_by_club"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["key"], condition=~Q(key=""), name="scoring_change_key"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.by_name}: {self.text}"

    @property
    def new_in_words(self) -> str:
        """The new value in words, or nothing if `new` is the key of a created row."""
        return self.new if self.old or self.what not in MADE_BY_KEY else ""

    def in_language(self) -> "Change":
        """Return the change itself, with its text in the reader's language."""
        if self.code:
            # The value of a placeholder may have been an erased name.
            with suppress(KeyError, ValueError):
                values = {**self.values}
                old = from_json(values.pop("old_text", self.old))
                new = from_json(values.pop("new_text", self.new))
                text = message_from_json(self.code, values)
                self.old, self.new, self.text = old, new, text
        return self
