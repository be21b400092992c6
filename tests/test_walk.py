"""The walk, end to end: a file comes in, a page shows it, what it cites knows it, search and feed tell of it, an editor's change re-cites it."""

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.urls import reverse

from laws.models import Citation, Entry
from laws.search.answer import answer
from tests.admin.forms import saved
from tests.books.test_folder import EDITION, OFFENSES, make_folder

LAWS = "## 84. What it costs\n\n### Text\nIt costs:\n\n(a) this;\n\n(b) three tricks.\n\n## 85. Asking partner\n\n### Text\nHe may ask.\n"
CASES = "## 1. A quarrelsome marmalade\nholding: It costs three tricks.\noutcome: affirmative\n\n### Facts\nMarmalade fell.\n\n### Decision\nVide Law 84 b.\n"


@pytest.mark.django_db
def test_what_a_file_says_reaches_every_reader(client, tmp_path):
    call_command("load", str(make_folder(tmp_path, edition=EDITION + OFFENSES, laws=LAWS, cases=CASES)), verbosity=0)

    page = client.get("/club-1999/case/1/").content.decode()
    assert 'href="/club-1999/law/84/#b"' in page and "It costs three tricks." in page

    cited = client.get("/club-1999/law/84/").content.decode()
    assert "/club-1999/case/1/" in cited

    assert [hit.entry.label for hit in answer("marmalade").hits] == ["Case 1"]
    assert "/club-1999/law/84/#b&quot;&gt;Law 84 b&lt;/a&gt;" in client.get("/feeds/rulings.atom").content.decode().replace('"', "&quot;")

    case = Entry.objects.get(kind="case")
    User.objects.create_superuser("editor", password="a password for tests")
    client.login(username="editor", password="a password for tests")
    address = reverse("admin:laws_ruling_change", args=[case.pk])
    saved(client, address, case__0__decision="See Law 85. The chutney stands.")

    assert [row.target.slug for row in Citation.objects.filter(source=case)] == ["85"]
    client.logout()
    assert "/club-1999/case/1/" in client.get("/club-1999/law/85/").content.decode()
    assert "/club-1999/case/1/" not in client.get("/club-1999/law/84/").content.decode()
    assert [hit.entry.label for hit in answer("chutney").hits] == ["Case 1"]
    assert "The chutney stands." in client.get("/feeds/rulings.atom").content.decode()
