"""Inviting people and giving them roles."""

from django import forms
from django.utils.translation import gettext_lazy as _

from clubs.forms.words import PlainForm
from clubs.models import Role
from scoring.core.forms.idempotency import IdempotentForm

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


class InviteForm(IdempotentForm):
    """What kind of role a link gives; sent twice, it is one link."""

    kind = forms.ChoiceField(
        label=_("Role"),
        choices=KINDS,
        widget=forms.RadioSelect,
        initial=Role.Kind.SCOREKEEPER,
    )


class RoleForm(PlainForm):
    """Another kind of role for somebody who has one."""

    kind = forms.ChoiceField(label=_("Role"), choices=Role.Kind.choices)
