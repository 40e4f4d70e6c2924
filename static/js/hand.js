// While one side's number of a pair is typed, the other is filled in: both make data-sum.

import { listElements } from "./elements.js";

for (const pair of listElements("[data-sum]", HTMLElement)) {
  const sum = Number(pair.dataset.sum);
  const [first, second] = pair.querySelectorAll("input");
  const fill = (/** @type {HTMLInputElement} */ from, /** @type {HTMLInputElement} */ to) =>
    from.addEventListener("input", () => {
      const value = Number(from.value);
      to.value = from.value !== "" && value >= 0 && value <= sum ? String(sum - value) : "";
    });
  fill(first, second);
  fill(second, first);
}
