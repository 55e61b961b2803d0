"""waitress, with deadlines by the clock and a limit for each address.

waitress reads questions and sends answers in a loop of its own, and only whole questions
reach its threads: a hall's wifi, or somebody who sends a byte every few seconds, holds up
nobody. It ends a connection that is silent; one that is merely slow it would keep for
ever, and a thousand of them would be all it has. So each question and each answer has a
deadline, and where connections run short, whoever has the most loses the oldest that waits.

Whose question comes next is ours to say too: households take turns, and what costs much or
was asked ahead of its time never holds more than one thread. Phones at tables have a lane of
their own, because a hall's phones may all have one address: there each table takes its turn,
by its token, and pages never hold the last thread. Probes of monitors have a thread of their
own.
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

IDLE_TIMEOUT = 20  # s between two questions; a phone at a table asks for news every 4
SILENT_PROXY = 75  # s; nginx ends a connection after 60, and no question meets its end
HEADER_TIMEOUT = 10  # s for the head of a question, from its first byte
BEGINNING = 20  # s in which a body or an answer may be slower than SLOWEST
SLOWEST = 1_000  # bytes/s, of a body and of an answer, from its first byte on
WHOLE = 600  # s for a body, however steadily it comes
MAX_CONNECTIONS = 1_000  # connections of one process
MAX_CONNECTIONS_PER_NETWORK = (
    500  # of one household: a hall's router may be all its phones' address
)
MOST_OF_TABLE = 50  # connections of one table, whatever their address
MOST_AT_TABLES = 500  # connections that no crowd elsewhere ends
SPARE = 50  # connections beyond, for probes and tables; all others get a 503
READING = 1  # s; a younger connection isn't ended, its question may be on the way
FILES = 4_096  # open at once: a long body or answer waits in one
QUICK, SAVE, TABLE = "quick", "save", "table"
COSTLY, ORDINARY, PIPELINED = "costly", "ordinary", "pipelined"
TABLE_ADDRESS = re.compile(r"/t/([\w-]{22})/", re.ASCII)
REMEMBERED = 10_000  # tokens, and addresses
BARRED = 60  # s without the lane of tables, after a made-up token
LARGEST = 20 << 20  # bytes of a body; every form says how much less it takes
LARGEST_HEAD = 64 << 10  # bytes
MOST_HEADERS = 100  # of one question; a browser sends about 20
IN_MEMORY = 64 << 10  # bytes of a body; the rest waits in a file
HELD = 256 << 20  # bytes of all bodies that are under way
SWITCH = 0.0005  # s; the loop has little to do at a time, and all wait for it
GOODBYE = 20  # s for what is under way when the site stops
LENGTHS = re.compile(rb"^(?:content-length|transfer-encoding):", re.I | re.M)
CODED = re.compile(rb"^transfer-encoding:", re.I | re.M)
CODED_ONCE = re.compile(rb"^transfer-encoding:[ \t]*chunked[ \t]*\r$", re.I | re.M)


class Request(HTTPRequestParser):
    """One request on its way in."""

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
        # A proxy and this server may find different ends of such a body. Then the rest
        # is read as another person's question (RFC 9112, 6.1 and 6.3).
        if len(LENGTHS.findall(header_plus)) > 1:
            raise ParsingError("A body has one length")
        if CODED.search(header_plus) and not (
            self.version == "1.1" and CODED_ONCE.search(header_plus)
        ):
            raise ParsingError("A body is chunked once, in HTTP/1.1")

    def _has_endless_chunk(self) -> bool:
        """waitress bounds neither the line before a chunk nor the headers after all."""
        body = self.body_rcv
        if not isinstance(body, ChunkedReceiver):
            return False
        return len(body.control_line) + len(body.trailer) > LARGEST_HEAD

    def _refuse_headers(self) -> None:
        self.error = RequestHeaderFieldsTooLarge("Too many headers, or too long")
        self.completed = True


class Overloaded(Error):
    """Too many questions wait already; this one is told so at once."""

    code = 503
    reason = "Service Unavailable"

    def to_response(self, ident: str | None = None) -> Any:
        status, headers, body = super().to_response(ident)
        return status, [*headers, ("Retry-After", "10")], body


class Response(WSGITask):
    """What the site says to one question; where that is a head alone, the line stays.

    waitress takes a head without a length for one whose end only a hang-up tells, and
    after HEAD it would still send the end of a body in pieces.
    """

    def set_close_on_finish(self) -> None:
        asks_to_stay = self.request.headers.get("CONNECTION", "").lower() != "close"
        if not (self.is_head_alone and self.version == "1.1" and asks_to_stay):
            super().set_close_on_finish()

    def build_response_header(self) -> bytes:
        # Before the head is sent: the next question may come at once, and find its lane.
        self.channel.learn(self.request, self.status)
        head: bytes = super().build_response_header()
        if self.is_head_alone:
            self.chunked_response = False
        return head

    @property
    def is_head_alone(self) -> bool:
        return not self.has_body or self.request.command.upper() == "HEAD"


class Connection(HTTPChannel):
    """Somebody's connection, and since when we wait for what."""

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
        self.address = self.household  # who asks; behind a proxy, as it says
        self.network = self.household  # whose turn it takes: an address or a table
        self.table = ""  # the token of the table that it asked for last
        self.pipelines = False  # asked more before he had an answer
        self.has_read_all = True  # whatever came is read
        self.may_respond = False  # his next question may be answered
        self.due_lock = Lock()
        server.make_room_for(self.household)
        self.since = time.monotonic()  # we wait for him, or his question began
        self.got = 0  # bytes of this question
        self.sent = 0  # bytes since `sending`
        self.sending: float | None = None  # since when an answer waits for him
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
            self.since = time.monotonic()  # before the loop may take it for silent
            self.server.turns.end(asked)

    def cancel(self) -> None:
        for asked in self.requests:
            self.server.turns.end(asked)
        super().cancel()

    def handle_write(self) -> None:
        super().handle_write()
        self.go_on()

    def go_on(self) -> None:
        """Answer his next question, once he has taken what there was to say."""
        with self.due_lock:
            if not self.may_respond or not self.has_read_all or self.total_outbufs_len:
                return
            self.may_respond = False
        if self.server.behind_proxy:  # all lines have the proxy's address
            self.address = self.forwarded_for or self.household
        self.server.task_dispatcher.add_task(self)

    def learn(self, asked: Request, status: str) -> None:
        """Whether there is a table at the address that was asked."""
        tables, token = self.server.turns.tables, token_in(asked.path)
        if token:
            tables.learn(token, self.address, status)
        self.table = token if tables.is_known(token) else ""

    @property
    def forwarded_for(self) -> str:
        """The household our proxy names; empty where it names none."""
        header = self.requests[0].headers.get("X_FORWARDED_FOR", "")
        return household(header.rpartition(",")[2].strip()[:45])

    def send(self, data: bytes, do_close: bool = True) -> int:
        sent: int = super().send(data, do_close=do_close)
        self.sent += sent
        return sent

    def handle_close(self) -> None:
        if self.request is not None:
            self.request.close()  # what of its body waits in a file
        super().handle_close()

    def handle_expt(self) -> None:
        """Urgent bytes: nobody honest sends any."""
        self.handle_close()

    def is_late(self, moment: float) -> bool:
        """Whether he had all the time that there is for what is under way."""
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
        """With whom its connections are counted."""
        return self.table or self.household

    @property
    def is_idle(self) -> bool:
        return self.request is None and not self.is_answered

    @property
    def is_answered(self) -> bool:
        """Whether there is something of his to do, or to send."""
        if self.requests or self.total_outbufs_len:
            return True
        return any(line is self for _, line in list(self.server.turns.taken.values()))


