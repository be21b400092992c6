"""The Markdown files of the folder format: headings of three levels, `key: value` lines, fields."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from .records import Fault, Place

HEADING = re.compile(r"^(#{1,3})[ \t]+(.*?)[ \t]*$")
META = re.compile(r"^([a-z][a-z ]*?)[ \t]*:[ \t]*(.*?)[ \t]*$")


@dataclass(slots=True)
class Chunk:
    """A heading with the `key: value` lines and the fields under it. Level 0 is what stands before the first heading."""

    level: int
    title: str
    line: int
    meta: dict[str, tuple[str, int]] = field(default_factory=dict)
    fields: dict[str, tuple[str, int]] = field(default_factory=dict)


def chunks(text: str, file: str, faults: list[Fault]) -> list[Chunk]:
    """The chunks of one file, in order. Whatever belongs to no field is put to `faults`."""
    found = [Chunk(0, "", 1)]
    name, name_line, gathered = "", 0, [""]
    in_meta = False

    def close_field() -> None:
        nonlocal name
        if not name:
            return
        words = "\n".join(gathered).strip("\n")
        if not words.strip():
            faults.append(Fault(f"the field “{name}” has no words", Place(file, name_line)))
        elif name in found[-1].fields:
            faults.append(Fault(f"the field “{name}” stands here a second time", Place(file, name_line)))
        else:
            found[-1].fields[name] = (words, name_line)
        name = ""

    for number, line in enumerate(text.split("\n"), 1):
        if heading := HEADING.match(line):
            close_field()
            in_meta = len(heading[1]) < 3
            if in_meta:
                found.append(Chunk(len(heading[1]), heading[2], number))
            else:
                name, name_line, gathered = heading[2], number, []
                if not name:
                    faults.append(Fault("a field needs a name after ###", Place(file, number)))
        elif name:
            gathered.append(line)
        elif not line.strip():
            in_meta = in_meta and not found[-1].meta and found[-1].line == number - 1
        elif in_meta and (meta := META.match(line)):
            if meta[1] in found[-1].meta:
                faults.append(Fault(f"“{meta[1]}” stands here a second time", Place(file, number)))
            found[-1].meta[meta[1]] = (meta[2], number)
        else:
            faults.append(
                Fault(
                    f"these words belong to no field; put a line such as “### Text” above them: “{line.strip()[:60]}”", Place(file, number)
                )
            )
    close_field()
    return found
