"""waitress, with deadlines by the clock and a limit for each address.

waitress reads questions and sends answers in a loop of its own, and only whole questions
reach its threads: a hall's wifi, or somebody who sends a byte every few seconds, holds up
nobody. It ends a connection that is silent; one that is merely slow it would keep for
ever, and a thousand of them would be all it has. So each question and each answer has a
deadline, and where connections run short, whoever has the most loses the oldest that waits.

Whose question comes next is ours to say too: households take turns, and what costs much or
was asked ahead of its time never holds more than one thread.
"""

import os
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
from waitress.server import TcpWSGIServer
from waitress.task import ThreadedTaskDispatcher, WSGITask

from clubs.households import household

SILENT = 20  # s between two questions; a phone at a table asks for news every 4
HEAD = 10  # s for the head of a question, from its first byte
BEGINNING = 20  # s in which a body or an answer may be slower than SLOWEST
SLOWEST = 1_000  # bytes/s, of a body and of an answer, from its first byte on
WHOLE = 600  # s for a body, however steadily it comes
MOST = 1_000  # connections of one process
MOST_OF_ONE = 500  # of one household: a hall's router may be all its phones' address
SPARE = 50  # connections beyond, if all the others are being answered
FILES = 4_096  # open at once: a long body or answer waits in one
ORDINARY, COSTLY, PIPELINED = "ordinary", "costly", "pipelined"
LARGEST = 20 << 20  # bytes of a body; every form says how much less it takes
LARGEST_HEAD = 64 << 10  # bytes
IN_MEMORY = 64 << 10  # bytes of a body; the rest waits in a file
HELD = 256 << 20  # bytes of all bodies that are under way
SWITCH = 0.0005  # s; the loop has little to do at a time, and all wait for it
GOODBYE = 20  # s for what is under way when the site stops


class Question(HTTPRequestParser):
    """One request on its way in."""

    def parse_header(self, header_plus: bytes) -> None:
        super().parse_header(header_plus)
        if self.version == "1.1" and "HOST" not in self.headers:
            raise ParsingError("A question needs a Host (RFC 9112, 3.2)")


class Answer(WSGITask):
    """What the site says to one question; where that is a head alone, the line stays.

    waitress takes a head without a length for one whose end only a hang-up tells, and
    after HEAD it would still send the end of a body in pieces.
    """

    def set_close_on_finish(self) -> None:
        asks_to_stay = self.request.headers.get("CONNECTION", "").lower() != "close"
        if not (self.is_head_alone and self.version == "1.1" and asks_to_stay):
            super().set_close_on_finish()

    def build_response_header(self) -> bytes:
        head: bytes = super().build_response_header()
        if self.is_head_alone:
            self.chunked_response = False
        return head

    @property
    def is_head_alone(self) -> bool:
        return not self.has_body or self.request.command.upper() == "HEAD"


class Line(HTTPChannel):
    """Somebody's connection, and since when we wait for what."""

    task_class = Answer
    parser_class = Question

    def __init__(
        self,
        server: "Reception",
        sock: socket.socket,
        addr: Any,
        *rest: Any,
        **more: Any,
    ) -> None:
        self.household = household(str(addr[0]))
        self.asker = self.household  # whose turn it takes
        self.pipelines = False  # asked more before he had an answer
        self.is_heard = True  # whatever came is read
        self.is_due = False  # his next question may be answered
        self.due_lock = Lock()
        server.make_room_for(self.household)
        self.since = time.monotonic()  # we wait for him, or his question began
        self.got = 0  # bytes of this question
        self.sent = 0  # bytes since `sending`
        self.sending: float | None = None  # since when an answer waits for him
        super().__init__(server, sock, addr, *rest, **more)

    def received(self, data: bytes) -> bool:
        begins = self.request is None
        self.is_heard = False
        taken: bool = super().received(data)
        if begins and self.request is not None:
            self.since, self.got = time.monotonic(), 0
        self.got += len(data)
        self.pipelines = self.pipelines or len(self.requests) > 1
        self.is_heard = True
        self.go_on()
        return taken

    def service(self) -> None:
        try:
            super().service()
        finally:
            self.server.turns.end(self)
        self.since = time.monotonic()

    def cancel(self) -> None:
        super().cancel()
        self.server.turns.end(self)

    def handle_write(self) -> None:
        super().handle_write()
        self.go_on()

    def go_on(self) -> None:
        """Answer his next question, once he has taken what there was to say."""
        with self.due_lock:
            if not self.is_due or not self.is_heard or self.total_outbufs_len:
                return
            self.is_due = False
        if self.server.behind_proxy:  # all lines have the proxy's address
            self.asker = self.forwarded_for or self.household
        self.server.task_dispatcher.add_task(self)

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

    def is_late(self, now: float) -> bool:
        """Whether he had all the time that there is for what is under way."""
        if self.total_outbufs_len:
            if self.sending is None:
                self.sending, self.sent = now, 0
            return now - self.sending > BEGINNING + self.sent / SLOWEST
        self.sending = None
        if self.requests:
            return False  # it is our turn
        took = now - self.since
        if self.request is None:
            return took > SILENT
        if not self.request.headers_finished:
            return took > HEAD
        return took > min(BEGINNING + self.got / SLOWEST, WHOLE)

    @property
    def is_idle(self) -> bool:
        return self.request is None and not self.is_answered

    @property
    def is_answered(self) -> bool:
        """Whether there is something of his to do, or to send."""
        return bool(self.requests or self.total_outbufs_len)


