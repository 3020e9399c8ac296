"""The report's names say of recorded games what their requests say, read word by word."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from mj_bot.actions import action_space
from mj_bot.events import Action, read_answer
from mj_bot.state import GameState
from mj_bot.tactics import answer_of, best_so_far
from tests.recorded import Recorded, dealt, sent_to

Words = tuple[Any, ...]
MATCHES = ("botzone_matches", "rare_games", "judged_games")


class Read(NamedTuple):
    """A seat's requests, read without any of the bot's code."""

    seat: int
    hand: list[str]
    flowers: list[int]
    history: list[Words]
    melds: list[list[list[Any]]]


def read_of(requests: list[str], responses: list[str]) -> Read:
    seat, deal = int(requests[0].split()[1]), requests[1].split()
    flowers, history = [int(one) for one in deal[1:5]], []
    for place, (kind, *words) in enumerate(map(str.split, requests)):
        if kind == "2":
            history.append((seat, "DRAW", *words))
        if kind == "3":
            who, *action = int(words[0]), *words[1:]
            flowers[who] += action[0] == "BUHUA"
            if action == ["GANG"] and who == seat == history[-1][0]:  # It has drawn.
                action = responses[place - 1].split()
            history.append((who, *action))
    melds = melds_of(history)
    hand = deal[5:18] + [str(done[2]) for done in history if done[:2] == (seat, "DRAW")]
    for _, cards, _, claimed in melds[seat]:
        hand += [claimed] if claimed else []
        for card in cards:
            hand.remove(card)
    for done in history:
        if done[0] == seat and done[1] in ("PLAY", "PENG", "CHI"):
            hand.remove(str(done[-1]))
    return Read(seat, hand, flowers, history, melds)


def melds_of(history: list[Words]) -> list[list[list[Any]]]:
    """Of each seat: kind, cards, who gave one, and which."""
    melds: list[list[list[Any]]] = [[], [], [], []]
    for (giver, *_, card), (who, kind, *cards) in pairwise(history):
        if kind == "CHI":
            suit, number = cards[0][0], int(cards[0][1])
            run = [f"{suit}{number + step}" for step in (-1, 0, 1)]
            melds[who].append(["CHI", run, giver, card])
        if kind == "PENG":
            melds[who].append(["PENG", [card] * 3, giver, card])
        if kind == "GANG":
            is_own = giver == who
            melds[who].append(
                ["GANG", cards * 4, None, None] if is_own else ["GANG", [card] * 4, giver, card]
            )
        if kind == "BUGANG":
            (meld,) = [one for one in melds[who] if one[:2] == ["PENG", cards * 3]]
            meld[:2] = ["GANG", cards * 4]
    return melds


class Seen(NamedTuple):
    state: GameState
    read: Read


def seen(recorded: Recorded, name: str, every: int = 7) -> list[Seen]:
    found = []
    for match in recorded(name)[:24]:
        for seat in range(4):
            turns = len(match["requests"])
            for end in {*range(2, turns, every), turns}:
                sent = sent_to(match, seat, end)
                found.append(Seen(GameState.load_json(sent), read_of(**sent)))
    return found


@pytest.mark.parametrize("name", MATCHES)
def test_the_state_has_what_the_requests_say(recorded: Recorded, name: str) -> None:
    kinds = set()
    for state, read in seen(recorded, name):
        assert state.my_pid == read.seat
        assert sorted(state.my_hand) == sorted(read.hand)
        if state.drawn is not None:
            assert state.my_hand[-1] == read.history[-1][2]
        assert state.history == read.history
        assert [player.player_id for player in state.players] == [0, 1, 2, 3]
        for seat, player in enumerate(state.players):
            assert player.n_flowers == read.flowers[seat]
            thrown = ("PLAY", "PENG", "CHI")
            assert player.played == [
                words[-1] for words in read.history if words[0] == seat and words[1] in thrown
            ]
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
    state = dealt("W1 W2 W3 W4 W5 W6 W7 W8 W9 B1 B2 B3 F1")
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
