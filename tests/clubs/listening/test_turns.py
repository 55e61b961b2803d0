"""Whose turn it is at the server: tables before pages, and nobody takes all of it."""

import socket
from contextlib import suppress
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from clubs.client_networks import household
from clubs.management import http_server
from clubs.management.http_server import (
    IDLE_TIMEOUT,
    HttpServer,
)
from tests.clubs.listening.lines import (
    ASKS,
    HERE,
    LONG,
    MADE_UP,
    PATIENCE,
    TOKENS,
    Busy,
    Clock,
    answer_to,
    asks_for,
    channel_of,
    first_answer_to,
    say,
    status_of,
    table,
    wait_for,
)

COSTS = b"POST /costly HTTP/1.1\r\nHost: valat\r\nContent-Length: 0\r\n\r\n"
AHEAD = b"GET /hold HTTP/1.1\r\nHost: valat\r\n\r\n" * 20


@pytest.mark.parametrize(("words", "path"), [(COSTS, "/costly"), (AHEAD, "/hold")])
def test_what_costs_much_or_was_asked_ahead_has_one_thread(
    words: bytes, path: str, server: HttpServer, busy: Busy, call: Any
) -> None:
    crowd = [call(words) for _ in range(9)]
    for _ in range(5):
        assert answer_to(server, call(ASKS)).startswith(b"HTTP/1.1 200")
    wait_for(server, lambda: busy.begun[path] > 0)
    assert busy.begun[path] == 1
    busy.go.set()
    for line in crowd:
        assert answer_to(server, line).startswith(b"HTTP/1.1 200")


