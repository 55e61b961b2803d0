"""A substitute takes the seats; the tournament says for whom the chips count."""

import random

import pytest
from django.db.models import Sum

from clubs.models import Club
from scoring.audit.integrity import differences_in
from scoring.core.writes import ActionRefused
from scoring.desk.next_step import Todo, next_step
from scoring.desk.overview import evening_of
from scoring.draw import draws, manual_seating, rounds
from scoring.draw.documents.lists import names_document, tables_document
from scoring.draw.documents.score_sheets import sheet_document
from scoring.draw.drafts import draft_of
from scoring.draw.draw_input import facts_of, players_here, seats_of
from scoring.draw.reseat import question_of
from scoring.draw.reseat_proposals import proposal_of
from scoring.draw.reseat_writes import change_seats
from scoring.draw.seats import seats_in
from scoring.draw.sit_outs import ledger_of
from scoring.draw.substitutes import come_back, stand_ins, substitute
from scoring.models import Change, Entry, Round, Seat, SitOut, Tournament
from scoring.people.entries import add, remove, set_state
from scoring.printing.document import Document
from scoring.results.compute import ranked_entries
from scoring.results.standings_table import table_of
from tests import builders as build
from tests.drill.figures import size
from tests.messages import message
from tests.world import client_of

pytestmark = pytest.mark.django_db

BY = build.command()


def drawn(tournament: Tournament, people: int = 8, publish: int = 1) -> list[Entry]:
    made = build.entries(tournament, people)
    draws.draw(tournament=tournament, actor=BY, whole_evening=True, seed=7)
    for rnd in tournament.rounds.order_by("number")[:publish]:
        rounds.publish(rnd=rnd, actor=BY)
    return made


def comes(tournament: Tournament) -> Entry:
    return build.entries(tournament, 1)[0]


def takes(leaver: Entry, stand_in: Entry, start: int = 1, **facts) -> Entry:
    return substitute(leaver=leaver, actor=BY, stand_in=stand_in, start=start, **facts)


def sits(rnd: Round, entry: Entry) -> tuple[int, int | None]:
    """His table, and whose standing he plays for."""
    seat = rnd.seats.get(entry=entry)
    return seat.sheet.table, seat.credit_id


def test_nobody_takes_a_seat_while_another_plays_for_him() -> None:
    """He left, and is typed all the same: his standing would have two scores."""
    tournament = build.tournament(build.club())
    leaver, other, *_ = drawn(tournament)
    stand_in = takes(leaver, comes(tournament))
    rnd = tournament.rounds.get(number=1)
    for two in ((leaver, other), (other, leaver)):
        one, with_whom = (Entry.objects.get(pk=each.pk) for each in two)
        with pytest.raises(
            ActionRefused, match="already a substitute, playing for: Marie Kubala"
        ):
            manual_seating.swap(rnd=rnd, actor=BY, one=one, other=with_whom)
    assert sits(rnd, stand_in)[1] == leaver.pk
    here = [Entry.objects.get(pk=each.pk) for each in (other, stand_in)]
    manual_seating.swap(rnd=rnd, actor=BY, one=here[0], other=here[1])
    assert sits(rnd, stand_in)[1] == leaver.pk
    back = Entry.objects.get(pk=leaver.pk)
    manual_seating.swap(rnd=rnd, actor=BY, one=back, other=here[1])
    assert sits(rnd, back)[1] == leaver.pk
    assert not list(differences_in(tournament))


@pytest.mark.parametrize("rule", ["replaced", "own", "nobody"])
def test_the_chips_count_as_the_tournament_says(rule: str) -> None:
    tournament = build.tournament(build.club(), substitute_counts=rule)
    leaver, *_ = drawn(tournament)
    came = comes(tournament)
    takes(leaver, came)

    credit = {"replaced": leaver.pk, "own": came.pk, "nobody": None}[rule]
    for rnd in tournament.rounds.all():
        assert sits(rnd, came)[1] == credit
        assert not rnd.seats.filter(entry=leaver).exists()
    first = tournament.rounds.get(number=1)
    missed = dict(first.sit_outs.values_list("entry", "why"))
    stood_in, left = {came.pk: "stood_in"}, {leaver.pk: "left"}
    assert (
        missed == {"replaced": stood_in, "own": left, "nobody": stood_in | left}[rule]
    )
    leaver.refresh_from_db()
    assert leaver.state == Entry.State.LEFT
    for sheet in first.sheets.all():
        build.verified_sheet(sheet)
    lines = {line.entry: line for line in table_of(tournament).lines}
    assert leaver.pk in lines  # whomever the round counts for
    assert (came.pk in lines) == (rule == "own")
    [result] = lines[leaver.pk].results
    assert result.why == ("" if rule == "replaced" else SitOut.Why.LEFT)
    assert not list(differences_in(tournament))


