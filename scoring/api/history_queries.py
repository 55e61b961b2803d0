"""Queries for history in the API, based on the services behind the history pages."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from clubs.models import Club, Player
from scoring.api import history_schemas as told
from scoring.api import schemas
from scoring.exports.card_evening_export import id_of, line
from scoring.games.game_choice import in_order
from scoring.history.awards import honours_of, next_pins, winners_by_year
from scoring.history.hand_stats import (
    ClubHands,
    FigureTable,
    HandStatsFilter,
    PlayerHands,
    RecordedFigures,
    origins_of,
    partners_of,
    partners_table,
    tables_of,
)
from scoring.history.player_history import (
    PlayerCareer,
    PlayerEvent,
    PlayerResult,
    PlayerRound,
    careers_of,
    games_of,
    met_by,
)
from scoring.history.ratings import ENOUGH, form_of, form_of_player, games_with_form
from scoring.history.record_book import GameBoard, board_of
from scoring.history.record_holders import HeldOn, Holder, named_people
from scoring.history.records import PlayerFeat, RecordBook, RecordTenure, all_time
from scoring.models import SitOut
from scoring.people.players import played_in_public, player_at

Ids = Mapping[Any, str]  # of events, by key or slug
PLACES = 4  # decimal places of a fraction


def rounds_told(result: PlayerResult) -> tuple[schemas.PlayedRound, ...] | None:
    """Return a player's results by round; None if the event doesn't have them."""
    evening = result.evening
    if evening.old_list or evening.results is None:
        return None
    rounds = []
    for number, table, chips, *_ in evening.results:
        reason = result.why.get(number, SitOut.Why.SIT_OUT)
        facts = {"table": table} if table is not None else {"why": str(reason)}
        rounds.append(schemas.PlayedRound(round=number, chips=chips, **facts))
    return tuple(rounds)


def careers_told(
    player: Player, evenings: Sequence[PlayerEvent], ids: Ids
) -> tuple[schemas.Career, ...]:
    """Return a player's career in each game, from events in order, oldest first."""
    return tuple(_career(player, career, ids) for career in careers_of(evenings))


def _career(player: Player, career: PlayerCareer, ids: Ids) -> schemas.Career:
    game = career.evenings[0].game
    form = None
    if (career.with_sheets.rounds or 0) >= ENOUGH:
        form = form_of_player(player, game)
    return schemas.Career(
        game=game,
        evenings=len(career.evenings),
        first_three=tuple(career.places),
        longest_run=career.streak,
        **_known(
            rounds=career.rounds,
            net=career.net,
            average=_number(career.a_round),
            within=_number(career.within),
            best_round=_round_at(career.best, ids),
            worst_round=_round_at(career.worst, ids),
            best_place=career.best_place,
            form=_number(form[0]) if form else None,
            form_within=_number(form[1]) if form else None,
        ),
    )


def _round_at(played: PlayerRound | None, ids: Ids) -> schemas.RoundAt | None:
    if played is None:
        return None
    return schemas.RoundAt(
        evening=ids[played.evening.tournament],
        round=played.round,
        table=played.table,
        chips=played.chips,
        net=played.net,
    )


def met_told(club: Club, number: int) -> told.Met | None:
    """Return the people who shared a table with the player of this number."""
    player = _named_player(club, number)
    if player is None:
        return None
    people = named_people(club)
    return told.Met(
        games=tuple(
            told.MetInGame(
                game=game,
                players=tuple(map(_other, met_by(player, game, people))),
            )
            for game in games_of(player)
        )
    )


def _other(met: Any) -> told.Other:
    return told.Other(
        player=met.number,
        name=line(met.name) or "–",
        rounds=met.rounds,
        ahead=met.ahead,
        behind=met.behind,
        apart=round(met.apart, PLACES),
        **_known(within=_number(met.within)),
    )


def _named_player(club: Club, number: int) -> Player | None:
    """Return the player of this number if they have a page."""
    player = player_at(club, number)
    if player is None or player.pk not in named_people(club):
        return None
    return player if played_in_public(player) else None


def hands_told(club: Club, season: str, lodge: str) -> told.Hands | None:
    """Return figures of the hands of a club, of a season, or of a lodge."""
    hands = ClubHands(club)
    if lodge and lodge not in hands.choices.lodges:
        return None
    return _hands(hands, season, lodge)


