"""A table calls the director, and the desk answers."""

import pytest

from clubs.models import User
from scoring.core.writes import ActionRefused, Actor
from scoring.draw import rounds
from scoring.models import Call, Change, Sheet
from scoring.phones import calls
from tests import builders as build
from tests.in_turn import in_turn
from tests.log_texts import log_text
from tests.messages import message

pytestmark = pytest.mark.django_db

AT_TABLE = Actor(None, "Marie Kubala", "table")


@pytest.fixture
def anna(sheet: Sheet) -> User:
    return build.member(sheet.round.tournament.club, "director", "anna")


def call(sheet: Sheet, reason: str = "A card is missing", key: str = "one") -> Call:
    return calls.call(sheet=sheet, actor=AT_TABLE, key=key, reason=reason)


def test_a_table_calls_with_a_reason(sheet):
    made = call(sheet, "  A card  is missing ")
    assert (made.sheet, made.reason) == (sheet, "A card is missing")
    assert (made.by_name, made.answered_at) == ("Marie Kubala", None)


@in_turn("reason", ["", "   ", "x" * 201, "no\0t this"])
def test_a_reason_that_cannot_be(sheet, reason):
    with pytest.raises(ActionRefused) as refused:
        call(sheet, reason)
    assert refused.value.field == "reason"
    assert not Call.objects.exists()


def test_a_call_sent_twice_is_one(sheet):
    assert call(sheet) == call(sheet)
    assert Change.objects.filter(what="call").count() == 1


def test_the_same_reason_is_the_same_call_until_it_is_answered(sheet, anna):
    first = call(sheet)
    assert call(sheet, key="two") == first
    assert call(sheet, "We need chips", key="three") != first
    calls.answer(call=first, actor=build.actor(anna))
    assert call(sheet, key="four") != first


def test_a_call_that_was_answered_is_not_made_again_by_its_key(sheet, anna):
    first = call(sheet)
    calls.answer(call=first, actor=build.actor(anna))
    assert call(sheet) == first
    assert Call.objects.count() == 1


def test_another_table_calls_for_itself(sheet):
    other = build.published_round(sheet.round.tournament).sheets.get()
    assert call(sheet) != call(other)


def test_a_verified_table_may_call_while_its_round_is_open():
    tournament = build.tournament(build.club())
    sheet = build.published_round(tournament, 2).sheets.get(table=1)
    build.verified_sheet(sheet)
    assert call(sheet).pk


def test_a_round_that_is_over_calls_nobody(sheet):
    rounds.cancel(rnd=sheet.round, actor=build.command(), reason="a fire alarm")
    with pytest.raises(ActionRefused, match="Come to the desk"):
        call(sheet)


def test_the_desk_answers(sheet, anna):
    made = calls.answer(call=call(sheet), actor=build.actor(anna), answer=" Play on. ")
    assert (made.answer, made.answered_by) == ("Play on.", anna)
    assert made.answered_by_name == "Anna Hlavac"
    assert made.answered_at >= made.at


@pytest.mark.parametrize("answer", ["", "  "])
def test_an_answer_without_words_says_that_the_director_comes(sheet, anna, answer):
    made = calls.answer(call=call(sheet), actor=build.actor(anna), answer=answer)
    assert made.answer == message("The director is on the way.")


def test_whoever_answers_first_has_answered(sheet, anna):
    asked = call(sheet)
    first = calls.answer(call=asked, actor=build.actor(anna), answer="I come.")
    again = calls.answer(call=asked, actor=build.command(), answer="Wait.")
    assert (again.answer, again.answered_at) == ("I come.", first.answered_at)
    assert Change.objects.filter(what="answer").count() == 1


def test_an_answer_too_long_is_refused(sheet, anna):
    asked = call(sheet)
    with pytest.raises(ActionRefused) as refused:
        calls.answer(call=asked, actor=build.actor(anna), answer="x" * 201)
    assert refused.value.field == "answer"


def test_calls_and_answers_stand_in_the_log_and_reach_the_phones(sheet, anna):
    before = Sheet.objects.get(pk=sheet.pk).version
    calls.answer(call=call(sheet), actor=build.actor(anna), answer="I come.")
    texts = Change.objects.filter(sheet=sheet, what__in=["call", "answer"])
    assert list(texts.order_by("pk").values_list("text", flat=True)) == [
        log_text("call.made", round="1", table="1", reason="A card is missing"),
        log_text(
            "call.answered",
            round="1",
            table="1",
            reason="A card is missing",
            answer="I come.",
        ),
    ]
    assert Sheet.objects.get(pk=sheet.pk).version == before + 2


def test_so_many_calls_wait_and_no_more(sheet, anna):
    made = [call(sheet, f"Reason {n}", f"k{n}") for n in range(calls.MOST_WAITING)]
    with pytest.raises(ActionRefused, match="Come to the desk"):
        call(sheet, "One more", "more")
    calls.answer(call=made[0], actor=Actor.at_desk(anna))
    assert call(sheet, "One more", "more").reason == "One more"
