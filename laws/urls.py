"""Every public address. The order matters in two places: an edition's own pages come before its entries, the ladder comes last."""

from django.urls import path, re_path, register_converter

from laws.models.vocabulary import Kind
from laws.sharing.syndicate import TYPES as FEEDS
from laws.views import (
    cards,
    cases,
    citing,
    downloads,
    edition,
    embed,
    entry,
    feeds,
    finder,
    glossary,
    help,
    history,
    home,
    ladder,
    machines,
    newsletter,
    oembed,
    paper,
    penalties,
    proof,
    search,
    share,
    sitemaps,
    suggest,
)


class _Slug:
    """Small letters, digits and single hyphens. Any other spelling is for the ladder to read."""

    regex = "[a-z0-9]+(?:-[a-z0-9]+)*"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class _Kind(_Slug):
    regex = "|".join(Kind.values)


class _Form(_Slug):
    regex = "|".join(FEEDS)


register_converter(_Slug, "words")
register_converter(_Kind, "kind")
register_converter(_Form, "form")

urlpatterns = [
    path("", home.home, name="home"),
    path("search/", search.search, name="search"),
    path("search/help/", search.guide, name="search-help"),
    path("search/suggest/", suggest.suggest, name="suggest"),
    path("search/suggest.json", suggest.completions, name="completions"),
    path("opensearch.xml", suggest.description, name="opensearch"),
    path("glossary/", glossary.glossary, name="glossary"),
    path("glossary/<words:slug>/", glossary.term, name="term"),
    path("glossary/<words:slug>/preview/", glossary.preview, name="term-preview"),
    path("finder/", finder.finder, name="finder"),
    path("finder/<words:offender>/", finder.finder, name="finder-offender"),
    path("finder/<words:offender>/<words:phase>/", finder.finder, name="finder-phase"),
    path("cases/", cases.cases, name="cases"),
    path("help/", help.help, name="help"),
    path("proof/", proof.proof, name="proof"),
    path("feeds/", feeds.feeds, name="feeds"),
    path("feeds/rulings.atom", feeds.rulings, {"form": "atom"}, name="feed"),
    path("feeds/rulings.<form:form>", feeds.rulings, name="feed-as"),
    path("feeds/search.<form:form>", feeds.search, name="search-feed"),
    path("feeds/offense/<words:offense>.<form:form>", feeds.offense, name="offense-feed"),
    path("newsletter/", newsletter.newsletter, name="newsletter"),
    path("newsletter/mail/", newsletter.as_mail, name="newsletter-mail"),
    path("newsletter/print/", newsletter.as_sheet, name="newsletter-sheet"),
    re_path(r"^newsletter/newsletter\.(?P<form>html|txt|md|pdf)$", newsletter.download, name="newsletter-file"),
    path("oembed", oembed.oembed, name="oembed"),
    path("embed/<str:typed>/", embed.embed, name="embed"),
    path("embed/<str:typed>", embed.embed, name="embed-bare"),
    path("sitemap.xml", sitemaps.sitemap, name="sitemap"),
    re_path(r"^sitemap-(?P<part>pages|\d{1,9})\.xml$", sitemaps.stretch, name="sitemap-part"),
    path("robots.txt", machines.robots, name="robots"),
    path("favicon.ico", machines.favicon, name="favicon"),
    re_path(r"^~(?P<typed>[^/.]+)\.(?P<form>(?i:svg|png))$", share.code, name="share-code"),
    re_path(r"^~(?P<typed>[^/.]+)\.(?P<form>(?i:ris|bib|json))$", share.file, name="share-file"),
    re_path(r"^~(?P<typed>[^/.]+)/[cC][aA][rR][dD]\.[pP][nN][gG]$", cards.card, name="card"),
    re_path(r"^~(?P<typed>[^/]+)/?$", ladder.short, name="short"),
    path("<words:edition>/", edition.contents, name="edition"),
    path("<words:edition>/feed.atom", feeds.edition, {"form": "atom"}, name="edition-feed"),
    path("<words:edition>/feed.<form:form>", feeds.edition, name="edition-feed-as"),
    path("<words:edition>/cases/", cases.cases, name="edition-cases"),
    path("<words:edition>/penalties/", penalties.penalties, name="penalties"),
    path("<words:edition>/penalties/card/", paper.card, name="penalty-card"),
    path("<words:edition>/case/<words:slug>/sheet/", paper.sheet, name="case-sheet"),
    re_path(rf"^(?P<edition>{_Slug.regex})/whole\.(?P<form>html|epub|md|json|csv|pdf)$", downloads.code, name="download"),
    re_path(
        rf"^(?P<edition>{_Slug.regex})/(?P<kind>{_Kind.regex})/(?P<first>\d{{1,4}}[a-z]?)-(?P<last>\d{{1,4}}[a-z]?)/$",
        entry.run,
        name="run",
    ),
    path("<words:edition>/<kind:kind>/<words:slug>/", entry.entry, name="entry"),
    path("<words:edition>/<kind:kind>/<words:slug>/preview/", entry.preview, name="preview"),
    path("<words:edition>/<kind:kind>/<words:slug>/cited-by/", citing.citing, name="citing"),
    path("<words:edition>/<kind:kind>/<words:slug>/history/", history.history, name="history"),
    re_path(
        rf"^(?P<edition>{_Slug.regex})/(?P<kind>{_Kind.regex})/(?P<slug>{_Slug.regex})/history/(?P<day>\d{{4}}-\d{{2}}-\d{{2}})/$",
        history.wording,
        name="wording",
    ),
    path("<words:edition>/<kind:kind>/<words:slug>/share/", share.share, name="share"),
    path("<words:edition>/<kind:kind>/<words:slug>/feed.<form:form>", feeds.entry, name="entry-feed"),
    re_path(r"^(?P<path>.*)$", ladder.ladder, name="ladder"),
]
