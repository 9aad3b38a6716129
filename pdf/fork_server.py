"""Loads the libraries of a program once, and forks a process of it for each document.

    fork_server.py PROGRAM SECONDS < socket

PROGRAM is make_pdf.py or draw_card.py. Each message on the socket (SOCK_SEQPACKET) brings three
descriptors: the standard input of a process, its standard output, and the end of a socket on which
its status is answered once it has ended, as waitpid() returns it, in four bytes. If the other end
is closed before, the process is killed. The processes are confined and limited as PROGRAM is by
itself; this one reads nothing of what they read.

It goes into the background at once, and ends when the socket is closed, or after a minute without a
document.
"""

import importlib.util
import os
import select
import signal
import socket
import struct
import sys
from pathlib import Path

# Not searched for, in isolation from the folder of the program.
sys.path.insert(0, str(Path(__file__).resolve().parent))
import confinement  # noqa: E402

IDLE_MILLISECONDS = 60_000


def program_at(path):
    spec = importlib.util.spec_from_file_location("program", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    _, load, make, *prepare = module.PROGRAM
    return load, make, prepare[0] if prepare else lambda loaded: loaded


def become(program, seconds, loaded, standard_input, standard_output):
    """The forked process: never returns."""
    try:
        os.setpgid(0, 0)
        os.dup2(standard_input, 0)
        os.dup2(standard_output, 1)
        os.closerange(3, os.sysconf("SC_OPEN_MAX"))
        confinement.limit(seconds)
        _, make, prepare = program
        confinement.finish(loaded, make, prepare, seconds)
    finally:
        confinement.end(2)


class Server:
    def __init__(self, program, seconds):
        self.program = program
        self.seconds = seconds
        self.loaded = program[0]()
        self.requests = socket.socket(fileno=0)
        self.poll = select.poll()
        self.poll.register(self.requests, select.POLLIN)
        self.by_end = (
            {}
        )  # the process and its socket, by the descriptor that tells its end
        self.by_socket = {}  # the process, by its socket's descriptor

    def serve(self):
        while True:
            events = self.poll.poll(IDLE_MILLISECONDS)
            if not events and not self.by_end:
                return
            for descriptor, _ in events:
                if descriptor in self.by_end:
                    self.report(descriptor)
                elif descriptor in self.by_socket:
                    self.kill(descriptor)
                elif descriptor == self.requests.fileno() and not self.start():
                    return

    def start(self):
        """False once the other end is closed."""
        message, descriptors, _, _ = socket.recv_fds(self.requests, 16, 3)
        if not message:
            return False
        standard_input, standard_output, answers = descriptors
        process = os.fork()
        if process == 0:
            become(
                self.program,
                self.seconds,
                self.loaded,
                standard_input,
                standard_output,
            )
        os.close(standard_input)
        os.close(standard_output)
        answer = socket.socket(fileno=answers)
        end = os.pidfd_open(process)
        self.by_end[end] = (process, answer)
        self.by_socket[answers] = process
        self.poll.register(end, select.POLLIN)
        self.poll.register(answers, select.POLLIN)
        return True

    def kill(self, descriptor):
        """Nobody waits any more. Its end is told by its own descriptor."""
        self.poll.unregister(descriptor)
        os.kill(self.by_socket[descriptor], signal.SIGKILL)

    def report(self, end):
        process, answer = self.by_end.pop(end)
        _, status = os.waitpid(process, 0)
        self.poll.unregister(end)
        os.close(end)
        try:
            self.poll.unregister(answer)
        except KeyError:
            pass
        del self.by_socket[answer.fileno()]
        try:
            answer.send(struct.pack("=i", status))
        except OSError:
            pass
        answer.close()


def main():
    background = os.fork()
    if background != 0:
        # The group of this process is killed when it has ended.
        os.setpgid(background, background)
        os._exit(0)
    confinement.lower_priority()
    Server(program_at(sys.argv[1]), int(sys.argv[2])).serve()


if __name__ == "__main__":
    main()
