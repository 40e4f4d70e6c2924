// The keys of the desk: an element says its own in aria-keyshortcuts, and "?" shows the list.

const list = document.getElementById("keys");

// Fields take what is typed: a key may do something only outside of them.
function isField(element) {
  return element.isContentEditable || element.matches("input, select, textarea");
}

function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.repeat) return;
  if (event.key === "Escape" && isField(event.target)) event.target.blur();
  if (isField(event.target) || document.querySelector("dialog[open]")) return;
  if (event.key === "?" && list) {
    list.showModal();
  } else {
    const name = event.key === "/" ? "input[type=search]" : `[aria-keyshortcuts="${CSS.escape(event.key)}"]`;
    const found = [...document.querySelectorAll(name)].find((each) => each.checkVisibility());
    if (!found) return;
    // A button that changes something is not pressed by one key alone.
    if (found.matches("a[href]")) found.click();
    else found.focus();
  }
  event.preventDefault();
}

document.addEventListener("keydown", pressed);
for (const link of document.querySelectorAll("[data-keys]")) {
  link.addEventListener("click", (event) => {
    if (!list) return;
    event.preventDefault();
    list.showModal();
  });
}
