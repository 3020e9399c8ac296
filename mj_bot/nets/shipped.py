"""The weights that ship with the bot: a tactic's are `mj_bot/nets/weights/TACTIC.mjw`."""

import pkgutil
from functools import lru_cache
from typing import Union

from mj_bot.nets.weights_file import SUFFIX, Weights, WeightsError, read_weights, unpack_weights

FOLDER = "weights"


def weights_for(tactic: str, given: Union[Weights, str, None]) -> Weights:
    """The weights given, or those of the file with this path, or the package's if None.

    Raises WeightsError if they cannot be read: `mj_bot.tactics.load` then uses another tactic.
    """
    if given is None:
        return packed_weights(tactic)
    return read_weights(given) if isinstance(given, str) else given


@lru_cache(maxsize=None)
def packed_weights(tactic: str) -> Weights:
    """The weights of a tactic in the package, also inside a zip; read once a process.

    Raises WeightsError if they are missing or damaged.
    """
    name = "{}/{}{}".format(FOLDER, tactic, SUFFIX)
    try:
        data = pkgutil.get_data(__package__ or "mj_bot.nets", name)
    except OSError:
        data = None
    if data is None:
        raise WeightsError("{}: there is no such file in the package".format(name))
    return unpack_weights(data, name)
