"""The words and sentences of the made-up casebook: our own, of the kind that is usual in card law about 1913."""

from __future__ import annotations

import re

# slug: (weight, laws that govern it, phases, wording as noun phrase, wording as a verb phrase)
OFFENSES = {
    "revoke": (22, (63, 73, 83, 84, 85, 86, 87, 88, 89), ("play", "scoring"),
               "revoke", "revokes by failing to follow suit"),
    "lead-out-of-turn": (14, (71, 76, 77, 78, 79), ("lead", "play"),
                         "lead out of turn", "leads out of turn"),
    "exposed-card": (13, (65, 66, 67, 68, 69, 70, 72, 75), ("play", "declaration", "lead"),
                     "exposed card", "drops a card face upward on the table"),
    "insufficient-declaration": (9, (44, 50, 52), ("declaration",),
                                 "insufficient declaration", "makes an insufficient declaration"),
    "declaration-out-of-turn": (7, (43, 49, 55), ("declaration",),
                                "declaration out of turn", "makes a declaration out of turn"),
    "misdeal": (6, (35, 36, 37, 40, 41), ("deal",), "misdeal", "deals two cards at once"),
    "wrong-number-of-cards": (5, (37, 38, 39, 81, 82), ("deal", "play"),
                              "hand with a wrong number of cards",
                              "is found to hold fourteen cards"),
    "dummy-calls-attention": (5, (59, 60, 61, 62, 64), ("play",),
                              "remark by dummy", "calls attention to an incident of the play"),
    "disputed-claim": (4, (72, 91, 94), ("claim", "play"),
                       "disputed claim", "says that the remaining tricks are his"),
    "double-out-of-turn": (3, (53, 54, 56, 57), ("declaration",),
                           "double out of turn", "doubles out of turn"),
    "two-cards-to-trick": (3, (68, 70, 82), ("play",),
                           "second card played to the trick", "plays two cards to the trick"),
    "information-after-bidding": (2, (51, 93), ("lead", "play"),
                                  "information about the bidding",
                                  "gives his partner information about a previous bid"),
    "fourth-hand-first": (2, (80, 92), ("play",), "play before the second hand",
                          "plays as fourth hand before the second"),
    "score-error": (2, (3, 6, 11, 12, 13), ("scoring",), "error in the score",
                    "records an erroneous honor score"),
    "imperfect-pack": (1, (37, 39, 95, 96), ("deal", "play"), "imperfect pack",
                       "discovers that the pack is imperfect"),
    "cutting-more-than-one": (1, (14, 15, 16, 18), ("cutting",), "cut of more than one card",
                              "exposes more than one card in cutting"),
    "bystander-remark": (1, (90, 97), ("claim", "play"), "remark by a bystander",
                         "suffers a bystander to remark upon the trick"),
}
OFFENDERS = {"adversary": 40, "declarer": 28, "dummy": 12, "dealer": 11, "partner": 7, "bystander": 2}

ROLES = [*"Declarer Declarer Declarer Declarer Adversary Adversary Adversary Dummy Dummy Dealer Partner Leader Offender".split(),
         "Second Hand", "Third Hand", "Fourth Hand"]  # fmt: skip
SEATS = "A B Y Z North South East West".split()
SUITS = "Hearts Spades Diamonds Clubs Royals Trumps".split()
RANKS = "Ace King Queen Knave Ten Nine Eight Seven Six Five Four Trey Deuce".split()
COUNTS = "two three four five six seven eight nine ten eleven twelve thirteen".split()
BIDS = ["one Spade", "one Club", "one Heart", "one No-trump", "two Diamonds", "two Royals",
        "two No-trumps", "three Clubs", "three Hearts", "four Royals"]
