"""What Windows lacks is taken away: every module is still imported, and the plain commands run.

It is no Windows: what is there under another name, and how a terminal looks, is not tried.
"""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.documents import ROOT

# The standard library and what else is used take their own choice by the system first. Then go the
# modules, functions and constants that Python's documentation says Windows does not have.
TAKE_AWAY = """
import importlib, json, os, pkgutil, select, signal, socket, sys
import asyncio, concurrent.futures.process, ctypes, multiprocessing.pool, multiprocessing.spawn
import getpass, sqlite3, subprocess, tempfile, uuid, unittest.mock, webbrowser
import jinja2, matplotlib.pyplot, numpy, openskill, pydantic, rich.console, rich.progress
import scipy.stats, typer.testing, MahjongGB

GONE = ("crypt curses fcntl grp nis ossaudiodev pty pwd readline resource spwd syslog termios "
        "tty")
for name in GONE.split():
    sys.modules[name] = None
for name in ("O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK WNOHANG WUNTRACED chown chroot "
             "eventfd fchmod fchown fork forkpty getegid geteuid getgid getgroups getloadavg "
             "getpgid getpgrp getpriority getresuid getsid getuid initgroups killpg lchown "
             "memfd_create mkfifo mknod nice openpty pidfd_open pipe2 posix_spawn pread preadv "
             "pwrite sched_getaffinity sched_setaffinity sendfile setegid seteuid setgid "
             "setgroups setpgid setpriority setresuid setsid setuid splice statvfs sync "
             "sysconf tcgetpgrp ttyname uname unshare wait3 wait4 waitid").split():
    if hasattr(os, name):
        delattr(os, name)
for name in ("ITIMER_REAL SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP "
             "SIGUSR1 SIGUSR2 alarm getitimer pause pidfd_send_signal pthread_kill "
             "pthread_sigmask setitimer siginterrupt sigpending sigtimedwait sigwait").split():
    if hasattr(signal, name):
        delattr(signal, name)
for name in ("AF_UNIX", "socketpair", "send_fds", "recv_fds"):
    if hasattr(socket, name):
        delattr(socket, name)
for name in ("epoll", "poll"):
    if hasattr(select, name):
        delattr(select, name)
"""

IMPORT_ALL = (
    """
import importlib
for name in ("cma", "gymnasium", "httpx", "pettingzoo", "starlette.applications",
             "statsmodels.api", "torch", "torch.utils.tensorboard", "uvicorn", "websockets"):
    try:
        importlib.import_module(name)
    except ImportError:
        pass
"""
    + TAKE_AWAY
    + """
failed = {}
for package in ("mj_bot", "mj_lab"):
    for module in pkgutil.walk_packages(importlib.import_module(package).__path__, package + "."):
        if not module.name.endswith("__main__"):
            try:
                importlib.import_module(module.name)
            except Exception as error:
                failed[module.name] = repr(error)
print(json.dumps(failed))
"""
)

# Commands one after another, with the code that each ended with: starting takes the time.
RUN_ALL = (
    TAKE_AWAY
    + """
from mj_lab.cli import main
for words in json.loads(sys.argv[1]):
    sys.argv = ["mj", *words]
    print("##", *words, flush=True)
    try:
        main()
    except SystemExit as ended:
        sys.stdout.flush()
        print("## ended", ended.code, flush=True)
"""
)


def in_a_process(code: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_every_module_is_imported() -> None:
    done = in_a_process(IMPORT_ALL)
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout.splitlines()[-1]) == {}


@pytest.mark.thorough
def test_the_plain_commands_run_and_what_needs_linux_says_so(tmp_path: Path) -> None:
    commands = [
        ["--version"],
        ["arena", "tactics"],
        ["records", "notation", "W123", "B4567", "T88", "F11", "J23", "--notation", "chinese"],
        ["fan", "W111222333 W99 B123", "--won", "self-drawn"],
        ["analyze", "W123 B4567 T88 F11 J233", "--tactic", "rule_based"],
        ["play", "greedy", "random", "random", "random", "-o", f"{tmp_path}/match.json"],
        ["check", "verify", f"{tmp_path}/match.json"],
        ["duel", "greedy", "random", "--walls", "1", "--store", f"{tmp_path}/duel.db"],
        ["play", "keep:mj_bot.pyz", "greedy", "greedy", "greedy"],
    ]
    done = in_a_process(RUN_ALL, json.dumps(commands))
    assert "Traceback" not in done.stderr, done.stderr[-2000:]
    codes = [line.split()[-1] for line in done.stdout.splitlines() if line.startswith("## ended")]
    assert codes == [*"00000000", "2"], done.stderr
    last = done.stderr.splitlines()[-1]
    assert last == "mj: programs can play on Linux only; tactics play anywhere"


@pytest.mark.thorough
@pytest.mark.parametrize("start", ["spawn", "forkserver"])
def test_processes_that_are_not_forked_play_the_same(start: str, tmp_path: Path) -> None:
    # Windows and macOS spawn; Python 3.14 has a server to fork from.
    words = ["duel", "greedy", "random", "--walls", "2", "--jobs", "2"]
    words += ["--store", f"{tmp_path}/d.db"]
    code = (
        "import multiprocessing, sys\n"
        f"multiprocessing.set_start_method({start!r})\n"
        f"sys.argv = ['mj', *{words!r}]\n"
        "from mj_lab.cli import main\n"
        "main()\n"
    )
    done = in_a_process(code)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "greedy" in done.stdout


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_terminal_without_chinese_is_no_error(encoding: str) -> None:
    code = (
        "import sys\n"
        "sys.argv = ['mj', 'fan', 'W111222333 W99 B123', '--won', 'self-drawn']\n"
        "from mj_lab.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={"PYTHONIOENCODING": encoding, "PATH": "/usr/bin"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:].decode()
    assert b"Pung" in done.stdout