def test_the_same_from_a_later_round(tournament: Tournament) -> None:
    leaver, *_ = drawn(tournament, publish=2)
    came = comes(tournament)
    takes(leaver, came, 2)

    one, two, three = tournament.rounds.order_by("number")
    assert sits(one, leaver)[1] == leaver.pk
    assert sits(two, came)[1] == sits(three, came)[1] == leaver.pk


def test_the_standings_follow_at_once(club: Club) -> None:
    tournament = build.tournament(club, substitute_counts="own")
    leaver, *_ = drawn(tournament, publish=2)
    for sheet in tournament.rounds.get(number=1).sheets.all():
        build.verified_sheet(sheet)
    facts = {"name": "Rose Janek", "state": Entry.State.HERE}
    came = add(tournament=tournament, actor=BY, **facts)
    takes(leaver, came, 2)
    assert list(differences_in(tournament)) == []
    come_back(stand_in=came, actor=BY, start=2)
    assert list(differences_in(tournament)) == []


def test_a_round_drawn_later_seats_the_substitute(tournament: Tournament) -> None:
    leaver, *_ = build.entries(tournament, 8)
    came = comes(tournament)
    takes(leaver, came)
    draws.draw(tournament=tournament, actor=BY, whole_evening=True, seed=7)

    assert leaver not in players_here(tournament)
    for rnd in rounds.publish_all(tournament=tournament, actor=BY):
        assert sits(rnd, came)[1] == leaver.pk
        assert not rnd.sit_outs.exclude(why=SitOut.Why.STOOD_IN).exists()


def test_a_sit_out_counts_for_the_same_as_a_seat(tournament: Tournament) -> None:
    leaver, *_ = build.entries(tournament, 5)
    takes(leaver, comes(tournament))
    draws.draw(tournament=tournament, actor=BY, whole_evening=True, seed=7)
    done = rounds.publish_all(tournament=tournament, actor=BY)

    for rnd in done:
        credited = set(rnd.seats.values_list("credit", flat=True))
        sat_out = rnd.sit_outs.filter(why=SitOut.Why.SIT_OUT)
        out = set(sat_out.values_list("credit", flat=True))
        assert not credited & out
        assert credited | out == {e.pk for e in tournament.entries.all()[:5]}


@pytest.mark.parametrize("rule", ["replaced", "own", "nobody"])
def test_a_sit_out_is_the_sitters_in_the_next_draw(rule: str) -> None:
    """In the standings it is whose the chips would be."""
    club = build.club()
    tournament = build.tournament(club, substitute_counts=rule, rounds_planned=9)
    leaver, *_ = build.entries(tournament, 5)
    came = comes(tournament)
    takes(leaver, came)
    while not (out := SitOut.objects.filter(entry=came, why="sit_out").first()):
        draws.draw(tournament=tournament, actor=BY, whole_evening=False)
        (rnd,) = rounds.publish_all(tournament=tournament, actor=BY)

    assert (
        out.credit_id == {"replaced": leaver.pk, "own": came.pk, "nobody": None}[rule]
    )
    (seats,) = seats_of([rnd])
    assert seats.sit_out == (came.pk,)
    assert came.name in [line.name for line in ledger_of(tournament)]
    assert (came in ranked_entries(tournament)) == (rule == "own")


