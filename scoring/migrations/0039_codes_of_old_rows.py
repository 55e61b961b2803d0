"""Old rows of the log get the code of their message, and its values.

The table is of the wording of all versions up to this migration, and stays as it is. A
row whose words are not in it keeps its text. Rows of before 0008 have nothing but their
English text: they get a code where only one message can have made it.
"""

import json
import re
from functools import cache

from django.db import migrations

AT_ONCE = 1_000
# The message for one, that for several, the code.
MESSAGES = (
    ("announced: {text}", "", "announcement.posted"),
    ("took down: {text}", "", "announcement.removed"),
    (
        "answered round {round}, table {table}, “{reason}”: {answer}",
        "",
        "call.answered",
    ),
    ("called the director to round {round}, table {table}: {reason}", "", "call.made"),
    ("round {round}, table {table}: everybody has {chips}", "", "chips.laid"),
    (
        "round {round}, table {table}: start chips not seen after all",
        "",
        "chips.not_laid",
    ),
    (
        "Round {number} plays {n} minute instead of {before}",
        "Round {number} plays {n} minutes instead of {before}",
        "clock.changed",
    ),
    ("paused the clock of Round {n} at {left}", "", "clock.paused"),
    ("set back the clock of Round {n}: {reason}", "", "clock.reset"),
    ("the clock of Round {n} goes on at {left}", "", "clock.resumed"),
    (
        "started the clock of Round {number}: {n} minute",
        "started the clock of Round {number}: {n} minutes",
        "clock.started",
    ),
    (
        "table {table} of Round {number} plays no longer than the others",
        "",
        "clock.table_as_others",
    ),
    (
        "table {table} of Round {number} plays {n} minute longer",
        "table {table} of Round {number} plays {n} minutes longer",
        "clock.table_extended",
    ),
    ("approved the club", "", "club.approved"),
    ("closed the club; it is erased on {day}", "", "club.closing"),
    ("the club’s colour", "", "club.color_changed"),
    ("the club’s currency: {currency}", "", "club.currency_changed"),
    ("removed the demo club", "", "club.demo_removed"),
    ("sites that may show tables", "", "club.embed_hosts"),
    ("gave the club another emblem", "", "club.emblem_changed"),
    ("removed the club’s emblem", "", "club.emblem_removed"),
    ("took the club along as a file", "", "club.exported"),
    ("the line for the hall", "", "club.hall_line_changed"),
    ("changed the club’s limits", "", "club.limits_changed"),
    ("usual order of names: {order}", "", "club.name_order"),
    ("names in public: {shown}", "", "club.names_shown"),
    ("opened the club; it waits for approval", "", "club.opened"),
    ("took the closing of the club back", "", "club.reopened"),
    ("brought the club back from its file of {day}", "", "club.restored"),
    ("time zone: {zone}", "", "club.time_zone"),
    ("changed the costs", "", "costs.changed"),
    ("entered a correction of round {round}, table {table}", "", "count.corrected"),
    (
        "withdrew the correction of round {round}, table {table}",
        "",
        "count.correction_withdrawn",
    ),
    ("entered other numbers for round {round}, table {table}", "", "count.differs"),
    ("counted round {round}, table {table}", "", "count.entered"),
    ("verified (taken from a file) round {round}, table {table}", "", "count.imported"),
    (
        "took the verification back: round {round}, table {table}",
        "",
        "count.verification_undone",
    ),
    (
        "verified (another person) round {round}, table {table}",
        "",
        "count.verified_by_account",
    ),
    (
        "verified (signed on paper) round {round}, table {table}",
        "",
        "count.verified_on_paper",
    ),
    (
        "verified (on a second phone at the table) round {round}, table {table}",
        "",
        "count.verified_on_phone",
    ),
    (
        "verified (typed own chips on the counting phone) round {round}, table {table}",
        "",
        "count.verified_own_chips",
    ),
    (
        "verified (entered twice by one person) round {round}, table {table}",
        "",
        "count.verified_twice",
    ),
    (
        "drew {n} round of the season’s plan: {numbers}, seed {seed}",
        "drew {n} rounds of the season’s plan: {numbers}, seed {seed}",
        "draw.from_plan",
    ),
    ("drew round {number}, seed {seed}", "", "draw.round"),
    ("drew rounds {first}–{last}, seed {seed}", "", "draw.rounds"),
    ("changed the email address, to be confirmed: {name}", "", "email.changed"),
    ("confirmed the mail address: {name}", "", "email.confirmed"),
    ("deleted the mail address: {name}", "", "email.deleted"),
    ("forgot the mail address: {name}", "", "email.expired"),
    ("gave a mail address, to be confirmed: {name}", "", "email.given"),
    ("a guardian agrees to mails: {name}", "", "email.guardian_confirmed"),
    ("wishes other mails: {name}", "", "email.kinds_changed"),
    ("the mail server refuses the mail address: {name}", "", "email.rejected"),
    ("entered {number} {name}", "", "entry.added"),
    ("entered: {number} {name}", "", "entry.added"),
    (
        "entered {n} person from a list",
        "entered {n} people from a list",
        "entry.added_by_list",
    ),
    ("entered {number} {name}, fee paid", "", "entry.added_paid"),
    ("entered: {number} {name}, fee paid", "", "entry.added_paid"),
    ("{n} expected is here", "{n} expected are here", "entry.all_here"),
    ("changed entry {old}", "", "entry.changed"),
    ("changed entry: {old}", "", "entry.changed"),
    ("changed by a list: {number} {name}", "", "entry.changed_by_list"),
    ("changed entry {number} {name} by a list", "", "entry.changed_by_list"),
    ("expected", "", "entry.expected"),
    ("fee paid", "", "entry.fee_paid"),
    ("fee not paid", "", "entry.fee_unpaid"),
    ("{who} stays at table {table}", "", "entry.fixed"),
    ("here", "", "entry.here"),
    ("left", "", "entry.left"),
    ("{number} {name}: {done}", "", "entry.marked"),
    ("no class, no team", "", "entry.no_facts"),
    ("not coming: {names}", "", "entry.no_shows"),
    ("not coming", "", "entry.not_coming"),
    ("drew the start numbers", "", "entry.numbers_drawn"),
    ("{who} may move", "", "entry.released"),
    ("removed entry {number} {name}", "", "entry.removed"),
    ("removed entry: {number} {name}", "", "entry.removed"),
    ("only if needed", "", "entry.standby"),
    ("{number} {name} is {state}", "", "entry.state"),
    ("stays at table {table}", "", "entry.stays_at_table"),
    ("team {team}", "", "entry.team"),
    ("player {number} asks to be erased", "", "erasure.asked"),
    ("player {number} stays: it was talked about", "", "erasure.declined"),
    ("erased player {numbers}", "", "erasure.done"),
    ("player {number} does not ask to be erased any more", "", "erasure.withdrawn"),
    (
        "changed hand {hand} of round {round}, table {table}: {reason}",
        "",
        "hand.changed",
    ),
    (
        "{text} (hand {hands} settled anew)",
        "{text} (hands {hands} settled anew)",
        "hand.others_settled",
    ),
    ("recorded hand {hand} of round {round}, table {table}", "", "hand.recorded"),
    ("voided hand {hand} of round {round}, table {table}: {reason}", "", "hand.voided"),
    ("closed the personal link: {name}", "", "link.closed"),
    ("gave a personal link: {name}", "", "link.made"),
    (
        "gave {n} person a personal link",
        "gave {n} people personal links",
        "link.made_for_all",
    ),
    ("gave a personal link in place of the old one: {name}", "", "link.replaced"),
    ("{name} borrowed {chips} at round {round}, table {table}", "", "loan.made"),
    ("{name} paid back {chips} at round {round}, table {table}", "", "loan.paid_back"),
    ("took in the open file {file}", "", "open_file.imported"),
    ("took back the open file {file}: {evening}", "", "open_file.removed"),
    ("made a link for a new password: {user}", "", "password.link_made"),
    ("withdrew the link for a new password: {user}", "", "password.link_withdrawn"),
    ("set a new password by a link", "", "password.set"),
    ("put right an old list: {evening}, {who}: {why}", "", "past_results.corrected"),
    (
        "imported {n} evening from the old list {file}",
        "imported {n} evenings from the old list {file}",
        "past_results.imported",
    ),
    (
        "place {place}, total {total}, table points {points}, rounds {rounds}",
        "",
        "past_results.line",
    ),
    (
        "took back {n} evening of the old list {file}",
        "took back {n} evenings of the old list {file}",
        "past_results.removed",
    ),
    ("{name} may write on {sheet}", "", "phone.admitted"),
    ("{name} may write: {sheet}", "", "phone.admitted"),
    ("{name} asks to write on {sheet}", "", "phone.asking"),
    ("{name} asks to write: {sheet}", "", "phone.asking"),
    ("{name} may not write on {sheet}", "", "phone.excluded"),
    ("{name} may not write: {sheet}", "", "phone.excluded"),
    ("{name} keeps the score of {sheet}", "", "phone.keeper"),
    ("{name} keeps the score: {sheet}", "", "phone.keeper"),
    ("{name} looks on at {sheet}", "", "phone.watching"),
    ("{name} looks on: {sheet}", "", "phone.watching"),
    ("attached a picture of round {round}, table {table}", "", "photo.added"),
    ("removed a picture of round {round}, table {table}", "", "photo.removed"),
    (
        "made the plan of season {name}: {people} people, {rounds} rounds, seed {seed}",
        "",
        "plan.made",
    ),
    ("threw the plan of season {name} away", "", "plan.removed"),
    ("added player {number}, {name}", "", "player.added"),
    ("changed player {old}", "", "player.changed"),
    ("changed player: {old}", "", "player.changed"),
    ("gave player {number} the own data as a file", "", "player.data_given"),
    ("family name {family}", "", "player.family_only"),
    ("given name {given}, family name {family}", "", "player.given_and_family"),
    ("given name {given}", "", "player.given_only"),
    (
        "{n} pair of players with like names is two people",
        "{n} pairs of players with like names are two people each",
        "player.like_names",
    ),
    ("{one} and {other} may be one person after all", "", "player.maybe_same"),
    ("{gone} is {kept}: merged", "", "player.merged"),
    ("{who}; minor; in public: {shown}", "", "player.minor_shown"),
    (
        "{n} name of a player is confirmed",
        "{n} names of players are confirmed",
        "player.names_confirmed",
    ),
    ("{name} paid twice: one fee goes back", "", "player.paid_twice"),
    ("{who}; “{words}”", "", "player.pictures"),
    ("{who}; in public: {shown}", "", "player.shown"),
    ("as the club shows names", "", "player.shown_as_club"),
    ("{one} and {other} are two people", "", "player.two_people"),
    ("{gone} is not {kept}: the merge is undone", "", "player.unmerged"),
    ("{name} (player {number})", "", "player.with_number"),
    ("places 1 to {places}, mark {mark}", "", "podium.mark"),
    ("verified the podium, places 1 to {places}, mark {mark}", "", "podium.verified"),
    ("printed the break-glass pack", "", "print.pack"),
    ("printed {what} of round {number}", "", "print.round"),
    ("printed: {what}, round {number}", "", "print.round"),
    ("printed {what} of round {number}, table {table}", "", "print.table"),
    ("printed: {what}, round {number}, table {table}", "", "print.table"),
    ("printed {what}", "", "print.tournament"),
    ("printed: {what}", "", "print.tournament"),
    ("let the program “{name}” read: {what}", "", "program.admitted"),
    (
        "the program “{name}” read, for the first time on this day: {what}",
        "",
        "program.first_read",
    ),
    ("full names", "", "program.full_names"),
    ("evenings that are not public", "", "program.private_events"),
    ("the program “{name}” may read no more", "", "program.withdrawn"),
    ("imported {n} sheet", "imported {n} sheets", "results.imported"),
    ("changed the role: {user}", "", "role.changed"),
    ("ended the role: {user}", "", "role.ended"),
    ("withdrew a link for the role: {role}", "", "role.invitation_withdrawn"),
    ("made a link for the role: {role}", "", "role.invited"),
    ("joined by a link, as {role} {username}", "", "role.joined"),
    ("joined by a link: {username} ({role})", "", "role.joined"),
    ("cancelled Round {number}: {reason}", "", "round.canceled"),
    ("discarded the draft of round {numbers}", "", "round.discarded"),
    ("published Round {number}", "", "round.published"),
    ("seated Round {number} by hand", "", "round.seated_by_hand"),
    ("took Round {number} back to draft", "", "round.unpublished"),
    ("{name} is asked", "", "rsvp.asked"),
    ("by the desk alone", "", "rsvp.by_desk"),
    ("by link", "", "rsvp.by_link"),
    ("{name} comes", "", "rsvp.coming"),
    ("{name} does not come", "", "rsvp.declined"),
    ("the doors open at {hour}", "", "rsvp.doors"),
    ("from {hour}", "", "rsvp.from"),
    (
        "{n} answer came in with a list",
        "{n} answers came in with a list",
        "rsvp.imported",
    ),
    ("{name} comes, maybe late", "", "rsvp.late"),
    (
        "the site was off, so a place is kept until {hour}: {name}",
        "",
        "rsvp.offer_prolonged",
    ),
    ("{name} is offered a place", "", "rsvp.offered"),
    ("{n} person is asked", "{n} people are asked", "rsvp.people_asked"),
    ("{n} place", "{n} places", "rsvp.places"),
    ("the list of who comes: {now}", "", "rsvp.settings_changed"),
    ("{name} comes only if needed", "", "rsvp.standby"),
    ("who comes only if needed may go home", "", "rsvp.standby_may_leave"),
    ("until {hour}", "", "rsvp.until"),
    ("{name} waits for a place", "", "rsvp.waiting"),
    ("{chips} chip", "{chips} chips", "ruling.chips"),
    (
        "ruled on hand {number} of round {round}, table {table}: {why}",
        "",
        "ruling.hand",
    ),
    (
        "took back the ruling on hand {number} of round {round}, table {table}: {why}",
        "",
        "ruling.hand_undone",
    ),
    ("ruled {chips} for {who}: {why}", "", "ruling.made"),
    ("ruled {chips}, for: {who}; why: {why}", "", "ruling.made"),
    ("ruled {chips} for {who}, from {other}: {why}", "", "ruling.made_from"),
    ("ruled {chips}, for: {who}; from: {other}; why: {why}", "", "ruling.made_from"),
    ("ruled {chips} for {who}, to {other}: {why}", "", "ruling.made_to"),
    ("ruled {chips}, for: {who}; to: {other}; why: {why}", "", "ruling.made_to"),
    ("took back {chips} of {who}: {why}", "", "ruling.undone"),
    ("took back {chips}, from: {who}; why: {why}", "", "ruling.undone"),
    ("took back {chips} of {who}, from {other}: {why}", "", "ruling.undone_from"),
    (
        "took back {chips}, ruled for: {who}; from: {other}; why: {why}",
        "",
        "ruling.undone_from",
    ),
    ("took back {chips} of {who}, to {other}: {why}", "", "ruling.undone_to"),
    (
        "took back {chips}, ruled for: {who}; to: {other}; why: {why}",
        "",
        "ruling.undone_to",
    ),
    ("changed season {name}", "", "season.changed"),
    (
        "changed season {name}, with {n} tournament",
        "changed season {name}, with {n} tournaments",
        "season.changed_with_tournaments",
    ),
    ("made season {name}", "", "season.created"),
    ("deleted season {name}", "", "season.deleted"),
    ("{name}, {first} to {last}. {formula}", "", "season.facts"),
    ("declared season {name} final", "", "season.finished"),
    ("reopened season {name}", "", "season.reopened"),
    ("changed the fewest seats, seed {seed}. {moves}", "", "seats.changed"),
    ("round {number}: {people}", "", "seats.moves"),
    ("{one} and {other} changed places in Round {number}", "", "seats.swapped"),
    (
        "{one} and {other} changed places in Round {number}: {reason}",
        "",
        "seats.swapped_with_reason",
    ),
    ("no", "", "setting.no"),
    ("none", "", "setting.none"),
    ("set", "", "setting.set"),
    ("yes", "", "setting.yes"),
    ("closed to phones: {sheet}", "", "sheet.closed_to_phones"),
    ("closed {sheet} to phones", "", "sheet.closed_to_phones"),
    ("gave a new code: {sheet}", "", "sheet.code_renewed"),
    ("gave {sheet} a new code", "", "sheet.code_renewed"),
    (
        "compared round {round}, table {table} with its paper once more",
        "",
        "sheet.compared",
    ),
    ("round {round}, table {table}", "", "sheet.place"),
    ("seat {n} is free: {name} sits at table {table}", "", "sheet.seat_freed"),
    (
        "put the seats of round {round}, table {table} right",
        "",
        "sheet.seats_corrected",
    ),
    ("signed up by name as {typed}: {name} (player {number})", "", "signup.confirmed"),
    ("did not confirm: {name}", "", "signup.declined"),
    ("a guardian is asked below {age}", "", "signup.guardian_age"),
    ("nobody by name", "", "signup.off"),
    ("signed up by name, to be confirmed: {name}", "", "signup.received"),
    ("mails and signing up by name: {now}", "", "signup.settings_changed"),
    ("with the club’s word", "", "signup.with_password"),
    ("reckoned the standings anew", "", "standings.recalculated"),
    ("{who} is here again and plays from round {number} on", "", "substitute.ended"),
    ("{new} takes seat {seat} of {old}", "", "substitute.seated"),
    ("{new} takes seat {seat}; there before: {old}", "", "substitute.seated"),
    (
        "{leaver} has a substitute from round {number} on: {stand_in}; the chips count for: {whom}",
        "",
        "substitute.started",
    ),
    (
        "{stand_in} plays for {leaver} from round {number} on; the chips count for {whom}",
        "",
        "substitute.started",
    ),
    ("called off", "", "tournament.canceled"),
    ("changed {words}", "", "tournament.changed"),
    ("changed {words}: {reason}", "", "tournament.changed_with_reason"),
    ("made {tournament}", "", "tournament.created"),
    ("made: {tournament}", "", "tournament.created"),
    (
        "the amounts are in {currency}; none was converted",
        "",
        "tournament.currency_changed",
    ),
    ("finished {tournament}", "", "tournament.finished"),
    ("finished: {tournament}", "", "tournament.finished"),
    ("reopened {tournament}", "", "tournament.reopened"),
    ("reopened: {tournament}", "", "tournament.reopened"),
    (
        "made {n} more evening: {tournament}",
        "made {n} more evenings: {tournament}",
        "tournament.repeated",
    ),
    ("takes place after all", "", "tournament.uncanceled"),
    (
        "left out hand {hand} of round {round}, table {table} from the tray",
        "",
        "tray.dropped",
    ),
    (
        "hand {hand} of round {round}, table {table} came from two phones and waits in the tray",
        "",
        "tray.from_two_phones",
    ),
    (
        "hand {hand} of round {round}, table {table} came late and waits in the tray",
        "",
        "tray.late",
    ),
    (
        "took hand {hand} of round {round}, table {table} from the tray",
        "",
        "tray.taken",
    ),
    (
        "voided hand {hand} of round {round}, table {table}, as sent: {reason}",
        "",
        "tray.voided",
    ),
    ("{text}: {reason}", "", "tray.with_reason"),
    ("a program is told of changes: {host}", "", "webhook.added"),
    ("chose what a webhook is called for: {host}", "", "webhook.kinds_chosen"),
    ("ended the old secret of a webhook: {host}", "", "webhook.old_secret_ended"),
    ("changed the secret of a webhook: {host}", "", "webhook.secret_changed"),
    ("a program is told no more: {host}", "", "webhook.stopped"),
)
CODES = {(one, several): code for one, several, code in MESSAGES}
# Of these too little is a word to know them by.
UNKNOWN_BY_TEXT = {"tray.with_reason", "entry.marked", "hand.others_settled"}
LONGEST = 400  # letters of a text that is looked up by its words
# They stand within others, or beside them.
WITHIN = (
    "entry.expected entry.fee_paid entry.fee_unpaid entry.here entry.left entry.no_facts "
    "entry.not_coming entry.standby entry.stays_at_table entry.team past_results.line "
    "player.family_only player.given_and_family player.given_only player.minor_shown "
    "player.pictures player.shown player.shown_as_club player.with_number podium.mark "
    "program.full_names program.private_events rsvp.by_desk rsvp.by_link rsvp.doors "
    "rsvp.from rsvp.places rsvp.standby_may_leave rsvp.until ruling.chips season.facts "
    "seats.moves setting.no setting.none setting.set setting.yes sheet.place "
    "signup.guardian_age signup.off signup.with_password"
)
PLACE = re.compile(r"\{(\w+)\}")
NUMBERS = frozenset(
    [
        "first",
        "hand",
        "last",
        "n",
        "number",
        "places",
        "rounds",
        "round",
        "seat",
        "seed",
        "table",
    ]
)
PODIUM = re.compile(r"places 1 to (\d+), mark ([0-9a-f]{8})")


