"""Porter's stemmer (1980), mended where it gives the forms of one short word two stems: "ruff" and "ruffed", "add" and "added".

What the index keeps are these stems, so what was found can be pointed out in a text without asking it.
"""

from __future__ import annotations

import re
from functools import lru_cache

STEP_2 = {
    "ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize", "logi": "log", "bli": "ble", "alli": "al",
    "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize", "ation": "ate", "ator": "ate", "alism": "al", "iveness": "ive",
    "fulness": "ful", "ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble",
}  # fmt: skip
STEP_3 = {"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic", "ful": "", "ness": ""}
DOUBLED = frozenset("add butt ebb egg err inn odd purr putt whirr".split())  # words that end so by themselves, as all in "ff" do
STEP_4 = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize".split()


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The stem of a folded word: "revoked", "revokes" and "revoking" are "revok"."""
    if len(word) < 3 or not word.isascii() or len(word) > 64:
        return word
    word = _plural(word)
    word = _ed_ing(word)
    if len(word) > 2 and word.endswith("y") and (_has_vowel(word[:-1]) or word[-2] not in "aeiou"):  # "try" as "tries" and "dummy"
        word = word[:-1] + "i"
    for table in (STEP_2, STEP_3):
        word = _replaced(word, table)
    word = _dropped(word)
    return _tidied(word)


def _shape(word: str) -> str:
    """c for each consonant, v for each vowel; y is a vowel after a consonant."""
    shape = ""
    for ch in word:
        shape += "v" if ch in "aeiou" or (ch == "y" and shape[-1:] == "c") else "c"
    return shape


def _measure(word: str) -> int:
    return len(re.findall("v+c+", _shape(word)))


def _has_vowel(word: str) -> bool:
    return "v" in _shape(word)


def _ends_short(word: str) -> bool:
    """consonant, vowel, consonant other than w, x, y: "hop"."""
    return _shape(word).endswith("cvc") and word[-1] not in "wxy"


def _plural(word: str) -> str:
    if word.endswith("ies") and len(word) == len("ties"):
        return word[:-1]
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") else word


def _ed_ing(word: str) -> str:
    if word.endswith("ied") and len(word) == len("tied"):
        return word[:-1]
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        root = word.removesuffix(suffix)
        if root != word:
            return _mended(root) if _has_vowel(root) else word
    return word


def _mended(root: str) -> str:
    if root.endswith(("at", "bl", "iz")):
        return root + "e"
    if len(root) > 1 and root[-1] == root[-2] and _shape(root)[-1] == "c":
        return root if root[-1] in "flsz" or root in DOUBLED else root[:-1]
    return root + "e" if _measure(root) == 1 and _ends_short(root) else root


def _replaced(word: str, table: dict[str, str]) -> str:
    suffix = max((s for s in table if word.endswith(s)), key=len, default="")
    root = word[: len(word) - len(suffix)]
    return root + table[suffix] if suffix and _measure(root) > 0 else word


def _dropped(word: str) -> str:
    suffix = max((s for s in STEP_4 if word.endswith(s)), key=len, default="")
    root = word[: len(word) - len(suffix)]
    if not suffix or _measure(root) < 2 or (suffix == "ion" and root[-1:] not in ("s", "t")):
        return word
    return root


def _tidied(word: str) -> str:
    if word.endswith("e"):
        root = word[:-1]
        measure = _measure(root)
        if measure > 1 or (measure == 1 and not _ends_short(root)):
            word = root
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
