"""Two people save one form: both keep what they changed, or are asked."""

import pytest
from django import forms
from django.http import QueryDict

from clubs.clubs import change_club
from clubs.forms import EditForm
from clubs.merging import EditConflict, FieldConflict, merge_changes, merge_row
from clubs.models import Club
from tests import builders
from tests.messages import message
from tests.sent_forms import filled

ORIGINAL = {"fee": "7.50", "place": "hall", "public": True}


@pytest.mark.parametrize(
    ("current", "entered", "merged", "conflicts"),
    [
        ({}, {}, {}, []),
        ({"fee": "9.00"}, {}, {"fee": "9.00"}, []),
        ({}, {"fee": "8.00"}, {"fee": "8.00"}, []),
        ({"fee": "9.00"}, {"place": "barn"}, {"fee": "9.00", "place": "barn"}, []),
        ({"fee": "9.00"}, {"fee": "9.00"}, {"fee": "9.00"}, []),
        ({"fee": "9.00"}, {"fee": "8.00"}, {"fee": "8.00"}, ["fee"]),
        ({"public": False}, {}, {"public": False}, []),
    ],
)
def test_three_versions_become_one(
    current: dict[str, object],
    entered: dict[str, object],
    merged: dict[str, object],
    conflicts: list[str],
) -> None:
    versions = ORIGINAL | current, ORIGINAL, ORIGINAL | entered
    assert merge_changes(*versions) == (ORIGINAL | merged, conflicts)


def test_a_row_takes_what_was_changed_since_it_was_read() -> None:
    read, row = Club(name="Lodge 24", town="West"), Club(name="Lodge 25", town="West")
    facts = {"name": "Lodge 24", "town": "Waco"}
    assert merge_row(row, read, facts) == {"name": "Lodge 25", "town": "Waco"}
    assert merge_row(row, None, facts) == facts
    with pytest.raises(
        EditConflict,
        match=message(
            "Someone else saved this at the same moment. Your changes are still "
            "here. Save again."
        ),
    ):
        merge_row(row, read, {"name": "Lodge 26"})


class PartyForm(EditForm):
    """A text, two texts that belong together, a box, a choice, and choices."""

    units = (("first", "second"),)
    first = forms.CharField(label="First prize", required=False)
    second = forms.CharField(label="Second prize", required=False)
    place = forms.CharField(label="Place", required=False, widget=forms.Textarea)
    public = forms.BooleanField(label="Public", required=False)
    game = forms.ChoiceField(
        label="Game", choices=[("tarok", "Tarok"), ("marias", "Mariás")]
    )
    days = forms.MultipleChoiceField(
        label="Days",
        required=False,
        choices=[("fri", "Friday"), ("sat", "Saturday")],
        widget=forms.CheckboxSelectMultiple,
    )


SAVED = {
    "first": "ham",
    "second": "wine",
    "place": "hall\nback door",
    "public": True,
    "game": "tarok",
    "days": ["fri"],
}


def posted(sent: dict[str, object], **current: object) -> PartyForm:
    """The form as it arrives, when these values are saved now."""
    data = QueryDict(mutable=True)
    for name, value in sent.items():
        data.setlist(name, value if isinstance(value, list) else [str(value)])
    return PartyForm(data, initial=SAVED | current)


def sent(**typed: object) -> dict[str, object]:
    """What a browser sends of the form that shows SAVED; lines end as browsers do it."""
    return filled(PartyForm(initial=SAVED), place="hall\r\nback door") | typed


def cleaned(form: PartyForm) -> dict[str, object]:
    assert form.is_valid(), form.errors
    place = form.cleaned_data["place"].replace("\r\n", "\n")
    return {name: form.cleaned_data[name] for name in SAVED} | {"place": place}


def test_what_was_not_touched_takes_the_newer_value() -> None:
    newer = {"place": "barn", "public": False, "game": "marias", "days": ["sat"]}
    form = posted(sent(first="goose"), **newer)
    assert cleaned(form) == SAVED | newer | {"first": "goose"}


def test_a_box_that_was_cleared_stays_cleared() -> None:
    typed = sent(days=[])
    del typed["public"]
    form = posted(typed, first="goose")
    assert cleaned(form) == SAVED | {"first": "goose", "public": False, "days": []}


def test_both_changed_it_the_same_way() -> None:
    form = posted(sent(first="goose"), first="goose")
    assert cleaned(form) == SAVED | {"first": "goose"}


@pytest.mark.parametrize(
    ("choice", "saved"), [("current", "duck"), ("entered", "goose")]
)
def test_what_both_changed_is_asked_and_the_answer_is_saved(
    choice: str, saved: str
) -> None:
    form = posted(sent(first="goose", place="barn"), first="duck", game="marias")
    form.find_editor = lambda since: "Josef"
    assert not form.is_valid()
    assert form.conflicts == [
        FieldConflict(
            "first-choice",
            "First prize, Second prize",
            "duck; wine",
            "goose; wine",
            "Josef",
        )
    ]
    again = filled(form)
    assert (again["first"], again["place"], again["game"]) == (
        "goose",
        "barn",
        "marias",
    )
    newer = {"first": "duck", "game": "marias"}
    unanswered = posted(again, **newer)
    assert not unanswered.is_valid()
    assert [conflict.name for conflict in unanswered.conflicts] == ["first-choice"]
    answered = posted(filled(unanswered) | {"first-choice": choice}, **newer)
    expected = SAVED | newer | {"first": saved, "place": "barn"}
    assert cleaned(answered) == expected


def test_a_third_change_is_asked_about_once_more() -> None:
    form = posted(sent(first="goose"), first="duck")
    assert not form.is_valid()
    answer = filled(form) | {"first-choice": "entered"}
    later = posted(answer, first="carp")
    assert not later.is_valid()
    assert later.conflicts[0].current == "carp; wine"
    other = posted(answer | {"first-choice": "current"}, first="carp")
    assert cleaned(other)["first"] == "carp"


def test_choices_and_boxes_are_asked_about_in_words() -> None:
    form = posted(sent(game="tarok", days=["fri", "sat"]), days=[])
    assert not form.is_valid()
    assert form.conflicts[0].current == "blank"
    assert form.conflicts[0].entered == "Friday, Saturday"


@pytest.mark.parametrize("original", ["", "forged"])
def test_without_its_original_values_the_whole_form_is_meant(original: str) -> None:
    form = posted(sent(first="goose", original=original), first="duck", place="barn")
    assert cleaned(form) == SAVED | {
        "first": "goose",
    }


def test_a_form_shown_again_unchecked_still_knows_what_was_changed() -> None:
    asked = posted(sent(place="barn"))
    again = PartyForm(initial=asked.typed() | {"first": "goose"})
    form = posted(filled(again), second="rum", public=False)
    assert not form.is_valid()
    assert form.conflicts[0].entered == "goose; wine"
    later = posted(filled(again), public=False)
    assert cleaned(later) == SAVED | {
        "first": "goose",
        "place": "barn",
        "public": False,
    }


@pytest.mark.django_db
def test_two_owners_at_the_same_moment() -> None:
    club = builders.club()
    by = builders.member(club, "owner")
    read = Club.objects.get(pk=club.pk)
    change_club(club=club, user=by, original=read, town="Waco")
    change_club(club=club, user=by, original=read, town=read.town, name="Lodge 25")
    with pytest.raises(EditConflict):
        change_club(club=club, user=by, original=read, town="Praha")
    club.refresh_from_db()
    assert (club.name, club.town) == ("Lodge 25", "Waco")
