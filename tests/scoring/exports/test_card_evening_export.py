"""The open file: complete, the same bytes of one state, and refused where it is wrong."""

import json
from random import Random
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from clubs.models import Club, Player
from scoring.core.writes import ActionRefused
from scoring.exports import card_evening_reader
from scoring.exports import card_evening_schema as file
from scoring.exports.card_evening_export import WRONG, evening_of, in_words
from scoring.models import Entry, SitOut, Tournament
from scoring.people import entries
from scoring.sheets import hand_writes, rulings
from scoring.sheets.sheet import sheet_at
from tests import builders as build
from tests.gate import HOUSE
from tests.messages import message
from tests.scoring.exports.random_evenings import GAMES, evening

pytestmark = pytest.mark.django_db


def errors_of(document: Any) -> list[str]:
    found = Draft202012Validator(file.schema()).iter_errors(document)
    return [f"{error.json_path}: {error.message}" for error in found]


@pytest.mark.parametrize("game", GAMES)
def test_an_evening_of_each_game_is_what_the_schema_says(club: Club, game: str) -> None:
    made = evening(club, game, 0)
    for full in (True, False):
        told = file.canonical_bytes(evening_of(made, full=full))
        assert errors_of(json.loads(told)) == []
        assert file.canonical_bytes(card_evening_reader.read(told)) == told
        again = Tournament.objects.get(pk=made.pk)
        assert file.canonical_bytes(evening_of(again, full=full)) == told


def test_every_code_of_a_mistake_has_words() -> None:
    text = (HOUSE / "scoring/exports/card_evening_reader.py").read_text()
    assert {*card_evening_reader.KINDS.values()} <= WRONG.keys()
    assert [code for code in WRONG if f'"{code}"' not in text] == []


def test_what_the_file_may_say_is_what_rows_may_say() -> None:
    def words(model: type, name: str) -> set[str]:
        return {*model.model_json_schema()["properties"][name]["enum"]}

    assert words(file.SitOut, "why") == {*SitOut.Why.values}
    assert words(file.Entry, "state") == {*Entry.State.values}
    assert words(file.Ranking, "by") == {*Tournament.Ranking.values}
    assert words(file.Ranking, "sit_out_scores") == {*Tournament.MissedScore.values}
    assert words(file.Evening, "teams") == {*Tournament.Teams.values}


def test_the_public_file_has_names_as_they_are_shown(club: Club) -> None:
    made = evening(club, "spjst", 1)
    club.shown = "short"
    club.save()
    Player.objects.filter(name="Marie Kubala").update(shown="hidden")
    club.names_version += 1
    club.save()
    fresh = Tournament.objects.select_related("club").get(pk=made.pk)
    told = file.canonical_bytes(evening_of(fresh, full=False)).decode()

    assert "Marie" not in told
    assert "Kubala" not in told
    assert message("not shown") in told
    assert '"Josef M."' in told
    assert '"paid"' not in told
    full = file.canonical_bytes(evening_of(fresh, full=True)).decode()
    assert "Marie Kubala" in full
    assert json.loads(full)["names"] == "full"


def test_it_costs_the_same_queries_whatever_the_size(
    club: Club, django_assert_max_num_queries: Any
) -> None:
    for seed in range(2):
        made = Tournament.objects.get(pk=evening(club, "spjst", seed).pk)
        with django_assert_max_num_queries(20):
            evening_of(made, full=True)


def test_a_wrong_file_is_refused_with_the_place(club: Club) -> None:
    whole = json.loads(
        file.canonical_bytes(evening_of(evening(club, "spjst", 2), full=True))
    )

    def refused(change: Any) -> list[str]:
        document = json.loads(json.dumps(whole))
        document.pop("digest")
        change(document)
        with pytest.raises(card_evening_reader.NotRead) as error:
            card_evening_reader.read(json.dumps(document).encode())
        return [in_words(wrong) for wrong in error.value.wrong]

    def first(document: Any) -> Any:
        tables = (t for rnd in document["rounds"] for t in rnd["tables"])
        return next(table for table in tables if "count" in table)

    assert refused(lambda d: d.pop("game")) == ["game: This field is missing."]
    assert refused(lambda d: d.update(odd=1)) == [
        "odd: The format has no such field. Put your own fields in an extension."
    ]
    assert refused(lambda d: d.update(start_chips=1.5)) == [
        "start_chips: This must be a whole number."
    ]
    assert "rounds[0].tables[0]" in refused(lambda d: first(d).update(count=None))[0]
    [said] = refused(lambda d: first(d)["count"]["score"].__setitem__(0, 9_999))
    assert said.endswith("count.score: A score must be held − borrowed + ruled.")
    assert refused(lambda d: d.update(format="wcif"))[0].startswith("format: This is")
    assert "version 2.0" in refused(lambda d: d.update(format_version="2.0"))[0]
    assert refused(lambda d: d["entries"].append(d["entries"][0]))[0].startswith(
        f"entries[{len(whole['entries'])}]: This appears twice:"
    )


def test_a_changed_digit_is_found(club: Club) -> None:
    told = json.loads(
        file.canonical_bytes(evening_of(evening(club, "scarto", 0), full=True))
    )
    told["rounds_planned"] += 1
    with pytest.raises(card_evening_reader.NotRead, match="digest"):
        card_evening_reader.read(json.dumps(told).encode())


