// The other views: cards and details, the choice of people for a new message.
import { $, $$, failed, getHTML } from "./work.js";
import { parse } from "./patch.js";
import { place } from "./popovers.js";

const card = $("#profile-card");
const details = $("#details-dialog");

const part = (href) => getHTML(`${href}${href.includes("?") ? "&" : "?"}part=1`);

export async function showProfile(anchor) {
  const html = await part(anchor.href);
  const dialog = anchor.closest("dialog");
  if (dialog) dialog.close();
  card.replaceChildren(parse(html));
  place(card, dialog ? $("#main") : anchor);
  $("button, a", card)?.focus();
}

export async function showDetails(anchor) {
  $(".c-dialog__content", details).replaceChildren(parse(await part(anchor.href)));
  details.showModal();
}

// --- a new message ---------------------------------------------------------------------------------------

function startNew(form) {
  const filter = $("#new-filter", form);
  const rows = $$("li[data-words]", form);
  const boxes = $$("input[type=checkbox]", form);
  const shown = () => rows.filter((row) => !row.hidden);

  const narrow = () => {
    const words = filter.value.trim().toLowerCase().replace(/^@/, "").split(/\s+/);
    for (const row of rows) {
      const names = row.dataset.words.split(/\s+/);
      row.hidden = !words.every((word) => names.some((name) => name.startsWith(word)));
    }
    $("#new-hint").textContent = shown().length ? "Choose one person, or up to eight for a group." : "Nobody matches.";
  };
  const redraw = () => {
    const chosen = boxes.filter((box) => box.checked);
    $(".p-new__chosen", form).replaceChildren(...chosen.map(chip));
    $("#new-go").disabled = !chosen.length;
  };
  const chip = (box) => {
    const made = document.createElement("button");
    made.type = "button";
    made.className = "p-new__chip";
    const name = $("b", box.closest("label")).textContent;
    made.textContent = `${name} ×`;
    made.ariaLabel = `Remove ${name}`;
    made.addEventListener("click", () => {
      box.checked = false;
      redraw();
      filter.focus();
    });
    return made;
  };
  const choose = (box) => {
    box.checked = true;
    filter.value = "";
    narrow();
    redraw();
  };

  filter.addEventListener("input", narrow);
  filter.addEventListener("keydown", (event) => {
    const chosen = boxes.filter((box) => box.checked);
    if (event.key === "Enter" && filter.value.trim()) {
      event.preventDefault();
      const first = shown()[0];
      if (first) choose($("input", first));
    } else if (event.key === "Backspace" && !filter.value && chosen.length) {
      chosen.at(-1).checked = false;
      redraw();
    }
  });
  form.addEventListener("change", () => {
    filter.value = "";
    narrow();
    redraw();
  });
  redraw();
}

// --- what a search was for -------------------------------------------------------------------------------

function markFound() {
  const query = $(".p-search__form input[name=q]")?.value || "";
  const words = query.replace(/(^|\s)-\S+|\S+:\S+/g, " ").match(/[\p{L}\p{N}]+/gu);
  if (!words || !CSS.highlights) return;
  const wanted = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join("|")})`, "giu");
  const found = new Highlight();
  for (const body of $$(".p-search__hit .c-message__body")) {
    const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) for (const match of walker.currentNode.data.matchAll(wanted)) {
      const range = new Range();
      range.setStart(walker.currentNode, match.index);
      range.setEnd(walker.currentNode, match.index + match[0].length);
      found.add(range);
    }
  }
  CSS.highlights.set("found", found);
}

export function start() {
  markFound();
  const form = $("#new-message");
  if (form) startNew(form);
  for (const sort of $$("select[data-do=submit]")) sort.addEventListener("change", () => sort.form.requestSubmit());
}

export const deeds = {
  profile: (anchor) => showProfile(anchor).catch(failed),
  details: (anchor) => showDetails(anchor).catch(failed),
  "close-dialog": (button) => button.closest("dialog").close(),
};
