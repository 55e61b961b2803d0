"""Which rows an evening needs to go on elsewhere.

All that belongs to its tournament, to the club, and to nobody in particular: accounts,
so that people can sign in. Other evenings of the club stay out, and so does what is of
other clubs. Read from the tables' own foreign keys, so a new table takes its place here
by itself.
"""

from django.db.models import ForeignKey, Model, Q, QuerySet

from scoring.models import Tournament


def rows_of(model: type[Model], evening: Tournament | None) -> QuerySet[Model]:
    """A table's rows that go into a backup: all, or those of an evening.

    The model may be one of the migrations that were applied.
    """
    rows = model._base_manager.order_by("pk")
    if evening is None:
        return rows
    for label, pk in (
        ("scoring.tournament", evening.pk),
        ("clubs.club", evening.club_id),
    ):
        if way := _way(model, label):
            return rows.filter(Q(**{way: pk}))
    return rows


def _way(model: type[Model], label: str) -> str:
    """The shortest way by foreign keys to a table: sheet__round__tournament; or "".

    By those that are never empty; a row that may belong to several tables, as a line of
    the log, by its own.
    """
    if model._meta.label_lower == label:
        return "pk"
    for field in _keys(model):
        if field.related_model._meta.label_lower == label:
            return field.name
    ways = (
        (field.name, _way(field.related_model, label))
        for field in _keys(model)
        if not field.null and field.related_model is not model
    )
    found = [f"{name}__{way}" for name, way in ways if way and way != "pk"]
    return min(found, key=lambda way: way.count("__"), default="")


def _keys(model: type[Model]) -> list[ForeignKey]:
    fields = model._meta.concrete_fields
    return [each for each in fields if isinstance(each, ForeignKey)]