def converted(row):
    """Return what a row said, as the log keeps it since."""
    if not isinstance(row, dict):
        return row
    template, plural = row["said"], row.get("plural", "")
    values = {name: converted(value) for name, value in row.get("values", {}).items()}
    if not row.get("begins") and not row.get("context"):
        if code := CODES.get((template, plural)):
            return {"code": code, "values": values}
        names = [f"part{number}" for number in range(len(values))]
        if names and [*values] == names and not plural:
            between = template.partition("}")[2].partition("{part1}")[0]
            if template == between.join(f"{{{name}}}" for name in names):
                return {"list": [*values.values()], "between": between}
    rest = {name: row[name] for name in ("plural", "begins", "context") if name in row}
    return {"template": template, **({"values": values} if values else {}), **rest}


def from_sentences(kept):
    """Return code and values of a row that kept its sentences; None for others."""
    try:
        sentences = json.loads(kept)
        message = converted(sentences["text"])
        beside = {
            f"{name}_text": converted(sentences[name])
            for name in ("old", "new")
            if isinstance(sentences.get(name), dict) and sentences[name]["said"]
        }
    except (ValueError, LookupError, TypeError, AttributeError):
        return None
    if not isinstance(message, dict) or "code" not in message:
        return None
    return message["code"], {**message["values"], **beside}


