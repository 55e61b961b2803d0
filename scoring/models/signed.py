"""Signature of facts: author, time, and digests of facts that nothing else repeats."""

import hashlib
import json
from typing import Any

from django.db import models

from clubs.models import User


class Signed(models.Model):
    """A fact with its author and time.

    The name stays when the account is deleted; a writer without an account has only a
    name.
    """

    by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, related_name="+")
    by_name = models.CharField(max_length=100)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True


class DigestField(models.CharField):
    """A digest of some columns of the row, from when it was created.

    The row is never changed afterwards, so a later difference means that someone
    changed it by hand: `audit` reports it. Texts that can be erased (a reason, a name)
    aren't among the columns, nor are values that end with an account or a phone.
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
    """Return whether the row is as it was created; not if its digest was emptied.

    Rows from before there were digests got theirs by a migration.
    """
    return all(
        field.value_from_object(row) == digest_of(row, field.of)
        for field in row._meta.concrete_fields
        if isinstance(field, DigestField)
    )


def seal(row: models.Model) -> None:
    """Set the digests of a row that its creator changes before anyone has seen it."""
    for field in row._meta.concrete_fields:
        if isinstance(field, DigestField):
            setattr(row, field.attname, digest_of(row, field.of))


def digest_of(row: Any, columns: tuple[str, ...]) -> str:
    """Return 64 bits from the values of these columns, independent of the database."""
    return digest_of_facts([getattr(row, column) for column in columns])


def digest_of_facts(facts: Any) -> str:
    """Return 64 bits from values that JSON can store."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