def test_the_page_and_the_paper_name_for_whom_he_sits_out(
    tournament: Tournament,
) -> None:
    drawn(tournament, 5)
    first = tournament.rounds.get(number=1)
    sitter = first.sit_outs.get().entry
    came = comes(tournament)
    takes(sitter, came)

    assert first.sit_outs.get(why=SitOut.Why.SIT_OUT).credit == sitter
    (missed,) = seats_in(first).missed
    assert (missed.name, missed.sits_for) == (came.name, sitter.name)
    by_table = " ".join(html_of(tables_document(first, paper="letter")).split())
    assert f"{came.name} <small>for: {sitter.name}" in by_table
    who = f"{came.label} {came.name} (for: {sitter.label} {sitter.name}) sits out"
    assert who in html_of(names_document(tournament, [first], paper="letter"))


def html_of(document: Document) -> str:
    return "".join(part.html for part in document.parts)


def test_the_list_by_name_names_who_plays_for_whom(tournament: Tournament) -> None:
    leaver, *_ = drawn(tournament, publish=2)
    came = comes(tournament)
    takes(leaver, came, 2)

    said = f"{leaver.label} {leaver.name} has a substitute"
    chosen = tournament.rounds.filter(number__in=(1, 2))
    by_name = html_of(names_document(tournament, chosen, paper="letter"))
    assert f"{said} in round 2: {came.label} {came.name}." in by_name


@pytest.mark.parametrize("rule", ["replaced", "own", "nobody"])
@pytest.mark.parametrize("seed", range(size(1, 20)))
def test_everybody_has_one_result_a_round(rule: str, seed: int) -> None:
    """Evenings by lot, with people who leave, who stand in, who come back."""
    chance = random.Random(seed)
    tournament = build.tournament(build.club(), substitute_counts=rule)
    build.entries(tournament, chance.randint(8, 11))
    for number in range(1, 4):
        draws.draw(tournament=tournament, actor=BY, whole_evening=False, seed=seed)
        (rnd,) = rounds.publish_all(tournament=tournament, actor=BY)
        for _ in range(2):
            something_happens(tournament, number, chance)
        for sheet in rnd.sheets.all():
            build.verified_sheet(sheet)
        seats = rnd.seats.filter(entry__house=None).values_list("entry", flat=True)
        sat_out = rnd.sit_outs.filter(why=SitOut.Why.SIT_OUT)
        had = [*seats, *sat_out.values_list("entry", flat=True)]
        assert len(had) == len(set(had))

    for line in table_of(tournament).lines:
        assert [each.round for each in line.results] == [1, 2, 3], line
    totals = Seat.objects.values("sheet").annotate(total=Sum("score"))
    assert {each["total"] for each in totals} == {400}
    assert list(differences_in(tournament)) == []


def something_happens(
    tournament: Tournament, number: int, chance: random.Random
) -> None:
    """Somebody stands in for another, or gives the seats back."""
    playing = tournament.entries.filter(house=None)
    stand_ins = list(playing.exclude(substitute_for=None))
    if stand_ins and chance.random() < 0.5:
        ends = chance.choice(stand_ins)
        later = min(number + chance.randint(0, 1), tournament.rounds_planned)
        start = max(ends.substitute_from, later)
        come_back(stand_in=ends, actor=BY, start=start)
        return
    free = playing.filter(state=Entry.State.HERE, substitute_for=None, substitutes=None)
    seated = tournament.rounds.get(number=number).seats.values("entry")
    leaver = chance.choice(list(free))
    idle = [*free.exclude(pk__in=seated).exclude(pk=leaver.pk), None]
    came = {"name": "Rose Janek", "state": Entry.State.HERE}
    stand_in = chance.choice(idle) or add(tournament=tournament, actor=BY, **came)
    takes(leaver, stand_in, number)


def test_a_house_player_is_made_for_it(tournament: Tournament) -> None:
    leaver, *_ = drawn(tournament)
    made = takes(leaver, Entry(house=1, name="House player 1", ranked=False))

    assert made.label == "H1"
    assert {sits(rnd, made)[1] for rnd in tournament.rounds.all()} == {leaver.pk}
    assert made in players_here(tournament)


