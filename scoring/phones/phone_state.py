"""The state of a sheet for phones at its table, as described in docs/table.md."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any

from clubs import server_clock
from clubs.i18n import in_language, message
from clubs.languages import language_mark
from clubs.models import Club
from rules.discrepancies import Cause
from rules.ledger import Net
from scoring.core.names import names_mark, names_on, public_name
from scoring.core.sheet_parts import SheetParts, read_sheet_parts
from scoring.core.writes import ActionRefused
from scoring.games.table_rules import accounts_at, rules_at, rules_mark
from scoring.games.table_sizes import hands_at, smallest_at
from scoring.models import (
    Call,
    Clock,
    Count,
    Hand,
    HandRuling,
    Loan,
    Phone,
    Round,
    Seat,
    Sheet,
    TrayHand,
)
from scoring.phones.clocks import Face
from scoring.sheets.discrepancies import differences_from_notes, explanations_of
from scoring.sheets.hands import (
    aside_by_hands,
    badges_on,
    closing_on,
    if_recorded,
    rival_of,
    shown_at_table,
    standing_among,
    versions_of,
)
from scoring.sheets.photos import takes_from_table
from scoring.sheets.sheet import Life, count_in_words

State = dict[str, Any]


def version_of(sheet: Sheet) -> str:
    """Return a version that changes with anything in the state.

    Every logged write raises the sheet's version. The club's display of names and the
    language of the response aren't writes of the sheet, so they are part of the version
    too.
    """
    names = names_mark(sheet.round.tournament.club)
    return f"{sheet.version}-{sheet.round.state}-{names}{language_mark()}"


def state_of(sheet: Sheet, key: str = "") -> State:
    """Return the state of docs/table.md for the phone with this key.

    The version is read first, so a phone that polls with it never misses a write in
    between. At most nine queries, four for most tables. Raises Sheet.DoesNotExist.
    """
    return state_after(read_sheet_parts(sheet.pk), key)


def state_after(
    parts: SheetParts, key: str, hands: Sequence[Hand] = (), life: Life | None = None
) -> State:
    """Return the state of a sheet that was just read, for the phone with this key.

    `hands` are all versions of its hands, and `life` is its life, if they are known.
    """
    sheet, life = parts.sheet, life or Life(parts.counts)
    hands = hands or versions_of(sheet)
    club = sheet.round.tournament.club
    version, names = version_of(sheet), names_on(sheet, club)
    phones = Phone.objects.filter(sheet=sheet).order_by("pk")
    return {
        "version": version,
        "sheet": _sheet(sheet, life, hands),
        "clock": clock_of(sheet),
        "seats": [
            _seat(seat, name)
            for seat, name in zip(sheet.seats.all(), names, strict=True)
        ],
        "hands": _hands(hands, club),
        "rulings": [_ruling(ruling, club) for ruling in parts.hand_rulings],
        "tray": _tray(sheet, parts.tray, hands, club),
        "loans": [_loan(loan, club) for loan in parts.loans],
        "count": _pending(parts, life, hands, names, phones),
        "in_force": _in_force(life, club, names),
        "calls": [_call(call, club) for call in parts.calls],
        "phones": [_phone(phone, names, club) for phone in phones],
        "me": next((phone.pk for phone in phones if phone.key == key), None),
    }


def closed_why(sheet: Sheet, life: Life) -> str:
    """Return why the table can't write to the sheet any more, in a sentence, or ""."""
    rnd, verified = sheet.round, life.verified
    if rnd.state == Round.State.CANCELLED:
        return message(
            "Round {number} was canceled: {reason}",
            number=rnd.number,
            reason=rnd.reason,
        )
    if rnd.state == Round.State.FINISHED:
        return message("Round {number} is finished.", number=rnd.number)
    if rnd.state != Round.State.OPEN:
        return message("Round {number} isn’t being played.", number=rnd.number)
    if verified is None:
        return ""
    if verified.source != Count.Source.DESK:
        return message("This sheet is verified.")
    if verified.corrects_id:
        return message("The desk corrected this sheet.")
    return message("The desk verified this sheet.")


