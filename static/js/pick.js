// Entries ticked for a newsletter: kept on this device, nowhere else. Without this, "Add to newsletter" is a link that says it in its address.
(() => {
  const KEY = "casebook-newsletter";
  const home = document.querySelector("a[data-newsletter]");
  if (!home) return;
  let memory = "";

  const stored = () => {
    try {
      return localStorage.getItem(KEY) ?? "";
    } catch {
      return memory;
    }
  };
  const keep = (query) => {
    memory = query;
    try {
      if (query) localStorage.setItem(KEY, query);
      else localStorage.removeItem(KEY);
    } catch {
      // a browser that keeps nothing: the choice holds for this page
    }
  };
  const words = (query) => (new URLSearchParams(query).get("pick") ?? "").split(",").filter(Boolean);
  const has = (code) => words(stored()).some((word) => word.startsWith(code));

  const toggle = (code) => {
    const params = new URLSearchParams(stored());
    const kept = words(stored()).filter((word) => !word.startsWith(code));
    if (!has(code)) kept.push(code);
    else params.delete(`say-${code}`);
    if (kept.length) params.set("pick", kept.join(","));
    else params.delete("pick");
    keep(kept.length || params.get("title") ? params.toString() : "");
  };

  const said = document.createElement("p");
  said.className = "visually-hidden";
  said.setAttribute("role", "status");
  const tray = document.createElement("a");
  tray.className = "tray";
  document.body.append(said);
  const foot = document.querySelector("body > footer") ?? document.body; // whoever goes from landmark to landmark comes to the tray, too

  const counted = (n) => `${n} ${n === 1 ? "entry" : "entries"}`;

  const show = (button) => {
    const { code, name, small } = button.dataset;
    const taken = has(code);
    button.classList.toggle("is-picked", taken);
    button.textContent = small ? (taken ? "✓" : "+") : taken ? "Take out of newsletter" : "Add to newsletter";
    if (small) button.setAttribute("aria-label", taken ? `Take ${name} out of the newsletter` : `Add ${name} to the newsletter`);
  };

  const make = (code, name, small) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = small ? "pick small" : "button pick";
    Object.assign(button.dataset, { code, name, ...(small && { small }) });
    show(button);
    return button;
  };

  // Rows of a dense list have their control only once something has been ticked.
  const decorate = () => {
    const many = words(stored()).length;
    document.documentElement.classList.toggle("picking", many > 0);
    for (const link of document.querySelectorAll("a[data-pick]")) link.replaceWith(make(link.dataset.pick, "", ""));
    for (const row of document.querySelectorAll("[data-pick]:not(a)")) {
      const dense = row.dataset.pickDense !== undefined;
      if (row.querySelector("button.pick") || (dense && !many)) continue;
      const name = row.querySelector("a")?.textContent.replace(/\s+/g, " ").trim() ?? row.dataset.pick;
      (row.matches("tr") ? row.cells[0] : row).append(make(row.dataset.pick, name, "1"));
      row.classList.add("has-pick");
    }
    for (const button of document.querySelectorAll("button.pick")) show(button);
    tray.textContent = `Newsletter: ${counted(many)}`;
    tray.href = `${home.pathname}?${stored()}`;
    if (many && !document.getElementById("composer")) foot.append(tray);
    else tray.remove();
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("button.pick");
    if (!button) return;
    toggle(button.dataset.code);
    decorate();
    said.textContent = `${has(button.dataset.code) ? "Added" : "Taken out"}. The newsletter has ${counted(words(stored()).length)}.`;
  });
  document.addEventListener("htmx:afterSettle", decorate);
  window.addEventListener("storage", decorate);
  window.addEventListener("pageshow", decorate);
  window.newsletterOfThisDevice = { stored, keep };
  decorate();
})();
