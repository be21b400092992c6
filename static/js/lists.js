// What the lists gain from scripts: addresses without empty choices, and a button that prints.
function dropEmpty(fields) {
  for (const [name, value] of [...fields.entries()]) {
    if (!value) fields.delete(name);
  }
}

document.addEventListener("htmx:configRequest", (event) => dropEmpty(event.detail.formData));
document.addEventListener("formdata", (event) => dropEmpty(event.formData), true);
for (const button of document.querySelectorAll("[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => window.print());
}
