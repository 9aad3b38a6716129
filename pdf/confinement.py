"""What a process gives up before it reads what is untrusted: time, memory, files, the network and other
programs; and how the programs that do so run."""

import ctypes
import errno
import os
import platform
import resource
import signal
import struct
import sys

MEGABYTE = 1 << 20
MEMORY_BYTES = 512 * MEGABYTE
PDF_BYTES = 64 * MEGABYTE
OPEN_FILES = 64

# The folders that the process may read: libraries and data of programs, and fonts.
READABLE = ("/usr", "/etc/fonts", "/var/cache/fontconfig")


def lower_priority():
    """Requests that are cheap go first, also where this takes all cores."""
    try:
        os.nice(5)
    except OSError:
        pass


def limit_resources(seconds):
    # The hard limit would be SIGKILL, which the kernel also sends where memory is short.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    limits = {
        resource.RLIMIT_AS: MEMORY_BYTES,
        resource.RLIMIT_FSIZE: PDF_BYTES,
        resource.RLIMIT_NOFILE: OPEN_FILES,
        resource.RLIMIT_CORE: 0,
    }
    for limit, most in limits.items():
        resource.setrlimit(limit, (most, most))


# The layout of what the kernel is told, and its numbers, are those of linux/prctl.h, sched.h,
# landlock.h and seccomp.h.

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_SET_NO_NEW_PRIVS = 38
CLONE_NEWUSER = 0x10000000
CLONE_NEWNET = 0x40000000

LANDLOCK_CREATE_RULESET = 444
LANDLOCK_ADD_RULE = 445
LANDLOCK_RESTRICT_SELF = 446
LANDLOCK_VERSION = 1
LANDLOCK_RULE_PATH_BENEATH = 1
LANDLOCK_READ_FILE_AND_FOLDER = 1 << 2 | 1 << 3

libc = ctypes.CDLL(None, use_errno=True)


def call(function, *arguments):
    """Calls a function of the C library, and raises OSError where it fails."""
    result = function(*arguments)
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def system_call(number, *arguments):
    return call(libc.syscall, ctypes.c_long(number), *arguments)


def prctl(option, *arguments):
    whole = [ctypes.c_ulong(argument) for argument in (*arguments, 0, 0, 0)]
    return call(libc.prctl, option, *whole[:4])


def end_with_parent():
    prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def leave_network():
    call(libc.unshare, CLONE_NEWUSER | CLONE_NEWNET)


def confine_to_readable_files():
    """Landlock: reads below READABLE; no other use of files, TCP, or signals to others."""
    version = system_call(
        LANDLOCK_CREATE_RULESET, None, ctypes.c_size_t(0), LANDLOCK_VERSION
    )
    known_file_rights = {1: 13, 2: 14, 3: 15, 4: 15}.get(version, 16)
    known_network_rights = 2 if version >= 4 else 0
    known_scopes = 2 if version >= 6 else 0
    handled = struct.pack(
        "QQQ",
        *(
            (1 << known) - 1
            for known in (known_file_rights, known_network_rights, known_scopes)
        ),
    )
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    rules = system_call(LANDLOCK_CREATE_RULESET, handled, ctypes.c_size_t(size), 0)
    for path in READABLE:
        if os.path.isdir(path):
            folder = os.open(path, os.O_PATH)
            rule = struct.pack("=Qi", LANDLOCK_READ_FILE_AND_FOLDER, folder)
            system_call(LANDLOCK_ADD_RULE, rules, LANDLOCK_RULE_PATH_BENEATH, rule, 0)
            os.close(folder)
    system_call(LANDLOCK_RESTRICT_SELF, rules, 0)
    os.close(rules)


