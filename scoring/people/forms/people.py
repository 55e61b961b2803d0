"""Inviting people and giving them roles."""

import uuid

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.words import PlainForm
from clubs.models import Role

KINDS = (
    (
        Role.Kind.SCOREKEEPER,
        _("Scorekeeper: counts sheets, confirms other people's counts, prints"),
    ),
    (
        Role.Kind.DIRECTOR,
        _("Director: also tournaments, entries, draws, corrections, rulings, players"),
    ),
    (Role.Kind.OWNER, _("Owner: also people and the club's settings")),
)


def new_key() -> str:
    return uuid.uuid4().hex


class InviteForm(PlainForm):
    """What kind of role a link gives; sent twice, it is one link."""

    key = forms.CharField(
        label=_("Key"), max_length=40, widget=forms.HiddenInput, initial=new_key
    )
    kind = forms.ChoiceField(
        label=_("Role"),
        choices=KINDS,
        widget=forms.RadioSelect,
        initial=Role.Kind.SCOREKEEPER,
    )


class RoleForm(PlainForm):
    """Another kind of role for somebody who has one."""

    kind = forms.ChoiceField(label=_("Role"), choices=Role.Kind.choices)
