// A page that waits for a worker looks again by itself, as often as its data-again says (seconds).
const waiting = document.querySelector("[data-again]");
if (waiting instanceof HTMLElement) setTimeout(() => location.reload(), Number(waiting.dataset.again) * 1000);
