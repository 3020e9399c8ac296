"""The names of routes and fans, in Chinese and English."""

from __future__ import annotations

from mj_lab.core.text.fan_names import ENGLISH_NAMES, english_name

ROUTES = {
    "chows": ("三组顺子", "Three-chow fans"),
    "all_types": ("五门齐", "All Types"),
    "all_pungs": ("碰碰和", "All Pungs"),
    "half_flush": ("混一色", "Half Flush"),
    "melded_hand": ("全求人", "Melded Hand"),
    "seven_pairs": ("七对", "Seven Pairs"),
    "thirteen_orphans": ("十三幺", "Thirteen Orphans"),
    "honors_and_knitted": ("全不靠", "Honors and Knitted"),
    "upper_four": ("大于五", "Upper Four"),
    "lower_four": ("小于五", "Lower Four"),
    "three_concealed_pungs": ("三暗刻", "Three Concealed Pungs"),
}

_CHINESE = {english: name for name, english in ENGLISH_NAMES.items()}


def route_label(key: str) -> tuple[str, str]:
    """The Chinese and English name of a route; an unknown key stays as it is.

    >>> route_label("all_types"), route_label("new_route")
    (('五门齐', 'All Types'), ('new route', 'new route'))
    """
    label = key.replace("_", " ")
    return ROUTES.get(key, (label, label))


def fan_label(name: str) -> tuple[str, str]:
    """Both names of a fan, given either; an unknown one stays as it is.

    >>> fan_label("花龙"), fan_label("Mixed Straight")
    (('花龙', 'Mixed Straight'), ('花龙', 'Mixed Straight'))
    """
    chinese = _CHINESE.get(name, name)
    return chinese, english_name(chinese)