def test_who_waited_long_for_an_answer_was_not_silent(
    server: HttpServer,
    busy: Busy,
    clock: Clock,
    call: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The loop may look between the answer and the moment that its thread is done."""
    line = call(asks_for("/hold"))
    wait_for(server, lambda: busy.begun["/hold"] == 1)
    clock.now += IDLE_TIMEOUT + 1
    end, looked = server.turns.end, Event()

    def look(asked: http_server.Request) -> None:
        if not looked.is_set():
            server.tidy()
            server.make_room_for(HERE)
            looked.set()
        end(asked)

    server.most_of_one = 1
    monkeypatch.setattr(server.turns, "end", look)
    busy.go.set()
    assert status_of(server, line) == b"200"
    assert looked.wait(PATIENCE)
    say(server, line, ASKS)
    assert status_of(server, line) == b"200"


def test_who_takes_no_answer_gets_no_further_one(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    deaf = call(b"GET /long HTTP/1.1\r\nHost: valat\r\n\r\n" * 3)
    while not server.lines[0].total_outbufs_len:
        server.turn()
    for _ in range(5):
        answer_to(server, call(ASKS))
    assert busy.begun["/long"] == 1
    deaf.setblocking(False)
    taken = 0
    while taken < 3 * LONG:
        server.turn()
        with suppress(BlockingIOError):
            while heard := deaf.recv(1 << 20):
                taken += len(heard)
    assert busy.begun["/long"] == 3


def test_households_take_turns() -> None:
    ring = http_server.RoundRobinQueue()
    lines = [SimpleNamespace(network=name) for name in "aaabab"]
    for line in lines:
        ring.add(line)
    taken = [ring.take() for _ in lines]
    assert "".join(line.network for line in taken) == "ababaa"
    assert taken[0] is lines[0]
    assert ring.size == 0


@pytest.mark.parametrize(("server", "turn"), [(True, "192.0.2.7")], indirect=["server"])
def test_behind_a_proxy_it_is_the_turn_of_whom_it_names(
    turn: str, server: HttpServer, busy: Busy, call: Any
) -> None:
    named = f"X-Forwarded-For: 198.51.100.1, {turn}\r\n\r\n".encode()
    line = call(ASKS[:-2] + named)
    assert answer_to(server, line).startswith(b"HTTP/1.1 200")
    assert [line.network for line in server.lines] == [turn]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.7", "192.0.2.8", False),
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("::ffff:192.0.2.7", "192.0.2.7", True),
    ],
)
def test_a_household_is_an_address_or_all_that_one_provider_gives(
    one: str, other: str, same: bool
) -> None:
    assert (household(one) == household(other)) is same


both_ways = pytest.mark.parametrize("server", [False, True], indirect=True)


@both_ways
def test_a_phone_never_waits_for_pages(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    crowd = [call(asks_for("/hold")) for _ in range(9)]
    assert status_of(server, call(table(TOKENS[0], "state/"))) == b"200"
    wait_for(server, lambda: busy.begun["/hold"] > 1)
    assert busy.begun["/hold"] == 2, "one of three threads is for tables"
    busy.go.set()
    for line in crowd:
        assert status_of(server, line) == b"200"


@both_ways
def test_phones_that_save_leave_a_thread_to_those_that_look(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    saves = table(TOKENS[0], "hold").replace(b"GET", b"POST")
    savers = [call(saves) for _ in range(5)]
    assert status_of(server, call(table(TOKENS[1], "state/"))) == b"200"
    wait_for(server, lambda: busy.begun[f"/t/{TOKENS[0]}/hold"] > 0)
    assert busy.begun[f"/t/{TOKENS[0]}/hold"] == 1
    busy.go.set()
    for line in savers:
        assert status_of(server, line) == b"200"


def test_a_thread_that_ends_frees_its_own_question_alone(
    server: HttpServer,
    busy: Busy,
    call: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The next one of the same connection may be under way by then."""
    end, late, ended = server.turns.end, Event(), Event()

    def end_late(asked: Any) -> None:
        is_first = not late.is_set()
        if is_first:
            late.set()
            busy.held.wait(PATIENCE)
        end(asked)
        if is_first:
            ended.set()

    monkeypatch.setattr(server.turns, "end", end_late)
    line = call(ASKS)
    assert first_answer_to(server, line).startswith(b"HTTP/1.1 200")
    assert late.wait(PATIENCE)
    say(server, line, asks_for("/hold"))
    wait_for(server, lambda: busy.begun["/hold"] == 1)
    busy.held.set()
    assert ended.wait(PATIENCE)
    assert [asked.path for asked in server.turns.taken] == ["/hold"]
    assert status_of(server, call(asks_for("/probe"))) == b"200"
    assert [asked.path for asked in server.turns.taken] == ["/hold"]
    busy.go.set()
    assert status_of(server, line) == b"200"


@both_ways
def test_while_a_phone_is_answered_one_page_is_made(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    phone = call(table(TOKENS[0], "hold"))
    wait_for(server, lambda: busy.begun[f"/t/{TOKENS[0]}/hold"] == 1)
    pages = [call(asks_for("/hold")) for _ in range(5)]
    wait_for(server, lambda: busy.begun["/hold"] > 0)
    assert status_of(server, call(asks_for("/probe"))) == b"200"
    assert busy.begun["/hold"] == 1
    busy.go.set()
    for line in [phone, *pages]:
        assert status_of(server, line) == b"200"


@both_ways
def test_tables_leave_a_thread_for_pages(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    phones = [call(table(token, "hold")) for token in TOKENS * 3]
    assert status_of(server, call(ASKS)) == b"200"
    held = [f"/t/{token}/hold" for token in TOKENS]
    wait_for(server, lambda: sum(busy.begun[path] for path in held) > 1)
    assert sum(busy.begun[path] for path in held) == 2
    busy.go.set()
    for line in phones:
        assert status_of(server, line) == b"200"


def holds_the_only_thread(server: HttpServer, busy: Busy, call: Any) -> socket.socket:
    """A phone that keeps the thread of tables; then there is one."""
    server.turns.threads = 2
    phone: socket.socket = call(table(TOKENS[0], "hold"))
    wait_for(server, lambda: busy.begun[f"/t/{TOKENS[0]}/hold"] == 1)
    return phone


@both_ways
def test_tables_take_turns_by_their_token(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    for token in TOKENS:
        status_of(server, call(table(token)))
    held = holds_the_only_thread(server, busy, call)
    one, other = (f"/t/{token}/" for token in TOKENS[1:])
    lines = [call(asks_for(path)) for path in [one, one, one, other, one, other]]
    busy.order.clear()
    busy.go.set()
    for line in [held, *lines]:
        assert status_of(server, line) == b"200"
    assert busy.order == [one, other, one, other, one, one]


@both_ways
def test_a_made_up_token_costs_its_address_the_lane_of_tables(
    server: HttpServer, busy: Busy, clock: Clock, call: Any
) -> None:
    assert status_of(server, call(table(TOKENS[0]))) == b"200"
    assert status_of(server, call(table(MADE_UP))) == b"404"
    crowd = [call(asks_for("/hold")) for _ in range(9)]
    guesses = [call(table(f"{n:022}")) for n in range(3)]
    unknown = call(table(TOKENS[1]))
    known = call(table(TOKENS[0], "state/"))
    assert status_of(server, known) == b"200", "tables that play lose nothing"
    assert not busy.begun[f"/t/{TOKENS[1]}/"]
    busy.go.set()
    assert status_of(server, unknown) == b"200"
    assert [status_of(server, line) for line in guesses] == [b"404"] * 3
    for line in crowd:
        assert status_of(server, line) == b"200"
    assert server.turns.tables.is_barred("192.0.2.7" if server.behind_proxy else HERE)
    clock.now += http_server.BARRED + 1
    assert not server.turns.tables.is_barred(
        "192.0.2.7" if server.behind_proxy else HERE
    )


def test_tokens_that_nobody_has_seen_take_turns_by_address(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    for token in TOKENS:
        status_of(server, call(table(token)))
    held = holds_the_only_thread(server, busy, call)
    guesses = [call(table(f"{n:022}")) for n in range(5)]
    known = call(table(TOKENS[1]))
    busy.order.clear()
    busy.go.set()
    for line in [*guesses, known, held]:
        status_of(server, line)
    assert busy.order[1] == f"/t/{TOKENS[1]}/"


def test_what_the_server_remembers_of_tokens_has_an_end(
    monkeypatch: pytest.MonkeyPatch, clock: Clock
) -> None:
    monkeypatch.setattr(http_server, "REMEMBERED", 2)
    tables = http_server.Tables()
    for token in TOKENS:
        tables.learn(token, HERE, "200 OK")
    assert [tables.is_known(token) for token in TOKENS] == [False, True, True]
    for address in "abc":
        tables.learn(MADE_UP, address, "404 Not Found")
    assert [tables.is_barred(address) for address in "abc"] == [False, True, True]


def test_a_known_table_keeps_its_lane_when_a_page_of_it_is_not_there(
    clock: Clock,
) -> None:
    tables = http_server.Tables()
    tables.learn(TOKENS[0], HERE, "304 Not Modified")
    tables.learn(TOKENS[0], HERE, "404 Not Found")
    assert tables.is_known(TOKENS[0])
    assert not tables.is_barred(HERE)


def test_a_crowd_of_the_same_address_ends_no_phones_connection(
    server: HttpServer, clock: Clock, call: Any
) -> None:
    server.most_of_one = 3
    phone = call(table(TOKENS[0]))
    assert status_of(server, phone) == b"200"
    for _ in range(6):
        clock.now += http_server.READING
        assert status_of(server, call(ASKS)) == b"200"
    assert len(server.lines) == 1 + 3
    say(server, phone, table(TOKENS[0]))
    assert status_of(server, phone) == b"200"


def test_one_table_has_so_many_connections(
    server: HttpServer, clock: Clock, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "MOST_OF_TABLE", 2)
    status_of(server, call(table(TOKENS[0])))
    for _ in range(4):
        clock.now += http_server.READING
        status_of(server, call(table(TOKENS[1])))
    server.tidy()
    assert sorted(line.table for line in server.lines) == [
        TOKENS[0],
        TOKENS[1],
        TOKENS[1],
    ]


def test_a_connection_that_just_came_is_read_before_it_may_be_ended(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    """Behind a proxy that HTTPS doesn't name, each was a 502 to somebody."""
    server.most_of_one = 3
    crowd = [call(asks_for("/hold")) for _ in range(3)]
    fresh = [call() for _ in range(3)]
    for line in fresh:
        say(server, line, ASKS)
    busy.go.set()
    for line in [*crowd, *fresh]:
        assert status_of(server, line) == b"200"


def test_a_full_house_answers_probes_and_tables_and_tells_others_at_once(
    server: HttpServer, busy: Busy, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    status_of(server, call(table(TOKENS[0])))
    monkeypatch.setattr(http_server, "MAX_CONNECTIONS", 7)
    crowd = [call(asks_for("/hold")) for _ in range(6)]
    assert status_of(server, call(asks_for("/probe"))) == b"200"
    assert status_of(server, call(table(TOKENS[0]))) == b"200"
    late = call(ASKS)
    head = answer_to(server, late)
    assert head.startswith(b"HTTP/1.0 503") or head.startswith(b"HTTP/1.1 503")
    assert b"Retry-After: " in head
    busy.go.set()
    for line in crowd:
        assert status_of(server, line) == b"200"


def test_silence_never_fills_the_house(
    server: HttpServer, call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_server, "MAX_CONNECTIONS", 3)
    monkeypatch.setattr(http_server, "SPARE", 2)
    for _ in range(5):
        call()
    newest = socket.create_connection(server.socket.getsockname())
    wait_for(server, lambda: channel_of(server, newest) is not None)
    assert len(server.lines) == 5
    assert newest.getsockname() in {line.addr for line in server.lines}
    newest.close()


def test_a_probe_is_answered_while_all_threads_are_held(
    server: HttpServer, busy: Busy, call: Any
) -> None:
    pages = [call(asks_for("/hold")) for _ in range(5)]
    phones = [call(table(TOKENS[0], "hold")) for _ in range(5)]
    probe = call(asks_for("/probe"))
    for _ in range(2):
        assert status_of(server, probe) == b"200", "on the same connection"
        say(server, probe, asks_for("/probe"))
    busy.go.set()
    for line in [*pages, *phones]:
        assert status_of(server, line) == b"200"
