"""A person's own data as a file: in which form."""

from django import forms

from scoring.core.forms.idempotency import IdempotentForm
from scoring.exports.files import KINDS

WHOLE = tuple(kind for kind in KINDS if kind != "csv")


class OwnDataForm(IdempotentForm):
    """One button for each form of the file."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in WHOLE])
