"""A case taken apart: facts, query, decision, remark, however they are marked."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_DECISION_HEAD = re.compile(r"\s*[_*=]*(?:decision|ruling|answer|held)s?[_*=]*\s*[.:—–-]*[_*=]*\s*\Z", re.I)
_SAID = "[Dd]ecision|DECISION|[Rr]uling|RULING|[Aa]nswer|ANSWER"
_DECISION = re.compile(rf"\s*(?:_[_*=]*(?:{_SAID})\s?[.:]?[—–-]*[_*=]*|(?:{_SAID}))\s*(?:--|[.:—–-])*_?\s*")
_DECISION_MARKED = re.compile(
    r"\s*(?:_.{0,4}(?:decision|ruling|answer)(?![a-z]).{0,3}_|(?:decision|ruling|answer)\s?(?:[.:]|--|—|–))", re.I
)
_REMARK = re.compile(r"\s*(?:_(?i:note|remarks?|comments?)[.:]?_[.:]?|(?:NOTE|REMARKS?|Note|Remarks?)\s?(?:[.:]|--|—))\s*(?:--|—)?\s*")
_REMARK_HEAD = re.compile(r"\s*[_*=]*(?:note|remarks?|comments?|reasons?)[.:]?[_*=]*\s*\Z", re.I)
_FACTS_HEAD = re.compile(r"\s*[_*=]*(?:facts|statement|the case)[.:]?[_*=]*\s*\Z", re.I)
_QUERY_HEAD = re.compile(r"\s*[_*=]*(?:query|question|queries)[.:]?[_*=]*\s*\Z", re.I)
_QUERY = re.compile(r"\s*[_*]{0,2}(?:query|question)[_*]{0,2}\s?(?:[.:]|--|—)", re.I)
_ASKS = re.compile(r"\?(?P<quote>[\"”’']?)(?P<aside>\s*\([^()]{0,80}\)\.?)?\s*\Z")
_INDIRECT = re.compile(r"\s*(?:the )?(?:question|point) (?:is|was|raised is) (?:whether|as to|now)", re.I)
_SPEECH = re.compile(
    r"\b(?:says?|said|asks?|asked|answer(?:s|ed)|remark(?:s|ed)|repl(?:y|ies|ied)|exclaim(?:s|ed)|call(?:s|ed))\b[^?]*[\"“]", re.I
)
_SENTENCE = re.compile(r"(?<=[.!?])(?:[\"”’])?\s+(?=[\"“A-Z_(])")
_ABBREVIATED = re.compile(r"(?:\b(?:Mr|Mrs|Dr|St|No|vs|viz|etc|ft|e\.g|i\.e)|\b[A-Z])\.\Z")

QUERY_BY_ITS_FORM = "the last question of the facts taken as the query"


@dataclass(slots=True)
class Body:
    """What a case is made of; each a list of paragraphs as stored. `guess` says how an unmarked query was found."""

    facts: list[str] = field(default_factory=list)
    query: list[str] = field(default_factory=list)
    decision: list[str] = field(default_factory=list)
    remark: list[str] = field(default_factory=list)
    guess: str = ""
    labels: list[str] = field(default_factory=list)  # words that were only marks: "Decision--", "DECISION"


def is_mark(text: str) -> bool:
    """Whether a heading inside a case only says what follows: "DECISION", "Facts.", "NOTE"."""
    return any(pattern.match(text[:60]) and len(text) < 60 for pattern in (_DECISION_HEAD, _REMARK_HEAD, _FACTS_HEAD, _QUERY_HEAD))


def take_apart(paragraphs: list[str]) -> Body:
    """Sort the paragraphs of a case by its marks; without a marked query the facts' last question is one."""
    body = Body()
    now = body.facts
    for text in paragraphs:
        now = _sort(text, now, body)
    if not body.query:
        _unmarked_query(body)
    return body


def _sort(text: str, now: list[str], body: Body) -> list[str]:
    """Put one paragraph where it belongs; gives back where an unmarked next one goes."""
    heads = ((_DECISION_HEAD, body.decision), (_REMARK_HEAD, body.remark), (_FACTS_HEAD, body.facts), (_QUERY_HEAD, body.query))
    for pattern, target in heads:
        if len(text) < 60 and pattern.match(text):
            body.labels.append(text)
            return target
    if _DECISION_MARKED.match(text[:60]) and (match := _DECISION.match(text)):
        body.labels.append(match[0])
        body.decision.append(text[match.end() :])
        return body.decision
    if now is not body.facts and (match := _REMARK.match(text)):
        body.labels.append(match[0])
        body.remark.append(text[match.end() :])
        return body.remark
    if now is body.facts and _QUERY.match(text):
        body.query.append(text)
        return body.query
    now.append(text)
    return now


def _unmarked_query(body: Body) -> None:
    """The questions that end the facts: "Must he cut again?" after the facts in one paragraph."""
    if not body.facts or body.facts[-1].startswith("|"):
        return
    sentences = _sentences(body.facts[-1])
    at = len(sentences)
    while at > 0 and _is_question(sentences[at - 1]):
        at -= 1
    if at == len(sentences):
        return
    body.query = [" ".join(sentences[at:])]
    body.facts[-1:] = [" ".join(sentences[:at])] if at else []
    if not body.facts:
        body.facts, body.query = body.query, []  # a case that is nothing but a question
        return
    body.guess = QUERY_BY_ITS_FORM


def _is_question(sentence: str) -> bool:
    if _INDIRECT.match(sentence):
        return True
    asks = _ASKS.search(sentence[-200:])
    if not asks:
        return False
    if sentence.lstrip().startswith(('"', "“")):
        return False
    return not (asks["quote"] and _SPEECH.search(sentence))


def _sentences(text: str) -> list[str]:
    """Sentences of a paragraph; "Mr." and "St." end none."""
    found: list[str] = []
    start = 0
    for match in _SENTENCE.finditer(text):
        head = text[start : match.start() + (1 if match[0][0] in '"”’' else 0)]
        if _ABBREVIATED.search(head[-8:]):
            continue
        found.append(head.strip())
        start = match.end()
    found.append(text[start:].strip())
    return [sentence for sentence in found if sentence]