def _sheet(sheet: Sheet, life: Life, hands: Sequence[Hand]) -> State:
    rnd, tournament = sheet.round, sheet.round.tournament
    closed = closed_why(sheet, life)
    return {
        "id": sheet.pk,
        "table": sheet.table,
        "round": rnd.number,
        "rounds": tournament.rounds_planned,
        "code": sheet.code,
        "tournament": tournament.name,
        "club": tournament.club.name,
        "state": life.state,
        "open": not closed,
        "closed": closed,
        "photos": takes_from_table(sheet),
        "with_chips": tournament.with_chips,
        "start_chips": tournament.start_chips,
        **game_facts(sheet, hands),
        "minutes": tournament.minutes_per_round,
        "accepts_phone": tournament.accepts_phone,
        "accepts_own": tournament.accepts_own,
        # The page was loaded with these sentences, so a phone in another language has
        # to reload it.
        "rules": rules_mark(tournament) + language_mark(),
    }


def _seat(seat: Seat, name: str) -> State:
    return {
        "position": seat.position,
        "name": name,
        "label": seat.label,
        "entry": seat.entry_id,
        "free": seat.entry_id is None,
    }


def _hands(hands: Sequence[Hand], club: Club) -> list[State]:
    """Return the current hands, and the newest of the changed ones; oldest first."""
    visible = shown_at_table(hands)
    keys: dict[int | None, str] = {h.pk: h.key for h in hands if h.pk in visible}
    return [
        {
            "key": hand.key,
            "number": hand.number,
            "record": hand.record,
            "dealer": hand.dealer,
            "note": hand.note,
            "net": hand.net,
            "aside": hand.aside,
            "by": public_name(hand.by_name, club),
            "at": utc(hand.at),
            "replaces": keys.get(hand.replaces_id),
            "reason": hand.reason_text,
            "void": hand.void_reason_text if hand.voided_at else "",
        }
        for hand in hands
        if hand.pk in visible
    ]


def _ruling(ruling: HandRuling, club: Club) -> State:
    return {
        "number": ruling.hand.number,
        "chips": ruling.chips,
        "section": ruling.section,
        "reason": ruling.reason,
        "by": public_name(ruling.by_name, club),
        "at": utc(ruling.at),
        "reversed": ruling.reversal_reason_text,
    }


def _tray(
    sheet: Sheet, tray: Sequence[TrayHand], hands: Sequence[Hand], club: Club
) -> list[State]:
    """Return the hands that wait for a decision, each with the recorded rival."""
    keys: dict[int | None, str] = {hand.pk: hand.key for hand in hands}
    return [
        {
            "key": item.key,
            "number": item.number,
            "why": item.why,
            "record": item.record,
            "dealer": item.dealer,
            "note": item.note,
            "net": _net(sheet, item, hands),
            "replaces": keys.get(item.replaces_id),
            "reason": item.reason_text,
            "by": public_name(item.by_name, club),
            "at": utc(item.at),
            "rival": rival.key if (rival := rival_of(item, hands)) else None,
        }
        for item in tray
        if not item.outcome
    ]


def _net(sheet: Sheet, item: TrayHand, hands: Sequence[Hand]) -> Net | None:
    """Return what a hand in the tray would move.

    None if it only voids another, or today's rules can't settle its record.
    """
    if item.record is None:
        return None
    rival = rival_of(item, hands)
    try:
        settled = if_recorded(sheet, item.record, hands, rival).settlement
    except ActionRefused:
        return None
    return settled.net if settled else None


def _loan(loan: Loan, club: Club) -> State:
    return {
        "key": loan.key,
        "seat": loan.seat,
        "chips": loan.chips,
        "by": public_name(loan.by_name, club),
        "at": utc(loan.at),
    }


