"""Plays as Botzone's documents ask, in any of the four modes: discards what it draws.

honest.py [json|simple] [keep|restart]. Its debug is what it was sent.
"""

import json
import sys

MARKER = ">>>BOTZONE_REQUEST_KEEP_RUNNING<<<"


def response_to(request: str) -> str:
    return "PLAY " + request[2:] if request.startswith("2 ") else "PASS"


def read_json(line: str) -> str:
    value = json.loads(line)
    return str(value if isinstance(value, str) else value["requests"][-1])


def first_simple(line: str) -> tuple[str, str]:
    lines = [sys.stdin.readline().rstrip("\n") for _ in range(2 * int(line) - 1)]
    data = sys.stdin.readline().rstrip("\n")
    return lines[-1], "|".join([line, *lines, data])


def answer_json(line: str) -> None:
    request = read_json(line)
    data = "after " + request
    output = {"response": response_to(request), "debug": line, "data": data, "globaldata": "all"}
    print(json.dumps(output))


def answer_simple(line: str) -> None:
    request, seen = first_simple(line) if line.strip().isdigit() else (line, line)
    print(response_to(request), seen, "after " + request, sep="\n")


def main() -> None:
    answer = answer_simple if "simple" in sys.argv else answer_json
    keep = "keep" in sys.argv
    for line in iter(sys.stdin.readline, ""):
        answer(line.rstrip("\n"))
        if not keep:
            return
        print(MARKER, flush=True)


if __name__ == "__main__":
    main()
