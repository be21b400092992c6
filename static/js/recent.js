// Recent searches, kept on this device and nowhere else. Without this, or where the browser keeps nothing, there are none.
(() => {
  const KEY = "casebook-searches";
  const MOST = 8;
  const LONGEST = 200;

  const kept = () => {
    try {
      const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      return Array.isArray(found) ? found.filter((query) => typeof query === "string" && query.trim()).slice(0, MOST) : [];
    } catch {
      return [];
    }
  };
  const keep = (queries) => {
    try {
      if (queries.length) localStorage.setItem(KEY, JSON.stringify(queries));
      else localStorage.removeItem(KEY);
    } catch {
      // a browser that keeps nothing
    }
  };
  const remember = (typed) => {
    const query = typed.trim().replace(/\s+/g, " ").slice(0, LONGEST);
    if (!query) return;
    const others = kept().filter((other) => other.toLowerCase() !== query.toLowerCase());
    keep([query, ...others].slice(0, MOST));
  };

  const field = document.querySelector("main input[name=q]");
  if (!field) return;
  if (field.defaultValue) remember(field.defaultValue);
  field.form.addEventListener("submit", () => remember(field.value));
  document.addEventListener("click", (event) => {
    if (event.target.closest?.(".hits a, .chooser a, .jump-to a")) remember(field.value);
  });

  const show = () => {
    for (const section of document.querySelectorAll("[data-recent]")) {
      const queries = kept();
      section.hidden = !queries.length;
      section.querySelector("ul")?.remove();
      const list = document.createElement("ul");
      for (const query of queries) {
        const link = document.createElement("a");
        link.href = `${section.dataset.recent}?q=${encodeURIComponent(query)}`;
        link.textContent = query;
        const item = document.createElement("li");
        item.append(link);
        list.append(item);
      }
      section.querySelector("h2").after(list);
    }
  };
  document.addEventListener("click", (event) => {
    if (!event.target.closest?.("[data-recent] button")) return;
    keep([]);
    show();
    field.focus();
  });
  document.addEventListener("htmx:afterSwap", show);
  window.addEventListener("pageshow", show);
  show();
})();
