"""The weights shipped with the bot: a tactic's are `mj_bot/nets/weights/TACTIC.mjw`.

Your own tactic may have them beside its file instead: `TACTIC.mjw`, or `TACTIC/weights.mjw`. One
that extends another plays by its own weights, else by those of the tactic it extends.
"""

import pkgutil
from functools import lru_cache
from typing import Iterator, Optional, Tuple, Union

from mj_bot.nets.weights_file import SUFFIX, Weights, WeightsError, read_weights, unpack_weights

FOLDER = "weights"

_HERE = __package__ or "mj_bot.nets"
_TACTICS = "mj_bot.tactics"


def weights_for(tactic_class: type, owner: type, given: Union[Weights, str, None]) -> Weights:
    """The weights given, those of the file at this path, or if None those of the class.

    tactic_class: the class of the tactic, `owner` or one that extends it. owner: the class that
    needs weights.

    Raises WeightsError if they cannot be read: `mj_bot.tactics.load` then uses another tactic.
    """
    if given is None:
        return own_weights(tactic_class, owner)
    return read_weights(given) if isinstance(given, str) else given


@lru_cache(maxsize=None)
def own_weights(tactic_class: type, owner: type) -> Weights:
    """The weights of the first class from `tactic_class` to `owner` that has any; cached.

    Raises WeightsError if there are none, or they are damaged.
    """
    wanted = []
    for base in tactic_class.__mro__:
        if not issubclass(base, owner):
            continue
        for module, name in _places(base):
            data = _data(module, name)
            if data is not None:
                return unpack_weights(data, name)
            if module == _HERE:
                wanted.append(name)
    raise _missing(", ".join(wanted))


@lru_cache(maxsize=None)
def packed_weights(tactic: str) -> Weights:
    """The weights of a tactic in the package, also inside a zip; cached.

    Raises WeightsError if they are missing or damaged.
    """
    name = _packed_name(tactic)
    data = _data(_HERE, name)
    if data is None:
        raise _missing(name)
    return unpack_weights(data, name)


def _places(tactic_class: type) -> Iterator[Tuple[str, str]]:
    """Where a class may have weights: a module, and the name of a file beside it."""
    names = [vars(tactic_class).get("name")]
    room, _, file = tactic_class.__module__.rpartition(".")
    if room == _TACTICS and not file.startswith("_"):
        names.append(file)  # The file's name, whatever `name` the class has.
    for name in dict.fromkeys(filter(None, names)):
        yield _HERE, _packed_name(name)
        yield tactic_class.__module__, name + SUFFIX
        yield tactic_class.__module__, "{}/{}{}".format(name, FOLDER, SUFFIX)


def _packed_name(tactic: str) -> str:
    return "{}/{}{}".format(FOLDER, tactic, SUFFIX)


def _data(module: str, name: str) -> Optional[bytes]:
    """The bytes of a file beside a module; None if there is no such file."""
    try:
        return pkgutil.get_data(module, name)
    except (OSError, ImportError, ValueError):  # `__main__` has no place.
        return None


def _missing(name: str) -> WeightsError:
    return WeightsError("{}: there is no such file in the package".format(name))
