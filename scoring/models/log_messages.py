"""The messages of the log, by code, and messages as JSON.

A row of the log holds a code and values (`Change`). Its sentence is made when someone
reads it, in the reader's language and today's wording: a message can be reworded here
at any time. A code must stay, because old rows have it; its placeholders must stay too.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_noop

from clubs.i18n import Sentence, in_english, joined, message, plural_message
from clubs.i18n.messages import translated


def _counted(singular: str, plural: str) -> tuple[str, str]:
    """Return both forms of a message with a count `n`; makemessages finds the call."""
    return singular, plural


MESSAGES: dict[str, str | tuple[str, str]] = {
    "announcement.posted": gettext_noop("posted an announcement: {text}"),
    "announcement.removed": gettext_noop("removed the announcement: {text}"),
    "call.answered": gettext_noop(
        "answered round {round}, table {table}, “{reason}”: {answer}"
    ),
    "call.made": gettext_noop(
        "called the director to round {round}, table {table}: {reason}"
    ),
    "chips.laid": gettext_noop("round {round}, table {table}: everyone has {chips}"),
    "chips.not_laid": gettext_noop(
        "round {round}, table {table}: start chips no longer marked as checked"
    ),
    "clock.changed": _counted(
        "round {number} is now {n} minute instead of {before}",
        "round {number} is now {n} minutes instead of {before}",
    ),
    "clock.paused": gettext_noop("paused the clock of round {n} at {left}"),
    "clock.reset": gettext_noop("reset the clock of round {n}: {reason}"),
    "clock.resumed": gettext_noop("resumed the clock of round {n} at {left}"),
    "clock.started": _counted(
        "started the clock of round {number}: {n} minute",
        "started the clock of round {number}: {n} minutes",
    ),
    "clock.table_as_others": gettext_noop(
        "removed the extra time of table {table} in round {number}"
    ),
    "clock.table_extended": _counted(
        "table {table} in round {number} gets {n} more minute",
        "table {table} in round {number} gets {n} more minutes",
    ),
    "club.approved": gettext_noop("approved the club"),
    "club.closing": gettext_noop("closed the club; it will be erased on {day}"),
    "club.color_changed": gettext_noop("club color"),
    "club.currency_changed": gettext_noop("the club’s currency: {currency}"),
    "club.demo_removed": gettext_noop("deleted the demo club"),
    "club.embed_hosts": gettext_noop("sites that can show tables"),
    "club.emblem_changed": gettext_noop("changed the club’s emblem"),
    "club.emblem_removed": gettext_noop("removed the club’s emblem"),
    "club.exported": gettext_noop("downloaded the club as a file"),
    "club.hall_line_changed": gettext_noop("thank-you line on the hall screen"),
    "club.limits_changed": gettext_noop("changed the club’s limits"),
    "club.name_order": gettext_noop("usual order of names: {order}"),
    "club.names_shown": gettext_noop("names in public: {shown}"),
    "club.opened": gettext_noop("created the club, not approved yet"),
    "club.reopened": gettext_noop("reopened the club"),
    "club.restored": gettext_noop("restored the club from its file of {day}"),
    "club.time_zone": gettext_noop("time zone: {zone}"),
    "costs.changed": gettext_noop("changed the costs"),
    "count.corrected": gettext_noop(
        "entered a correction for round {round}, table {table}"
    ),
    "count.correction_withdrawn": gettext_noop(
        "withdrew the correction for round {round}, table {table}"
    ),
    "count.differs": gettext_noop(
        "entered different numbers for round {round}, table {table}"
    ),
    "count.entered": gettext_noop("counted round {round}, table {table}"),
    "count.imported": gettext_noop(
        "verified round {round}, table {table} (from a file)"
    ),
    "count.verification_undone": gettext_noop(
        "undid the verification of round {round}, table {table}"
    ),
    "count.verified_by_account": gettext_noop(
        "verified round {round}, table {table} (by another person)"
    ),
    "count.verified_on_paper": gettext_noop(
        "verified round {round}, table {table} (signed on paper)"
    ),
    "count.verified_on_phone": gettext_noop(
        "verified round {round}, table {table} (on a second phone)"
    ),
    "count.verified_own_chips": gettext_noop(
        "verified round {round}, table {table} (own chips typed on the counting phone)"
    ),
    "count.verified_twice": gettext_noop(
        "verified round {round}, table {table} (entered twice by one person)"
    ),
    "draw.from_plan": _counted(
        "drew {n} round from the season plan: {numbers}, seed {seed}",
        "drew {n} rounds from the season plan: {numbers}, seed {seed}",
    ),
    "draw.round": gettext_noop("drew round {number}, seed {seed}"),
    "draw.rounds": gettext_noop("drew rounds {first}–{last}, seed {seed}"),
    "email.asked_again": gettext_noop("sent the confirmation link again: {name}"),
    "email.changed": gettext_noop(
        "changed the email address, not confirmed yet: {name}"
    ),
    "email.confirmed": gettext_noop("confirmed the email address: {name}"),
    "email.deleted": gettext_noop("deleted the email address: {name}"),
    "email.expired": gettext_noop("deleted an old email address: {name}"),
    "email.given": gettext_noop("entered an email address, not confirmed yet: {name}"),
    "email.guardian_confirmed": gettext_noop("a guardian agreed to emails: {name}"),
    "email.kinds_changed": gettext_noop("changed which emails to get: {name}"),
    "email.rejected": gettext_noop("the mail server refused the email address: {name}"),
    "entry.added": gettext_noop("added: {number} {name}"),
    "entry.added_by_list": _counted(
        "added {n} person from a list", "added {n} people from a list"
    ),
    "entry.added_paid": gettext_noop("added: {number} {name}, fee paid"),
    "entry.all_here": _counted(
        "checked in {n} expected player", "checked in {n} expected players"
    ),
    "entry.changed": gettext_noop("changed entry: {old}"),
    "entry.changed_by_list": gettext_noop("changed from a list: {number} {name}"),
    "entry.expected": gettext_noop("expected"),
    "entry.fee_paid": gettext_noop("fee paid"),
    "entry.fee_unpaid": gettext_noop("fee not paid"),
    "entry.fixed": gettext_noop("{who} stays at table {table}"),
    "entry.here": gettext_noop("here"),
    "entry.left": gettext_noop("went home"),
    "entry.marked": gettext_noop("{number} {name}: {done}"),
    "entry.no_facts": gettext_noop("no class, no team"),
    "entry.no_shows": gettext_noop("not coming: {names}"),
    "entry.not_coming": gettext_noop("not coming"),
    "entry.numbers_drawn": gettext_noop("drew the start numbers"),
    "entry.released": gettext_noop("{who} can move to another table"),
    "entry.removed": gettext_noop("removed entry: {number} {name}"),
    "entry.standby": gettext_noop("on standby"),
    "entry.state": gettext_noop("{number} {name}: {state}"),
    "entry.stays_at_table": gettext_noop("stays at table {table}"),
    "entry.team": gettext_noop("team {team}"),
    "erasure.asked": gettext_noop("player {number} asked to be erased"),
    "erasure.declined": gettext_noop(
        "player {number} isn’t erased, after talking with them"
    ),
    "erasure.done": gettext_noop("erased player {numbers}"),
    "erasure.withdrawn": gettext_noop("player {number} no longer asks to be erased"),
    # Translators: a field of a form and what was entered there.
    "fact.named": gettext_noop("{fact}: {value}"),
    "hand.changed": gettext_noop(
        "changed hand {hand} of round {round}, table {table}: {reason}"
    ),
    "hand.others_settled": _counted(
        "{text} (hand {hands} recalculated)", "{text} (hands {hands} recalculated)"
    ),
    "hand.recorded": gettext_noop(
        "recorded hand {hand} of round {round}, table {table}"
    ),
    "hand.voided": gettext_noop(
        "voided hand {hand} of round {round}, table {table}: {reason}"
    ),
    "link.closed": gettext_noop("closed the personal link: {name}"),
    "link.made": gettext_noop("created a personal link: {name}"),
    "link.made_for_all": _counted(
        "created {n} personal link", "created {n} personal links"
    ),
    "link.replaced": gettext_noop("replaced the personal link: {name}"),
    "loan.made": gettext_noop(
        "{name} borrowed {chips} at round {round}, table {table}"
    ),
    "loan.paid_back": gettext_noop(
        "{name} paid back {chips} at round {round}, table {table}"
    ),
    "open_file.imported": gettext_noop("imported the open file {file}"),
    "open_file.removed": gettext_noop(
        "removed the import of the open file {file}: {evening}"
    ),
    "password.link_made": gettext_noop("created a password reset link: {user}"),
    "password.link_withdrawn": gettext_noop("withdrew the password reset link: {user}"),
    "password.set": gettext_noop("set a new password with a link"),
    "past_results.corrected": gettext_noop(
        "corrected past results: {evening}, {who}: {why}"
    ),
    "past_results.imported": _counted(
        "imported {n} event from the past results {file}",
        "imported {n} events from the past results {file}",
    ),
    "past_results.line": gettext_noop(
        "place {place}, total {total}, table points {points}, rounds {rounds}"
    ),
    "past_results.removed": _counted(
        "removed {n} event imported from the past results {file}",
        "removed {n} events imported from the past results {file}",
    ),
    "phone.admitted": gettext_noop("{name} can keep score: {sheet}"),
    "phone.asking": gettext_noop("{name} asked to keep score: {sheet}"),
    "phone.excluded": gettext_noop("{name} can’t keep score: {sheet}"),
    "phone.keeper": gettext_noop("{name} is the scorekeeper: {sheet}"),
    "phone.watching": gettext_noop("{name} is watching: {sheet}"),
    "photo.added": gettext_noop("attached a photo of round {round}, table {table}"),
    "photo.removed": gettext_noop("removed a photo of round {round}, table {table}"),
    "plan.made": gettext_noop(
        "created the plan for season {name}: {people} people, {rounds} rounds, seed "
        "{seed}"
    ),
    "plan.removed": gettext_noop("deleted the plan for season {name}"),
    "player.added": gettext_noop("added player {number}, {name}"),
    "player.changed": gettext_noop("changed player: {old}"),
    "player.data_given": gettext_noop("gave player {number} their data as a file"),
    "player.family_only": gettext_noop("family name {family}"),
    "player.given_and_family": gettext_noop("given name {given}, family name {family}"),
    "player.given_only": gettext_noop("given name {given}"),
    "player.like_names": _counted(
        "marked {n} pair of players with similar names as two people",
        "marked {n} pairs of players with similar names as two people each",
    ),
    "player.maybe_same": gettext_noop(
        "{one} and {other} may be the same person after all"
    ),
    "player.merged": gettext_noop("merged: {gone} into {kept}"),
    "player.minor_shown": gettext_noop("{who}; minor; in public: {shown}"),
    "player.names_confirmed": _counted(
        "confirmed {n} player’s name", "confirmed {n} players’ names"
    ),
    "player.paid_twice": gettext_noop("{name} paid twice, so one fee is returned"),
    "player.pictures": gettext_noop("{who}; “{words}”"),
    "player.shown": gettext_noop("{who}; in public: {shown}"),
    "player.shown_as_club": gettext_noop("as the club shows names"),
    "player.two_people": gettext_noop("{one} and {other} are two people"),
    "player.unmerged": gettext_noop("undid the merge: {gone} into {kept}"),
    "player.with_number": gettext_noop("{name} (player {number})"),
    "podium.mark": gettext_noop("places 1 to {places}, mark {mark}"),
    "podium.verified": gettext_noop(
        "verified the podium, places 1 to {places}, mark {mark}"
    ),
    "print.pack": gettext_noop("printed the emergency packet"),
    "print.round": gettext_noop("printed for round {number}: {what}"),
    "print.table": gettext_noop("printed for round {number}, table {table}: {what}"),
    "print.tournament": gettext_noop("printed: {what}"),
    "program.admitted": gettext_noop("created the API token “{name}” for: {what}"),
    "program.first_read": gettext_noop(
        "the API token “{name}” read data for the first time today: {what}"
    ),
    "program.full_names": gettext_noop("full names"),
    "program.private_events": gettext_noop("events that aren’t public"),
    "program.withdrawn": gettext_noop("withdrew the API token “{name}”"),
    # Reasons of rows that the site wrote itself (`reasons`).
    "reason.changed_in_tray": gettext_noop("changed before anyone decided"),
    "reason.chosen_of_two": gettext_noop("chosen from two records"),
    "reason.corrected": gettext_noop("Round {round}, table {table} corrected: {why}"),
    "reason.entries_changed": gettext_noop("The list of players changed."),
    "reason.entries_merged": gettext_noop(
        "Entries were merged, or a merge was undone."
    ),
    "reason.file_imported": gettext_noop("Results were imported from a file."),
    "reason.finished_again": gettext_noop("Reopened and finished again."),
    "reason.finished_since": _counted(
        "Now counted because it’s final: {names}.",
        "Now counted because they’re final: {names}.",
    ),
    "reason.hand_ruling": gettext_noop("Ruling on hand {number}: {why}"),
    "reason.hand_ruling_undone": gettext_noop(
        "Ruling on hand {number} withdrawn: {why}"
    ),
    "reason.past_results_corrected": gettext_noop("Past results corrected: {why}"),
    "reason.past_results_removed": gettext_noop("Past results were removed."),
    "reason.round_canceled": gettext_noop("Round {number} canceled: {why}"),
    "reason.round_published": gettext_noop("Round {number} was published."),
    "reason.round_unpublished": gettext_noop("Round {number} was returned to draft."),
    "reason.ruling": gettext_noop("Ruling: {why}"),
    "reason.ruling_undone": gettext_noop("Ruling withdrawn: {why}"),
    "reason.seats_changed": gettext_noop("Seats were changed."),
    "reason.seats_corrected": gettext_noop(
        "The seats at round {round}, table {table}, were corrected."
    ),
    "reason.seats_swapped": gettext_noop(
        "Two players swapped seats in round {number}."
    ),
    "reason.seats_swapped_because": gettext_noop(
        "Two players swapped seats in round {number}: {why}"
    ),
    "reason.season_finished_again": gettext_noop("Reopened and declared final again."),
    "reason.settings_changed": gettext_noop("The settings changed."),
    "reason.site_updated": gettext_noop("The site was updated."),
    "reason.substitutes_changed": gettext_noop("The substitutes changed."),
    "reason.undone": gettext_noop("Undone right after saving."),
    "reason.verification_undone": gettext_noop("The verification was undone."),
    "results.imported": _counted("imported {n} sheet", "imported {n} sheets"),
    "role.changed": gettext_noop("changed the role: {user}"),
    "role.ended": gettext_noop("ended the role: {user}"),
    "role.invitation_withdrawn": gettext_noop("withdrew a link for the role: {role}"),
    "role.invited": gettext_noop("made a link for the role: {role}"),
    "role.joined": gettext_noop("joined with a link: {username} ({role})"),
    "round.canceled": gettext_noop("canceled round {number}: {reason}"),
    "round.discarded": gettext_noop("discarded the draft of round {numbers}"),
    "round.published": gettext_noop("published round {number}"),
    "round.seated_by_hand": gettext_noop("seated round {number} by hand"),
    "round.unpublished": gettext_noop("returned round {number} to draft"),
    "rsvp.asked": gettext_noop("{name} is invited"),
    "rsvp.by_desk": gettext_noop("by the desk only"),
    "rsvp.by_link": gettext_noop("by link"),
    "rsvp.coming": gettext_noop("{name} is going"),
    "rsvp.declined": gettext_noop("{name} can’t make it"),
    "rsvp.doors": gettext_noop("doors open at {hour}"),
    "rsvp.from": gettext_noop("from {hour}"),
    "rsvp.imported": _counted(
        "imported {n} RSVP with a list", "imported {n} RSVPs with a list"
    ),
    "rsvp.late": gettext_noop("{name} is going, maybe late"),
    "rsvp.offer_prolonged": gettext_noop(
        "the site was off, so a spot is held until {hour}: {name}"
    ),
    "rsvp.offered": gettext_noop("{name} was offered a spot"),
    "rsvp.people_asked": _counted("{n} person was invited", "{n} people were invited"),
    "rsvp.places": _counted("{n} spot", "{n} spots"),
    "rsvp.settings_changed": gettext_noop("RSVP settings: {now}"),
    "rsvp.standby": gettext_noop("{name} is on standby"),
    "rsvp.standby_may_leave": gettext_noop("standby players may go home"),
    "rsvp.until": gettext_noop("until {hour}"),
    "rsvp.waiting": gettext_noop("{name} is on the waitlist"),
    "ruling.chips": _counted("{chips} chip", "{chips} chips"),
    "ruling.hand": gettext_noop(
        "ruling on hand {number} of round {round}, table {table}: {why}"
    ),
    "ruling.hand_undone": gettext_noop(
        "withdrew the ruling on hand {number} of round {round}, table {table}: {why}"
    ),
    "ruling.made": gettext_noop("ruling: {chips} for: {who}; reason: {why}"),
    "ruling.made_from": gettext_noop(
        "ruling: {chips} for: {who}; from: {other}; reason: {why}"
    ),
    "ruling.made_to": gettext_noop(
        "ruling: {chips} for: {who}; to: {other}; reason: {why}"
    ),
    "ruling.undone": gettext_noop(
        "withdrew a ruling: {chips} from: {who}; reason: {why}"
    ),
    "ruling.undone_from": gettext_noop(
        "withdrew a ruling: {chips} for: {who}; from: {other}; reason: {why}"
    ),
    "ruling.undone_to": gettext_noop(
        "withdrew a ruling: {chips} for: {who}; to: {other}; reason: {why}"
    ),
    "season.changed": gettext_noop("changed season {name}"),
    "season.changed_with_tournaments": _counted(
        "changed season {name}, with {n} tournament",
        "changed season {name}, with {n} tournaments",
    ),
    "season.created": gettext_noop("created season {name}"),
    "season.deleted": gettext_noop("deleted season {name}"),
    "season.facts": gettext_noop("{name}, {first} to {last}. {formula}"),
    "season.finished": gettext_noop("declared season {name} final"),
    "season.reopened": gettext_noop("reopened season {name}"),
    "seats.changed": gettext_noop("changed the fewest seats, seed {seed}: {moves}"),
    "seats.moves": gettext_noop("round {number}: {people}"),
    "seats.swapped": gettext_noop("{one} and {other} swapped seats in round {number}"),
    "seats.swapped_with_reason": gettext_noop(
        "{one} and {other} swapped seats in round {number}: {reason}"
    ),
    "setting.no": gettext_noop("no"),
    "setting.none": gettext_noop("none"),
    # Translators: a secret has a value, which isn’t shown.
    "setting.set": gettext_noop("set"),
    "setting.yes": gettext_noop("yes"),
    "sheet.closed_to_phones": gettext_noop("closed to phones: {sheet}"),
    "sheet.code_renewed": gettext_noop("created a new code: {sheet}"),
    "sheet.compared": gettext_noop(
        "compared round {round}, table {table}, with its paper again"
    ),
    "sheet.place": gettext_noop("round {round}, table {table}"),
    "sheet.seat_freed": gettext_noop("seat {n} is free: {name} sits at table {table}"),
    "sheet.seats_corrected": gettext_noop(
        "corrected the seats of round {round}, table {table}"
    ),
    "signup.confirmed": gettext_noop(
        "signed up by name as {typed}: {name} (player {number})"
    ),
    "signup.declined": gettext_noop("rejected the sign-up: {name}"),
    "signup.guardian_age": gettext_noop("guardians are asked below age {age}"),
    "signup.off": gettext_noop("no sign-up by name"),
    "signup.received": gettext_noop("signed up by name, not confirmed yet: {name}"),
    "signup.settings_changed": gettext_noop("email and sign-up: {now}"),
    "signup.with_password": gettext_noop("with the club password"),
    "standings.recalculated": gettext_noop("recalculated the standings"),
    "substitute.ended": gettext_noop("{who} is back and plays from round {number} on"),
    "substitute.seated": gettext_noop("seat {seat} now has: {new}; before: {old}"),
    "substitute.started": gettext_noop(
        "{leaver} has a substitute from round {number} on: {stand_in}; the chips count for: {whom}"
    ),
    "tournament.canceled": gettext_noop("canceled"),
    "tournament.changed": gettext_noop("changed {words}"),
    "tournament.changed_with_reason": gettext_noop("changed {words}: {reason}"),
    "tournament.created": gettext_noop("created: {tournament}"),
    "tournament.currency_changed": gettext_noop(
        "amounts are now in {currency}, without conversion"
    ),
    "tournament.finished": gettext_noop("finished: {tournament}"),
    "tournament.reopened": gettext_noop("reopened: {tournament}"),
    "tournament.repeated": _counted(
        "created {n} more event: {tournament}", "created {n} more events: {tournament}"
    ),
    "tournament.uncanceled": gettext_noop("is back on"),
    "tray.dropped": gettext_noop(
        "discarded hand {hand} of round {round}, table {table}, from the tray"
    ),
    "tray.from_two_phones": gettext_noop(
        "hand {hand} of round {round}, table {table}, was sent by two phones and is "
        "waiting in the tray"
    ),
    "tray.late": gettext_noop(
        "hand {hand} of round {round}, table {table}, came late and is waiting in the "
        "tray"
    ),
    "tray.taken": gettext_noop(
        "accepted hand {hand} of round {round}, table {table}, from the tray"
    ),
    "tray.voided": gettext_noop(
        "voided hand {hand} of round {round}, table {table}, as sent: {reason}"
    ),
    "tray.with_reason": gettext_noop("{text}: {reason}"),
    "undo.all_here": gettext_noop("undid: everyone is here"),
    "undo.discard": gettext_noop("undid: discarded drafts"),
    "undo.list": gettext_noop("undid: entered a list"),
    "undo.no_shows": gettext_noop("undid: marked no-shows"),
    "undo.numbers": gettext_noop("undid: drew the start numbers"),
    "undo.seats": gettext_noop("undid: changed seats"),
    "undo.several": gettext_noop("undid: changed selected entries"),
    "undo.sign_up": gettext_noop("undid: confirmed a sign-up"),
    "webhook.added": gettext_noop("added a webhook: {host}"),
    "webhook.kinds_chosen": gettext_noop("changed the events of a webhook: {host}"),
    "webhook.old_secret_ended": gettext_noop(
        "ended the old secret of a webhook: {host}"
    ),
    "webhook.secret_changed": gettext_noop("changed the secret of a webhook: {host}"),
    "webhook.stopped": gettext_noop("removed a webhook: {host}"),
}


class LogMessage(Sentence):
    """A sentence of the log that knows its code."""

    __slots__ = ("code",)
    code: str


def log_message(code: str, /, **values: Any) -> LogMessage:
    """Return the message of a code with its values, for the log or another message."""
    template = MESSAGES[code]
    if isinstance(template, tuple):
        sentence = plural_message(*template, values["n"], **values)
    else:
        sentence = message(template, **values)
    line = LogMessage(sentence, sentence.template, sentence.values, sentence.plural)
    line.code = code
    return line


def to_json(value: Any) -> Any:
    """Return a value of a message as JSON: a number, a text, or a nested message.

    A nested message is a code with its values, or several in a list with the separator
    between them. A word without a code, such as a label of a game, keeps its English
    template.
    """
    if isinstance(value, LogMessage):
        return {"code": value.code, "values": values_to_json(value)}
    if isinstance(value, Promise):
        return {"template": in_english(value)}
    if not isinstance(value, Sentence):
        return value if isinstance(value, int) else str(value)
    between = _sign_between(value)
    if between is not None:
        return {"list": [*map(to_json, value.values.values())], "between": between}
    row: dict[str, Any] = {"template": value.template}
    if value.plural:
        row["plural"] = value.plural
    if value.values:
        row["values"] = values_to_json(value)
    if value.begins:
        row["begins"] = True
    if value.context:
        row["context"] = value.context
    return row


def values_to_json(log_line: Sentence) -> dict[str, Any]:
    """Return the values of a message as JSON, by placeholder."""
    return {name: to_json(value) for name, value in log_line.values.items()}


def from_json(value: Any) -> Any:
    """Return a value that `to_json` wrote, in the reader's language.

    Raises KeyError for an unknown code and for a missing value.
    """
    if not isinstance(value, dict):
        return value
    if "code" in value:
        return message_from_json(value["code"], value["values"])
    if "list" in value:
        return joined(map(from_json, value["list"]), value["between"])
    return translated(
        value["template"],
        _from_json(value.get("values", {})),
        value.get("plural", ""),
        value.get("begins", False),
        value.get("context", ""),
    )


def message_from_json(code: str, values: Mapping[str, Any]) -> LogMessage:
    """Return the message of a row, in the reader's language; raises as `from_json`."""
    return log_message(code, **_from_json(values))


def _from_json(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: from_json(value) for name, value in values.items()}


def _sign_between(sentence: Sentence) -> str | None:
    """Return the separator between the parts of `joined`; None for others."""
    names = [f"part{number}" for number in range(len(sentence.values))]
    if not names or [*sentence.values] != names or sentence.plural:
        return None
    between = ""
    if len(names) > 1:
        between = sentence.template.partition("}")[2].partition("{part1}")[0]
    is_list = sentence.template == between.join(f"{{{name}}}" for name in names)
    return between if is_list else None