class Ring:
    """Lines that wait, by household; these take turns."""

    def __init__(self) -> None:
        self.households: OrderedDict[str, deque[Line]] = OrderedDict()
        self.size = 0

    def add(self, line: Line) -> None:
        self.households.setdefault(line.asker, deque()).append(line)
        self.size += 1

    def take(self) -> Line:
        name, lines = self.households.popitem(last=False)
        if len(lines) > 1:
            self.households[name] = lines
        self.size -= 1
        return lines.popleft()


class Turns:
    """The lines with a question that waits for a thread, in place of waitress's queue.

    Asked under the dispatcher's lock, but for `end`.
    """

    def __init__(self, one_at_a_time: tuple[str, ...]) -> None:
        self.one_at_a_time = one_at_a_time  # beginnings of addresses that forms go to
        self.waiting = {COSTLY: Ring(), ORDINARY: Ring(), PIPELINED: Ring()}
        self.taken: dict[Line, str] = {}  # by line that is answered, its kind

    def append(self, line: Line) -> None:
        self.waiting[self._kind(line)].add(line)

    def popleft(self) -> Line:
        kind = self._open()[0]
        line = self.waiting[kind].take()
        self.taken[line] = kind
        return line

    def __len__(self) -> int:
        return sum(self.waiting[kind].size for kind in self._open())

    def end(self, line: Line) -> None:
        self.taken.pop(line, None)

    def _open(self) -> list[str]:
        """Kinds that somebody waits for and that have no thread too many."""
        busy = {kind for kind in list(self.taken.values()) if kind != ORDINARY}
        return [
            kind
            for kind, ring in self.waiting.items()
            if ring.size and kind not in busy
        ]

    def _kind(self, line: Line) -> str:
        if line.pipelines:
            return PIPELINED
        asked = line.requests[0]
        is_form = not asked.error and asked.command == "POST"
        if is_form and asked.path.startswith(self.one_at_a_time):
            return COSTLY
        return ORDINARY


class Reception(TcpWSGIServer):
    """Takes connections in, and shows out who is late or has too many."""

    channel_class = Line

    def __init__(
        self, *facts: Any, behind_proxy: bool, turns: Turns, **more: Any
    ) -> None:
        self.behind_proxy = behind_proxy
        # All callers have the proxy's address, and it has brakes of its own.
        self.most_of_one = MOST if behind_proxy else MOST_OF_ONE
        self.turns = turns
        self.tidied = 0.0
        super().__init__(*facts, **more)

    def add_task(self, task: Line) -> None:
        """Asked for each question; the line says when its turn has come."""
        self.turns.end(task)  # what he asked before is answered
        task.is_due = True
        task.go_on()

    @property
    def lines(self) -> list[Line]:
        return list(self.active_channels.values())

    def make_room_for(self, newcomer: str) -> None:
        """Whoever has the most loses the oldest that waits; nobody who is answered."""
        lines = self.lines
        theirs = Counter(line.household for line in lines)
        if theirs[newcomer] >= self.most_of_one:
            crowd = newcomer
        elif len(lines) >= MOST:
            crowd = theirs.most_common(1)[0][0]
        else:
            return
        waiting = [
            line for line in lines if line.household == crowd and not line.is_answered
        ]
        if waiting:
            min(waiting, key=lambda line: line.since).handle_close()

    def maintenance(self, now: float) -> None:
        """Not waitress's own: it cannot end a connection that takes nothing."""

    def tidy(self) -> None:
        self.tidied = now = time.monotonic()
        for line in self.lines:
            if line.is_late(now):
                line.handle_close()
        asking = [line for line in self.lines if line.request is not None]
        if sum(line.got for line in asking) > HELD:
            max(asking, key=lambda line: line.got).handle_close()

    def turn(self) -> None:
        """Once round all connections; returns after a second at the latest."""
        wasyncore.loop(timeout=1, use_poll=True, map=self._map, count=1)
        if time.monotonic() >= self.tidied + 1:
            self.tidy()

    def say_goodbye(self) -> None:
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
) -> Reception:
    """Ready to answer at this socket, with threads of its own from now on.

    Forms to addresses that begin with one of `one_at_a_time` have one thread at most.
    """
    _, allowed = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, allowed), allowed))
    dispatcher, turns = ThreadedTaskDispatcher(), Turns(one_at_a_time)
    dispatcher.queue = turns
    dispatcher.set_thread_count(threads)
    facts = Adjustments(
        sockets=[listener],
        connection_limit=MOST + SPARE,
        max_request_body_size=LARGEST,
        max_request_header_size=LARGEST_HEAD,
        inbuf_overflow=IN_MEMORY,
        # Django reads what the proxy says of the caller; nobody else may say it.
        clear_untrusted_proxy_headers=not behind_proxy,
        log_socket_errors=False,  # a phone that left the wifi is no news
        ident=None,
    )
    return Reception(
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


def answer(server: Reception, parent: int) -> None:
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
    server.say_goodbye()