def player_hands_told(club: Club, number: int, season: str) -> told.Hands | None:
    """Return figures of a player's hands, with their partners."""
    player = _named_player(club, number)
    return None if player is None else _hands(PlayerHands(player), season, club=club)


def _hands(
    hands: ClubHands | PlayerHands,
    season: str,
    lodge: str = "",
    club: Club | None = None,
) -> told.Hands | None:
    pk = {row.slug: row.pk for row in hands.choices.seasons}.get(season)
    if season and pk is None:
        return None
    of_some = bool(club or lodge)  # in a whole club, wins and losses cancel out
    games = []
    for game in hands.choices.games:
        asked = HandStatsFilter(game, pk, lodge)
        recorded = hands.recorded(asked)
        figures = _figures(game, recorded)
        if club and isinstance(hands, PlayerHands) and recorded.is_enough:
            figures += _partners(club, hands, asked)
        if recorded.played:
            games.append(_hands_of(game, recorded, figures, of_some))
    return told.Hands(games=tuple(games))


def _hands_of(
    game: str, recorded: RecordedFigures, figures: Iterable[told.Figures], of_some: bool
) -> told.HandsOfGame:
    origins = origins_of(recorded.sums) if of_some and recorded.is_enough else None
    paid = origins.lines if origins else ()
    return told.HandsOfGame(
        game=game,
        sheets=recorded.played,
        recorded=recorded.sheets,
        figures=tuple(figures),
        paid_for=tuple(told.PaidFor(what=label, chips=chips) for label, chips in paid),
        **_known(
            hands=recorded.hands if origins else None,
            net=origins.net if origins else None,
        ),
    )


def _figures(game: str, recorded: RecordedFigures) -> list[told.Figures]:
    if not recorded.is_enough:
        return []
    return [_table(table) for table in tables_of(game, recorded.sums)]


def _partners(
    club: Club, hands: PlayerHands, asked: HandStatsFilter
) -> list[told.Figures]:
    figures = hands.partners(asked)
    partners = partners_of(club, figures)
    numbers = [person.number for _, person in partners]
    table = partners_table(club, partners, figures)
    return [_table(table, numbers)] if numbers else []


def _table(table: FigureTable, players: Sequence[int] = ()) -> told.Figures:
    figures = []
    for n, row in enumerate(table.lines):
        rate = row.rate
        facts = _known(
            rate=told.Rate(at=rate.at, low=rate.low, high=rate.high) if rate else None,
            chips=row.figure.chips if table.paid else None,
            mean=_number(row.figure.mean) if row.within is not None else None,
            within=_number(row.within),
            player=players[n] if players else None,
        )
        figures.append(told.Figure(name=str(row.name), times=row.figure.n, **facts))
    return told.Figures(title=str(table.title), figures=tuple(figures))


def all_time_told(club: Club) -> told.AllTime:
    games = board_of(club).games
    return told.AllTime(
        games=tuple(_all_time(club, games[game], game) for game in in_order(games))
    )


def _all_time(club: Club, board: GameBoard, game: str) -> told.AllTimeOfGame:
    lines = tuple(map(_all_time_line, all_time(club, board)))
    first = _known(first_day=_day(board.held[0].date) if board.held else None)
    return told.AllTimeOfGame(game=game, players=lines, **first)


def _all_time_line(row: Any) -> told.AllTimeLine:
    return told.AllTimeLine(
        player=row.number,
        name=line(row.name) or "–",
        evenings=row.evenings,
        won=row.wins,
        first_three=row.podiums,
        rounds=row.rounds,
        net=row.net,
        **_known(lodge=line(row.lodge), average=_number(row.average)),
    )


def form_told(club: Club) -> told.Form:
    games = []
    for game in games_with_form(club):
        lines, fewer = form_of(club, game)
        players = tuple(
            told.FormLine(
                player=row.number,
                name=line(row.name) or "–",
                form=round(row.better, PLACES),
                within=round(row.within, PLACES),
                rounds=row.rounds,
            )
            for row in lines
        )
        games.append(told.FormOfGame(game=game, players=players, fewer=fewer))
    return told.Form(games=tuple(games))


def records_told(club: Club) -> told.Records:
    board, ids = board_of(club), _ids(club)
    return told.Records(
        games=tuple(
            _game_records(RecordBook(club, board.games[game]), game, ids)
            for game in in_order(board.games)
        )
    )