def test_house_players_who_fill_up_are_others(tournament: Tournament) -> None:
    leaver, *_ = drawn(tournament, 7, publish=0)
    made = takes(leaver, Entry(house=1, name="House player 1", ranked=False))
    draws.draw(
        tournament=tournament, actor=BY, whole_evening=False, seed=7, spare="house"
    )

    rnd = tournament.rounds.get()
    assert sits(rnd, made)[1] == leaver.pk
    assert rnd.seats.get(entry__house=2).credit is None


def test_who_sits_out_may_though_he_has_a_seat_in_a_draft(
    tournament: Tournament,
) -> None:
    drawn(tournament, 9)
    first, second, _ = tournament.rounds.order_by("number")
    sitter = first.sit_outs.get(why=SitOut.Why.SIT_OUT).entry
    leaver = first.seats.filter(position=1).first().entry
    takes(leaver, sitter)

    assert sits(first, sitter)[1] == leaver.pk
    assert first.sit_outs.get().why == SitOut.Why.SAT_IN
    assert not draft_of(facts_of(tournament)).gone
    assert sits(second, sitter)[1] == leaver.pk


def test_he_is_here_again(tournament: Tournament) -> None:
    leaver, *_ = drawn(tournament, publish=2)
    came = comes(tournament)
    takes(leaver, came)
    come_back(stand_in=came, actor=BY, start=2)

    one, two, three = tournament.rounds.order_by("number")
    assert sits(one, came)[1] == leaver.pk
    assert sits(two, leaver)[1] == sits(three, leaver)[1] == leaver.pk
    leaver.refresh_from_db()
    came.refresh_from_db()
    assert (leaver.state, came.substitute_for) == (Entry.State.HERE, None)


def test_a_counted_sheet_is_whose_it_was(tournament: Tournament) -> None:
    leaver, *_ = drawn(tournament, publish=2)
    came = comes(tournament)
    build.counted(tournament.rounds.get(number=1).seats.get(entry=leaver).sheet)

    with pytest.raises(ActionRefused, match="Start with round 2"):
        takes(leaver, came)
    takes(leaver, came, 2)
    build.counted(tournament.rounds.get(number=2).seats.get(entry=came).sheet)
    with pytest.raises(ActionRefused, match="Start with round 3"):
        come_back(stand_in=came, actor=BY, start=2)
    come_back(stand_in=came, actor=BY, start=3)


def test_the_phone_of_a_seat_goes_with_it(tournament: Tournament) -> None:
    leaver, *_ = drawn(tournament)
    seat = tournament.rounds.get(number=1).seats.get(entry=leaver)
    phone = build.phone(seat.sheet, seat.position)
    came = comes(tournament)
    takes(leaver, came)
    phone.refresh_from_db()
    assert (phone.seat, phone.name) == (seat.position, came.name)
    come_back(stand_in=came, actor=BY, start=1)
    phone.refresh_from_db()
    assert (phone.seat, phone.name) == (seat.position, leaver.name)


@pytest.mark.parametrize("where", ["door", "entries"])
def test_who_is_here_while_another_plays_for_him_is_told(
    tournament: Tournament, where: str
) -> None:
    """At the door, on the entries and in the next step, until he has his seats."""
    leaver, *_ = drawn(tournament)
    came = comes(tournament)
    takes(leaver, came)
    crew = client_of(build.member(tournament.club, "director"))
    desk = f"/desk/{tournament.club.slug}/{tournament.slug}/"
    said = f"{leaver.label} {leaver.name} is here"
    assert said not in crew.get(f"{desk}{where}/").content.decode()
    if where == "door":
        act = {"act": f"e{leaver.pk}-here-left-0", "key": "k" * 32}
        crew.post(f"{desk}door/", act)
    else:
        crew.post(f"{desk}entries/{leaver.pk}/state/", {"state": "here"})

    page = crew.get(f"{desk}{where}/").content.decode()
    assert said in page
    assert f"{desk}substitutes/#back-{came.pk}" in page
    step = next_step(evening_of(tournament), build.user())
    assert (step.todo, step.text) == (
        Todo.GIVE_BACK,
        f"{said}, but {came.label} {came.name} has the seat. Give the seats back.",
    )
    come_back(stand_in=came, actor=BY, start=1)
    assert next_step(evening_of(tournament), build.user("b")).todo != Todo.GIVE_BACK
    assert said not in crew.get(f"{desk}{where}/").content.decode()


