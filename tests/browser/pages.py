"""One address of every kind of page that a reader can open."""

PAGES = {
    "home": "/",
    "search": "/search/?q=revoke+by+dummy",
    "search without an answer": "/search/?q=zzzzzz",
    "search with a choice": "/search/?q=84",
    "search, nothing asked": "/search/",
    "search, a word of the glossary": "/search/?q=chicane",
    "search by kind": "/search/?q=revoke&show=kinds",
    "search for a slip": "/search/?q=dubble+out+of+trun",
    "how to search": "/search/help/",
    "glossary": "/glossary/",
    "law with words found": "/auction-1912/law/84/?found=revoke+out_of_turn#b",
    "finder": "/finder/",
    "finder, who": "/finder/declarer/",
    "finder, when": "/finder/declarer/play/",
    "all cases": "/cases/",
    "edition": "/auction-1912/",
    "edition with sections": "/dummy-hoyle/",
    "cases of an edition": "/auction-1912/cases/",
    "penalties": "/auction-1912/penalties/",
    "penalties, filtered": "/auction-1912/penalties/?offender=declarer",
    "law with parts": "/auction-1912/law/84/",
    "law with a table": "/auction-1912/law/6/",
    "law with notes": "/whist-1889/law/44/",
    "etiquette": "/auction-1912/etiquette/10/",
    "footnote": "/auction-1912/footnote/24/",
    "case": "/auction-1912/case/11/",
    "case with a corrected citation": "/auction-1912/case/9/",
    "penalty": "/auction-1912/penalty/23/",
    "range": "/auction-1912/law/76-79/",
    "feeds": "/feeds/",
    "citing": "/auction-1912/law/84/share/?part=b",
    "card to frame": "/embed/7N0JR/",
    "help": "/help/",
    "proof-reader": "/proof/",
    "not found": "/auction-1912/law/400/",
    "admin login": "/admin/login/",
}

# The same less what differs only in its words: the slow checks look at one page of a kind.
ALIKE = {"search with a choice", "edition with sections", "law with a table", "law with notes", "case with a corrected citation", "penalties, filtered"}
KINDS = [kind for kind in PAGES if kind not in ALIKE]
