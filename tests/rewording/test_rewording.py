"""A table of wording reaches Python, templates, scripts and tests, and nothing else."""

import json

import pytest

from tests.rewording.__main__ import HERE, Rewording, read_tables, rewrite_python

TABLES = [path.stem for path in HERE.glob("*.json")]
TABLE = {
    "You come only if somebody is missing.": "You’re on standby.",
    "%(n)s place is free.": "%(n)s spot is open.",
    "Comes": "Going",
}


@pytest.fixture
def rewording() -> Rewording:
    return Rewording(TABLE)


def test_whole_messages_are_rewritten_in_python(rewording: Rewording) -> None:
    source = 'a = say("You come only if " "somebody is missing.")\nb = "Comes"\n'
    after = rewrite_python(source, rewording.in_product)
    assert after == 'a = say("You’re on standby.")\nb = "Comes"\n'


def test_templates_keep_their_places(rewording: Rewording) -> None:
    source = (
        "{% blocktranslate trimmed %}\n {{ n }} place is free.\n{% endblocktranslate %}"
    )
    assert "\n {{ n }} spot is open.\n" in rewording.in_template(source)
    assert rewording.in_template('{% translate "Comes" %}') == '{% translate "Going" %}'


def test_scripts_are_rewritten(rewording: Rewording) -> None:
    assert rewording.in_script('say("Comes")') == 'say("Going")'


def test_tests_follow_with_values_and_parts(rewording: Rewording) -> None:
    source = 'assert "3 place is free." in x\nassert "only if somebody" in x\n'
    after = rewrite_python(source, rewording.in_tests)
    assert after == 'assert "3 spot is open." in x\nassert "You’re on standby." in x\n'


def test_templates_in_tests_follow_as_a_whole(rewording: Rewording) -> None:
    source = (
        'message("{n} place is free.", n=3)\nmessage("Comes")\nmessage("Comes in")\n'
    )
    after = rewrite_python(source, rewording.in_tests)
    expected = (
        'message("{n} spot is open.", n=3)\nmessage("Going")\nmessage("Comes in")\n'
    )
    assert after == expected


@pytest.mark.parametrize("name", TABLES)
def test_every_table_keeps_its_places(name: str) -> None:
    table = read_tables([name])
    assert len(table) == len(json.loads((HERE / f"{name}.json").read_text("utf-8")))
    assert all(new.strip() == new for new in table.values())
