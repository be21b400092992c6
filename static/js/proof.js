// The proof-reader's page gains buttons that copy, and findings that are read out when they come. Without this, the boxes can be copied by hand.
(() => {
  const offer = () => {
    if (!navigator.clipboard) return;
    for (const button of document.querySelectorAll("button[data-take]")) button.hidden = false;
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("button[data-take]");
    const box = button && document.getElementById(button.dataset.take);
    if (!box) return;
    const name = button.textContent;
    await navigator.clipboard.writeText(box.value);
    const said = document.querySelector("[data-take-status]");
    button.textContent = "Copied";
    if (said) said.textContent = "Copied.";
    setTimeout(() => {
      button.textContent = name;
      if (said) said.textContent = "";
    }, 1600);
  });
  document.addEventListener("htmx:afterSwap", (event) => {
    offer();
    if (event.detail.target?.id === "findings") document.getElementById("findings")?.focus({ preventScroll: true });
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    // a text that is too long or missing is answered with a sentence, which is to be shown
    if ([413, 422].includes(event.detail.xhr.status)) event.detail.shouldSwap = true;
  });
  offer();
})();
