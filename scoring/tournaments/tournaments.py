"""Creating, changing and finishing tournaments, and effects of a change."""

import re
from collections.abc import Mapping
from datetime import date, datetime
from itertools import groupby
from operator import attrgetter
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone

from clubs import i18n
from clubs.clubs import free_slug
from clubs.i18n import joined, message, whole_number
from clubs.merging import stale_message, stamp_of
from clubs.models import Club, User
from clubs.players import season_on
from scoring.backups.retention import back_up
from scoring.core.quotas import refuse_beyond
from scoring.core.writes import (
    USED_ELSEWHERE,
    ActionRefused,
    Actor,
    Conflict,
    data_of_gone,
    find_duplicate,
    lock,
    lock_sheets,
    log,
    merge_facts,
)
from scoring.games.game_adapter import changes_in_words, game_of
from scoring.games.game_choice import (
    evening_of,
    known_game,
    refuse_unknown_rules,
    table_points_in_words,
    usual_facts,
)
from scoring.games.labels import USUAL_GAME, words_of
from scoring.games.table_rules import rules_at, settle_anew
from scoring.games.tie_breaks import tie_breaks_in_words
from scoring.models import Hand, Round, Sheet, Standings, Tournament
from scoring.models.log_messages import log_message
from scoring.results import prizes, stored
from scoring.results.compute import compute_rows
from scoring.results.impact import Effects, moved
from scoring.rollups.season_places import follow_seasons, seasons_with
from scoring.rollups.updates import follow
from scoring.tournaments.announcements import take_all_down

MONTH_AND_DAY = r"[A-Z][a-z]{2} \d{1,2}, \d{4}"
# Settings that are fixed once the first round opens.
FIXED_ONCE_PLAYED = ("game", "preset", "house_rules", "start_chips")
WHEN_AND_WHERE = ("date", "starts_at", "place")
# Settings whose values aren't logged, only that they changed.
SECRET = ("wifi_password",)
# Settings that can change a place or a hand's chips.
TELLING = (
    "preset",
    "house_rules",
    "start_chips",
    "ranking",
    "tie_breaks",
    "drop_worst",
    "sit_out_score",
    "absent_score",
)


def rules_are_fixed(tournament: Tournament) -> bool:
    """Return whether the first round has opened, which fixes rules and start chips."""
    return tournament.rounds.exclude(state=Round.State.DRAFT).exists()


def refuse_fixed(tournament: Tournament, changed: list[str], reason: str) -> None:
    """Raise ActionRefused for changes of fixed settings, or for a missing reason."""
    fixed = [name for name in FIXED_ONCE_PLAYED if name in changed]
    if not fixed or not rules_are_fixed(tournament):
        return
    if "game" in fixed:
        raise ActionRefused(
            message("The first round has opened, so you can’t change the game."), "game"
        )
    if (
        "start_chips" in fixed
        and tournament.rounds.filter(sheets__counts__isnull=False).exists()
    ):
        text = message(
            "Sheets have already been counted with these start chips, so you "
            "can’t change them."
        )
        raise ActionRefused(text, "start_chips")
    if not reason:
        text = message(
            "The first round has opened. Enter why you’re changing the rules."
        )
        raise ActionRefused(text, "reason")


