// What the composer gains from scripts: it keeps what is composed on this device, and copies it. Without this, forms and links do.
(() => {
  const { stored, keep } = window.newsletterOfThisDevice;
  const query = () => document.getElementById("composed")?.dataset.query ?? "";
  const same = (one, other) => {
    const plain = (text) => [...new URLSearchParams(text)].map(([name, value]) => `${name}=${value.replaceAll("-h", "")}`).sort().join("&");
    return plain(one) === plain(other);
  };

  if (!location.search && stored()) {
    location.replace(`${location.pathname}?${stored()}`);
    return;
  }
  let foreign = Boolean(stored() && query() && !same(stored(), query()));

  const settle = () => {
    const other = document.querySelector("[data-other]");
    if (other) other.hidden = !foreign;
    if (!foreign) keep(query());
    for (const button of document.querySelectorAll("[data-take]")) button.hidden = !navigator.clipboard;
    for (const button of document.querySelectorAll("[data-take-rich]")) button.hidden = !document.queryCommandSupported("copy");
  };

  // A mail that is being written takes what stands in the body alone: with a style sheet beside it, Chromium would write the widths of
  // this screen into every element.
  const within = (page) => page.slice(page.indexOf(">", page.indexOf("<body")) + 1, page.lastIndexOf("</body>")).trim();

  // Put on the clipboard as it stands: the newer way would first apply its styles to this page, whose content policy forbids them.
  const copyRich = (html, plain) => {
    const put = (event) => {
      event.clipboardData.setData("text/html", html);
      event.clipboardData.setData("text/plain", plain);
      event.preventDefault();
    };
    document.addEventListener("copy", put, { once: true });
    const done = document.execCommand("copy");
    document.removeEventListener("copy", put);
    if (!done) throw new Error("not allowed");
  };

  const copy = async (button) => {
    const name = button.textContent;
    const said = document.querySelector("[data-said]");
    const { take, takeRich } = button.dataset;
    const text = document.getElementById(take ?? takeRich).value;
    try {
      if (take) await navigator.clipboard.writeText(text);
      else copyRich(within(text), document.getElementById("as-text").value);
      button.textContent = "Copied";
      said.textContent = take ? "Copied." : "Copied. Paste it into your e-mail.";
    } catch {
      button.textContent = "Not copied: select it";
      said.textContent = "This browser did not allow copying. Select the text and copy it.";
    }
    setTimeout(() => {
      button.textContent = name;
      said.textContent = "";
    }, 1600);
  };

  // After a row has moved or gone, the keyboard stays where it was, or goes to what is nearest.
  let place = null;
  const remember = () => {
    const row = document.activeElement?.closest?.(".pick-line");
    place = row ? { id: document.activeElement.id, at: [...row.parentElement.children].indexOf(row) } : null;
  };
  const comeBack = () => {
    if (!place) return;
    const button = document.getElementById(place.id);
    const rows = document.querySelectorAll(".pick-line");
    const near = rows[Math.min(place.at, rows.length - 1)]?.querySelector(".pick-does button:not(:disabled)");
    const beside = button?.disabled ? button.parentElement.querySelector("button:not(:disabled)") : button;
    (beside ?? near ?? document.getElementById("add"))?.focus();
    place = null;
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-take], [data-take-rich]");
    if (button) copy(button);
    if (event.target.closest?.("[data-keep]")) {
      foreign = false;
      settle();
    }
    const mine = event.target.closest?.("[data-mine]");
    if (mine) mine.href = `${location.pathname}?${stored()}`;
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches?.("form.compose")) remember();
  });
  document.addEventListener("htmx:afterSettle", (event) => {
    settle();
    if (event.target.id === "composer") comeBack();
  });
  document.documentElement.classList.add("has-scripts");
  settle();
})();
