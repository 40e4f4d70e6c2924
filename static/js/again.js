// A page that waits for a worker looks again by itself, as often as its data-again says (seconds). It goes to an
// address of its own: to reload the answer to a form would send the form again.
const waiting = document.querySelector("[data-again]");
if (waiting instanceof HTMLElement) {
  const address = waiting.dataset.address ?? "";
  setTimeout(() => location.replace(address), Number(waiting.dataset.again) * 1000);
}
