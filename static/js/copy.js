// Buttons that copy a link or a citation, and one beside each part. Without this, the links themselves can be copied.
(() => {
  if (!navigator.clipboard) return;
  const said = document.querySelector("[data-copy-status]");

  const copy = async (button) => {
    const name = button.textContent;
    button.style.minWidth = `${button.offsetWidth}px`;
    await navigator.clipboard.writeText(button.dataset.copy);
    button.textContent = "Copied";
    if (said) said.textContent = `Copied: ${button.dataset.copy}`;
    setTimeout(() => {
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
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
})();
