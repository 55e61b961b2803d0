"""A waitress server with absolute deadlines and limits for each client address.

waitress reads requests and sends responses in its own loop, and only complete requests
reach its threads: slow wifi, or a client that sends a byte every few seconds, delays no
one. It closes a silent connection, but would keep a slow one forever, and a thousand of
those are all it can have. So each request and each response has a deadline. If
connections run short, the client with the most connections loses the oldest one that is
waiting.

The order of requests is ours, too: client networks take turns, and requests that cost a
lot or were pipelined never occupy more than one thread. Phones at tables have a lane of
their own, because all phones in a hall can share one address: there each table takes
its turn, by its token, and pages never occupy the last thread. Probes of monitors have
their own thread.
"""

import os
import re
import resource
import signal
import socket
import sys
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from threading import Lock
from typing import Any

from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.receiver import ChunkedReceiver
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask
from waitress.utilities import Error, RequestHeaderFieldsTooLarge

from clubs.client_networks import household

IDLE_TIMEOUT = 20  # s between two requests; a phone at a table polls every 4 s
# Seconds; nginx closes a connection after 60, so no request meets a closing connection.
SILENT_PROXY = 75
HEADER_TIMEOUT = 10  # s for the header of a request, from its first byte
BEGINNING = 20  # s in which a body or a response can be slower than SLOWEST
SLOWEST = 1_000  # bytes/s, of a body and of a response, from its first byte on
WHOLE = 600  # s for a body, even if it arrives steadily
MAX_CONNECTIONS = 1_000  # connections of one process
# Of one household: all phones in a hall can share the router's address.
MAX_CONNECTIONS_PER_NETWORK = 500
MOST_OF_TABLE = 50  # connections of one table, from any address
MOST_AT_TABLES = 500  # connections that crowds elsewhere can't end
SPARE = 50  # connections above it, for probes and tables; all others get a 503
READING = 1  # s; a younger connection isn't closed, its request may be arriving
FILES = 4_096  # open at once: a long body or response is buffered in a file
QUICK, SAVE, TABLE = "quick", "save", "table"
COSTLY, ORDINARY, PIPELINED = "costly", "ordinary", "pipelined"
TABLE_ADDRESS = re.compile(r"/t/([\w-]{22})/", re.ASCII)
REMEMBERED = 10_000  # tokens, and addresses
BARRED = 60  # s without the lane of tables, after a made-up token
LARGEST = 20 << 20  # bytes of a body; every form has a smaller limit
LARGEST_HEAD = 64 << 10  # bytes
MOST_HEADERS = 100  # of one request; a browser sends about 20
IN_MEMORY = 64 << 10  # bytes of a body; the rest is buffered in a file
HELD = 256 << 20  # bytes of all bodies being received
SWITCH = 0.0005  # s; the loop has short work, and all threads wait for it
GOODBYE = 20  # s for open requests when the site stops
LENGTHS = re.compile(rb"^(?:content-length|transfer-encoding):", re.I | re.M)
CODED = re.compile(rb"^transfer-encoding:", re.I | re.M)
CODED_ONCE = re.compile(rb"^transfer-encoding:[ \t]*chunked[ \t]*\r$", re.I | re.M)


class Request(HTTPRequestParser):
    """One request while it is being received."""

    def received(self, data: bytes) -> int:
        consumed: int = super().received(data)
        if not self.error and self._has_endless_chunk():
            self._refuse_headers()
        if self.error:
            self.headers["CONNECTION"] = "close"
        return consumed

    def parse_header(self, header_plus: bytes) -> None:
        if header_plus.count(b"\r\n") - 2 > MOST_HEADERS:
            super().parse_header(b"GET / HTTP/1.0\r\n")
            self._refuse_headers()
            return
        super().parse_header(header_plus)
        if self.version == "1.1" and "HOST" not in self.headers:
            raise ParsingError("A question needs a Host (RFC 9112, 3.2)")
        # A proxy and this server can find different ends of such a body. Then the rest
        # is read as another client's request (RFC 9112, 6.1 and 6.3).
        if len(LENGTHS.findall(header_plus)) > 1:
            raise ParsingError("A body has one length")
        if CODED.search(header_plus) and not (
            self.version == "1.1" and CODED_ONCE.search(header_plus)
        ):
            raise ParsingError("A body is chunked once, in HTTP/1.1")

    def _has_endless_chunk(self) -> bool:
        """Check the limits that waitress lacks, for chunk lines and trailers."""
        body = self.body_rcv
        if not isinstance(body, ChunkedReceiver):
            return False
        return len(body.control_line) + len(body.trailer) > LARGEST_HEAD

    def _refuse_headers(self) -> None:
        self.error = RequestHeaderFieldsTooLarge("Too many headers, or too long")
        self.completed = True


