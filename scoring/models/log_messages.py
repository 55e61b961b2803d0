"""The messages of the log, by code, and messages as JSON.

A row of the log holds a code and values (`Change`). Its sentence is made when somebody
reads it, in the reader's language and in today's words: a message may be reworded here at
any time. A code stays, for old rows have it; so does each of its places.
"""

from collections.abc import Mapping
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_noop

from clubs.wording import Sentence, in_english, say, say_many, together
from clubs.wording.sentences import translated


def _counted(one: str, several: str) -> tuple[str, str]:
    """Both are found by their call, for the catalogue; `n` decides."""
    return one, several


MESSAGES: dict[str, str | tuple[str, str]] = {
    "announcement.posted": gettext_noop("announced: {text}"),
    "announcement.removed": gettext_noop("took down: {text}"),
    "call.answered": gettext_noop(
        "answered round {round}, table {table}, “{reason}”: {answer}"
    ),
    "call.made": gettext_noop(
        "called the director to round {round}, table {table}: {reason}"
    ),
    "chips.laid": gettext_noop("round {round}, table {table}: everybody has {chips}"),
    "chips.not_laid": gettext_noop(
        "round {round}, table {table}: start chips not seen after all"
    ),
    "clock.changed": _counted(
        "Round {number} plays {n} minute instead of {before}",
        "Round {number} plays {n} minutes instead of {before}",
    ),
    "clock.paused": gettext_noop("paused the clock of Round {n} at {left}"),
    "clock.reset": gettext_noop("set back the clock of Round {n}: {reason}"),
    "clock.resumed": gettext_noop("the clock of Round {n} goes on at {left}"),
    "clock.started": _counted(
        "started the clock of Round {number}: {n} minute",
        "started the clock of Round {number}: {n} minutes",
    ),
    "clock.table_as_others": gettext_noop(
        "table {table} of Round {number} plays no longer than the others"
    ),
    "clock.table_extended": _counted(
        "table {table} of Round {number} plays {n} minute longer",
        "table {table} of Round {number} plays {n} minutes longer",
    ),
    "club.approved": gettext_noop("approved the club"),
    "club.closing": gettext_noop("closed the club; it is erased on {day}"),
    "club.color_changed": gettext_noop("the club’s colour"),
    "club.currency_changed": gettext_noop("the club’s currency: {currency}"),
    "club.demo_removed": gettext_noop("removed the demo club"),
    "club.embed_hosts": gettext_noop("sites that may show tables"),
    "club.emblem_changed": gettext_noop("gave the club another emblem"),
    "club.emblem_removed": gettext_noop("removed the club’s emblem"),
    "club.exported": gettext_noop("took the club along as a file"),
    "club.hall_line_changed": gettext_noop("the line for the hall"),
    "club.limits_changed": gettext_noop("changed the club’s limits"),
    "club.name_order": gettext_noop("usual order of names: {order}"),
    "club.names_shown": gettext_noop("names in public: {shown}"),
    "club.opened": gettext_noop("opened the club; it waits for approval"),
    "club.reopened": gettext_noop("took the closing of the club back"),
    "club.restored": gettext_noop("brought the club back from its file of {day}"),
    "club.time_zone": gettext_noop("time zone: {zone}"),
    "costs.changed": gettext_noop("changed the costs"),
    "count.corrected": gettext_noop(
        "entered a correction of round {round}, table {table}"
    ),
    "count.correction_withdrawn": gettext_noop(
        "withdrew the correction of round {round}, table {table}"
    ),
    "count.differs": gettext_noop(
        "entered other numbers for round {round}, table {table}"
    ),
    "count.entered": gettext_noop("counted round {round}, table {table}"),
    "count.imported": gettext_noop(
        "verified (taken from a file) round {round}, table {table}"
    ),
    "count.verification_undone": gettext_noop(
        "took the verification back: round {round}, table {table}"
    ),
    "count.verified_by_account": gettext_noop(
        "verified (another person) round {round}, table {table}"
    ),
    "count.verified_on_paper": gettext_noop(
        "verified (signed on paper) round {round}, table {table}"
    ),
    "count.verified_on_phone": gettext_noop(
        "verified (on a second phone at the table) round {round}, table {table}"
    ),
    "count.verified_own_chips": gettext_noop(
        "verified (typed own chips on the counting phone) round {round}, table {table}"
    ),
    "count.verified_twice": gettext_noop(
        "verified (entered twice by one person) round {round}, table {table}"
    ),
    "draw.from_plan": _counted(
        "drew {n} round of the season’s plan: {numbers}, seed {seed}",
        "drew {n} rounds of the season’s plan: {numbers}, seed {seed}",
    ),
    "draw.round": gettext_noop("drew round {number}, seed {seed}"),
    "draw.rounds": gettext_noop("drew rounds {first}–{last}, seed {seed}"),
    "email.changed": gettext_noop("changed the email address, to be confirmed: {name}"),
    "email.confirmed": gettext_noop("confirmed the mail address: {name}"),
    "email.deleted": gettext_noop("deleted the mail address: {name}"),
    "email.expired": gettext_noop("forgot the mail address: {name}"),
    "email.given": gettext_noop("gave a mail address, to be confirmed: {name}"),
    "email.guardian_confirmed": gettext_noop("a guardian agrees to mails: {name}"),
    "email.kinds_changed": gettext_noop("wishes other mails: {name}"),
    "email.rejected": gettext_noop("the mail server refuses the mail address: {name}"),
    "entry.added": gettext_noop("entered: {number} {name}"),
    "entry.added_by_list": _counted(
        "entered {n} person from a list", "entered {n} people from a list"
    ),
    "entry.added_paid": gettext_noop("entered: {number} {name}, fee paid"),
    "entry.all_here": _counted("{n} expected is here", "{n} expected are here"),
    "entry.changed": gettext_noop("changed entry: {old}"),
    "entry.changed_by_list": gettext_noop("changed by a list: {number} {name}"),
    "entry.expected": gettext_noop("expected"),
    "entry.fee_paid": gettext_noop("fee paid"),
    "entry.fee_unpaid": gettext_noop("fee not paid"),
    "entry.fixed": gettext_noop("{who} stays at table {table}"),
    "entry.here": gettext_noop("here"),
    "entry.left": gettext_noop("left"),
    "entry.marked": gettext_noop("{number} {name}: {done}"),
    "entry.no_facts": gettext_noop("no class, no team"),
    "entry.no_shows": gettext_noop("not coming: {names}"),
    "entry.not_coming": gettext_noop("not coming"),
    "entry.numbers_drawn": gettext_noop("drew the start numbers"),
    "entry.released": gettext_noop("{who} may move"),
    "entry.removed": gettext_noop("removed entry: {number} {name}"),
    "entry.standby": gettext_noop("only if needed"),
    "entry.state": gettext_noop("{number} {name} is {state}"),
    "entry.stays_at_table": gettext_noop("stays at table {table}"),
    "entry.team": gettext_noop("team {team}"),
    "erasure.asked": gettext_noop("player {number} asks to be erased"),
    "erasure.declined": gettext_noop("player {number} stays: it was talked about"),
    "erasure.done": gettext_noop("erased player {numbers}"),
    "erasure.withdrawn": gettext_noop(
        "player {number} does not ask to be erased any more"
    ),
    "hand.changed": gettext_noop(
        "changed hand {hand} of round {round}, table {table}: {reason}"
    ),
    "hand.others_settled": _counted(
        "{text} (hand {hands} settled anew)", "{text} (hands {hands} settled anew)"
    ),
    "hand.recorded": gettext_noop(
        "recorded hand {hand} of round {round}, table {table}"
    ),
    "hand.voided": gettext_noop(
        "voided hand {hand} of round {round}, table {table}: {reason}"
    ),
    "link.closed": gettext_noop("closed the personal link: {name}"),
    "link.made": gettext_noop("gave a personal link: {name}"),
    "link.made_for_all": _counted(
        "gave {n} person a personal link", "gave {n} people personal links"
    ),
    "link.replaced": gettext_noop(
        "gave a personal link in place of the old one: {name}"
    ),
    "loan.made": gettext_noop(
        "{name} borrowed {chips} at round {round}, table {table}"
    ),
    "loan.paid_back": gettext_noop(
        "{name} paid back {chips} at round {round}, table {table}"
    ),
    "open_file.imported": gettext_noop("took in the open file {file}"),
    "open_file.removed": gettext_noop("took back the open file {file}: {evening}"),
    "password.link_made": gettext_noop("made a link for a new password: {user}"),
    "password.link_withdrawn": gettext_noop(
        "withdrew the link for a new password: {user}"
    ),
    "password.set": gettext_noop("set a new password by a link"),
    "past_results.corrected": gettext_noop(
        "put right an old list: {evening}, {who}: {why}"
    ),
    "past_results.imported": _counted(
        "imported {n} evening from the old list {file}",
        "imported {n} evenings from the old list {file}",
    ),
    "past_results.line": gettext_noop(
        "place {place}, total {total}, table points {points}, rounds {rounds}"
    ),
    "past_results.removed": _counted(
        "took back {n} evening of the old list {file}",
        "took back {n} evenings of the old list {file}",
    ),
    "phone.admitted": gettext_noop("{name} may write: {sheet}"),
    "phone.asking": gettext_noop("{name} asks to write: {sheet}"),
    "phone.excluded": gettext_noop("{name} may not write: {sheet}"),
    "phone.keeper": gettext_noop("{name} keeps the score: {sheet}"),
    "phone.watching": gettext_noop("{name} looks on: {sheet}"),
    "photo.added": gettext_noop("attached a picture of round {round}, table {table}"),
    "photo.removed": gettext_noop("removed a picture of round {round}, table {table}"),
    "plan.made": gettext_noop(
        "made the plan of season {name}: {people} people, {rounds} rounds, seed {seed}"
    ),
    "plan.removed": gettext_noop("threw the plan of season {name} away"),
    "player.added": gettext_noop("added player {number}, {name}"),
    "player.changed": gettext_noop("changed player: {old}"),
    "player.data_given": gettext_noop("gave player {number} the own data as a file"),
    "player.family_only": gettext_noop("family name {family}"),
    "player.given_and_family": gettext_noop("given name {given}, family name {family}"),
    "player.given_only": gettext_noop("given name {given}"),
    "player.like_names": _counted(
        "{n} pair of players with like names is two people",
        "{n} pairs of players with like names are two people each",
    ),
    "player.maybe_same": gettext_noop("{one} and {other} may be one person after all"),
    "player.merged": gettext_noop("{gone} is {kept}: merged"),
    "player.minor_shown": gettext_noop("{who}; minor; in public: {shown}"),
    "player.names_confirmed": _counted(
        "{n} name of a player is confirmed", "{n} names of players are confirmed"
    ),
    "player.paid_twice": gettext_noop("{name} paid twice: one fee goes back"),
    "player.pictures": gettext_noop("{who}; “{words}”"),
    "player.shown": gettext_noop("{who}; in public: {shown}"),
    "player.shown_as_club": gettext_noop("as the club shows names"),
    "player.two_people": gettext_noop("{one} and {other} are two people"),
    "player.unmerged": gettext_noop("{gone} is not {kept}: the merge is undone"),
    "player.with_number": gettext_noop("{name} (player {number})"),
    "podium.mark": gettext_noop("places 1 to {places}, mark {mark}"),
    "podium.verified": gettext_noop(
        "verified the podium, places 1 to {places}, mark {mark}"
    ),
    "print.pack": gettext_noop("printed the break-glass pack"),
    "print.round": gettext_noop("printed: {what}, round {number}"),
    "print.table": gettext_noop("printed: {what}, round {number}, table {table}"),
    "print.tournament": gettext_noop("printed: {what}"),
    "program.admitted": gettext_noop("let the program “{name}” read: {what}"),
    "program.first_read": gettext_noop(
        "the program “{name}” read, for the first time on this day: {what}"
    ),
    "program.full_names": gettext_noop("full names"),
    "program.private_events": gettext_noop("evenings that are not public"),
    "program.withdrawn": gettext_noop("the program “{name}” may read no more"),
    "results.imported": _counted("imported {n} sheet", "imported {n} sheets"),
    "role.changed": gettext_noop("changed the role: {user}"),
    "role.ended": gettext_noop("ended the role: {user}"),
    "role.invitation_withdrawn": gettext_noop("withdrew a link for the role: {role}"),
    "role.invited": gettext_noop("made a link for the role: {role}"),
    "role.joined": gettext_noop("joined by a link: {username} ({role})"),
    "round.canceled": gettext_noop("cancelled Round {number}: {reason}"),
    "round.discarded": gettext_noop("discarded the draft of round {numbers}"),
    "round.published": gettext_noop("published Round {number}"),
    "round.seated_by_hand": gettext_noop("seated Round {number} by hand"),
    "round.unpublished": gettext_noop("took Round {number} back to draft"),
    "rsvp.asked": gettext_noop("{name} is asked"),
    "rsvp.by_desk": gettext_noop("by the desk alone"),
    "rsvp.by_link": gettext_noop("by link"),
    "rsvp.coming": gettext_noop("{name} comes"),
    "rsvp.declined": gettext_noop("{name} does not come"),
    "rsvp.doors": gettext_noop("the doors open at {hour}"),
    "rsvp.from": gettext_noop("from {hour}"),
    "rsvp.imported": _counted(
        "{n} answer came in with a list", "{n} answers came in with a list"
    ),
    "rsvp.late": gettext_noop("{name} comes, maybe late"),
    "rsvp.offer_prolonged": gettext_noop(
        "the site was off, so a place is kept until {hour}: {name}"
    ),
    "rsvp.offered": gettext_noop("{name} is offered a place"),
    "rsvp.people_asked": _counted("{n} person is asked", "{n} people are asked"),
    "rsvp.places": _counted("{n} place", "{n} places"),
    "rsvp.settings_changed": gettext_noop("the list of who comes: {now}"),
    "rsvp.standby": gettext_noop("{name} comes only if needed"),
    "rsvp.standby_may_leave": gettext_noop("who comes only if needed may go home"),
    "rsvp.until": gettext_noop("until {hour}"),
    "rsvp.waiting": gettext_noop("{name} waits for a place"),
    "ruling.chips": _counted("{chips} chip", "{chips} chips"),
    "ruling.hand": gettext_noop(
        "ruled on hand {number} of round {round}, table {table}: {why}"
    ),
    "ruling.hand_undone": gettext_noop(
        "took back the ruling on hand {number} of round {round}, table {table}: {why}"
    ),
    "ruling.made": gettext_noop("ruled {chips}, for: {who}; why: {why}"),
    "ruling.made_from": gettext_noop(
        "ruled {chips}, for: {who}; from: {other}; why: {why}"
    ),
    "ruling.made_to": gettext_noop(
        "ruled {chips}, for: {who}; to: {other}; why: {why}"
    ),
    "ruling.undone": gettext_noop("took back {chips}, from: {who}; why: {why}"),
    "ruling.undone_from": gettext_noop(
        "took back {chips}, ruled for: {who}; from: {other}; why: {why}"
    ),
    "ruling.undone_to": gettext_noop(
        "took back {chips}, ruled for: {who}; to: {other}; why: {why}"
    ),
    "season.changed": gettext_noop("changed season {name}"),
    "season.changed_with_tournaments": _counted(
        "changed season {name}, with {n} tournament",
        "changed season {name}, with {n} tournaments",
    ),
    "season.created": gettext_noop("made season {name}"),
    "season.deleted": gettext_noop("deleted season {name}"),
    "season.facts": gettext_noop("{name}, {first} to {last}. {formula}"),
    "season.finished": gettext_noop("declared season {name} final"),
    "season.reopened": gettext_noop("reopened season {name}"),
    "seats.changed": gettext_noop("changed the fewest seats, seed {seed}. {moves}"),
    "seats.moves": gettext_noop("round {number}: {people}"),
    "seats.swapped": gettext_noop("{one} and {other} changed places in Round {number}"),
    "seats.swapped_with_reason": gettext_noop(
        "{one} and {other} changed places in Round {number}: {reason}"
    ),
    "setting.no": gettext_noop("no"),
    "setting.none": gettext_noop("none"),
    "setting.set": gettext_noop("set"),
    "setting.yes": gettext_noop("yes"),
    "sheet.closed_to_phones": gettext_noop("closed to phones: {sheet}"),
    "sheet.code_renewed": gettext_noop("gave a new code: {sheet}"),
    "sheet.compared": gettext_noop(
        "compared round {round}, table {table} with its paper once more"
    ),
    "sheet.place": gettext_noop("round {round}, table {table}"),
    "sheet.seat_freed": gettext_noop("seat {n} is free: {name} sits at table {table}"),
    "sheet.seats_corrected": gettext_noop(
        "put the seats of round {round}, table {table} right"
    ),
    "signup.confirmed": gettext_noop(
        "signed up by name as {typed}: {name} (player {number})"
    ),
    "signup.declined": gettext_noop("did not confirm: {name}"),
    "signup.guardian_age": gettext_noop("a guardian is asked below {age}"),
    "signup.off": gettext_noop("nobody by name"),
    "signup.received": gettext_noop("signed up by name, to be confirmed: {name}"),
    "signup.settings_changed": gettext_noop("mails and signing up by name: {now}"),
    "signup.with_password": gettext_noop("with the club’s word"),
    "standings.recalculated": gettext_noop("reckoned the standings anew"),
    "substitute.ended": gettext_noop(
        "{who} is here again and plays from round {number} on"
    ),
    "substitute.seated": gettext_noop("{new} takes seat {seat}; there before: {old}"),
    "substitute.started": gettext_noop(
        "{leaver} has a substitute from round {number} on: {stand_in}; the chips count for: {whom}"
    ),
    "tournament.canceled": gettext_noop("called off"),
    "tournament.changed": gettext_noop("changed {words}"),
    "tournament.changed_with_reason": gettext_noop("changed {words}: {reason}"),
    "tournament.created": gettext_noop("made: {tournament}"),
    "tournament.currency_changed": gettext_noop(
        "the amounts are in {currency}; none was converted"
    ),
    "tournament.finished": gettext_noop("finished: {tournament}"),
    "tournament.reopened": gettext_noop("reopened: {tournament}"),
    "tournament.repeated": _counted(
        "made {n} more evening: {tournament}", "made {n} more evenings: {tournament}"
    ),
    "tournament.uncanceled": gettext_noop("takes place after all"),
    "tray.dropped": gettext_noop(
        "left out hand {hand} of round {round}, table {table} from the tray"
    ),
    "tray.from_two_phones": gettext_noop(
        "hand {hand} of round {round}, table {table} came from two phones and waits in the tray"
    ),
    "tray.late": gettext_noop(
        "hand {hand} of round {round}, table {table} came late and waits in the tray"
    ),
    "tray.taken": gettext_noop(
        "took hand {hand} of round {round}, table {table} from the tray"
    ),
    "tray.voided": gettext_noop(
        "voided hand {hand} of round {round}, table {table}, as sent: {reason}"
    ),
    "tray.with_reason": gettext_noop("{text}: {reason}"),
    "webhook.added": gettext_noop("a program is told of changes: {host}"),
    "webhook.kinds_chosen": gettext_noop("chose what a webhook is called for: {host}"),
    "webhook.old_secret_ended": gettext_noop(
        "ended the old secret of a webhook: {host}"
    ),
    "webhook.secret_changed": gettext_noop("changed the secret of a webhook: {host}"),
    "webhook.stopped": gettext_noop("a program is told no more: {host}"),
}