def _game_records(book: RecordBook, game: str, ids: Ids) -> told.GameRecords:
    held = book.board.held
    records = [
        told.Record(
            **_tenure(record.current, ids),
            kind=record.kind,
            title=record.title,
            definition=record.definition,
            before=tuple(told.Tenure(**_tenure(old, ids)) for old in record.before),
            **_known(complete=_day(record.complete)),
        )
        for record in book.current_records()
    ]
    return told.GameRecords(
        game=game,
        evenings=len(held),
        records=tuple(records),
        years=tuple(_year_of_records(book, year, ids) for year in book.years),
        **_known(first_day=_day(held[0].date) if held else None),
    )


def _year_of_records(book: RecordBook, year: int, ids: Ids) -> told.YearOfRecords:
    span = date(year, 1, 1), date(year, 12, 31)
    broken = [
        told.Broken(
            **_tenure(row.current, ids),
            kind=row.kind,
            title=row.title,
            equalled=row.equalled,
            **_known(
                old=told.Tenure(**_tenure(row.before, ids)) if row.before else None
            ),
        )
        for row in book.broken(*span)
    ]
    highest = [
        told.Highest(
            **_tenure(row.current, ids),
            kind=row.kind,
            title=row.title,
            **_known(last_as_high=_day(row.before)),
        )
        for row in book.best(*span)
    ]
    return told.YearOfRecords(year=year, broken=tuple(broken), highest=tuple(highest))


def _tenure(tenure: RecordTenure, ids: Ids) -> dict[str, Any]:
    return {
        "value": tenure.value,
        "number": tenure.number,
        "since": tenure.since.isoformat(),
        "holders": tuple(_feat(feat, ids) for feat in tenure.feats),
        "shared_by": tenure.shared_by,
        **_known(until=_day(tenure.until)),
    }


def _feat(feat: PlayerFeat, ids: Ids) -> told.Feat:
    holder = feat.holder
    return told.Feat(
        evening=ids[feat.evening.slug],
        evening_name=line(feat.evening.name) or "–",
        date=feat.evening.date.isoformat(),
        **_known(
            name=line(holder.name) if holder else None,
            player=holder.number if holder else None,
            round=feat.round or None,
            table=feat.table or None,
            hand=feat.hand or None,
            began=_day(feat.began),
        ),
    )


def honours_told(club: Club) -> told.Honours:
    board, ids = board_of(club), _ids(club)
    years = tuple(
        told.Year(
            year=row.year,
            champions=tuple(
                told.Champions(
                    season=won.slug,
                    season_slug=won.slug,
                    name=line(won.season) or "–",
                    game=won.code,
                    players=_named(won.holders),
                )
                for won in row.champions
            ),
            winners=tuple(_winners(won, ids) for won in row.evenings),
        )
        for row in winners_by_year(club, board=board)
    )
    pins = tuple(
        told.Pin(
            **_person(pin.holder),
            evenings=pin.evenings,
            evening=ids[pin.on.slug],
            date=pin.on.date.isoformat(),
        )
        for pin in honours_of(club, board=board)
    )
    near = tuple(
        told.NextPin(**_person(row.holder), evenings=row.evenings, pin=row.pin)
        for row in next_pins(club, board=board)
    )
    return told.Honours(years=years, pins=pins, next_pins=near)


def _winners(won: Any, ids: Ids) -> told.Winners:
    event: HeldOn = won.on
    return told.Winners(
        evening=ids[event.slug],
        name=line(event.name) or "–",
        date=event.date.isoformat(),
        game=won.code,
        players=_named(won.holders),
    )


def _named(holders: Iterable[Holder]) -> tuple[told.Named, ...]:
    return tuple(told.Named(**_person(holder)) for holder in holders)


def _person(holder: Holder) -> dict[str, Any]:
    return {"name": line(holder.name) or "–", **_known(player=holder.number)}


def _ids(club: Club) -> Ids:
    """Return the ids of the club's public events by slug; one query."""
    return {row.slug: id_of(row) for row in club.tournaments.filter(public=True)}


def _day(day: date | None) -> str | None:
    return day.isoformat() if day else None


def _number(value: float | None) -> float | None:
    return None if value is None else round(value, PLACES)


def _known(**facts: Any) -> dict[str, Any]:
    return {name: fact for name, fact in facts.items() if fact is not None}
