// A button that prints the page; without scripts the browser's own menu does.
for (const button of document.querySelectorAll("[data-print]")) {
  if (button instanceof HTMLElement) button.hidden = false;
  button.addEventListener("click", () => print());
}
