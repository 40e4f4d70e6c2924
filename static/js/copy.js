// A button that copies the text of a field.

import { copyText } from "./clipboard.js";
import { isField, listElements } from "./elements.js";

for (const button of listElements("[data-copy]", HTMLElement)) {
  const field = document.getElementById(button.dataset.copy ?? "");
  if (!isField(field) || field instanceof HTMLSelectElement) continue;
  const words = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (await copyText(field.value)) {
      button.textContent = button.dataset.copied ?? "";
      setTimeout(() => (button.textContent = words), 2000);
    }
    // Left selected, so that it can be copied by hand too.
    field.select();
  });
}
