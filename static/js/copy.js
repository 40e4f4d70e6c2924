// A button that copies the text of a field.

import { copyText } from "./clipboard.js";

for (const button of document.querySelectorAll("[data-copy]")) {
  const field = document.getElementById(button.dataset.copy);
  const words = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    if (await copyText(field.value)) {
      button.textContent = button.dataset.copied;
      setTimeout(() => (button.textContent = words), 2000);
    }
    // Left selected, so that it can be copied by hand too.
    field.select();
  });
}
