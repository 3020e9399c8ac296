"""The environment variables of a sandboxed program: what it needs, none of the user's secrets."""

from collections.abc import Mapping

# Paths, the user, time zone and language.
_PLACES = "PATH HOME USER LOGNAME TMPDIR TZ LANG LANGUAGE"
# How Python finds modules, and its encodings.
_PYTHON = "PYTHONPATH PYTHONHASHSEED PYTHONIOENCODING PYTHONUNBUFFERED PYTHONUTF8"
# How many threads the libraries under numpy and PyTorch take.
_THREADS = (
    "OMP_NUM_THREADS OPENBLAS_NUM_THREADS MKL_NUM_THREADS NUMEXPR_NUM_THREADS BLIS_NUM_THREADS "
    "VECLIB_MAXIMUM_THREADS"
)
_KNOWN = frozenset(f"{_PLACES} {_PYTHON} {_THREADS}".split())
_KNOWN_BEGINNING = "LC_"


def allowed_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables of an environment that a program is given.

    >>> allowed_environment({"LANG": "C", "LC_ALL": "C", "MJ_BOTZONE_URL": "secret"})
    {'LANG': 'C', 'LC_ALL': 'C'}
    """
    return {
        name: value
        for name, value in environment.items()
        if name in _KNOWN or name.startswith(_KNOWN_BEGINNING)
    }
