"""The links in what a club has sent out: found whatever they stand in, and told to be dead, moved or fine."""

from __future__ import annotations

import io
import json
import threading
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.core.management import CommandError, call_command

from laws import editing
from laws.links import find
from laws.models import Entry, MissingAddress
from tests.builders import make_case, make_law

HOSTS = ["casebook.example", "old.example"]


def mail(html: str, plain: str = "") -> bytes:
    message = EmailMessage()
    message["From"], message["Subject"] = "editor@club.example", "Bulletin"
    message.set_content(plain or "None here.")
    message.add_alternative(html, subtype="html", cte="quoted-printable")
    return bytes(message)


LONG = "https://casebook.example/auction-1912/law/84/?" + "x=1&" * 40 + "#b"


@pytest.mark.parametrize(
    ("data", "links", "why"),
    [
        (b"See https://casebook.example/~K7Q2M.", ["https://casebook.example/~K7Q2M"], "the sentence's full stop"),
        (b"(https://casebook.example/a/), <https://casebook.example/b/>", ["https://casebook.example/a/", "https://casebook.example/b/"], "brackets"),
        (b"[Law](https://casebook.example/a/) and more", ["https://casebook.example/a/"], "Markdown"),
        (b"casebook.example/~K7Q2M in print", ["https://casebook.example/~K7Q2M"], "an address as it is printed"),
        (b"http://old.example/x/ https://casebook.example:8000/y/", ["http://old.example/x/", "https://casebook.example:8000/y/"], "an old host, a port"),
        (b"https://notcasebook.example/a https://casebook.example.org/b me@casebook.example https://other/casebook.example", [], "other hosts"),
        (b'<p><a href="https://casebook.example/a/">https://casebook.example/a/</a></p>', ["https://casebook.example/a/"], "a page, its link told once"),
        (b'<html><a href="/relative/">x</a>casebook.example/~K7Q2M</html>', ["https://casebook.example/~K7Q2M"], "words of a page beside its links"),
        ("<p>“https://casebook.example/a/”</p>".encode("cp1252"), ["https://casebook.example/a/"], "a page in an old character set"),
        (mail(f'<a href="{LONG}">x</a>'), [LONG], "a long link that the mail broke over lines"),
        (b"From a Mon Jan  5 10:00:00 2026\n" + mail("<a href='https://casebook.example/a/'>x</a>") + b"\nFrom b Tue Jan  6 10:00:00 2026\nFrom: b\nTo: c\n\nhttps://casebook.example/b/\n",
         ["https://casebook.example/a/", "https://casebook.example/b/"], "an archive of two mails"),
        (b"From: a\nTo: b\nContent-Type: text/plain; charset=no-such-thing\n\nhttps://casebook.example/a/", ["https://casebook.example/a/"], "a character set that nobody knows"),
        (b'<iframe src="https://casebook.example/embed/K7Q2M/?a=1&amp;b=2"></iframe>', ["https://casebook.example/embed/K7Q2M/?a=1&b=2"], "a card in a frame"),
        (b'<p><img src="https://casebook.example/~K7Q2M.png" alt="">a code in print</p>', ["https://casebook.example/~K7Q2M.png"], "a picture"),
        (b'<html><link rel="alternate" href="https://casebook.example/feeds/rulings.atom"></html>', ["https://casebook.example/feeds/rulings.atom"], "a feed in a head"),
        (b'<p><a href="//casebook.example/a/?to=https://x.example">a</a><img src=//old.example/b.png>', ["https://casebook.example/a/?to=https://x.example", "https://old.example/b.png"],
         "without a scheme"),
        (b"ftp://casebook.example/a https://x.example//casebook.example/b also:casebook.example/c", ["https://casebook.example/c"], "other schemes, other sites"),
        (b'<p><a name="top">x</a><a href="">y</a><img alt="z"> casebook.example/a', ["https://casebook.example/a"], "tags without addresses"),
        (b"\xff\xfe\x00" * 50, [], "no text at all"),
        (b"", [], "nothing"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_links_are_found_in_whatever_they_stand(data, links, why):
    assert list(find(data, HOSTS)) == links, why


def test_a_link_is_told_once_with_how_often_it_stands():
    assert find(b"https://casebook.example/a/ https://casebook.example/a/", HOSTS) == {"https://casebook.example/a/": 2}


@pytest.fixture
def shelf():
    make_law("84", text="It costs:\n\n(b) that.", permanent_id="7N0J1")
    editing.renumber(make_law("83"), "183")
    editing.withdraw(make_case("11"), because="It was unclear.", replaced_by=Entry.objects.get(slug="84"))


def told(path, *words: str) -> tuple[dict[str, tuple[str, str, str]], int]:
    out = io.StringIO()
    try:
        call_command("check_links", str(path), "--json", *words, stdout=out)
        code = 0
    except SystemExit as left:
        code = int(left.code or 0)
    return {row["url"]: (row["state"], row["to"], row["said"]) for row in json.loads(out.getvalue())}, code


@pytest.mark.django_db
class TestTheCommand:
    def test_each_link_has_its_verdict(self, shelf, tmp_path):
        home = "https://casebook.example"
        file = tmp_path / "bulletin.txt"
        file.write_text("\n".join([f"{home}/auction-1912/law/84/#b", f"{home}/~7noji", f"{home}/auction-1912/law/83/", f"{home}/auction-1912/law/84b",
                                   f"{home}/auction-1912/law/84/#q", f"{home}/auction-1912/case/11/", f"{home}/auction-1912/law/400/",
                                   "http://old.example/auction-1912/law/84/"]))  # fmt: skip
        found, code = told(file, "--host", "old.example")
        assert code == 1
        assert found == {
            f"{home}/auction-1912/law/84/#b": ("fine", "", ""),
            f"{home}/~7noji": ("fine", f"{home}/auction-1912/law/84/", ""),
            f"{home}/auction-1912/law/83/": ("moved", f"{home}/auction-1912/law/183/", ""),
            f"{home}/auction-1912/law/84b": ("moved", f"{home}/auction-1912/law/84/#b", ""),
            f"{home}/auction-1912/law/84/#q": ("moved", f"{home}/auction-1912/law/84/", "the page is there, its part “q” is not"),
            f"{home}/auction-1912/case/11/": ("dead", f"{home}/auction-1912/law/84/", "withdrawn: It was unclear."),
            f"{home}/auction-1912/law/400/": ("dead", "", "nothing is there"),
            "http://old.example/auction-1912/law/84/": ("moved", f"{home}/auction-1912/law/84/", ""),
        }
        assert not MissingAddress.objects.exists(), "looking is not asking"

    def test_it_ends_with_0_where_none_is_dead(self, shelf, tmp_path):
        file = tmp_path / "bulletin.txt"
        file.write_text("https://casebook.example/auction-1912/law/84/ https://casebook.example/auction-1912/law/83/")
        assert told(file)[1] == 0

    def test_it_says_it_in_words(self, shelf, tmp_path, capsys):
        file = tmp_path / "bulletin.txt"
        file.write_text("https://casebook.example/auction-1912/law/84/ https://casebook.example/auction-1912/law/84/")
        call_command("check_links", str(file))
        assert "fine   https://casebook.example/auction-1912/law/84/ (2 times)\n1 links: 0 dead, 0 moved, 1 fine." in capsys.readouterr().out
        file.write_text("nothing")
        call_command("check_links", str(file))
        assert "There is no link to casebook.example in it." in capsys.readouterr().out

    @pytest.mark.parametrize(
        ("source", "said"), [("/no/such/file", "cannot be read"), ("/", "is a folder"), ("file:///etc/passwd", "only http and https"), ("ftp://x.example/y", "only http"), ("http://[bad/", "no web address")],
    )  # fmt: skip
    def test_what_cannot_be_read_ends_with_2(self, source, said):
        with pytest.raises(CommandError, match=said) as error:
            call_command("check_links", source)
        assert error.value.returncode == 2

    def test_a_page_is_fetched_with_a_bound_and_never_followed_off_the_web(self, shelf, monkeypatch):
        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(302 if self.path == "/away" else 200)
                if self.path == "/away":
                    self.send_header("Location", "file:///etc/passwd")
                self.end_headers()
                self.wfile.write(b"https://casebook.example/auction-1912/law/84/ " * (9 if self.path == "/big" else 1))

            def log_message(self, *words: object) -> None:
                pass

        server = HTTPServer(("127.0.0.1", 0), Page)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        home = f"http://127.0.0.1:{server.server_port}"
        try:
            assert told(home)[0] == {"https://casebook.example/auction-1912/law/84/": ("fine", "", "")}
            monkeypatch.setattr("laws.management.commands.check_links.LARGEST_PAGE", 100)
            for path, said in (("/big", "split it"), ("/away", "not allowed")):
                with pytest.raises(CommandError, match=said):
                    call_command("check_links", home + path)
        finally:
            server.shutdown()