@transaction.atomic
def create(*, club: Club, actor: Actor, key: str = "", **facts: Any) -> Tournament:
    """Create a tournament with an address made from its name.

    Rules and chips that aren't given have the usual values of its game. Raises
    ValidationError by field, ActionRefused for a key used elsewhere, and beyond a
    limit.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    if existing := find_duplicate(key):
        if existing.tournament is None or existing.club_id != club.pk:
            raise ActionRefused(USED_ELSEWHERE)
        return existing.tournament
    refuse_beyond(club, "evenings")
    usual = usual_facts(known_game(facts.get("game", USUAL_GAME)))
    defaults = {"currency": club.currency, "created_by": actor.user}
    tournament = Tournament(club=club, **(usual | defaults | facts))
    tournament.slug = tournament.slug or free_slug(
        club.tournaments, tournament.name, "tournament"
    )
    if tournament.date:
        tournament.season = season_on(club, tournament.date)
    tournament.full_clean()
    refuse_unknown_rules(tournament)
    tournament.save()
    Standings.objects.create(tournament=tournament)
    text = log_message("tournament.created", tournament=tournament.name)
    log(actor, "create", text, tournament=tournament, key=key)
    return tournament


def make_first_evening(club: Club, user: User, facts: dict[str, Any]) -> str:
    """Create an event of the usual game for a new club; return its slug."""
    name = facts["name"] or suggested_name(facts["date"])
    try:
        tournament = create(
            club=club, actor=Actor.at_desk(user), **(facts | {"name": name})
        )
    except ActionRefused:  # a site where new clubs can't have events
        return ""
    return tournament.slug


def suggested_name(day: date, source: Tournament | None = None, game: str = "") -> str:
    """Return the name of the last event, or plain “Tarok”, followed by the date."""
    base = ""
    if source:
        last = rf"{re.escape(i18n.day(source.date))}|{MONTH_AND_DAY}|\d{{4}}"
        base = re.sub(rf"(,| of|)\s+({last})$", "", source.name)
    base = base or evening_of(game or USUAL_GAME)
    return f"{base[:60]}, {i18n.day(day)}"


def list_like(source: Tournament, new_date: date) -> dict[str, Any]:
    """Return the RSVP settings for an event like another.

    RSVPs open and close the same number of days before it, at the same times.
    """
    names = ("asks", "places", "if_needed_leave", "doors_at")
    facts = {name: getattr(source, name) for name in names}
    for name in ("answers_from", "answers_until"):
        facts[name] = moment = getattr(source, name)
        if moment:
            local = timezone.localtime(moment, source.club.zone)
            day = local.date() + (new_date - source.date)
            facts[name] = datetime.combine(day, local.time(), tzinfo=source.club.zone)
    return facts


@transaction.atomic
def change(
    *,
    tournament: Tournament,
    actor: Actor,
    reason: str = "",
    original: Tournament | None = None,
    seen: str = "",
    **facts: Any,
) -> Tournament:
    """Change settings; rules and start chips only with a reason once play began.

    Settles hands and recalculates the standings. Raises ActionRefused, or
    ValidationError by field; Conflict if another user changed a fact since `original`,
    or if the facts don't match the stamp `seen`.
    """
    fresh = lock(tournament)
    if original is not None:
        facts = merge_facts(fresh, original, facts)
    changed = [name for name, value in facts.items() if getattr(fresh, name) != value]
    if not changed:
        return fresh
    old = joined((_in_words(fresh, name) for name in changed), "; ")
    _refuse_other_facts(fresh, facts, old, seen)
    prizes.refuse_other_currency(tournament, fresh, changed)
    refuse_fixed(fresh, changed, reason.strip())
    rows = Tournament.objects.filter(pk=fresh.pk)
    before, seasons = fresh.class_names, seasons_with(fresh.club_id, rows)
    previous = _when_and_where(fresh)
    data: dict[str, Any] = data_of_gone([fresh]) if "public" in changed else {}
    for name in changed:
        setattr(fresh, name, facts[name])
    fresh.full_clean()
    refuse_unknown_rules(fresh)
    if "game" in changed:
        # Its tables can have other sizes; nothing has been played yet.
        for draft in fresh.rounds.all():
            delete_draft(draft)
    if "date" in changed:
        fresh.season = season_on(fresh.club, fresh.date)
    fresh.save()
    if {"preset", "house_rules"} & set(changed):
        _resettle(fresh)
    _rename_classes(fresh, before)
    reason_text = reason.strip() or log_message("reason.settings_changed")
    stored.refresh(fresh, actor=actor, reason=reason_text)
    if {"date", "public"} & set(changed):
        follow(fresh.pk)  # the season that it leaves isn't updated later
        follow_seasons(seasons | seasons_with(fresh.club_id, rows), actor, reason_text)
    words = joined(prizes.word_for(name) for name in changed)
    text = (
        log_message(
            "tournament.changed_with_reason", words=words, reason=reason.strip()
        )
        if reason.strip()
        else log_message("tournament.changed", words=words)
    )
    new = joined((_in_words(fresh, name) for name in changed), "; ")
    if {*WHEN_AND_WHERE} & {*changed}:
        _store_original_date(fresh, previous)
        data["was"] = previous
    log(actor, "settings", text, tournament=fresh, old=old, new=new, data=data)
    return fresh


def _when_and_where(tournament: Tournament) -> dict[str, str]:
    return {name: str(getattr(tournament, name) or "") for name in WHEN_AND_WHERE}


def _store_original_date(tournament: Tournament, previous: dict[str, str]) -> None:
    """Store the first announced date, if anyone has answered or is entered.

    Cleared once the event is back at that date.
    """
    first = tournament.moved_from or previous
    has_people = tournament.answers.exists() or tournament.entries.exists()
    is_moved = has_people and first != _when_and_where(tournament)
    tournament.moved_from = first if is_moved else None
    tournament.save(update_fields=["moved_from"])


def _refuse_other_facts(
    tournament: Tournament, facts: Mapping[str, Any], old: str, stamp: str
) -> None:
    """Raise Conflict if the facts don't match the stamp."""
    if stamp and stamp != stamp_of(tournament, facts):
        raise Conflict(stale_message(old))


