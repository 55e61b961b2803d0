"""The shared pieces, rendered with what a long evening brings."""

import re
from html.parser import HTMLParser

import django_tables2 as tables
import pytest
from django import forms
from django.contrib.messages import constants
from django.contrib.messages.storage.base import Message
from django.template.loader import render_to_string
from django.test import RequestFactory

from tests.in_turn import in_turn
from tests.markup import flowing

LONG = "Maximiliana Wenceslaus-Hruškovicová von und zu Schwarzenberg"
HOSTILE = '<b onclick="x">&'
VOID = {"input", "img", "link", "meta", "br", "hr"}
ERROR_PAGES = ["400.html", "403.html", "403_csrf.html", "404.html", "500.html"]


class Balance(HTMLParser):
    """Finds elements closed in the wrong order or never."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: object) -> None:
        pass

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag


def component(name: str, **context: object) -> str:
    html = render_to_string(f"components/{name}.html", context)
    balance = Balance()
    balance.feed(html)
    assert balance.open == []
    return flowing(html)


def words(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


class EveningForm(forms.Form):
    name = forms.CharField(help_text="As it will stand on every sheet.")
    rounds = forms.IntegerField(required=False)
    public = forms.BooleanField(required=False, help_text="Later.")
    verify = forms.ChoiceField(
        widget=forms.RadioSelect, choices=[("a", "Counted again"), ("b", "Signed")]
    )
    day = forms.DateField(widget=forms.SelectDateWidget(years=[2026]), required=False)
    token = forms.CharField(widget=forms.HiddenInput, initial="kept")


class Standings(tables.Table):
    name = tables.Column(attrs={"cell": {"class": "lead"}})
    total = tables.Column(attrs={"cell": {"class": "numeric key"}}, orderable=False)

    class Meta:
        attrs = {"caption": "Standings"}
        empty_text = "The standings will stand here."


def table_html(rows: list[dict[str, object]], query: str = "") -> str:
    request = RequestFactory().get(f"/{query}")
    table = Standings(rows)
    tables.RequestConfig(request, paginate={"per_page": 2}).configure(table)
    return component("table", table=table, request=request)


def test_a_field_ties_label_help_and_error_to_its_input() -> None:
    html = component("field", field=EveningForm({})["name"])
    assert '<label for="id_name">' in html
    assert 'id="id_name_helptext"' in html
    assert 'id="id_name_error"' in html
    assert 'aria-describedby="id_name_helptext id_name_error"' in html
    assert 'aria-invalid="true"' in html


def test_an_optional_field_says_so() -> None:
    form = EveningForm()
    assert "(optional)" in component("field", field=form["rounds"])
    assert "(optional)" not in component("field", field=form["name"])


def test_a_box_to_tick_stands_before_its_label() -> None:
    html = component("field", field=EveningForm()["public"])
    assert html.index("<input") < html.index("<label")


def test_radio_buttons_become_a_group_with_a_name() -> None:
    html = component("field", field=EveningForm()["verify"])
    assert "<fieldset" in html
    assert "<legend>Verify" in html
    assert html.count('type="radio"') == 2


def test_a_field_of_several_inputs_shows_them_all() -> None:
    assert component("field", field=EveningForm()["day"]).count("<select") == 3


def test_what_was_typed_is_kept_and_escaped() -> None:
    html = component("field", field=EveningForm({"name": HOSTILE})["name"])
    assert HOSTILE not in html
    assert "&lt;b onclick" in html


def test_form_errors_lead_to_their_fields() -> None:
    html = component("form_errors", form=EveningForm({}))
    assert 'role="alert"' in html
    assert 'href="#id_name"' in html
    assert 'href="#id_verify"' in html


def test_hidden_fields_travel_along_without_errors() -> None:
    html = component("form_errors", form=EveningForm())
    assert 'name="token"' in html
    assert 'role="alert"' not in html


def test_a_whole_form_says_what_its_button_does() -> None:
    html = component("form", form=EveningForm(), submit="Save the tournament")
    assert "Save the tournament" in words(html)
    assert 'method="post"' in html


def test_a_table_names_its_columns_on_every_card() -> None:
    html = table_html([{"name": LONG, "total": 309}])
    assert 'data-label="Total"' in html
    assert LONG in html


def test_only_sortable_columns_have_links() -> None:
    html = table_html([{"name": LONG, "total": 309}])
    assert html.count("?sort=") == 1


def test_a_long_table_has_pages_that_keep_the_order() -> None:
    rows = [{"name": f"Player {n}", "total": n} for n in range(7)]
    html = table_html(rows, "?sort=name&page=2")
    assert 'aria-current="page">2<' in html
    assert "sort=name&amp;page=3" in html


def test_an_empty_table_says_what_will_stand_there() -> None:
    html = table_html([])
    assert "The standings will stand here." in words(html)
    assert "<table" not in html


@pytest.mark.parametrize(
    ("level", "role"), [(constants.ERROR, "alert"), (constants.SUCCESS, "status")]
)
def test_errors_are_read_out_at_once(level: int, role: str) -> None:
    html = component("messages", messages=[Message(level, HOSTILE)])
    assert f'role="{role}"' in html
    assert HOSTILE not in html


@in_turn(
    "state",
    [
        "open",
        "unbalanced",
        "counted",
        "verified",
        "corrected",
        "draft",
        "finished",
        "cancelled",
    ],
)
def test_a_state_is_a_word_with_a_sign_of_its_own(state: str) -> None:
    html = component("state", state=state)
    assert words(html) == state.replace("cancelled", "canceled")
    other = component("sign", sign="info")
    assert component("sign", sign=state) != other


def test_a_tie_is_said_and_drawn() -> None:
    assert words(component("place", place=2, tied=True)) == "2 = tied"
    assert words(component("place", place=2, tied=False)) == "2"
    assert words(component("place", place=None)) == "–"


def test_an_action_that_asks_says_what_it_does() -> None:
    html = component(
        "confirm",
        action="/x",
        button="Cancel round 3",
        question="Its sheets stay.",
        ask_reason=True,
        hidden=[("version", 4)],
    )
    assert 'name="reason"' in html
    assert 'name="version" value="4"' in html
    assert "<details" in html


def test_unknown_progress_has_no_value() -> None:
    assert "value=" not in component("progress", label="Drawing")
    assert 'value="3"' in component("progress", label="Drawing", value=3, maximum=9)


@in_turn("page", ERROR_PAGES)
def test_error_pages_ask_no_database(page: str) -> None:
    html = render_to_string(page)  # without the mark django_db a query would fail
    assert "<h1>" in html
    assert 'href="/"' in html
    assert 'content="noindex"' in html
