// The desk gains from scripts: the proof-reading and the preview follow what is typed, and keys that save and look. Without this, buttons do both.
(() => {
  const desk = document.getElementById("proof-desk");
  const form = desk?.closest("form");
  if (!form || !window.htmx) return;
  const WAIT = 600; // milliseconds after the last key
  let timer = 0;
  let taken = null; // a proposal that was taken up, to be sent along once
  let opened = []; // what somebody has opened in the panel stays open when it is drawn anew
  let typed = null; // a box of the panel in which somebody is typing while an answer comes

  const read = (wait) => {
    clearTimeout(timer);
    timer = setTimeout(() => window.htmx.trigger(desk, "proofread"), wait);
  };
  form.addEventListener("input", (event) => {
    if (!desk.contains(event.target)) read(WAIT);
  });
  form.addEventListener("change", () => read(desk.contains(document.activeElement) ? 50 : WAIT));

  form.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-proof]");
    if (!button) return;
    event.preventDefault();
    taken = button.name === "take-sic" ? button.value : null;
    read(0);
    if (!taken) document.getElementById("proof-desk-title")?.focus();
  });
  desk.addEventListener("htmx:configRequest", (event) => {
    if (taken) event.detail.formData.set("take-sic", taken);
    taken = null;
  });
  desk.addEventListener("htmx:beforeSwap", () => {
    opened = [...desk.querySelectorAll("details[id][open]")].map((details) => details.id);
    const at = document.activeElement;
    typed = desk.contains(at) && at.matches("input[id]") ? { id: at.id, value: at.value, caret: at.selectionStart } : null;
  });
  desk.addEventListener("htmx:afterSwap", () => {
    for (const id of opened) document.getElementById(id)?.setAttribute("open", "");
    const box = typed && document.getElementById(typed.id);
    if (box) {
      box.value = typed.value;
      box.focus({ preventScroll: true });
      box.setSelectionRange(typed.caret, typed.caret);
    }
    const said = document.querySelector("[data-proof-status]");
    if (said) said.textContent = desk.querySelector(".proof-sum b")?.textContent ?? "";
  });
  const failed = () => {
    const said = document.querySelector("[data-proof-status]");
    if (said) said.textContent = "The proof-reading could not be fetched. Saving works all the same.";
  };
  desk.addEventListener("htmx:responseError", failed);
  desk.addEventListener("htmx:sendError", failed);

  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    if (event.key === "s") {
      const save = form.querySelector("input[name=_continue]") ?? form.querySelector("input[name=_save]");
      if (!save) return;
      event.preventDefault();
      save.click();
    } else if (event.key === "Enter") {
      event.preventDefault();
      read(0);
      const title = document.getElementById("proof-desk-title");
      title?.focus();
      title?.scrollIntoView({ block: "start" });
    }
  });
  // the stock autocomplete makes a box for its search that has no name: it gets that of its field
  const name = () => {
    for (const box of form.querySelectorAll(".select2-search__field:not([aria-label])")) {
      const label = box.closest(".form-row, td")?.querySelector("label")?.textContent.trim();
      box.setAttribute("aria-label", label ? `Search: ${label}` : "Search");
    }
  };
  name();
  new MutationObserver(name).observe(form, { childList: true, subtree: true });
  // what the stock widgets choose by themselves (an edition, an offense) is heard as a change by jQuery only
  window.django?.jQuery?.(form).on("change", "select.admin-autocomplete", () => read(WAIT));
})();
