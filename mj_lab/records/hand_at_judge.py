"""A recorded hand replayed at our judge, which makes a match of it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mj_bot.events import (
    BUGANG,
    BUHUA,
    CHI,
    DRAW,
    GANG,
    HU,
    PASSING,
    PENG,
    PLAY,
    SEATS,
    Action,
    Event,
)
from mj_bot.fan import BASE_SCORE, MIN_FAN
from mj_bot.tiles import CHOW_MIDDLES, code_of
from mj_lab.game.asking import OpenHand, PlayedTurn
from mj_lab.game.referee import Game
from mj_lab.game.result import HUANG, Result
from mj_lab.records.hand import FALSE_WIN, HandError, RecordedHand, Step, wall_of, wish_text
from mj_lab.records.hand_at_fast_table import fast_folded
from mj_lab.records.match import AsRecordedGame, Match, match_of, result_on_disk


def folded(hand: RecordedHand) -> Match:
    """The match of a hand, replayed at our judge; a pre-empted seat passes in it.

    The fast table plays it if it is built; the judge plays what the table does not take. Raises
    HandError, with the line, if the rules of our judge do not allow the hand.
    """
    return fast_folded(hand) or judge_folded(hand)


def judge_folded(hand: RecordedHand) -> Match:
    """As `folded`, only at the judge in Python; the fast table is compared with it."""
    return _Folding(hand).run()


class _Folding:
    def __init__(self, hand: RecordedHand) -> None:
        self._hand = hand
        try:
            self._open = OpenHand(_game_of(hand), {})
        except HandError:
            raise
        except ValueError as error:
            raise HandError("no such deal", 0, str(error)) from None
        self._game, self._turns = self._open.game, self._open.turns
        self._preempted: list[tuple[int, int, str]] = []
        self._untold: list[tuple[int, int]] = []
        self._false_wins: list[tuple[int, int]] = []
        self._turn_of: dict[int, int] = {}
        self._ended: Result | None = None

    def run(self) -> Match:
        steps = list(self._hand.steps)
        self._submit({})
        self._submit({})
        place = 0
        while self._game.result is None and self._ended is None:
            place = self._turn(steps, place)
        if place < len(steps):
            raise HandError("more behind the end of the hand", steps[place].line)
        return self._match()

    def _turn(self, steps: Sequence[Step], place: int) -> int:
        """Answer one event of the game; returns the place of the next step."""
        event = self._game.event
        assert event is not None
        self._turn_of[place] = len(self._turns)
        step = steps[place] if place < len(steps) else None
        if step is None and self._hand.drawn and event.kind in (DRAW, BUHUA):
            self._ended = Result(HUANG)  # A common wall ends for all at once.
            return place
        if event.kind in (DRAW, BUHUA):
            place, step = self._drawn(steps, place, event)
        while step is not None and step.kind == FALSE_WIN:
            self._false_wins.append((len(self._turns), step.seat))
            place += 1
            step = steps[place] if place < len(steps) else None
        if event.kind in (BUHUA, GANG):
            self._submit({})
            return place
        if event.kind == DRAW:
            if step is None or step.seat != event.seat or step.kind not in (PLAY, GANG, BUGANG, HU):
                raise self._unexpected(step)
            return place + self._answer(step, Action(step.kind, step.tile), 1)
        if step is None or step.kind == DRAW:
            if step is not None:
                self._note_preempted(step)
            self._submit({}, step)
            return place
        return place + self._claim(step, steps[place + 1] if place + 1 < len(steps) else None)

    def _drawn(self, steps: Sequence[Step], place: int, event: Event) -> tuple[int, Step | None]:
        step = steps[place] if place < len(steps) else None
        if step is None or (step.kind, step.seat, step.tile) != (DRAW, event.seat, event.tile):
            raise self._unexpected(step)
        return place + 1, steps[place + 1] if place + 1 < len(steps) else None

    def _claim(self, step: Step, following: Step | None) -> int:
        if step.seat == self._game.turn:
            raise self._unexpected(step)
        if step.kind not in (CHI, PENG):
            if step.kind not in (GANG, HU):
                raise self._unexpected(step)
            return self._answer(step, Action(step.kind), 1)
        if following is None or (following.kind, following.seat) != (PLAY, step.seat):
            raise HandError("no discard follows a claim", step.line)
        return self._answer(step, Action(step.kind, following.tile, step.chow), 2)

    def _answer(self, step: Step, action: Action, used: int) -> int:
        if any(seat == step.seat for seat, _ in step.preempted):
            raise HandError("a claim that is before itself", step.line)
        self._note_preempted(step)
        if not self._hand.tells_all:
            self._note_untold(step)
        if action.kind == HU:
            self._win(step)
        else:
            self._submit({step.seat: action}, step)
        return used

    def _note_preempted(self, step: Step) -> None:
        for seat, wanted in step.preempted:
            wish = wanted
            if (wanted.kind, wanted.chow) == (CHI, None):
                chows = [one for one in CHOW_MIDDLES if self._may_chow(seat, one)]
                if not chows:  # Its claim was unknown, but not a chow.
                    self._untold.append((len(self._turns), seat))
                    continue
                wish = Action(CHI, None, chows[0]) if len(chows) == 1 else wanted
            self._preempted.append((len(self._turns), seat, wish_text(wish)))

    def _may_chow(self, seat: int, middle: int) -> bool:
        hand = self._game.hands[seat]
        return any(
            self._game.allows_claim(seat, Action(CHI, tile, middle))
            for tile, count in enumerate(hand)
            if count
        )

    def _note_untold(self, step: Step) -> None:
        """Note the seats whose claims are unknown: a win hides all, another claim hides chows."""
        turn, game = len(self._turns), self._game
        others = [seat for seat in range(SEATS) if seat not in (step.seat, game.turn)]
        if step.seat == game.turn or step.kind == CHI:
            return
        if step.kind != HU:
            others = [seat for seat in others if seat == (game.turn + 1) % SEATS]
        known = {*step.passed, *(seat for seat, _ in step.preempted)}
        self._untold += [(turn, seat) for seat in others if seat not in known]

    def _win(self, step: Step) -> None:
        game = self._game
        found = game.winning(step.seat)
        if found is None:
            raise HandError("a win without a winning hand", step.line)
        if found.fan >= MIN_FAN:
            self._submit({step.seat: Action(HU)}, step)
            return
        # Others accept the win: our judge refuses it.
        replies = [Action(HU) if seat == step.seat else PASSING for seat in range(SEATS)]
        self._turns.append(PlayedTurn(game.event, tuple(replies)))
        giver = None if game.turn == step.seat else game.turn
        self._ended = Result(HU, step.seat, giver, self._hand.fan)

    def _submit(self, actions: dict[int, Action], step: Step | None = None) -> None:
        for seat, action in actions.items():
            if action.kind != HU and not self._game.allows(seat, action):
                named = [tile for tile in (action.chow, action.tile) if tile is not None]
                about = " ".join([action.kind, *map(code_of, named)])
                raise HandError("not legal at our judge", step.line if step else 0, about)
        self._open.replies.update(actions)
        self._open.go_on()

    def _while_keeping(self) -> Iterator[tuple[int, int]]:
        """The turns in which a seat kept a flower, and so had another hand."""
        for first, last, seat in self._hand.keeping:
            begins = self._turn_of.get(first, 1)
            for turn in range(begins, self._turn_of.get(last, len(self._turns))):
                yield turn, seat

    def _unexpected(self, step: Step | None) -> HandError:
        if step is None:
            return HandError("the hand breaks off", self._hand.steps[-1].line)
        return HandError("what cannot come here", step.line, f"{step.kind} of seat {step.seat}")

    def _match(self) -> Match:
        hand, game = self._hand, self._game
        game.result = game.result or self._ended
        assert game.result is not None
        if hand.drawn != (game.result.action == HUANG):
            raise HandError("it ends otherwise than it says", hand.steps[-1].line)
        match = match_of(game, self._turns, hand.id)
        won = game.result.action == HU
        scores = hand.scores
        if scores is None:
            ended = won and self._ended is not None
            scores = _scores_of(game.result) if ended else tuple(game.scores)
        result = match.result
        if won and hand.fan and result.fan_total != hand.fan:
            result = result_on_disk(game.result._replace(fan=hand.fan, fans=hand.fans))
        besides = {
            "scores": scores,
            "result": result,
            "preempted": tuple(self._preempted),
            "untold": tuple(sorted({*self._untold, *self._while_keeping()})),
            "wall_known": hand.wall_known,
            "common_wall": hand.common_wall,
            "false_wins": tuple(self._false_wins),
            "penalties": hand.penalties,
        }
        return match.model_copy(update=besides)


def _game_of(hand: RecordedHand) -> Game:
    if hand.common_wall:
        return AsRecordedGame(wall_of(hand), hand.prevalent_wind, common_wall=True)
    return Game(wall_of(hand), hand.prevalent_wind)


def _scores_of(result: Result) -> tuple[int, ...]:
    assert result.player is not None and result.fan is not None
    stake = BASE_SCORE + result.fan
    pays = [
        stake if result.giver in (None, seat) else BASE_SCORE if seat != result.player else 0
        for seat in range(SEATS)
    ]
    pays[result.player] = 0
    return tuple(sum(pays) if seat == result.player else -pays[seat] for seat in range(SEATS))