def test_what_cannot_be(tournament: Tournament) -> None:
    leaver, other, third, *_ = drawn(tournament)
    came, more = build.entries(tournament, 2)
    with pytest.raises(ActionRefused, match="already has a seat in round 1"):
        takes(leaver, other)
    with pytest.raises(
        ActionRefused, match=message("The substitute has to be someone else.")
    ):
        takes(leaver, leaver)
    takes(leaver, came)
    with pytest.raises(
        ActionRefused, match=f"{leaver.name} already has a substitute: {came.name}"
    ):
        takes(leaver, more)
    with pytest.raises(
        ActionRefused, match=f"already a substitute, playing for: {leaver.name}"
    ):
        takes(other, came)
    with pytest.raises(ActionRefused, match="End that first"):
        takes(came, more)
    with pytest.raises(ActionRefused, match="went home"):
        takes(other, leaver)
    with pytest.raises(ActionRefused, match="Round 9 doesn’t exist"):
        takes(third, more, 9)


def test_the_same_form_twice_is_one_and_is_told(tournament: Tournament) -> None:
    leaver, *_ = drawn(tournament)
    came = comes(tournament)

    assert takes(leaver, came, key="k") == takes(leaver, came, key="k")
    texts = list(
        Change.objects.filter(what="substitute").values_list("text", flat=True)
    )
    assert len(texts) == 2
    assert f"1 {leaver.name} has a substitute from round 1 on" in texts[0]


def test_every_page_says_who_played_for_whom(tournament: Tournament) -> None:
    leaver, *_ = drawn(tournament)
    came = comes(tournament)
    came.name = "Karel Hruska"
    came.save()
    takes(leaver, came)
    first = tournament.rounds.get(number=1)
    sheet = first.seats.get(entry=came).sheet
    for each in first.sheets.all():
        build.verified_sheet(each)
    director = client_of(build.member(tournament.club, "director"))
    where = f"/{tournament.club.slug}/{tournament.slug}/"
    table = f"rounds/1/tables/{sheet.table}/"

    said = message(
        "{name} had a substitute in round {round}: {who}.",
        name="Marie Kubala",
        round=1,
        who="Karel Hruska",
    )
    assert said in director.get(where).content.decode()
    for page in (f"{where}{table}", f"{where}rounds/1/", f"/desk{where}{table}"):
        assert "for: Marie Kubala" in director.get(page).content.decode(), page
    sheets = html_of(sheet_document(first, address="", paper="letter"))
    assert sheets.count(f"{came.name} (for: Marie Kubala)</p>") == 1
    by_table = " ".join(html_of(tables_document(first, paper="letter")).split())
    assert by_table.count(f"{came.name} <small>for: Marie Kubala</small>") == 1


def test_who_sat_out_for_another_stays_in_the_list(tournament: Tournament) -> None:
    """Nor does he go for whom it counts: the ledger and the standings rest on both."""
    drawn(tournament, 5)
    sitter = tournament.rounds.get(number=1).sit_outs.get().entry
    came = comes(tournament)
    takes(sitter, came)
    come_back(stand_in=came, actor=BY, start=2)
    rounds.discard(tournament=tournament, actor=BY, number=2)
    for entry in (came, sitter):
        with pytest.raises(ActionRefused, match="has a seat or a ruling"):
            remove(entry=entry, actor=BY)


