"""Programs that do wrong, each a function here: faulty.py NAME [ARGUMENT]."""

import json
import os
import signal
import sys
import time

MARKER = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"
ANSWER = json.dumps({"response": "PASS"})


def read() -> str:
    return sys.stdin.readline()


def say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def hold(mebibytes: int) -> bytes:
    return b"\1" * (mebibytes << 20)


def wait() -> None:
    while True:
        signal.pause()


# -- time ---------------------------------------------------------------------------------------


def hangs() -> None:
    read()
    wait()


def hangs_after_answer() -> None:
    read()
    say(ANSWER + "\n")
    wait()


def starts_slowly(seconds: str) -> None:
    time.sleep(float(seconds))
    read()
    say(ANSWER + "\n")


def hangs_when_kept() -> None:
    read()
    say(ANSWER + "\n" + MARKER + "\n")
    wait()


def ignores_signals() -> None:
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN)
    hangs()


def closes_output() -> None:
    read()
    os.close(1)
    wait()


# -- output -------------------------------------------------------------------------------------


def floods_output() -> None:
    while True:
        say("x" * 1000)


def floods_lines() -> None:
    while True:
        say(ANSWER + "\n")


def floods_errors() -> None:
    while True:
        sys.stderr.write("x" * 1000 + "\n")


def writes_many_errors() -> None:
    for number in range(100_000):
        sys.stderr.write(f"line {number}\n")
    read()
    say(ANSWER + "\n")


def logs() -> None:
    while read():
        sys.stderr.write("x" * 1000 + "\n")
        sys.stderr.flush()
        say(ANSWER + "\n" + MARKER + "\n")


def says(text: str) -> None:
    read()
    say(text)


def says_bytes(hexadecimal: str) -> None:
    read()
    os.write(1, bytes.fromhex(hexadecimal))


def says_response(size: str) -> None:
    read()
    say(json.dumps({"response": "x" * int(size)}))


def saves(size: str) -> None:
    line = read()
    saved = "x" * int(size)
    print(json.dumps({"response": str(len(line)), "data": saved, "debug": saved}))


def marks_twice() -> None:
    while read():
        say(ANSWER + "\n" + MARKER + "\n" + MARKER + "\n")


def marks_without_newline() -> None:
    while read():
        say(ANSWER + "\n" + MARKER)


def marks_in_the_answers_line() -> None:
    while read():
        say(ANSWER + MARKER + "\n")


# -- the end ------------------------------------------------------------------------------------


def dies() -> None:
    read()
    raise ValueError("no good")


def dies_after_answer() -> None:
    read()
    say(ANSWER + "\n")
    sys.exit(3)


def is_killed() -> None:
    read()
    os.kill(os.getpid(), signal.SIGSEGV)


def kills_its_parent() -> None:
    read()
    os.kill(os.getppid(), signal.SIGKILL)
    wait()


def marks_and_exits(status: str) -> None:
    read()
    say(ANSWER + "\n" + MARKER + "\n")
    sys.exit(int(status))


def answers_every_other_turn() -> None:
    """Prints the marker, and at the next request ends without an answer."""
    line = read()
    say(json.dumps({"response": "PASS", "debug": line}) + "\n" + MARKER + "\n")
    read()


# -- memory and children ------------------------------------------------------------------------


def hogs_memory() -> None:
    held: list[bytes] = []
    while True:
        held.append(hold(1))


def hogs_memory_at_once(mebibytes: str) -> None:
    read()
    size = len(hold(int(mebibytes)))
    say(json.dumps({"response": "PASS", "debug": str(size)}) + "\n")


def hogs_memory_and_marks(mebibytes: str) -> None:
    read()
    size = len(hold(int(mebibytes)))
    say(json.dumps({"response": "PASS", "debug": str(size)}) + "\n" + MARKER + "\n")
    wait()


def hogs_memory_in_children(mebibytes: str) -> None:
    for _ in range(4):
        if not os.fork():
            held = hold(int(mebibytes) // 4)
            wait()
            del held
    wait()


def leaves_children() -> None:
    """A child, one in a session of its own, and an orphan in one, all holding the pipes."""
    read()
    for orphan, session in ((False, False), (False, True), (True, True)):
        if child := os.fork():
            if orphan:  # Stopped between its fork and its end, it would be one process more.
                os.waitpid(child, 0)
            continue
        if session:
            os.setsid()
        if orphan and os.fork():
            os._exit(0)
        ignored = (signal.SIGTERM, signal.SIGHUP)
        for number in ignored:
            signal.signal(number, signal.SIG_IGN)
        wait()
    say(ANSWER + "\n" + MARKER + "\n")
    if "keep" in sys.argv:
        wait()


def breeds() -> None:
    """Children of children, for a while."""
    read()
    for _ in range(6):
        os.fork()
    wait()


if __name__ == "__main__":
    globals()[sys.argv[1]](*[word for word in sys.argv[2:] if word != "keep"])
