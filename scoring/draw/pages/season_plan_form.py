"""Who is in a season's plan, and how many rounds an evening has."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from clubs.forms.words import WholeNumberField
from clubs.models import Club, Player
from clubs.selectors.people import plain_name
from clubs.wording import say, say_later, say_many, together
from scoring.core.forms.idempotency import IdempotentForm
from scoring.draw.season_plans import SIZES
from scoring.people.selectors.typed import typed_person
from scoring.tournaments.forms.apart import each_line

MOST_FREE = 3  # places of a plan that nobody has: fewer than a table


class SeasonPlanForm(IdempotentForm):
    """A list of names, as many as a plan has places or up to three fewer."""

    people = forms.CharField(
        label=say_later("Who plays in it"),
        max_length=20_000,
        help_text=say_later(
            "One name a line, as the club has it. 16, 28, 40, 52 or 64 people; up to 3 "
            "places may stay free."
        ),
        widget=forms.Textarea(attrs={"rows": 16, "spellcheck": "false"}),
    )
    rounds_an_evening = WholeNumberField(
        label=say_later("Rounds an evening"), min_value=1, max_value=21, initial=3
    )

    def __init__(self, *args: Any, club: Club, **facts: Any) -> None:
        super().__init__(*args, **facts)
        self.club = club
        self.fields["people"].error_messages["required"] = say("Type who plays in it.")

    def clean_people(self) -> list[Player | None]:
        """Players by place; None for a place that stays free."""
        lines = filter(None, map(str.strip, self.cleaned_data["people"].splitlines()))
        known = _by_name(self.club.players.filter(erased_at=None))
        found = each_line(lines, lambda line: _meant(line, known))
        twice = sorted({each.name for each in found if found.count(each) > 1})
        if twice:
            raise ValidationError(
                say("Twice in the list: {names}.", names=together(twice))
            )
        size = next((size for size in SIZES if len(found) <= size), None)
        if size is None or size - len(found) > MOST_FREE:
            raise ValidationError(_no_such_size(len(found)))
        return [*found, *[None] * (size - len(found))]


def _by_name(players: Iterable[Player]) -> dict[str, list[Player]]:
    known: dict[str, list[Player]] = {}
    for each in players:
        known.setdefault(plain_name(each.name), []).append(each)
    return known


def _meant(line: str, known: dict[str, list[Player]]) -> Player:
    """The player of a line, “Marie Kubala” or, by the club’s number, “12 Marie Kubala”."""
    typed = typed_person(line)
    named = known.get(plain_name(typed.name), [])
    if len(named) > 1:
        named = [each for each in named if str(each.number) == typed.number]
        if not named:
            raise ValidationError(
                say(
                    "Several are called “{name}”: put the player’s number before it.",
                    name=typed.name[:80],
                )
            )
    if not named:
        raise ValidationError(
            say("Nobody of the club is called “{name}”.", name=typed.name[:80])
        )
    return named[0]


def _no_such_size(count: int) -> str:
    smaller = max((size for size in SIZES if size < count), default=None)
    larger = next((size for size in SIZES if size >= count), None)
    said = say_many("This is {n} person.", "These are {n} people.", count)
    if smaller is None:
        return say("{said} The smallest plan is for {size}.", said=said, size=larger)
    if larger is None:
        return say("{said} The largest plan is for {size}.", said=said, size=smaller)
    return say(
        "{said} There are plans for {smaller} and for {larger}.",
        said=said,
        smaller=smaller,
        larger=larger,
    )
