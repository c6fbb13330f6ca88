// A page left open asks every second what has changed, and tells its own scripts:
//   document.addEventListener("workaday:change", (event) => event.detail /* { sequence, tables } */)
const page = document.documentElement.dataset;
let sequence = Number(page.sequence);

async function ask() {
  const answer = await fetch(`${page.feed}?since=${sequence}`);
  if (!answer.ok) return;
  const news = await answer.json();
  document.dispatchEvent(new CustomEvent("workaday:time", { detail: news.now }));
  if (news.sequence === sequence) return;
  sequence = news.sequence;
  document.dispatchEvent(
    new CustomEvent("workaday:change", { detail: { sequence, tables: news.tables } }),
  );
}

async function watch() {
  // A server that is away for a moment is asked again.
  if (document.visibilityState === "visible") await ask().catch(() => {});
  setTimeout(watch, 1000);
}

setTimeout(watch, 1000);
