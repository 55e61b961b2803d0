"""Every form speaks in the product's words, and keeps a number typed wrong."""

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.forms.forms import BaseForm

import scoring.urls  # noqa: F401  every view, and with it every form
from clubs.forms import NameField, PlainErrorMessages, PlainForm, WholeNumberField
from tests.messages import message
from tests.words import EMPTY, NO_NUMBER, NOT_OFFERED


class AForm(PlainForm):
    name = forms.CharField(max_length=3)
    called = NameField(max_length=12, required=False)
    number = WholeNumberField(min_value=1, max_value=20)
    kind = forms.ChoiceField(choices=[("a", "A")])
    reason = forms.CharField(error_messages={"required": "Say why."})


def errors(**typed: str) -> dict[str, list[str]]:
    return dict(AForm(typed).errors)


def test_an_empty_field_says_so() -> None:
    assert errors() == {
        "name": [EMPTY],
        "number": [EMPTY],
        "kind": [message("Choose one.")],
        "reason": ["Say why."],
    }


def test_what_is_wrong_is_said_plainly() -> None:
    assert errors(name="Marie", number="21", kind="b", reason="so") == {
        "name": ["Use 3 characters or fewer. This has 5."],
        "number": [message("Enter {limit_value} or less.", limit_value=20)],
        "kind": [NOT_OFFERED],
    }
    assert errors(number="0")["number"] == [
        message("Enter {limit_value} or more.", limit_value=1)
    ]
    assert errors(number="x")["number"] == [NO_NUMBER]
    assert errors(name="a\0")["name"] == [
        message("This contains a character we can’t save. Remove it and try again.")
    ]


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Marie\u00a0\n Kubala ", "Marie Kubala"),
        ("\u202eMarie\u200b K\u00ad.", "Marie K."),
        ("Jiří ♥ 🂡", "Jiří ♥ 🂡"),
    ],
)
def test_a_name_is_kept_as_it_is_seen(typed: str, kept: str) -> None:
    assert NameField(max_length=80).clean(typed) == kept


@pytest.mark.parametrize("typed", ["\u200b", "\u200f \ufeff", "\u2066\u2069"])
def test_a_name_that_nobody_sees_is_none(typed: str) -> None:
    with pytest.raises(ValidationError, match="required"):
        NameField().clean(typed)


def test_what_cannot_be_shown_is_no_name() -> None:
    for typed in ("Ma\0rie", "Ma\x1brie", "Ma\uffffrie"):
        said = errors(name="a", number="1", kind="a", reason="so", called=typed)
        assert message("This contains characters we can’t show.") in said["called"]


def test_a_number_typed_wrong_is_kept() -> None:
    html = str(AForm({"number": "12a"})["number"])
    assert 'type="text"' in html
    assert 'value="12a"' in html
    assert 'inputmode="numeric"' in html


def own_forms(kind: type = BaseForm) -> list[type[BaseForm]]:
    found = [each for child in kind.__subclasses__() for each in own_forms(child)]
    return [*found, *([kind] if kind.__module__.split(".")[0] in OURS else [])]


OURS = ("clubs", "scoring")


def test_no_form_of_ours_speaks_otherwise() -> None:
    everywhere = own_forms()
    assert len(everywhere) > 20
    for form in everywhere:
        if "admin" not in form.__module__:
            assert issubclass(form, PlainErrorMessages), form
            for name, field in form.base_fields.items():
                assert not isinstance(field.widget, forms.NumberInput), (form, name)
