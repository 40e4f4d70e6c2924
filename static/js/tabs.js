// On a narrow screen a row of tabs begins at the one where the reader is.

/** @param {ParentNode} within */
function begin(within) {
  for (const tabs of within.querySelectorAll(".tabs")) {
    const here = tabs.querySelector("[aria-current]");
    if (!(tabs instanceof HTMLElement) || !(here instanceof HTMLElement)) continue;
    tabs.scrollLeft = here.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - here.offsetWidth) / 2;
  }
}

begin(document);
document.addEventListener("refreshed", (event) => begin(event.target instanceof Element ? event.target : document));