class Overloaded(Error):
    """A 503 response for a request when too many are already waiting."""

    code = 503
    reason = "Service Unavailable"

    def to_response(self, ident: str | None = None) -> Any:
        status, headers, body = super().to_response(ident)
        return status, [*headers, ("Retry-After", "10")], body


class Response(WSGITask):
    """A response to one request that keeps the connection open after headers alone.

    waitress treats headers without a length as a response that ends with the
    connection, and after HEAD it would still send the end of a chunked body.
    """

    def set_close_on_finish(self) -> None:
        asks_to_stay = self.request.headers.get("CONNECTION", "").lower() != "close"
        if not (self.is_head_alone and self.version == "1.1" and asks_to_stay):
            super().set_close_on_finish()

    def build_response_header(self) -> bytes:
        # Learn before the headers are sent: the next request can follow immediately,
        # and needs its lane.
        self.channel.learn(self.request, self.status)
        head: bytes = super().build_response_header()
        if self.is_head_alone:
            self.chunked_response = False
        return head

    @property
    def is_head_alone(self) -> bool:
        return not self.has_body or self.request.command.upper() == "HEAD"


class Connection(HTTPChannel):
    """A client's connection, and the time since when we have been waiting for it."""

    task_class = Response
    parser_class = Request

    def __init__(
        self,
        server: "HttpServer",
        sock: socket.socket,
        addr: Any,
        *rest: Any,
        **more: Any,
    ) -> None:
        self.household = household(str(addr[0]))
        # The client's network; behind a proxy, the one it forwards.
        self.address = self.household
        self.network = self.household  # the network or table whose turn it uses
        self.table = ""  # the token of the last table it requested
        self.pipelines = False  # sent another request before the response
        self.has_read_all = True  # all received bytes are parsed
        self.may_respond = False  # the next request can be answered
        self.due_lock = Lock()
        server.make_room_for(self.household)
        self.since = time.monotonic()  # we started waiting, or the request began
        self.got = 0  # bytes of this request
        self.sent = 0  # bytes since `sending`
        self.sending: float | None = None  # since when a response waits to be sent
        super().__init__(server, sock, addr, *rest, **more)

    def received(self, data: bytes) -> bool:
        begins = self.request is None
        self.has_read_all = False
        is_consumed: bool = super().received(data)
        if begins and self.request is not None:
            self.since, self.got = time.monotonic(), 0
        self.got += len(data)
        self.pipelines = self.pipelines or len(self.requests) > 1
        self.has_read_all = True
        self.go_on()
        return is_consumed

    def service(self) -> None:
        asked = self.requests[0]
        try:
            super().service()
        finally:
            self.since = time.monotonic()  # before the loop can consider it silent
            self.server.turns.end(asked)

    def cancel(self) -> None:
        for asked in self.requests:
            self.server.turns.end(asked)
        super().cancel()

    def handle_write(self) -> None:
        super().handle_write()
        self.go_on()

    def go_on(self) -> None:
        """Answer the next request once the client has received the last response."""
        with self.due_lock:
            if not self.may_respond or not self.has_read_all or self.total_outbufs_len:
                return
            self.may_respond = False
        if self.server.behind_proxy:  # all connections have the proxy's address
            self.address = self.forwarded_for or self.household
        self.server.task_dispatcher.add_task(self)

    def learn(self, asked: Request, status: str) -> None:
        """Learn from the response whether the requested table exists."""
        tables, token = self.server.turns.tables, token_in(asked.path)
        if token:
            tables.learn(token, self.address, status)
        self.table = token if tables.is_known(token) else ""

    @property
    def forwarded_for(self) -> str:
        """The network that our proxy forwards; empty if there is none."""
        header = self.requests[0].headers.get("X_FORWARDED_FOR", "")
        return household(header.rpartition(",")[2].strip()[:45])

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent: int = super().send(data, do_close=do_close)
        self.sent += sent
        return sent

    def handle_close(self) -> None:
        if self.request is not None:
            self.request.close()  # deletes buffer files of its body
        super().handle_close()

    def handle_expt(self) -> None:
        """Close the connection on out-of-band data, which no real client sends."""
        self.handle_close()

    def is_late(self, moment: float) -> bool:
        """Return whether the client has used up the time for the current step."""
        if self.total_outbufs_len:
            if self.sending is None:
                self.sending, self.sent = moment, 0
            return moment - self.sending > BEGINNING + self.sent / SLOWEST
        self.sending = None
        if self.is_answered:
            return False  # it is our turn
        took = moment - self.since
        if self.request is None:
            return took > self.server.silent
        if not self.request.headers_finished:
            return took > HEADER_TIMEOUT
        return took > min(BEGINNING + self.got / SLOWEST, WHOLE)

    @property
    def owner(self) -> str:
        """The table or network that its connections are counted for."""
        return self.table or self.household

    @property
    def is_idle(self) -> bool:
        return self.request is None and not self.is_answered

    @property
    def is_answered(self) -> bool:
        """Whether it has a request to answer, or a response to send."""
        if self.requests or self.total_outbufs_len:
            return True
        return any(line is self for _, line in list(self.server.turns.taken.values()))


