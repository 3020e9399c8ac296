"""Folds one seat's record into a state, request by request; `loading` sees every action."""

from typing import Any, Callable, Iterator, Optional, Sequence, Tuple

from mj_bot.events import (
    BUHUA,
    DRAW,
    GANG,
    Action,
    Event,
    Request,
    parse_request,
    parse_response,
)
from mj_bot.folding.folded_state import FoldedState
from mj_bot.folding.records import OWN_DRAW

# It gets the state of its tactic, which has more than a FoldedState.
Loading = Callable[[Any, int, Action], None]


def request_lists(record: Any) -> Tuple[Sequence[str], Sequence[Any]]:
    """The requests and responses of a Botzone input object.

    Raises ValueError if it does not have Botzone's form.
    """
    if not isinstance(record, dict):
        raise ValueError("expected an object with requests and responses")
    requests, responses = record.get("requests"), record.get("responses", [])
    if not isinstance(requests, list) or not isinstance(responses, list):
        raise ValueError("requests and responses must be lists")
    if not all(isinstance(request, str) for request in requests):
        raise ValueError("every request must be a string")
    return requests, responses


def fold_all(
    state: FoldedState,
    requests: Sequence[str],
    responses: Sequence[Any],
    loading: Optional[Loading] = None,
) -> Iterator[int]:
    """Fold requests one by one; after each, the state is what the seat knew when asked.

    Yields the index of the folded request. Its recorded answer, if any, is noted when the next one
    is requested. The caller may stop anywhere.

    Raises ValueError as `FoldedState.apply` does.
    """
    for index, request in enumerate(requests):
        fold(state, request, loading)
        yield index
        if index < len(responses):
            note_answer(state, responses[index])


def fold(state: FoldedState, request: str, loading: Optional[Loading] = None) -> None:
    """Fold one request; `loading` gets its action first.

    Raises ValueError as `FoldedState.apply` does.
    """
    event = parse_request(request, state.seat)
    if loading is not None:
        action = action_of(state, event)
        if action is not None:
            assert isinstance(event, Event)
            loading(state, event.seat, action)
    state.apply(event)


def note_answer(state: FoldedState, response: Any) -> None:
    """Note this seat's recorded answer; text that is not a response is ignored."""
    if not isinstance(response, str):
        return
    action = response_of(response)
    if action is not None:
        state.answered(action)


def response_of(text: str) -> Optional[Action]:
    """The recorded response as an action; None if it is not a response of the protocol.

    >>> response_of("no answer") is None
    True
    """
    try:
        return parse_response(text)
    except ValueError:
        return None


def action_of(state: FoldedState, event: Request) -> Optional[Action]:
    """The action in an event about to be folded; None for a draw, flower or deal."""
    if not isinstance(event, Event) or event.kind in (DRAW, BUHUA):
        return None
    tile = event.tile
    if event.kind == GANG and event.seat == state.seat and state.decision == OWN_DRAW:
        tile = state.answer.tile if state.answer is not None else None
    return Action(event.kind, tile, event.chow)