class LogMessage(Sentence):
    """A sentence of the log, which knows its code."""

    __slots__ = ("code",)
    code: str


def log_message(code: str, /, **values: Any) -> LogMessage:
    """Return the message of a code with its values, for the log or within another."""
    written = MESSAGES[code]
    if isinstance(written, tuple):
        sentence = say_many(*written, values["n"], **values)
    else:
        sentence = say(written, **values)
    message = LogMessage(sentence, sentence.template, sentence.values, sentence.plural)
    message.code = code
    return message


def to_json(value: Any) -> Any:
    """Return a value of a message as JSON: a number, a text, or a message within it.

    That is a code with its values, or several in a list with the signs between them. A
    word that no code stands for, as a label of a game, keeps its English template.
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


def values_to_json(message: Sentence) -> dict[str, Any]:
    """Return the values of a message as JSON, by their places."""
    return {name: to_json(value) for name, value in message.values.items()}


def from_json(value: Any) -> Any:
    """Return what `to_json` wrote, in the reader's language.

    Raises KeyError for a code that nobody knows and for a value that is missing.
    """
    if not isinstance(value, dict):
        return value
    if "code" in value:
        return message_from_json(value["code"], value["values"])
    if "list" in value:
        return together(map(from_json, value["list"]), value["between"])
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
    """Return what stands between the parts of `together`; None for other sentences."""
    names = [f"part{number}" for number in range(len(sentence.values))]
    if not names or [*sentence.values] != names or sentence.plural:
        return None
    between = ""
    if len(names) > 1:
        between = sentence.template.partition("}")[2].partition("{part1}")[0]
    is_list = sentence.template == between.join(f"{{{name}}}" for name in names)
    return between if is_list else None
