"""Books that nobody wrote: every word of them occurs once, so that none can be lost or doubled without being missed."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator

ROMAN = ["I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"]


def words_of(seed: int) -> Iterator[str]:
    """Words of letters only, each a new one."""
    letters = "bdfgkmnprtvz"
    for number in itertools.count(seed % 1000 + 1000):
        yield "q" + "".join(letters[int(digit)] + "a" for digit in str(number))


class Maker:
    """Makes one book from a random number generator; `words` are all the words that must be found again."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.new = words_of(chance.randrange(1000))
        self.words: list[str] = []

    def sentence(self, most: int = 12, capital: bool = True) -> str:
        found = list(itertools.islice(self.new, self.chance.randint(2, most)))
        self.words += found
        text = " ".join(found)
        return (text[0].upper() + text[1:] if capital else text) + "."

    def wrapped(self, text: str, indent: str = "") -> str:
        lines, line = [], ""
        for word in text.split(" "):
            if line and len(line) + len(word) > 60:
                lines.append(line)
                line = ""
            line = f"{line} {word}".strip()
        return "\n".join(indent + one for one in [*lines, line])

    def heading(self, *before: str) -> str:
        found = list(itertools.islice(self.new, self.chance.randint(1, 3)))
        self.words += found
        return " ".join([*before, *found]).upper()

    def law(self, number: int, style: str) -> str:
        label = {"plain": f"{number}. ", "dash": f"{number}.--", "worded": f"LAW {number}.\n\n", "bold": f"_={number}.=_ "}[style]
        text = label + self.wrapped(self.sentence())
        kind = self.chance.choice(["", "", "letters", "ordinals", "roman", "more", "table"])
        if kind in {"letters", "ordinals", "roman"}:
            names = {"letters": ["_a_ ", "_b_ ", "_c_ "], "ordinals": ["1st. ", "2d. ", "3d. "], "roman": ["I. ", "II. ", "III. "]}[kind]
            text = text[:-1] + ":--\n\n" + "\n\n".join(self.wrapped(name + self.sentence(), "    ") for name in names)
        elif kind == "more":
            text += "\n\n" + self.wrapped(self.sentence())
        elif kind == "table":
            rows = [[self.sentence(2)[:-1] for _ in range(3)] for _ in range(3)]
            text += "\n\n" + "\n".join("    " + "".join(f"{cell:26}" for cell in row).rstrip() for row in rows)
        return text

    def laws(self, count: int, style: str) -> str:
        pieces = []
        for number in range(1, count + 1):
            if number == 1 or not self.chance.randrange(5):
                pieces.append("\n" + self.heading())
            piece = self.law(number, style)
            if not self.chance.randrange(4):
                piece += f"[{number}]\n\n      [{number}] {self.wrapped(self.sentence(6))}"
            pieces.append(piece)
            if not self.chance.randrange(9):
                furniture = self.chance.choice(["( 253 )", "* * * * *", "[Illustration: ]"])
                pieces.append(furniture.replace(": ", f": {self.sentence(3)}") if "[" in furniture else furniture)
        return "\n\n".join(pieces)

    def cases(self, count: int) -> str:
        roman = self.chance.random() < 0.5
        pieces = ["\n" + self.heading("CASES")]
        for number in range(1, count + 1):
            pieces += [f"CASE {ROMAN[number - 1] if roman else number}.", self.wrapped(self.sentence(20))]
            if self.chance.random() < 0.5:
                pieces[-1] += "\n" + self.wrapped(self.sentence(6)[:-1] + "?")
            mark = self.chance.choice(["DECISION\n\n", "_Decision_--", "DECISION: "])
            pieces.append(mark + self.wrapped(self.sentence(20)))
        return "\n\n".join(pieces)

    def penalties(self, count: int) -> str:
        rows = [f"{self.sentence(3)[:-1]:32} {self.sentence(3)[:-1]:32} {self.chance.randint(1, 40)}" for _ in range(count)]
        return "\n\n".join(["\n" + self.heading("PENALTIES"), f"{'OFFENSE':32} {'PENALTY':32} LAW", "\n".join(rows)])

    def book(self) -> str:
        """A whole book."""
        chance = self.chance
        pieces = [self.heading("THE LAWS"), self.laws(chance.randint(3, 25), chance.choice(["plain", "plain", "dash", "worded", "bold"]))]
        if chance.random() < 0.5:
            pieces.append("\n" + self.heading("ETIQUETTE"))
            pieces += [f"{number}. {self.wrapped(self.sentence())}" for number in range(1, chance.randint(2, 6))]
        if chance.random() < 0.5:
            pieces.append(self.cases(chance.randint(1, 6)))
        if chance.random() < 0.4:
            pieces.append(self.penalties(chance.randint(1, 6)))
        if chance.random() < 0.3:
            pieces += ["\n" + self.heading(), self.wrapped(self.sentence(30))]
        return "\n\n".join(pieces) + "\n"
