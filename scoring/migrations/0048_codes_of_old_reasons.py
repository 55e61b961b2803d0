"""Reasons that the site wrote get the code of their message, and its values.

The table is of the wording of all versions up to this migration, and stays as it is. A
reason whose words are not in it was typed, and keeps its text.
"""

import re
from functools import cache

from django.db import migrations

AT_ONCE = 1_000
RULINGS = (
    ("Ruling on hand {number}: {why}", "reason.hand_ruling"),
    ("Took back the ruling on hand {number}: {why}", "reason.hand_ruling_undone"),
)
UNDONE = (("Undone at once.", "reason.undone"),)
VERIFICATION = (("The verification was taken back.", "reason.verification_undone"),)
CHOSEN = (("chosen of two records", "reason.chosen_of_two"),)
COUNTS = (*RULINGS, *VERIFICATION, *UNDONE)
# What the standings follow from; `why` may be the reason of a count or of a reversal.
STANDINGS = (
    ("Round {round}, table {table} corrected: {why}", "reason.corrected"),
    *COUNTS,
    *CHOSEN,
    ("Ruling: {why}", "reason.ruling"),
    ("Ruling taken back: {why}", "reason.ruling_undone"),
    ("The site was updated.", "reason.site_updated"),
    ("Results were read from a file.", "reason.file_imported"),
    ("Reopened, and finished again.", "reason.finished_again"),
    ("Reopened, and declared final again.", "reason.season_finished_again"),
    ("Counted too, because it’s final now: {names}.", "reason.finished_since"),
    ("Counted too, because they’re final now: {names}.", "reason.finished_since"),
    ("An old list was taken back.", "reason.past_results_removed"),
    ("The old list was put right: {why}", "reason.past_results_corrected"),
    ("Round {number} was published.", "reason.round_published"),
    ("Round {number} was taken back.", "reason.round_unpublished"),
    ("cancelled Round {number}: {why}", "reason.round_canceled"),
    ("canceled round {number}: {why}", "reason.round_canceled"),
    ("Seats were changed.", "reason.seats_changed"),
    (
        "The seats of round {round}, table {table} were put right.",
        "reason.seats_corrected",
    ),
    (
        "The seats of round {round}, table {table} were corrected.",
        "reason.seats_corrected",
    ),
    ("Two changed places in round {number}", "reason.seats_swapped"),
    ("Two changed places in round {number}: {why}", "reason.seats_swapped_because"),
    (
        "A substitute plays from here on, or does no more.",
        "reason.substitutes_changed",
    ),
    ("The settings changed.", "reason.settings_changed"),
    ("The list of players changed.", "reason.entries_changed"),
    ("Entries were merged, or parted again.", "reason.entries_merged"),
)
# The model, the column of the reason, and what the site has written there.
COLUMNS = (
    ("Count", "reason", COUNTS),
    ("Hand", "reason", CHOSEN),
    (
        "TrayHand",
        "settled_reason",
        (("changed before anybody chose", "reason.changed_in_tray"),),
    ),
    ("Adjustment", "reversal_reason", UNDONE),
    ("Standings", "why", STANDINGS),
    ("Edition", "reason", STANDINGS),
    ("SeasonEdition", "reason", STANDINGS),
)
NUMBERS = ("number", "round", "table")
PLACE = re.compile(r"\{(\w+)\}")


def message_of(text, templates):
    """Return the message that made an English text; None where a person typed it."""
    for template, code in templates:
        if match := _pattern(template).fullmatch(text):
            values = match.groupdict()
            for name in NUMBERS:
                if name in values:
                    values[name] = int(values[name])
            if "why" in values:
                inner = message_of(values["why"], COUNTS)
                values["why"] = inner or values["why"]
            if "names" in values:
                values["n"] = 1 if "it’s" in template else 2
            return {"code": code, "values": values}
    return None


@cache
def _pattern(template):
    parts = []
    for position, word in enumerate(PLACE.split(template)):
        if position % 2 == 0:
            parts.append(re.escape(word))
        else:
            anything = "[0-9]{1,10}" if word in NUMBERS else ".+"
            parts.append(f"(?P<{word}>{anything})")
    return re.compile("".join(parts), re.DOTALL)


def give_codes(apps, schema_editor):
    for name, column, templates in COLUMNS:
        _give(
            schema_editor.connection, apps.get_model("scoring", name), column, templates
        )


def _give(connection, model, column, templates):
    quoted = connection.ops.quote_name
    message = f"{column}_message"
    sql = (
        f"UPDATE {quoted(model._meta.db_table)} SET {quoted(message)} = %s "
        f"WHERE {quoted('id')} = %s"
    )
    written = model._base_manager.filter(**{f"{message}__isnull": True}).exclude(
        **{column: ""}
    )
    last = 0
    while True:
        rows = written.filter(pk__gt=last).order_by("pk").values_list("pk", column)
        chunk = list(rows[:AT_ONCE])
        if not chunk:
            return
        last = chunk[-1][0]
        updates = [
            (connection.ops.adapt_json_value(found, None), pk)
            for pk, text in chunk
            if (found := message_of(text, templates))
        ]
        if updates:
            with connection.cursor() as cursor:
                cursor.executemany(sql, updates)


class Migration(migrations.Migration):
    dependencies = [
        ("scoring", "0047_reason_messages"),
    ]

    operations = [
        migrations.RunPython(give_codes, migrations.RunPython.noop),
    ]