@pytest.mark.parametrize("rule", ["replaced", "own", "nobody"])
def test_who_stood_in_plays_his_own_seat_again(rule: str) -> None:
    """He was drawn into round 4 himself, and played rounds 2 and 3 for another."""
    club = build.club()
    tournament = build.tournament(club, substitute_counts=rule, rounds_planned=4)
    drawn(tournament, 9, publish=2)
    second, third, fourth = tournament.rounds.order_by("number")[1:]
    stand_in = second.sit_outs.get(why=SitOut.Why.SIT_OUT).entry
    own = fourth.seats.get(entry=stand_in)
    seated = set(third.seats.values_list("entry", flat=True))
    leaver = second.seats.filter(entry__in=seated).first().entry
    takes(leaver, stand_in, 2)
    with pytest.raises(ActionRefused, match="Start with round 3"):
        come_back(stand_in=stand_in, actor=BY, start=4)
    smallest_is_made(tournament)
    rounds.publish(rnd=third, actor=BY)
    come_back(stand_in=stand_in, actor=BY, start=4)

    his = fourth.seats.get(entry=stand_in)
    assert (his.sheet_id, his.position) == (own.sheet_id, own.position)
    assert his.credit == stand_in
    smallest_is_made(tournament)
    rounds.publish(rnd=fourth, actor=BY)
    assert [one_result_each(rnd) for rnd in tournament.rounds.all()] == [True] * 4
    assert list(differences_in(tournament)) == []


@pytest.mark.parametrize("rule", ["replaced", "own", "nobody"])
def test_both_have_their_drawn_seats_again(rule: str) -> None:
    """Nobody was put on the seat of the one who left before he came back."""
    tournament = build.tournament(build.club(), substitute_counts=rule)
    drawn(tournament, 9)
    first, second, third = tournament.rounds.order_by("number")
    sitter = first.sit_outs.get(why=SitOut.Why.SIT_OUT).entry
    before = {rnd: seats_in_order(rnd) for rnd in (second, third)}
    leaver = second.seats.filter(credit__in=first.seats.values("credit")).first().entry
    takes(leaver, sitter)
    assert {rnd: seats_in_order(rnd) for rnd in (second, third)} != before
    come_back(stand_in=sitter, actor=BY, start=2)
    assert {rnd: seats_in_order(rnd) for rnd in (second, third)} == before


def seats_in_order(rnd: Round) -> list[tuple[int | None, ...]]:
    return list(rnd.seats.order_by("sheet", "position").values_list("entry", "credit"))


def smallest_is_made(tournament: Tournament) -> None:
    digest = question_of(tournament).digest
    change_seats(tournament=tournament, actor=BY, digest=digest)


def one_result_each(rnd: Round) -> bool:
    """Whether everybody ranked has one seat, or one line of who missed it."""
    credits = [
        *rnd.seats.exclude(credit=None).values_list("credit", flat=True),
        *rnd.sit_outs.exclude(credit=None).values_list("credit", flat=True),
    ]
    ranked = rnd.tournament.entries.filter(ranked=True).values_list("pk", flat=True)
    return sorted(pk for pk in credits if pk in set(ranked)) == sorted(ranked)


def test_who_leaves_has_no_seat_in_any_draft(tournament: Tournament) -> None:
    """Where his substitute has one of his own, his is free, and nobody publishes it."""
    drawn(tournament, 9)
    first, second, third = tournament.rounds.order_by("number")
    sitter = first.sit_outs.get(why=SitOut.Why.SIT_OUT).entry
    in_both = [set(r.seats.values_list("entry", flat=True)) for r in (first, second)]
    leaver = first.seats.filter(entry__in=in_both[1]).first().entry
    takes(leaver, sitter)

    assert not Seat.objects.filter(round__in=(second, third), entry=leaver).exists()
    free = second.seats.get(entry=None)
    draft = draft_of(facts_of(tournament))
    assert free in draft.free
    assert not draft.is_current
    said = f"Problem: seat {free.position} at table "
    with pytest.raises(ActionRefused, match=said):
        rounds.publish(rnd=second, actor=BY)
    with pytest.raises(ActionRefused, match="the seat changes"):
        rounds.publish_all(tournament=tournament, actor=BY)
    smallest_is_made(tournament)
    rounds.publish_all(tournament=tournament, actor=BY)
    assert not Seat.objects.filter(entry=None).exists()
    assert list(differences_in(tournament)) == []