class RoundRobinQueue:
    """A queue of waiting connections in which client networks take turns."""

    def __init__(self) -> None:
        self.networks: OrderedDict[str, deque[Connection]] = OrderedDict()
        self.size = 0

    def add(self, line: Connection) -> None:
        self.networks.setdefault(line.network, deque()).append(line)
        self.size += 1

    def take(self) -> Connection:
        name, lines = self.networks.popitem(last=False)
        if len(lines) > 1:
            self.networks[name] = lines
        self.size -= 1
        return lines.popleft()


def token_in(path: str) -> str:
    """Return the token in the address of a table; empty for any other address."""
    found = TABLE_ADDRESS.match(path)
    return found[1] if found else ""


class Tables:
    """Tokens of tables, learned from responses, and clients with made-up ones."""

    def __init__(self) -> None:
        self.known: OrderedDict[str, None] = OrderedDict()
        self.barred: OrderedDict[str, float] = OrderedDict()  # until when
        self.lock = Lock()

    def is_known(self, token: str) -> bool:
        return token in self.known

    def is_barred(self, address: str) -> bool:
        return self.barred.get(address, 0.0) > time.monotonic()

    def learn(self, token: str, address: str, status: str) -> None:
        with self.lock:
            if status[:3] in ("200", "304"):
                self._remember(self.known, token, None)
            elif status[:3] == "404" and token not in self.known:
                self._remember(self.barred, address, time.monotonic() + BARRED)

    @staticmethod
    def _remember(names: OrderedDict[str, Any], name: str, fact: Any) -> None:
        names[name] = fact
        names.move_to_end(name)
        if len(names) > REMEMBERED:
            names.popitem(last=False)


