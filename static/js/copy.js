// A button that copies the text of a field; without a clipboard the text is only selected.

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const words = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = button.dataset.copied;
      setTimeout(() => (button.textContent = words), 2000);
    } catch {
      // Over plain HTTP there is no clipboard: the selected text is copied by hand.
    }
  });
}