NOUNS = """card trick hand partner player play suit deal table declaration law penalty score lead
adversary declarer dummy revoke case decision bid turn trump pack rubber honor game dealer cards
tricks error side right claim question double points column value question rule attention face
error remark query call choice demand information opponent circumstance intention advantage bonus
ruff discard finesse contract holding singleton chicane slam undertrick renounce shuffle packet
misdeal oversight bystander stakes concession privilege etiquette sportsmanship code committee
club room seat gesture emphasis hesitation suggestion consultation consent agreement objection
proof search dispute custom practice principle interpretation construction wording provision
clause paragraph footnote precedent ruling opinion authority experience judgment argument theory
doctrine exception convention signal strategy risk danger loss gain benefit harm damage justice
fairness equity courtesy conduct breach offence inadvertence carelessness confusion doubt delay
haste occasion example instance event incident outcome result consequence conclusion""".split()
VERBS = """made played led called taken cut claimed exposed declared doubled allowed required
corrected scored demanded exacted enforced turned quitted gathered shown named touched placed
dealt shuffled covered noticed overlooked discovered established proved admitted denied disputed
conceded surrendered withdrawn substituted restored retained abandoned accepted refused answered
asked stated suggested intended understood considered examined counted added deducted recorded
agreed permitted prohibited precluded debarred penalized forfeited incurred waived consulted
decided sustained overruled reversed affirmed quoted cited construed applied extended limited
revised amended adopted prescribed provided mentioned implied conveyed indicated warned prevented
compelled obliged entitled deprived affected altered divided mixed mislaid torn marked""".split()
ADJECTIVES = """final first last original winning proper irregular adverse current prior exposed
insufficient established imperfect rightful entire previous subsequent additional remaining
doubtful legitimate serious slight careless thoughtless generous strict plain obvious evident
material immaterial reasonable unreasonable severe harmless unusual frequent rare innocent
deliberate voluntary erroneous simultaneous customary equitable ambiguous explicit doubled
conventional long short strong weak high low worthless valuable disputed unquestioned""".split()
ADVERBS = """clearly plainly obviously naturally immediately subsequently previously voluntarily
inadvertently deliberately simultaneously strictly merely actually unquestionably therefore
however otherwise usually rarely generally properly improperly expressly silently promptly
hastily reasonably evidently consequently undoubtedly""".split()

ONSETS = "b br c ch cl d dr f fl g gr h j k l m n p pr qu r s sh st t th tr v w wh".split()
VOWELS = "a e i o u ai ea oa oo ar er or".split()
CODAS = "ck d ff g ld ll m n nd ng nt p rd rk rn rt s sh ss st t th x".split()
ENDINGS = ("am bury by combe croft den field ford gate ham hurst land leigh ley low man more ney "
           "ridge sby son stead stoke ton well wick wood worth").split()

