"""Fetches matches between people: one request at a time, and nothing twice.

Every answer is stored as received, so an interrupted download resumes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Any

from mj_lab.core.files import write_whole
from mj_lab.core.records.fetch.download import DownloadError, fetched
from mj_lab.core.records.fetch.match_address import address_of
from mj_lab.core.records.fetch.people_address import PeopleAddress, Platform
from mj_lab.core.records.formats.platforms.detect import hands_of_people
from mj_lab.core.records.formats.platforms.tziakcha import unpacked_script
from mj_lab.core.records.formats.platforms.values import text_in
from mj_lab.core.records.json_value import parse_json

# Seconds between two requests, to spare a platform made for people.
_PAUSE = 1.0
_MOST_HANDS = 64
_SAFE_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
# Keys under which a platform gives the reason when it sends no record.
_REASONS = ("message", "msg", "error", "detail", "reason")

# The body of an address; a form is sent by POST.
Ask = Callable[[str, Mapping[str, str] | None], bytes]


class PeopleRecords:
    """Requests records from a platform. folder: for its raw answers.

    tell: called for each hand and before each retry.
    """

    def __init__(
        self,
        folder: Path,
        tell: Callable[[str], None],
        ask: Ask | None = None,
        pause: Callable[[float], None] = sleep,
    ) -> None:
        self._folder, self._tell, self._pause = folder, tell, pause
        self._ask = ask or (lambda url, form: fetched(url, None, tell, form=form))
        self._asked = 0

    def record(self, address: PeopleAddress) -> dict[str, Any]:
        """The record in the platform's form; a match has all hands in one object.

        Raises DownloadError, one line, if the platform refuses or answers something unexpected.
        """
        if address.platform is Platform.SALASASA:
            url = f"{address_of(address.site)}/api/platform/record/{address.id}"
            return self._answer(address, "match", url, None, _has_hands)
        if address.kind == "hand":
            return self._hand(address, address.id, "")
        try:
            return self._match(address)
        except DownloadError:
            if address.kind == "match":
                raise
        return self._hand(address, address.id, "")

    def _match(self, address: PeopleAddress) -> dict[str, Any]:
        url = f"{address_of(address.site)}/_qry/game/?id={address.id}"
        answer = self._answer(address, "match", url, {}, lambda content: bool(hand_ids(content)))
        inner = answer.get("session")
        session = inner if isinstance(inner, dict) else answer
        about = {name: value for name, value in session.items() if name != "records"}
        ids = hand_ids(answer)
        records = []
        for number, hand_id in enumerate(ids, start=1):
            self._tell(f"{address.id}: hand {number} of {len(ids)}")
            records.append(self._hand(address, hand_id, address.id))
        return {"session": {**about, "id": address.id}, "records": records}

    def _hand(self, address: PeopleAddress, hand: str, match: str) -> dict[str, Any]:
        url = f"{address_of(address.site)}/_qry/record/"
        answer = self._answer(address, "hand", url, {"id": hand}, _has_hands, hand)
        return {"id": hand, **({"belongs": match} if match else {}), **answer}

    def _answer(
        self,
        address: PeopleAddress,
        kind: str,
        url: str,
        form: Mapping[str, str] | None,
        is_right: Callable[[dict[str, Any]], bool],
        name: str = "",
    ) -> dict[str, Any]:
        """The answer, from the folder if it is there; only valid answers are stored."""
        site = re.sub(r"[^\w.-]", "_", address.site)
        called = name or address.id
        path = self._folder / site / f"{kind}-{called}.json"
        cached = _object(path.read_bytes()) if path.is_file() else None
        if cached is not None:
            with suppress(ValueError):
                if is_right(cached):
                    return cached
        if self._asked:
            self._pause(_PAUSE)
        self._asked += 1
        data = self._ask(url, form)
        answer = _object(data)
        if answer is None:
            raise DownloadError(f"{url}: {called}: the answer is not JSON: {_beginning(data)}")
        try:
            if not is_right(answer):
                raise ValueError(f"no {kind} in the answer: {_reason(answer)}")
        except ValueError as error:
            raise DownloadError(f"{url}: {called}: {error}") from None
        if kind == "hand" or _is_over(answer):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(path, json.dumps(answer, ensure_ascii=False) + "\n")
        return answer


def hand_ids(answer: dict[str, Any]) -> list[str]:
    """The ids of the hands that a match's answer lists; none if it lists none.

    >>> hand_ids({"periods": 16, "records": [{"i": "a1"}, "b2"]})
    ['a1', 'b2']
    """
    inner = answer.get("session")
    places = (answer, inner if isinstance(inner, dict) else {})
    lists = [at["records"] for at in places if isinstance(at.get("records"), list)]
    listed = lists[0] if lists else []
    ids = []
    for row in listed[:_MOST_HANDS]:
        named = row.get("id", row.get("i")) if isinstance(row, dict) else row
        text = text_in(named)
        if _SAFE_ID.fullmatch(text):
            ids.append(text)
    return ids


def _is_over(answer: dict[str, Any]) -> bool:
    """Whether the match is finished."""
    inner = answer.get("session")
    session = inner if isinstance(inner, dict) else answer
    return bool(session.get("finish_time")) or "data" in answer


def _has_hands(answer: dict[str, Any]) -> bool:
    """Whether an answer has hands; raises ValueError if it is damaged."""
    if isinstance(answer.get("script"), str) and not isinstance(answer.get("step"), dict):
        unpacked_script(answer["script"])
    return bool(hands_of_people(answer))


def _object(data: bytes) -> dict[str, Any] | None:
    try:
        value = parse_json(data)
    except ValueError:
        return None
    return value if isinstance(value, dict) else None


def _beginning(data: bytes) -> str:
    return repr(" ".join(data[:200].decode("utf-8", "replace").split())[:60])


def _reason(answer: dict[str, Any]) -> str:
    reason = next((text_in(answer[name]) for name in _REASONS if text_in(answer.get(name))), "")
    return reason or f"it has {', '.join(sorted(answer))[:80] or 'nothing'}"
