// Buttons that copy a link, a citation or the text of a field, and one beside each part. Without this, all of it can be selected.
(() => {
  if (!navigator.clipboard) return;
  const said = document.querySelector("[data-copy-status]");

  // As formatted words, for mail programs and editors that take them; the site wrote this HTML itself.
  const asLink = (html) => {
    const words = new DOMParser().parseFromString(html, "text/html").body.textContent;
    const kinds = { "text/html": html, "text/plain": words };
    const item = Object.fromEntries(Object.entries(kinds).map(([type, text]) => [type, new Blob([text], { type })]));
    return navigator.clipboard.write([new ClipboardItem(item)]);
  };

  const copy = async (button) => {
    const name = button.textContent;
    if (button.dataset.busy) return;
    button.dataset.busy = "1";
    button.style.minWidth = `${button.offsetWidth}px`;
    const text = button.dataset.copy ?? document.getElementById(button.dataset.copyFrom).value.trimEnd();
    try {
      await (button.dataset.copyAs === "link" ? asLink(text) : navigator.clipboard.writeText(text));
      button.textContent = "Copied";
      if (said) said.textContent = `Copied: ${button.dataset.copyAs === "link" ? "the citation as a link" : text.slice(0, 300)}`;
    } catch {
      button.textContent = "Not copied: select it";
      if (said) said.textContent = "This browser did not allow copying. Select the text and copy it.";
    }
    setTimeout(() => {
      delete button.dataset.busy;
      button.textContent = name;
      if (said) said.textContent = "";
    }, 1600);
  };

  for (const part of document.querySelectorAll(".part[id]")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button copy-part";
    button.dataset.copy = new URL(`#${part.id}`, document.querySelector("link[rel=canonical]")?.href ?? location.href).href;
    button.textContent = "Copy link";
    button.setAttribute("aria-label", `Copy the link to part ${part.id}`);
    part.append(button);
  }
  for (const button of document.querySelectorAll("button[data-copy], button[data-copy-from]")) {
    button.hidden = button.dataset.copyAs === "link" && !window.ClipboardItem;
    button.addEventListener("click", () => copy(button));
  }
})();
