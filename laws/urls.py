"""Every public address. The order matters in two places: an edition's own pages come before its entries, the ladder comes last."""

from django.contrib.sitemaps.views import sitemap
from django.urls import path, re_path, register_converter

from laws.models.vocabulary import Kind
from laws.views import cases, edition, entry, feeds, finder, help, home, ladder, machines, penalties, search, sitemaps


class _Slug:
    """Small letters, digits and single hyphens. Any other spelling is for the ladder to read."""

    regex = "[a-z0-9]+(?:-[a-z0-9]+)*"

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


class _Kind(_Slug):
    regex = "|".join(Kind.values)


register_converter(_Slug, "words")
register_converter(_Kind, "kind")

urlpatterns = [
    path("", home.home, name="home"),
    path("search/", search.search, name="search"),
    path("search/suggest/", search.suggest, name="suggest"),
    path("finder/", finder.finder, name="finder"),
    path("finder/<words:offender>/", finder.finder, name="finder-offender"),
    path("finder/<words:offender>/<words:phase>/", finder.finder, name="finder-phase"),
    path("cases/", cases.cases, name="cases"),
    path("help/", help.help, name="help"),
    path("feeds/rulings.atom", feeds.RulingsFeed(), name="feed"),
    path("sitemap.xml", sitemap, {"sitemaps": sitemaps.SITEMAPS}, name="sitemap"),
    path("robots.txt", machines.robots, name="robots"),
    path("favicon.ico", machines.favicon, name="favicon"),
    re_path(r"^~(?P<typed>[^/]+)/?$", ladder.short, name="short"),
    path("<words:edition>/", edition.contents, name="edition"),
    path("<words:edition>/feed.atom", feeds.EditionFeed(), name="edition-feed"),
    path("<words:edition>/cases/", cases.cases, name="edition-cases"),
    path("<words:edition>/penalties/", penalties.penalties, name="penalties"),
    re_path(
        rf"^(?P<edition>{_Slug.regex})/(?P<kind>{_Kind.regex})/(?P<first>\d{{1,4}}[a-z]?)-(?P<last>\d{{1,4}}[a-z]?)/$",
        entry.run,
        name="run",
    ),
    path("<words:edition>/<kind:kind>/<words:slug>/", entry.entry, name="entry"),
    path("<words:edition>/<kind:kind>/<words:slug>/preview/", entry.preview, name="preview"),
    re_path(r"^(?P<path>.*)$", ladder.ladder, name="ladder"),
]