class FairQueue:
    """A queue of connections with a waiting request, replacing waitress's queue.

    Called under the dispatcher's lock, except `end`. Of `threads`, tables and all
    others leave one to each other; while a phone is answered, a page begins only if no
    other page is being made. Quick requests have one more thread.
    """

    def __init__(
        self,
        threads: int,
        one_at_a_time: tuple[str, ...] = (),
        probes: tuple[str, ...] = (),
    ) -> None:
        self.threads = threads
        self.one_at_a_time = one_at_a_time  # prefixes of addresses of expensive forms
        self.probes = probes  # addresses that monitors request
        self.tables = Tables()
        lanes = QUICK, SAVE, TABLE, COSTLY, ORDINARY, PIPELINED  # by priority
        self.waiting = {lane: RoundRobinQueue() for lane in lanes}
        # Requests being answered.
        self.taken: dict[Request, tuple[str, Connection]] = {}

    def append(self, line: Connection) -> None:
        lane, line.network = self._lane(line)
        if lane in (COSTLY, ORDINARY, PIPELINED) and line.server.is_full:
            line.requests[0].error = Overloaded("Too many people are asking right now")
            lane = QUICK
        self.waiting[lane].add(line)

    def popleft(self) -> Connection:
        lane = self._open()[0]
        line = self.waiting[lane].take()
        self.taken[line.requests[0]] = lane, line
        return line

    def __len__(self) -> int:
        return sum(self.waiting[lane].size for lane in self._open())

    def end(self, asked: Request) -> None:
        self.taken.pop(asked, None)

    def _open(self) -> list[str]:
        """Return lanes with waiting requests that don't use too many threads."""
        busy = Counter(lane for lane, _ in list(self.taken.values()))
        share, tables = max(1, self.threads - 1), busy[TABLE] + busy[SAVE]
        # Threads of one process share a core: each page being made slows phones down.
        phones = tables + self.waiting[TABLE].size + self.waiting[SAVE].size
        pages = 1 if phones else share
        others = busy[COSTLY] + busy[ORDINARY] + busy[PIPELINED]
        free = {
            QUICK: not busy[QUICK],
            # Saves can wait for the database, so reads must keep a thread.
            SAVE: tables < share and busy[SAVE] < max(1, share - 1),
            TABLE: tables < share,
            COSTLY: others < share and not busy[COSTLY],
            ORDINARY: others < share and busy[ORDINARY] < pages,
            PIPELINED: others < share and not busy[PIPELINED],
        }
        if tables + others >= self.threads:
            free = {QUICK: free[QUICK]}
        return [
            lane for lane, ring in self.waiting.items() if ring.size and free.get(lane)
        ]

    def _lane(self, line: Connection) -> tuple[str, str]:
        """Return the lane of its request, and the table or network whose turn it is."""
        if line.pipelines:
            return PIPELINED, line.address
        asked = line.requests[0]
        if asked.error or asked.path in self.probes:
            return QUICK, line.address
        if token := token_in(asked.path):
            lane = SAVE if asked.command == "POST" else TABLE
            if self.tables.is_known(token):
                return lane, token
            if not self.tables.is_barred(line.address):
                return lane, line.address
        if asked.command == "POST" and asked.path.startswith(self.one_at_a_time):
            return COSTLY, line.address
        return ORDINARY, line.address


