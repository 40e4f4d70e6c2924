// An embedded view tells the page around it how high it is, so that it needs no scroll bar.

// The height alone is sent, and it is no secret: the page around may be on any of the allowed sites.
function tellHeight() {
  const height = Math.ceil(document.body.getBoundingClientRect().height);
  window.parent.postMessage({ type: "la-bella:height", height }, "*");
}

if (window.parent !== window) new ResizeObserver(tellHeight).observe(document.body);