def from_text(text):
    """Return code and values of the one message that can have made an English text."""
    found = {}
    for pattern, code in _patterns() if len(text) <= LONGEST else ():
        if match := pattern.fullmatch(text):
            found[code] = {
                name: int(value) if value.isdecimal() and value.isascii() else value
                for name, value in match.groupdict().items()
            }
    return next(iter(found.items())) if len(found) == 1 else None


@cache
def _patterns():
    unknown = {*WITHIN.split(), *UNKNOWN_BY_TEXT}
    return [
        (_pattern(template), code)
        for one, several, code in MESSAGES
        for template in filter(None, (one, several))
        if code not in unknown
    ]


def _pattern(template):
    seen, parts = set(), []
    for position, word in enumerate(PLACE.split(template)):
        if position % 2 == 0:
            parts.append(re.escape(word))
        elif word in seen:
            parts.append(f"(?P={word})")
        else:
            seen.add(word)
            anything = r"\d{1,10}" if word in NUMBERS else ".+"
            parts.append(f"(?P<{word}>{anything})")
    return re.compile("".join(parts), re.DOTALL)


def coded(what, text, new, kept):
    """Return code and values of a row; None where nobody knows them."""
    found = from_sentences(kept) if kept else from_text(text)
    if what == "podium" and (match := PODIUM.fullmatch(new)):
        places, mark = int(match[1]), match[2]
        values = found[1] if found else {}
        return "podium.verified", {**values, "places": places, "mark": mark}
    return found


def give_codes(apps, schema_editor):
    connection = schema_editor.connection
    change = apps.get_model("scoring", "Change")
    quoted = connection.ops.quote_name
    sql = (
        f"UPDATE {quoted(change._meta.db_table)} SET {quoted('code')} = %s, "
        f"{quoted('values')} = %s, {quoted('said')} = %s WHERE {quoted('id')} = %s"
    )
    last = None
    while True:
        rows = change._base_manager.filter(code="").order_by("pk")
        if last is not None:
            rows = rows.filter(pk__gt=last)
        columns = ("pk", "what", "text", "new", "said")
        chunk = list(rows.values_list(*columns)[:AT_ONCE])
        if not chunk:
            return
        last = chunk[-1][0]
        updates = []
        for pk, what, text, new, kept in chunk:
            if found := coded(what, text, new, kept):
                code, values = found
                values = connection.ops.adapt_json_value(values, None)
                updates.append((code, values, "", pk))
        if updates:
            with connection.cursor() as cursor:
                cursor.executemany(sql, updates)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0038_log_codes"),
    ]

    operations = [
        migrations.RunPython(give_codes, migrations.RunPython.noop),
    ]