# Sentences; what stands in braces is filled from the pool of that name.
FACTS_OPEN = (
    "At the {club}, {A} being the {role}, the {offender} {does}, and the {noun} is {verb} before {B} has {verb}.",
    "In a {adj} rubber {A} declares {bid}; the {offender} {does} at the {ordinal} trick.",
    "With {count} cards to play the {offender} {does}. {B}, who holds the {rank} of {suit}, {adv} asks for a ruling.",
    "Mr. {name} reports a {noun} in which the {offender} {does}, although {A} had {verb} the {noun}.",
    "The bidding was {bid} by {A}, {bid} by {B}, and {bid} by {C}, after which the {offender} {does}.",
)
FACTS_MORE = (
    "{A} then leads the {rank} of {suit}, upon which {B} plays the {rank} and {C} the {rank}.",
    "The {role} says nothing until the trick is turned and quitted, and {adv} claims the {noun}.",
    "{B} calls attention to the {noun}, and {A} answers that the card was {verb} by the {role}.",
    "Before the cards are gathered {C} demands that the {noun} be {verb} and the {adj} {noun} be {verb}.",
    "It is admitted that the {role} saw the {rank} of {suit} face upward on the table.",
    "The {role} contends that the {noun} was {adv} {verb}, and that no {noun} can be {verb}.",
    "{A} passes, {B} doubles, and the {role} redoubles without waiting for the {noun} of his partner.",
    "The {role} has {count} {suit} headed by the {rank}, and his partner renounces in {suit}.",
    "{C} places his hand on the table, saying that he has the rest of the {noun}.",
    "Mrs. {name}, who kept the score, had {verb} {number} points in the honor column.",
    "Neither {A} nor {B} had looked at any card of the {adj} pack when the {noun} was {verb}.",
    "The {role} asks his partner whether he has no more {suit}, and receives a {adj} answer.",
)
QUERIES_ASKED = (
    "Query: should the {noun} stand?",
    "Is the {role} entitled to the {noun}, and may the {adj} {noun} be {verb}?",
    "May {A} exact the penalty for the {offense}?",
    "What penalty, if any, does the {offender} incur for the {offense}?",
    "Can either side score, except for honors or chicane?",
)
DECISION_OPEN = (
    "{Law} governs the {offense}.",
    "{Law} provides what the {role} may do when a {noun} has been {verb}.",
    "The case falls under {law}, read together with {law}.",
    "There is no law that covers the {adj} {noun}, but {etiquette} is {adv} in point.",
    "{Law} prescribes the penalty, and {case} follows the same reasoning.",
)
DECISION_MORE = (
    "The {noun} must stand unless the {role} has {adv} {verb} the {noun} (vide {law}).",
    "A player who has {verb} a {noun} cannot afterward ask that the {noun} be {verb}.",
    "As was held in {case}, the {adj} {noun} does not deprive the {role} of his {noun}.",
    "Had the {role} {verb} the {noun} before the next player had {verb}, {law} would have applied.",
    "The {noun} of the {noun} is that neither side should profit by a {adj} {noun}.",
    "It is {adv} immaterial whether the {role} would have {verb} the {noun} without the {noun}.",
    "The words of {law} are explicit, and the {adj} {noun} of the {role} cannot enlarge them.",
    "The {role} may call the {rank} of {suit} as an exposed card whenever it is his turn to lead.",
    "The penalty of {number} points is {verb} in the honor column, and the {noun} is {verb}.",
    "Opinions differ: {name} in the {club} bulletin held that the {noun} should be {verb}.",
    "Where the {noun} is {verb} in time, {law} permits the {role} to substitute a {noun}.",
    "The partners may consult about the {noun}, but the {noun} once {verb} is final.",
    "See {case} and {case}, where a {adj} {noun} was {verb} under {law}.",
)
DECISION_CLOSE = (
    "The claim of {A} is {adv} sustained.",
    "The {noun} is therefore not allowed.",
    "The question is decided in the {answer}.",
    "The {offender} must pay the penalty for the {offense}.",
    "The {noun} stands, and the score is {verb} accordingly.",
)
LAW_TEXT = (
    "If a player {does}, either adversary may demand that the {noun} be {verb}.",
    "A {noun} once {verb} cannot be {verb} after the next player has {verb}, declared or doubled.",
    "Should the {role} be {verb} of the {noun}, the {noun} must be {verb} before the cards have been cut.",
    "The {role} is not liable to the penalty for a {noun}; the trick must stand.",
    "Any player may, during the play of a trick, demand that the {noun} be {verb}.",
    "The penalty for each {adj} {noun} is {number} points, or {count} tricks at the choice of the {role}.",
)
FILLER = (
    "The {adj} {noun} was {adv} {verb} by the {role}, and the {noun} was {verb} with it.",
    "No {noun} of the {noun} can be {verb} where the {noun} itself is {adj}.",
    "A {noun} that is {adv} {verb} differs from a {noun} that the {role} has {verb}.",
    "The {role} of {A} had {verb} the {noun}, which made the {noun} {adj}.",
    "{Adv} the {noun} is {verb} only when a {adj} {noun} has been {verb}.",
    "Every {noun} in the {noun} of the {role} must be {verb} under the {adj} {noun}.",
)
TITLES = (
    "{Offense} by the {offender}",
    "Whether a {adj} {noun} may be {verb}: {offense}",
    "{Offense} and the {noun} of the {role}",
    "{Name} v. {Name}: {offense}",
    "The {adj} {noun} after a {offense}",
)
BEFORE_VOWEL = re.compile(r"(?<!\d )\b([aA]) (?=[aeiou])")   # 'a original' -> 'an original', not 'Law 84 a is'
ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
ANSWERS = ("affirmative", "negative")
