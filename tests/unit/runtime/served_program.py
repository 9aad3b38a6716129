"""A program for fork_server.py, which does what its document says. It answers with the number of the process that
loaded it."""

import os
import time


def make(loader, document, _seconds):
    if document == b"sleep":
        time.sleep(600)
    if document == b"fail":
        raise ValueError
    if document == b"abort":
        os.abort()
    return str(loader).encode()


PROGRAM = (5, os.getpid, make)
