"""What every fact says of itself: who wrote it, and when; and the digest of those that
nothing else repeats."""

import hashlib
import json
from typing import Any

from django.db import models

from clubs.models import User


class Signed(models.Model):
    """The name stays when the account goes; who writes without one has a name alone."""

    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class DigestField(models.CharField):
    """A digest of some of the row's columns as they were when it was made.

    The row is never changed afterwards, so whatever is another number later was changed
    by hand: `audit` says so. Words that can be erased (a reason, a name) are not among
    the columns, and what ends with an account or a phone is not either.
    """

    def __init__(self, *args: Any, of: tuple[str, ...] = (), **options: Any) -> None:
        for name, usual in (("max_length", 16), ("default", ""), ("editable", False)):
            options.setdefault(name, usual)
        super().__init__(*args, **options)
        self.of = of

    def deconstruct(self) -> Any:
        name, _, args, options = super().deconstruct()
        return name, "django.db.models.CharField", args, options

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        if add:
            setattr(model_instance, self.attname, digest_of(model_instance, self.of))
        return super().pre_save(model_instance, add)


def is_as_made(row: models.Model) -> bool:
    """Whether the row is as it was made; one whose digest was emptied is not.

    Rows of before there were digests got theirs by a migration.
    """
    return all(
        field.value_from_object(row) == digest_of(row, field.of)
        for field in row._meta.concrete_fields
        if isinstance(field, DigestField)
    )


def seal(row: models.Model) -> None:
    """Set the digests of a row that its maker changes before anybody has seen it."""
    for field in row._meta.concrete_fields:
        if isinstance(field, DigestField):
            setattr(row, field.attname, digest_of(row, field.of))


def digest_of(row: Any, columns: tuple[str, ...]) -> str:
    """64 bits of what stands in these columns, the same from every database."""
    return digest_of_facts([getattr(row, column) for column in columns])


def digest_of_facts(facts: Any) -> str:
    """64 bits of what JSON can carry."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