class RoundRobinQueue:
    """Lines that wait, by who asks; these take turns."""

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
    """The token in the address of a table; empty in any other address."""
    found = TABLE_ADDRESS.match(path)
    return found[1] if found else ""


class Tables:
    """Tokens of tables that exist, as the site's own answers tell, and who made some up."""

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
    """The lines with a question that waits for a thread, in place of waitress's queue.

    Asked under the dispatcher's lock, but for `end`. Of `threads`, tables and all others
    leave one to each other; while a phone is answered, a page begins only where no other
    is being made. What is quick has a thread more.
    """

    def __init__(
        self,
        threads: int,
        one_at_a_time: tuple[str, ...] = (),
        probes: tuple[str, ...] = (),
    ) -> None:
        self.threads = threads
        self.one_at_a_time = one_at_a_time  # beginnings of addresses that forms go to
        self.probes = probes  # addresses that monitors ask
        self.tables = Tables()
        lanes = QUICK, SAVE, TABLE, COSTLY, ORDINARY, PIPELINED  # who comes first
        self.waiting = {lane: RoundRobinQueue() for lane in lanes}
        self.taken: dict[Request, tuple[str, Connection]] = {}  # what is answered now

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
        """Lanes in which somebody waits and that have no thread too many."""
        busy = Counter(lane for lane, _ in list(self.taken.values()))
        share, tables = max(1, self.threads - 1), busy[TABLE] + busy[SAVE]
        # Threads of one process share a core: each page beside a phone slows it down.
        phones = tables + self.waiting[TABLE].size + self.waiting[SAVE].size
        pages = 1 if phones else share
        others = busy[COSTLY] + busy[ORDINARY] + busy[PIPELINED]
        free = {
            QUICK: not busy[QUICK],
            # Who saves may wait for the database, and those who look don't.
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
        """The lane of its question, and who takes a turn there."""
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
    """Takes connections in, and shows out who is late or has too many."""

    channel_class = Connection

    def __init__(
        self, *facts: Any, behind_proxy: bool, turns: FairQueue, **more: Any
    ) -> None:
        self.behind_proxy = behind_proxy
        # All callers have the proxy's address, and it has brakes of its own.
        self.most_of_one = (
            MAX_CONNECTIONS if behind_proxy else MAX_CONNECTIONS_PER_NETWORK
        )
        self.silent = SILENT_PROXY if behind_proxy else IDLE_TIMEOUT
        self.turns = turns
        self.tidied = 0.0
        super().__init__(*facts, **more)

    def add_task(self, task: Connection) -> None:
        """Asked for each question; the line says when its turn has come."""
        task.may_respond = True
        task.go_on()

    @property
    def lines(self) -> list[Connection]:
        return list(self.active_channels.values())

    @property
    def is_full(self) -> bool:
        return len(self.active_channels) > MAX_CONNECTIONS

    def make_room_for(self, newcomer: str) -> None:
        """Whoever has the most loses the oldest that waits; nobody who is answered.

        A connection at a table counts for the table. Others end it only where tables
        have very many.
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
            old = waiting  # else nobody could come in any more
        if old:
            most = max(theirs[line.owner] for line in old)
            busiest = (line for line in old if theirs[line.owner] == most)
            min(busiest, key=lambda line: line.since).handle_close()

    def maintenance(self, moment: float) -> None:
        """Not waitress's own: it cannot end a connection that takes nothing."""

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
        """Once round all connections; returns after a second at the latest."""
        wasyncore.loop(timeout=1, use_poll=True, map=self._map, count=1)
        if time.monotonic() >= self.tidied + 1:
            self.tidy()

    def shut_down(self) -> None:
        """Nobody new; what is under way comes to its end."""
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
    """Ready to answer at this socket, with threads of its own from now on.

    Forms to addresses that begin with one of `one_at_a_time` have one thread at most.
    `probes` are addresses of monitors, which are answered when everything else waits.
    """
    _, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, allowed), allowed))
    dispatcher, turns = (
        ThreadedTaskDispatcher(),
        FairQueue(threads, one_at_a_time, probes),
    )
    dispatcher.queue = turns
    dispatcher.set_thread_count(threads + 1)  # one for what is quick
    facts = Adjustments(
        sockets=[listener],
        connection_limit=MAX_CONNECTIONS
        + 2 * SPARE,  # never reached: room is made before
        max_request_body_size=LARGEST,
        max_request_header_size=LARGEST_HEAD,
        inbuf_overflow=IN_MEMORY,
        # Django reads what the proxy says of the caller; nobody else may say it.
        clear_untrusted_proxy_headers=not behind_proxy,
        log_socket_errors=False,  # a phone that left the wifi is no news
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
    """Until SIGTERM, or until the process that began this one is gone."""
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
