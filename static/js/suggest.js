// A search field that offers titles, offenses, citations and words of the glossary while one types: a combobox as WAI-ARIA has it.
// Without this, the field searches.
(() => {
  const WAIT = 120; // milliseconds after the last key
  const LEAST = 2; // letters

  const combobox = (input) => {
    const form = input.form;
    const box = document.createElement("div");
    box.className = "suggestions";
    box.hidden = true;
    const said = document.createElement("div");
    said.className = "visually-hidden";
    said.setAttribute("role", "status");
    form.append(box, said);

    const name = `${input.id}-suggestions`;
    let options = [];
    let at = -1;
    let timer = 0;
    let request = null;

    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    input.setAttribute("aria-expanded", "false");
    input.setAttribute("aria-controls", name);

    const mark = (to) => {
      options[at]?.setAttribute("aria-selected", "false");
      at = to;
      const option = options[at];
      if (option) {
        option.setAttribute("aria-selected", "true");
        option.scrollIntoView({ block: "nearest" });
        input.setAttribute("aria-activedescendant", option.id);
      } else {
        input.removeAttribute("aria-activedescendant");
      }
    };
    const close = () => {
      clearTimeout(timer);
      request?.abort();
      mark(-1);
      box.hidden = true;
      input.setAttribute("aria-expanded", "false");
      said.textContent = "";
    };
    const open = () => {
      if (!options.length) return close();
      box.hidden = false;
      input.setAttribute("aria-expanded", "true");
      said.textContent = options.length === 1 ? "1 suggestion" : `${options.length} suggestions`;
    };
    const put = (html) => {
      const list = new DOMParser().parseFromString(html, "text/html").querySelector("[role=listbox]");
      box.replaceChildren(...(list ? [document.importNode(list, true)] : []));
      if (list) box.firstElementChild.id = name;
      options = [...box.querySelectorAll("[role=option]")];
      options.forEach((option, number) => {
        option.id = `${name}-${number}`;
      });
      at = -1;
      input.removeAttribute("aria-activedescendant");
    };
    const ask = async () => {
      const typed = input.value.trim();
      request?.abort();
      if (typed.length < LEAST) {
        put("");
        return close();
      }
      request = new AbortController();
      try {
        const answer = await fetch(`${input.dataset.suggest}?q=${encodeURIComponent(typed.slice(0, 100))}`, { signal: request.signal });
        const html = answer.ok ? await answer.text() : "";
        if (typed !== input.value.trim() || document.activeElement !== input) return;
        put(html);
        open();
      } catch {
        // the line is down, or more was typed: the field searches as ever
      }
    };
    const go = (option) => {
      close();
      location.assign(option.dataset.address);
    };

    input.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(ask, WAIT);
    });
    input.addEventListener("keydown", (event) => {
      if (event.isComposing) return;
      const shown = !box.hidden;
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        if (!options.length) return;
        event.preventDefault();
        if (!shown) open();
        if (event.altKey) return;
        const step = event.key === "ArrowDown" ? 1 : -1;
        const next = at + step;
        mark(at === -1 && step < 0 ? options.length - 1 : next >= options.length ? -1 : next);
      } else if (event.key === "Enter" && shown && at >= 0) {
        event.preventDefault();
        go(options[at]);
      } else if (event.key === "Enter") {
        close();
      } else if (event.key === "Escape" && shown) {
        event.preventDefault();
        close();
      } else if (event.key === "Tab") {
        close();
      }
    });
    // The field keeps the focus while a finger or the pointer is on the list.
    box.addEventListener("mousedown", (event) => event.preventDefault());
    box.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) go(option);
    });
    form.addEventListener("focusout", (event) => {
      if (!form.contains(event.relatedTarget)) close();
    });
    form.addEventListener("submit", close);
    window.addEventListener("pagehide", close);
  };

  for (const input of document.querySelectorAll("input[data-suggest]")) combobox(input);
})();