def _pending(
    parts: SheetParts,
    life: Life,
    hands: Sequence[Hand],
    names: tuple[str, ...],
    phones: Iterable[Phone],
) -> State | None:
    """Return the pending count, with possible errors in it."""
    count = life.pending
    if count is None:
        return None
    sheet = parts.sheet
    seats: dict[int | None, int | None] = {phone.pk: phone.seat for phone in phones}
    standing = standing_among(hands)
    notes = (parts.hand_rulings, parts.loans)
    suggested = explanations_of(sheet, count, standing, *notes)
    suggested_seats = {cause.seat for cause in suggested if cause.kind == Cause.HANDS}
    return {
        "number": count.number,
        "by": public_name(count.by_name, sheet.round.tournament.club),
        "at": utc(count.at),
        "held": count.held,
        "borrowed": count.borrowed,
        "scores": count.scores,
        "aside": count.aside,
        "total": count.total,
        "difference": count.difference,
        "balances": count.balances,
        "phone": count.phone_id,
        "seat": seats.get(count.phone_id),
        "suggestions": [in_language(cause.named(names)) for cause in suggested],
        "differs": differences_from_notes(
            sheet, count, standing, names, suggested_seats, *notes
        ),
    }


def _in_force(life: Life, club: Club, names: tuple[str, ...]) -> State | None:
    count, verified = life.in_force, life.verified
    if count is None or verified is None:
        return None
    return {
        "scores": count.scores,
        "aside": count.aside,
        "said": count_in_words(verified, names),
        "by": public_name(verified.by_name, club),
        "at": utc(verified.at),
    }


def _call(call: Call, club: Club) -> State:
    return {
        "key": call.key,
        "reason": call.reason,
        "by": public_name(call.by_name, club),
        "at": utc(call.at),
        "answer": call.answer,
        "answered_by": public_name(call.answered_by_name, club),
    }


def _phone(phone: Phone, names: Sequence[str], club: Club) -> State:
    """Return a phone, named by the person at its seat, or else by the typed name."""
    at_seat = dict(enumerate(names, start=1)).get(phone.seat or 0)
    return {
        "id": phone.pk,
        "name": at_seat or public_name(phone.name, club),
        "seat": phone.seat,
        "keeper": phone.keeper,
        "writes": phone.writes,
        "asks": phone.asked_at is not None and not phone.writes,
    }


def game_facts(sheet: Sheet, versions: Sequence[Hand]) -> dict[str, Any]:
    """Return the facts of the game at this table, from all `versions` of its hands.

    `chip_set` are the chips by color, most valuable first (None if they aren't counted
    by color). `aside` are chips at no seat. `closing` is the record that would end the
    round now, if the game requires one. `badges` and `games` describe the current
    state, `hands` is the planned number. `has_hands`: hands are recorded at all.
    """
    standing = standing_among(versions)
    table, tournament = rules_at(sheet), sheet.round.tournament
    games = [asdict(account) for account in accounts_at(sheet, standing)]
    is_open = table.left_aside or not table.has_total
    aside = aside_by_hands(sheet, standing) if is_open else 0
    chip_set = table.game.chip_set if tournament.with_chips else None
    colours = [asdict(chip) for chip in chip_set.chips] if chip_set else None
    planned = tournament.hands_per_round
    if len(table.game.tables) > 1:
        planned = hands_at(tournament, table.seats, smallest_at(sheet.round))
    if not table.game.has_hands:
        planned = None
    return {
        "chip_set": colours,
        "must_total": table.seats * tournament.start_chips,
        "aside": aside,
        "closing": closing_on(sheet, versions) if table.left_aside else None,
        "badges": badges_on(sheet, versions) if table.start else [],
        "games": games,
        "has_hands": table.game.has_hands,
        "hands": planned,
    }


def clock_of(sheet: Sheet) -> dict[str, Any] | None:
    """Return the time of the bell at this table, or the seconds left while paused."""
    rnd = sheet.round
    clock: Clock | None = getattr(rnd, "clock", None)  # None before it's started
    if clock is None or rnd.state != Round.State.OPEN:
        return None
    face = Face(clock, server_clock.now(), sheet.extra_minutes)
    if face.is_paused:
        return {"ends": None, "left": face.left}
    return {"ends": utc(face.ends_at), "left": None}


def utc(moment: datetime) -> str:
    """Return a time as ISO 8601 in UTC with milliseconds: 2026-11-21T01:45:00.000Z."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds")[:-6] + "Z"