class HttpServer(TcpWSGIServer):
    """The server that accepts connections and closes late or excess ones."""

    channel_class = Connection

    def __init__(
        self, *facts: Any, behind_proxy: bool, turns: FairQueue, **more: Any
    ) -> None:
        self.behind_proxy = behind_proxy
        # All clients have the proxy's address, and the proxy has its own limits.
        self.most_of_one = (
            MAX_CONNECTIONS if behind_proxy else MAX_CONNECTIONS_PER_NETWORK
        )
        self.silent = SILENT_PROXY if behind_proxy else IDLE_TIMEOUT
        self.turns = turns
        self.tidied = 0.0
        super().__init__(*facts, **more)

    def add_task(self, task: Connection) -> None:
        """Note that a request is complete; the connection queues itself when ready."""
        task.may_respond = True
        task.go_on()

    @property
    def lines(self) -> list[Connection]:
        return list(self.active_channels.values())

    @property
    def is_full(self) -> bool:
        return len(self.active_channels) > MAX_CONNECTIONS

    def make_room_for(self, newcomer: str) -> None:
        """Close the oldest waiting connection of the client with the most.

        Connections that are being answered stay. A connection at a table counts for the
        table. Others close it only if tables have very many.
        """
        lines = self.lines
        theirs = Counter(line.owner for line in lines)
        if theirs[newcomer] >= self.most_of_one:
            crowd = [line for line in lines if line.owner == newcomer]
        elif len(lines) >= MAX_CONNECTIONS:
            crowd = [line for line in lines if not line.table]
            if len(lines) - len(crowd) > MOST_AT_TABLES:
                crowd = lines
        else:
            return
        waiting = [line for line in crowd if not line.is_answered]
        before = time.monotonic() - READING
        old = [line for line in waiting if line.since <= before]
        if not old and len(lines) >= MAX_CONNECTIONS + SPARE:
            old = waiting  # otherwise no one could connect any more
        if old:
            most = max(theirs[line.owner] for line in old)
            busiest = (line for line in old if theirs[line.owner] == most)
            min(busiest, key=lambda line: line.since).handle_close()

    def maintenance(self, moment: float) -> None:
        """Do nothing: `tidy` does this, and closes stalled connections, too."""

    def tidy(self) -> None:
        self.tidied = moment = time.monotonic()
        for line in self.lines:
            if line.is_late(moment):
                line.handle_close()
        self._end_crowds_at_tables()
        asking = [line for line in self.lines if line.request is not None]
        if sum(line.got for line in asking) > HELD:
            max(asking, key=lambda line: line.got).handle_close()

    def _end_crowds_at_tables(self) -> None:
        """Keep the newest connections of each table, and all that are answered."""
        per_table = Counter[str]()
        for line in sorted(self.lines, key=lambda line: -line.since):
            per_table[line.table] += 1
            if line.table and per_table[line.table] > MOST_OF_TABLE and line.is_idle:
                line.handle_close()

    def turn(self) -> None:
        """Handle all connections once; returns after a second at the latest."""
        wasyncore.loop(timeout=1, use_poll=True, map=self._map, count=1)
        if time.monotonic() >= self.tidied + 1:
            self.tidy()

    def shut_down(self) -> None:
        """Accept no new connections, and finish the open requests."""
        self.accepting = False
        self.del_channel()
        self.socket.close()
        deadline = time.monotonic() + GOODBYE
        while self.lines and time.monotonic() < deadline:
            for line in self.lines:
                if line.is_idle:
                    line.handle_close()
            self.turn()
        self.task_dispatcher.shutdown()


def reception(
    listener: socket.socket,
    application: Callable[..., Any],
    *,
    threads: int,
    behind_proxy: bool,
    one_at_a_time: tuple[str, ...] = (),
    probes: tuple[str, ...] = (),
) -> HttpServer:
    """Return a server on this socket, with its own threads running.

    Forms at addresses that begin with one of `one_at_a_time` use at most one thread.
    `probes` are addresses of monitors, which are answered even if everything else
    waits.
    """
    _, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, allowed), allowed))
    dispatcher, turns = (
        ThreadedTaskDispatcher(),
        FairQueue(threads, one_at_a_time, probes),
    )
    dispatcher.queue = turns
    dispatcher.set_thread_count(threads + 1)  # one more for quick requests
    facts = Adjustments(
        sockets=[listener],
        # Never reached: room is made first.
        connection_limit=MAX_CONNECTIONS + 2 * SPARE,
        max_request_body_size=LARGEST,
        max_request_header_size=LARGEST_HEAD,
        inbuf_overflow=IN_MEMORY,
        # Django trusts the proxy's headers about the client; no one else can send them.
        clear_untrusted_proxy_headers=not behind_proxy,
        log_socket_errors=False,  # a phone that left the wifi isn't an error
        ident=None,
    )
    return HttpServer(
        application,
        {},
        _sock=listener,
        dispatcher=dispatcher,
        adj=facts,
        bind_socket=False,
        sockinfo=(listener.family, listener.type, listener.proto, None),
        behind_proxy=behind_proxy,
        turns=turns,
    )


def answer(server: HttpServer, parent: int) -> None:
    """Serve until SIGTERM, or until the parent process is gone."""
    stopping = False

    def stop(*_: object) -> None:
        nonlocal stopping
        stopping = True
        server.pull_trigger()

    signal.signal(signal.SIGTERM, stop)
    sys.setswitchinterval(SWITCH)
    while not stopping and os.getppid() == parent:
        server.turn()
    server.shut_down()
