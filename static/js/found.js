// The words that a search found, marked on the page that it led to (?found=revoke+out_of_turn), with a bar that goes from one to the next.
// Without this the page is as ever; nothing of the address reaches it but through the words compared here.
(() => {
  const MOST = 16; // words and phrases
  const ENDINGS = /(?:'s|ing|ed|es|s|e)$/;
  const WORD = /[\p{L}\p{N}]+(?:['’]s)?/gu;
  const SKIP = "a.part-label, sup, .copies, .status, button, script, svg";

  const fold = (word) => word.normalize("NFKD").replace(/\p{M}/gu, "").replace("’", "'").toLowerCase();
  const stem = (word) => {
    const plain = fold(word).replace(/'s$/, "");
    const short = plain.replace(ENDINGS, "");
    return short.length >= 4 ? short.replace(/(.)\1$/, "$1") : plain.replace(/s$/, "");
  };

  const asked = (new URLSearchParams(location.search).get("found") ?? "").split(" ").filter(Boolean).slice(0, MOST);
  const phrases = asked.map((phrase) => phrase.split("_").filter(Boolean).map(stem)).filter((words) => words.length);
  const article = document.querySelector("main article");
  if (!phrases.length || !article) return;
  phrases.sort((one, other) => other.length - one.length);

  // Where in one run of text the phrases stand, the longest first at each place.
  const places = (text) => {
    const words = [...text.matchAll(WORD)].map((found) => ({ start: found.index, end: found.index + found[0].length, stem: stem(found[0]) }));
    const found = [];
    for (let at = 0; at < words.length; at += 1) {
      const phrase = phrases.find((stems) => stems.every((one, step) => words[at + step]?.stem === one));
      if (phrase) {
        found.push([words[at].start, words[at + phrase.length - 1].end]);
        at += phrase.length - 1;
      }
    }
    return found;
  };

  const marks = [];
  const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT, {
    acceptNode: (node) => (node.parentElement.closest(SKIP) || !node.data.trim() ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_ACCEPT),
  });
  const inside = article.querySelectorAll("h1, .holding, .words, .alternatives, .particulars");
  const nodes = [];
  while (walker.nextNode()) if ([...inside].some((part) => part.contains(walker.currentNode))) nodes.push(walker.currentNode);
  for (const node of nodes) {
    for (const [start, end] of places(node.data).reverse()) {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      const mark = document.createElement("mark");
      mark.className = "found";
      range.surroundContents(mark);
      marks.push(mark);
    }
  }
  if (!marks.length) return;
  marks.sort((one, other) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1));

  const button = (label, path) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "button";
    made.setAttribute("aria-label", label);
    const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    picture.setAttribute("viewBox", "0 0 20 20");
    picture.setAttribute("aria-hidden", "true");
    const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
    line.setAttribute("d", path);
    picture.append(line);
    made.append(picture);
    return made;
  };

  const bar = document.createElement("div");
  bar.className = "found-bar";
  bar.setAttribute("role", "region");
  bar.setAttribute("aria-label", "Words found");
  const said = document.createElement("p");
  said.setAttribute("role", "status");
  said.textContent = marks.length === 1 ? "1 word found" : `${marks.length} words found`;
  const before = button("Previous word found", "M4 13l6-6 6 6");
  const after = button("Next word found", "M4 7l6 6 6-6");
  const close = button("Take the marks away", "M5 5l10 10M15 5L5 15");
  bar.append(said, before, after, close);
  document.body.append(bar);
  document.body.classList.add("has-found-bar");

  let at = -1;
  // Where a reader is who has not gone to any word yet: the first that is to be seen, or below it; going back, the last above.
  const here = (step) => {
    const below = marks.findIndex((mark) => mark.getBoundingClientRect().bottom > 0);
    return step > 0 ? Math.max(below, 0) : (below > 0 ? below : marks.length) - 1;
  };
  const go = (step) => {
    marks[at]?.classList.remove("is-here");
    at = at < 0 ? here(step) : (at + step + marks.length) % marks.length;
    marks[at].classList.add("is-here");
    marks[at].scrollIntoView({ block: "center" });
    said.textContent = `${at + 1} of ${marks.length}`;
  };
  const end = () => {
    for (const mark of marks) {
      const parent = mark.parentNode;
      mark.replaceWith(...mark.childNodes);
      parent.normalize();
    }
    bar.remove();
    document.body.classList.remove("has-found-bar");
    const plain = new URL(location.href);
    plain.searchParams.delete("found");
    history.replaceState(history.state, "", plain);
  };
  before.addEventListener("click", () => go(-1));
  after.addEventListener("click", () => go(1));
  close.addEventListener("click", end);
})();