def test_half_a_file_twice_a_field_and_what_is_none() -> None:
    for content, place in (
        (b'{"format": "card-evening"', "line 1, column 26"),
        (b'{"format": 1, "format": 2}', "format"),
        (b"\xff\xfe", "byte 1"),
        (b"[]", "format"),
        (b'{"format": NaN}', "NaN"),
        (b"[" * 200_000, ""),
        (b"1" * 5_000, ""),
    ):
        with pytest.raises(card_evening_reader.NotRead) as error:
            card_evening_reader.read(content)
        assert error.value.wrong[0].place == place


def test_a_process_with_limits_looks_first() -> None:
    for content in (b"[" * 500_000, b"{}", b"x" * (card_evening_reader.LARGEST + 1)):
        with pytest.raises(card_evening_reader.NotRead):
            card_evening_reader.checked_apart(content)


def test_damaged_files_are_refused_in_words(club: Club) -> None:
    whole = file.canonical_bytes(evening_of(evening(club, "marias", 1), full=True))
    for seed in range(150):
        for content in damaged(whole, Random(seed)):
            wrong = wrong_in(content)
            assert all(map(in_words, wrong))
            assert wrong or json.loads(content) == json.loads(whole)


def wrong_in(content: bytes) -> tuple[card_evening_reader.Wrong, ...]:
    try:
        card_evening_reader.read(content)
    except card_evening_reader.NotRead as error:
        return error.wrong
    return ()


def damaged(whole: bytes, chance: Random) -> list[bytes]:
    """Bytes flipped, lost, twice; and a value somewhere that is odd."""
    at, to = sorted(chance.sample(range(len(whole)), 2))
    flipped = bytearray(whole)
    flipped[at] ^= chance.randrange(1, 256)
    document = json.loads(whole)
    document.pop("digest")
    spoil(document, chance)
    return [
        bytes(flipped),
        whole[:to],
        whole[:at] + whole[at : at + 100] + whole[at:],
        json.dumps(document).encode(),
    ]


def spoil(document: Any, chance: Random) -> None:
    place = document
    while True:
        keys = list(place if isinstance(place, dict) else range(len(place)))
        deeper = [k for k in keys if isinstance(place[k], dict | list) and place[k]]
        if not deeper or chance.random() < 0.3:
            break
        place = place[chance.choice(deeper)]
    odd = chance.choice(
        (None, True, -1, 10**30, 1.5, "", "x" * 400, [], {}, "\0", [[]])
    )
    if isinstance(place, list):
        place[chance.randrange(len(place))] = odd
    else:
        place[chance.choice([*place, "odd"])] = odd


def test_the_file_of_a_finished_evening_changes_only_with_an_edition(
    club: Club,
) -> None:
    made = evening(club, "spjst", 1)

    def told() -> file.Evening:
        return evening_of(Tournament.objects.get(pk=made.pk), full=False)

    before, by = told(), build.command()
    assert before.edition
    sheet = sheet_at(made, 1, 1)
    hand = sheet.hands.earliest("number")
    hand_writes.void(sheet=sheet, actor=by, key="late", hand=hand.key, reason="Wrong")
    sent = hand_writes.SentHand("another", hand.record)
    hand_writes.record(sheet=sheet_at(made, 1, 1), actor=by, sent=sent)
    with pytest.raises(ActionRefused):
        entries.add(tournament=made, actor=by, name="Late PersonRsvp")
    assert told() == before
    first = made.entries.get(number=1)
    rulings.adjust(entry=first, actor=by, chips=-3, reason="Late", key="ruled")
    after = told()
    assert after.standings != before.standings
    assert after.edition
    assert (before.edition.number, after.edition.number) == (1, 2)


def test_lists_are_counted_before_anything_is_built(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A small file may hold 100,000 empty entries, and each lacks six fields."""
    whole = json.loads(
        file.canonical_bytes(evening_of(evening(club, "scarto", 0), full=True))
    )
    del whole["digest"]

    def built(content: bytes) -> None:
        raise AssertionError("built")

    monkeypatch.setattr(file.Evening, "model_validate_json", built)
    bare: list[Any] = [{}] * 100_000
    for edited, place in (
        ({"entries": bare}, "entries"),
        ({"rounds": bare}, "rounds"),
        ({"rounds": [{"tables": bare}]}, "tables"),
        ({"rounds": [{"tables": [{"hands": bare}]}]}, "hands"),
        ({"extensions": [{"data": bare}]}, "data"),
        ({"rounds": [{"tables": [{"hands": [{}] * 200}] * 1_000}]}, ""),
    ):
        with pytest.raises(card_evening_reader.NotRead) as error:
            card_evening_reader.read(json.dumps({**whole, **edited}).encode())
        assert error.value.wrong[0][:2] == (place, "many")
        assert all(map(in_words, error.value.wrong))


def test_a_large_file_is_told_piece_by_piece(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All mistakes of 30,000 hands at once would take a gigabyte."""
    monkeypatch.setattr(file.Evening, "model_validate_json", None)
    tables = [{"hands": [{}] * 300}] * 100
    whole = {"format": "card-evening", "format_version": "1.0"}
    content = json.dumps({**whole, "rounds": [{"tables": tables}]}).encode()
    with pytest.raises(card_evening_reader.NotRead) as error:
        card_evening_reader.read(content)
    assert len(error.value.wrong) == card_evening_reader.MOST_WRONG
    assert error.value.wrong[0].place == "rounds[0].tables[0].number"
