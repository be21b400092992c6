// The first words of what a citation names, over the link: on hover, on focus, and on the first tap. Without this, the link is enough.
(() => {
  const box = document.createElement("div");
  if (!("popover" in box)) return;
  box.className = "preview";
  box.id = "preview";
  box.popover = "manual";

  const fetched = new Map();
  let link = null;
  let timer = 0;

  const words = (address) => {
    if (!fetched.has(address)) {
      const answer = fetch(address, { headers: { Accept: "text/html" } }).then((response) => (response.ok ? response.text() : Promise.reject(response.status)));
      answer.catch(() => fetched.delete(address));
      fetched.set(address, answer);
    }
    return fetched.get(address);
  };

  const place = () => {
    box.style.left = box.style.top = "";
    if (!matchMedia("(hover: hover) and (min-width: 40rem)").matches) return;
    const at = link.getClientRects()[0];
    const size = box.getBoundingClientRect();
    const below = at.bottom + 8 + size.height < innerHeight || at.top < size.height + 8;
    box.style.left = `${Math.max(8, Math.min(at.left, document.documentElement.clientWidth - size.width - 16))}px`;
    box.style.top = `${below ? at.bottom + 6 : at.top - size.height - 6}px`;
  };

  const close = () => {
    clearTimeout(timer);
    link?.removeAttribute("aria-describedby");
    link = null;
    if (box.isConnected && box.matches(":popover-open")) box.hidePopover();
  };

  const open = async (target) => {
    if (link === target) return;
    close();
    link = target;
    try {
      const html = await words(target.dataset.preview);
      if (link !== target) return;
      box.innerHTML = html;
      if (!box.isConnected) document.body.append(box);
      box.showPopover();
      place();
      target.setAttribute("aria-describedby", "preview");
    } catch {
      if (link === target) link = null;
      return false;
    }
    return true;
  };

  const later = (what, wait) => {
    clearTimeout(timer);
    timer = setTimeout(what, wait);
  };
  const cited = (event) => event.target.closest?.("a[data-preview]");
  let finger = false;

  document.addEventListener("pointerdown", (event) => {
    finger = event.pointerType === "touch";
  }, true);
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const target = cited(event);
    if (target) later(() => open(target), 180);
    else if (event.target.closest?.(".preview")) clearTimeout(timer);
    else if (link && document.activeElement !== link) later(close, 220);
    else clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    const target = cited(event);
    if (finger) return;
    if (target) open(target);
    else if (!event.target.closest?.(".preview")) close();
  });
  document.addEventListener("click", async (event) => {
    const target = cited(event);
    if (finger && target && target !== link && !event.defaultPrevented) {
      event.preventDefault();
      if ((await open(target)) === false) location.href = target.href;
    } else if (!event.target.closest?.(".preview")) close();
  });
  document.addEventListener("keydown", (event) => {
    finger = false;
    if (event.key === "Escape") close();
  });
  document.addEventListener("scroll", () => {
    if (link && box.isConnected && box.matches(":popover-open")) place();
  }, { passive: true });
})();
