// Who is in a conversation, as far as what is written there concerns them.
import { getJSON } from "./work.js";

const known = new Map();

// { kind, members: [user ids], zones: how many time zones they are in }.
export function audience(form) {
  const { audience: url } = form.dataset;
  if (!known.has(url)) {
    const asked = getJSON(url);
    known.set(url, asked);
    asked.catch(() => known.delete(url));
  }
  return known.get(url);
}

document.addEventListener("workaday:change", () => known.clear());