def _resettle(tournament: Tournament) -> None:
    """Settle all recorded hands again by the tournament's current rules.

    Call in the transaction of the change, under the tournament's lock. Raises
    ActionRefused if a recorded hand isn't possible under these rules.
    """
    # Writers of hands read the rules while they hold the sheet's lock.
    lock_sheets(Sheet.objects.filter(round__tournament=tournament))
    hands = Hand.objects.filter(sheet__round__tournament=tournament)
    of_sheets = hands.select_related("sheet__round").order_by("sheet_id", "pk")
    for _, group in groupby(of_sheets, attrgetter("sheet_id")):
        versions = list(group)
        sheet = versions[0].sheet
        sheet.round.tournament = tournament
        table = rules_at(sheet)
        for hand in versions:
            if problems := table.problems(hand.record, engine=hand.engine):
                text = message(
                    "Round {round}, table {table}, hand {hand} isn’t possible under "
                    "these rules: {why}",
                    round=sheet.round.number,
                    table=sheet.table,
                    hand=hand.number,
                    why=problems[0].message,
                )
                raise ActionRefused(text)
        settle_anew(table, versions)


def _rename_classes(tournament: Tournament, before: list[str]) -> None:
    """Rename classes in entries if a line's class was renamed."""
    current = tournament.class_names
    renamed = {
        old: new
        for old, new in zip(before, current, strict=False)
        if old not in current and new not in before
    }
    for entry in tournament.entries.all() if renamed else ():
        named = [renamed.get(name, name) for name in entry.classes]
        if named != entry.classes:
            entry.classes = named
            entry.save(update_fields=["classes"])


def renumber_apart(
    tournament: Tournament, numbers: Mapping[int | None, int | None]
) -> None:
    """Update the start numbers in groups of people who must not meet.

    Two entries that turned out to be one person aren't a group.
    """
    lines = []
    for line in tournament.apart.splitlines():
        typed = re.findall(r"\d+", line)
        new_numbers = (str(numbers.get(whole_number(n) or 0, n)) for n in typed)
        lines.append(", ".join(dict.fromkeys(new_numbers)))
    text = "\n".join(line for line in lines if "," in line)
    if text != tournament.apart:
        tournament.apart = text
        tournament.save(update_fields=["apart"])