# For each architecture: its name to the kernel; the numbers of clone and clone3; and those of socket,
# connect, execve, execveat, ptrace, process_vm_writev, io_uring_setup, and fork and vfork where
# there are such.
SYSTEM_CALLS = {
    "x86_64": (0xC000003E, 56, 435, (41, 42, 59, 322, 101, 311, 425, 57, 58)),
    "aarch64": (0xC00000B7, 220, 435, (198, 203, 221, 281, 117, 271, 425)),
}
CLONE_THREAD = 0x10000


def refuse_system_calls():
    """seccomp: no socket, no other program and no other process; threads, as Pango needs them."""
    architecture, clone, clone3, refused = SYSTEM_CALLS[platform.machine()]
    load, equal, at_least, has_bits, answer = 0x20, 0x15, 0x35, 0x45, 0x06
    number_of_call, architecture_of_call, first_argument = 0, 4, 16
    allow, fail_with = (answer, 0, 0, 0x7FFF0000), 0x00050000
    refuse = (answer, 0, 0, fail_with | errno.EPERM)
    program = [
        (load, 0, 0, architecture_of_call),
        (equal, 1, 0, architecture),
        refuse,
        (load, 0, 0, number_of_call),
    ]
    # From here on are the same calls once more, with other numbers.
    program += [(at_least, 0, 1, 0x40000000), refuse]
    for number in refused:
        program += [(equal, 0, 1, number), refuse]
    # The C library uses clone where there is no clone3, whose flags cannot be seen from here.
    program += [(equal, 0, 1, clone3), (answer, 0, 0, fail_with | errno.ENOSYS)]
    program += [
        (equal, 0, 3, clone),
        (load, 0, 0, first_argument),
        (has_bits, 1, 0, CLONE_THREAD),
        refuse,
        allow,
    ]
    instructions = ctypes.create_string_buffer(
        b"".join(struct.pack("HBBI", *instruction) for instruction in program)
    )
    filter_program = ctypes.create_string_buffer(
        struct.pack("HxxxxxxQ", len(program), ctypes.addressof(instructions))
    )
    prctl(PR_SET_SECCOMP, 2, ctypes.addressof(filter_program))


def confine():
    """Every step is worth having without the others."""
    # They hold for the calling thread and those that it will start.
    if len(os.listdir("/proc/self/task")) != 1:
        raise RuntimeError("there are threads already")
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    for step in (leave_network, confine_to_readable_files, refuse_system_calls):
        try:
            step()
        except (OSError, KeyError) as error:
            print(
                f"{program_name()}: {step.__name__} is not possible here: {error}",
                file=sys.stderr,
            )


def run(default_seconds, load, make, prepare=lambda loaded: loaded):
    """Makes one file of the bytes of another, from standard input to standard output, and ends the
    process with the exit status of the programs. The first argument is the number of seconds. What
    `load` returns before the process is confined, and `prepare` changes after it, is what
    `make(prepared, source, seconds)` uses."""
    try:
        seconds = int(sys.argv[1]) if len(sys.argv) > 1 else default_seconds
        lower_priority()
        limit(seconds)
        loaded = load()
    except Exception as error:
        fail(error)
    finish(loaded, make, prepare, seconds)


def limit(seconds):
    limit_resources(seconds)
    end_with_parent()


def finish(loaded, make, prepare, seconds):
    """What follows once the libraries are loaded."""
    try:
        confine()
        prepared = prepare(loaded)
    except Exception as error:
        fail(error)
    try:
        made = make(prepared, sys.stdin.buffer.read(), seconds)
        sys.stdout.buffer.write(made)
        sys.stdout.buffer.flush()
    except Exception as error:
        # Its kind alone: the message may quote the document.
        print(f"{program_name()}: {type(error).__name__}", file=sys.stderr)
        end(1)
    end(0)


def fail(error):
    print(f"{program_name()}: {error}", file=sys.stderr)
    end(2)


def program_name():
    return os.path.basename(sys.argv[0])


def end(status):
    """At once: an orderly end unloads Pango while a thread of its own may still run."""
    os._exit(status)
