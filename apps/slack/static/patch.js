// A list that the server renders again: rows that are the same stay as they are, with their focus and selection.
const sent = new WeakMap();

export function remember(list) {
  for (const row of list.children) sent.set(row, row.outerHTML);
}

export function forget(row) {
  sent.delete(row);
}

// `held` says which rows may not be touched now; `replaced` hears of each row that another took the place of.
export function patch(list, fresh, { held = () => false, replaced = () => {} } = {}) {
  for (const { name, value } of fresh.attributes) list.setAttribute(name, value);
  const old = new Map([...list.children].map((row) => [row.dataset.key, row]));
  let place = list.firstElementChild;
  for (const row of [...fresh.children]) {
    const source = row.outerHTML;
    const current = old.get(row.dataset.key);
    old.delete(row.dataset.key);
    let used = current;
    if (!current || (sent.get(current) !== source && !held(current))) {
      used = row;
      sent.set(row, source);
      if (current) {
        if (place === current) place = row;
        current.replaceWith(row);
        replaced(current, row);
      }
    }
    if (used === place) place = place.nextElementSibling;
    else list.insertBefore(used, place);
  }
  for (const gone of old.values()) if (!held(gone)) gone.remove();
}

export function parse(html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  return template.content;
}