@transaction.atomic
def finish(*, tournament: Tournament, actor: Actor) -> Tournament:
    """Declare the standings final, after the last round or early.

    Removes announcements and requests a backup. Raises ActionRefused while a sheet has
    no verified score, and if no round was played.
    """
    fresh = lock(tournament)
    if fresh.finished_at:
        return fresh
    from_draft = fresh.rounds.filter(state=Round.State.DRAFT)
    missing = fresh.rounds.filter(
        state__in=Round.COUNTING, seats__score=None
    ).distinct()
    if missing.exists():
        numbers = ", ".join(str(sheet.number) for sheet in missing)
        problem = message(
            "Some sheets in round {numbers} aren’t verified. Verify them, or cancel "
            "the round.",
            numbers=numbers,
        )
        raise ActionRefused(problem)
    if not fresh.rounds.filter(state__in=Round.COUNTING).exists():
        raise ActionRefused(message("No round has been played yet."))
    for draft in from_draft:
        delete_draft(draft)
    current_time = timezone.now()
    fresh.rounds.filter(state=Round.State.OPEN).update(
        state=Round.State.FINISHED, closed_at=current_time
    )
    fresh.finished_at = current_time
    fresh.save()
    take_all_down(fresh, actor)
    stored.refresh(fresh, actor=actor, reason=log_message("reason.finished_again"))
    back_up(fresh)
    text = log_message("tournament.finished", tournament=fresh.name)
    log(actor, "finish", text, tournament=fresh)
    return fresh


@transaction.atomic
def reopen(*, tournament: Tournament, actor: Actor) -> Tournament:
    """Reopen a finished tournament."""
    fresh = lock(tournament)
    if fresh.finished_at:
        fresh.finished_at = None
        fresh.save()
        text = log_message("tournament.reopened", tournament=fresh.name)
        log(actor, "reopen", text, tournament=fresh)
    return fresh


def delete_draft(draft: Round) -> None:
    """Delete a draft round with its seats and sheets."""
    draft.seats.all().delete()
    draft.sit_outs.all().delete()
    draft.sheets.all().delete()
    draft.delete()


def _in_words(tournament: Tournament, name: str) -> str:
    """Return a setting's value in words for the log."""
    text: str
    if name in SECRET:
        text = (
            log_message("setting.set")
            if getattr(tournament, name)
            else log_message("setting.none")
        )
    elif name == "game":
        text = words_of(tournament.game).NAME
    elif name == "ranking" and tournament.by_points:
        text = table_points_in_words(tournament.game)
    elif name == "preset":
        text = game_of(tournament).house.names[tournament.preset]
    elif name == "tie_breaks":
        text = joined(tie_breaks_in_words(tournament.tie_breaks))
    elif name == "house_rules":
        text = joined(changes_in_words(tournament), "; ") or log_message("setting.none")
    else:
        return prizes.fact_in_words(tournament, name)
    return prizes.with_word(name, text)


def refuse_same_name(club: Club, name: str) -> None:
    """Raise ValidationError if the club already has a tournament of this name."""
    if club.tournaments.filter(name__iexact=name).exists():
        raise ValidationError(
            {
                "name": message(
                    "There’s already a tournament named “{name}.” Choose another name.",
                    name=name,
                )
            }
        )


def effects_of(
    *, tournament: Tournament, actor: Actor, reason: str = "", **facts: Any
) -> Effects:
    """Return the effects of a change by trying it and rolling it back.

    Raises the exceptions of the change itself.
    """
    if all(getattr(tournament, n) == facts[n] for n in TELLING if n in facts):
        return Effects()
    with transaction.atomic():
        lock(tournament)
        rows, nets = compute_rows(tournament), _nets(tournament)
        changed = change(tournament=tournament, actor=actor, reason=reason, **facts)
        effects = Effects(
            moved(changed, rows, compute_rows(changed)),
            sum(nets[pk] != net for pk, net in _nets(changed).items()),
        )
        transaction.set_rollback(True)
    return effects


def _nets(tournament: Tournament) -> dict[int, tuple[int, ...]]:
    hands = Hand.objects.filter(sheet__round__tournament=tournament)
    return {hand.pk: hand.net for hand in hands}
