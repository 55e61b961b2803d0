"""Inviting people and giving them roles."""

import uuid

from django import forms

from clubs.forms.words import PlainForm
from clubs.models import Role

KINDS = (
    (
        Role.Kind.SCOREKEEPER,
        "Scorekeeper: counts sheets, confirms other people's counts, prints",
    ),
    (
        Role.Kind.DIRECTOR,
        "Director: also tournaments, entries, draws, corrections, rulings, players",
    ),
    (Role.Kind.OWNER, "Owner: also people and the club's settings"),
)


def new_key() -> str:
    return uuid.uuid4().hex


class InviteForm(PlainForm):
    """What kind of role a link gives; sent twice, it is one link."""

    key = forms.CharField(max_length=40, widget=forms.HiddenInput, initial=new_key)
    kind = forms.ChoiceField(
        label="Role",
        choices=KINDS,
        widget=forms.RadioSelect,
        initial=Role.Kind.SCOREKEEPER,
    )


class RoleForm(PlainForm):
    """Another kind of role for somebody who has one."""

    kind = forms.ChoiceField(label="Role", choices=Role.Kind.choices)
