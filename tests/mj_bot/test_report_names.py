"""The report's names say of recorded games what their requests say, read word by word."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from mj_bot.actions import action_space
from mj_bot.events import Action, read_answer
from mj_bot.history import load_json
from mj_bot.state import GameState
from mj_bot.tactics import answer_of, best_so_far

Recorded = Callable[[str], tuple[dict[str, Any], ...]]
Words = tuple[Any, ...]
MATCHES = ("botzone_matches", "rare_games", "judged_games")


class Read:
    """A seat's requests, read without any of the bot's code."""

    def __init__(self, requests: list[str], responses: list[str]) -> None:
        self.history: list[Words] = []
        self.hand: list[str] = []
        self.melds: list[list[list[Any]]] = [[], [], [], []]
        self.played: list[list[str]] = [[], [], [], []]
        self.flowers = [0] * 4
        self.seat = -1
        self.offered: tuple[int, str] | None = None
        for place, request in enumerate(requests):
            self._take(request.split(), responses[place - 1] if place else "")

    def _take(self, words: list[str], answer: str) -> None:
        if words[0] == "0":
            self.seat = int(words[1])
        elif words[0] == "1":
            self.flowers, self.hand = [int(one) for one in words[1:5]], words[5:18]
        elif words[0] == "2":
            self.hand.append(words[1])
            self._done(self.seat, "DRAW", words[1])
            self.offered = None
        else:
            getattr(self, "_" + words[2].lower())(int(words[1]), words[3:], answer)

    def _done(self, seat: int, *words: str) -> None:
        self.history.append((seat, *words))

    def _draw(self, seat: int, _: list[str], answer: str) -> None:
        self.offered = None
        self._done(seat, "DRAW")

    def _buhua(self, seat: int, rest: list[str], answer: str) -> None:
        self.flowers[seat] += 1
        self._done(seat, "BUHUA", *rest)

    def _play(self, seat: int, rest: list[str], answer: str) -> None:
        self._done(seat, "PLAY", *rest)
        self._throw(seat, rest[-1])

    def _throw(self, seat: int, card: str) -> None:
        self.played[seat].append(card)
        self._lose(seat, [card])
        self.offered = seat, card

    def _lose(self, seat: int, cards: list[str]) -> None:
        for card in cards if seat == self.seat else []:
            self.hand.remove(card)

    def _open(self, seat: int, kind: str, cards: list[str]) -> None:
        assert self.offered is not None
        giver, card = self.offered
        rest = list(cards)
        rest.remove(card)
        self._lose(seat, rest)
        self.melds[seat].append([kind, cards, giver, card])

    def _peng(self, seat: int, rest: list[str], answer: str) -> None:
        assert self.offered is not None
        self._open(seat, "PENG", [self.offered[1]] * 3)
        self._done(seat, "PENG", *rest)
        self._throw(seat, rest[-1])

    def _chi(self, seat: int, rest: list[str], answer: str) -> None:
        suit, number = rest[0][0], int(rest[0][1])
        self._open(seat, "CHI", [f"{suit}{number + step}" for step in (-1, 0, 1)])
        self._done(seat, "CHI", *rest)
        self._throw(seat, rest[-1])

    def _gang(self, seat: int, rest: list[str], answer: str) -> None:
        if self.offered is not None:
            self._open(seat, "GANG", [self.offered[1]] * 4)
            self._done(seat, "GANG")
        elif seat == self.seat:
            card = answer.split()[1]
            self._lose(seat, [card] * 4)
            self.melds[seat].append(["GANG", [card] * 4, None, None])
            self._done(seat, "GANG", card)
        else:
            self.melds[seat].append(["GANG", [], None, None])
            self._done(seat, "GANG")

    def _bugang(self, seat: int, rest: list[str], answer: str) -> None:
        (meld,) = [one for one in self.melds[seat] if one[:2] == ["PENG", rest * 3]]
        meld[:2] = ["GANG", rest * 4]
        self._lose(seat, rest)
        self._done(seat, "BUGANG", *rest)


class Seen(NamedTuple):
    state: GameState
    read: Read


def seen(recorded: Recorded, name: str, every: int = 7) -> list[Seen]:
    found = []
    for match in recorded(name)[:24]:
        for seat in range(4):
            requests = [turn[seat] for turn in match["requests"]]
            responses = [turn[seat] for turn in match["responses"]]
            for end in {*range(2, len(requests), every), len(requests)}:
                sent = {"requests": requests[:end], "responses": responses[: end - 1]}
                found.append(Seen(GameState.load_json(sent), Read(**sent)))
    return found


@pytest.mark.parametrize("name", MATCHES)
def test_the_state_has_what_the_requests_say(recorded: Recorded, name: str) -> None:
    kinds = set()
    for state, read in seen(recorded, name):
        assert state.my_pid == read.seat
        assert sorted(state.my_hand) == sorted(read.hand)
        if state.drawn is not None:
            assert state.my_hand[-1] == read.hand[-1]
        assert state.history == read.history
        assert [player.player_id for player in state.players] == [0, 1, 2, 3]
        for seat, player in enumerate(state.players):
            assert player.n_flowers == read.flowers[seat]
            assert player.played == read.played[seat]
            melds = [[one.type, one.cards, one.src_pid, one.src_card] for one in player.melds]
            assert melds == read.melds[seat]
            mine = [words[1:] for words in read.history if words[0] == seat]
            assert player.history == [one for one in mine if one[0] not in ("DRAW", "BUHUA")]
        kinds |= {words[1] for words in read.history}
    assert {"DRAW", "PLAY", "PENG", "CHI", "GANG"} <= kinds


@pytest.mark.parametrize("name", MATCHES)
def test_an_action_is_the_tuple_of_its_words(recorded: Recorded, name: str) -> None:
    kinds = set()
    for state, _ in seen(recorded, name, 5):
        actions = state.action_space()
        assert actions == action_space(state)
        for action in actions:
            words: Words = tuple(str(action).split())
            if action.kind == "HU":
                assert action.fan >= 8
                words += (action.fan,)
            assert action == words and tuple(action) == words and hash(action) == hash(words)
            assert [action[place] for place in range(len(action))] == list(words)
            assert read_answer(words) == read_answer(list(words)) == action
            assert read_answer(words).same(action) and read_answer(str(action)).same(action)
            assert words in actions
            kinds.add(words[0])
    assert {"PLAY", "PASS", "PENG", "CHI", "HU"} <= kinds


def test_every_way_to_answer_is_the_same() -> None:
    state = load_json({"requests": ["0 0 0", "1 0 0 0 0 W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 F1"]})
    for answer in (("PLAY", "W1"), ["PLAY", "W1"], "PLAY W1", " PLAY  W1\n", Action("PLAY", 0)):

        def tactic(_: GameState, answer: Any = answer) -> Any:
            return answer

        tactic.best = answer  # type: ignore[attr-defined]
        assert answer_of(tactic, state) == best_so_far(tactic) == Action("PLAY", 0)
        assert answer_of(tactic, state).tile == 0


@pytest.mark.parametrize("answer", [None, 7, (), [], "", ("PLAY", 3), "PLAY W0", ("HU", "W1"), {}])
def test_what_is_no_answer_stays_as_it_is(answer: Any) -> None:
    assert read_answer(answer) is answer


def test_a_copy_has_a_history_of_its_own(recorded: Recorded) -> None:
    match = recorded("botzone_matches")[0]
    state = GameState()
    for turn in match["requests"][:9]:
        state.apply(turn[0])
    before, copy = state.history, state.copy()
    assert type(copy) is GameState
    copy.apply(match["requests"][9][0])
    assert state.history == before != copy.history