@pytest.mark.parametrize("state", ["left", "absent", "expected"])
def test_nobody_who_is_not_here_is_published(
    tournament: Tournament, state: str
) -> None:
    gone, *_ = drawn(tournament, 8, publish=0)
    set_state(entry=gone, actor=BY, state=state)
    first = tournament.rounds.get(number=1)
    table = first.seats.get(entry=gone).sheet.table

    away = {"left": "went home", "absent": "is absent", "expected": "isn’t here yet"}
    who = f"{gone.label} {gone.name}"
    said = f"Problem: {who} {away[state]} but has a seat at table {table}"
    with pytest.raises(ActionRefused, match=said):
        rounds.publish(rnd=first, actor=BY)
    assert Round.objects.get(pk=first.pk).state == Round.State.DRAFT
    set_state(entry=gone, actor=BY, state="here")
    rounds.publish(rnd=first, actor=BY)


def test_whoever_sat_out_and_stands_in_keeps_his_sit_out(
    tournament: Tournament,
) -> None:
    drawn(tournament, 9)
    first = tournament.rounds.get(number=1)
    sitter = first.sit_outs.get(why=SitOut.Why.SIT_OUT).entry
    leaver = first.seats.filter(position=1).first().entry
    takes(leaver, sitter)
    for sheet in first.sheets.all():
        build.verified_sheet(sheet)

    (line,) = [e for e in table_of(tournament).lines if e.entry == sitter.pk]
    (result,) = line.results
    assert (result.chips, result.why) == (100, "sat_in")
    assert ledger_of(tournament) == []  # he had cards


def test_so_does_who_was_left_over_by_hand(tournament: Tournament) -> None:
    five = build.entries(tournament, 5)
    rnd = build.published_round(tournament, [five[:4]])
    takes(five[0], five[4])
    assert rnd.sit_outs.get(credit=five[4]).why == SitOut.Why.SAT_IN


def test_so_does_who_was_left_over_by_a_draw_that_nobody_has_published(
    club: Club,
) -> None:
    """No row says yet that he sits out; the draw alone does."""
    tournament = build.tournament(club, rounds_planned=1)
    five = drawn(tournament, people=5, publish=0)
    rnd = tournament.rounds.get()
    seated = set(rnd.seats.values_list("entry", flat=True))
    sitter = next(each for each in five if each.pk not in seated)
    leaver = next(each for each in five if each.pk in seated)
    takes(leaver, sitter)
    rounds.publish(rnd=rnd, actor=BY)

    assert sits(rnd, sitter)[1] == leaver.pk
    assert rnd.sit_outs.get(credit=sitter).why == SitOut.Why.SAT_IN
    build.verified_sheet(rnd.sheets.get())
    (line,) = [e for e in table_of(tournament).lines if e.entry == sitter.pk]
    assert line.total == 100


def test_who_is_out_since_seats_were_given_back_is_asked_about() -> None:
    """Drafts drawn for eleven, twelve here since: there is a table more to fill."""
    tournament = build.tournament(build.club())
    made = build.entries(tournament, 11)
    leaver = made[0]
    stand_in = takes(leaver, comes(tournament))
    draws.draw(tournament=tournament, actor=BY, whole_evening=True, seed=7)
    first = tournament.rounds.get(number=1)
    assert (first.sheets.count(), evening_of(tournament).seating_gap) == (2, None)
    come_back(stand_in=stand_in, actor=BY, start=1)
    gap = evening_of(tournament).seating_gap
    assert gap is not None
    assert message(
        "{who} person who’s here doesn’t have a seat in round {number}.",
        who="One",
        number=1,
    ) in str(gap)
    assert next_step(evening_of(tournament), build.user()).todo == Todo.RESEAT
    assert draft_of(facts_of(tournament)).newcomers == (stand_in,)
    digest = proposal_of(question_of(tournament), 7).digest
    change_seats(tournament=tournament, actor=BY, digest=digest)
    first = tournament.rounds.get(number=1)
    assert (first.sheets.count(), evening_of(tournament).seating_gap) == (3, None)


def test_rounds_of_ones_own_are_none_played_for_another() -> None:
    tournament = build.tournament(build.club())
    leaver, other, *_ = drawn(tournament)
    takes(leaver, other, start=2)
    Seat.objects.filter(entry=None, round__number=2).update(entry=comes(tournament))
    rounds.publish(rnd=tournament.rounds.get(number=2), actor=BY)
    [found] = stand_ins(tournament)
    assert (found.entry, found.rounds) == (other, (2,))
