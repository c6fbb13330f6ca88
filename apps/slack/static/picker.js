// The emoji picker: categories, a search, and what to do with the one that is chosen.
import { $, $$ } from "./work.js";
import { emojiNames, findEmoji } from "./suggestions.js";
import { place } from "./popovers.js";

const CHUNK = 90;
const ICONS = ["grinning", "dog", "pizza", "soccer", "car", "bulb", "heart", "checkered_flag"];
const picker = $("#emoji-picker");
const search = $("input", picker);
const results = $(".p-emoji_picker__results", picker);
const tabs = $(".p-emoji_picker__tabs", picker);
const footer = $(".p-emoji_picker__footer", picker);
let all = null;
let shown = [];
let drawn = 0;
let choose = () => {};

export async function pickEmoji(anchor, chosen) {
  choose = chosen;
  all ??= await emojiNames();
  if (!tabs.childElementCount) tabs.append(...all.map(tab));
  search.value = "";
  category(0);
  place(picker, anchor);
  search.focus();
}

function tab([label, names], number) {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "p-emoji_picker__tab";
  button.ariaLabel = label;
  button.title = label;
  const [, character] = names.find(([name]) => name === ICONS[number]) || names[0];
  button.append(glyph(character));
  button.addEventListener("click", () => {
    search.value = "";
    category(number);
  });
  return button;
}

function glyph(character) {
  const drawn = document.createElement("span");
  drawn.className = "c-emoji";
  drawn.ariaHidden = "true";
  drawn.textContent = character;
  return drawn;
}

function category(number) {
  [...tabs.children].forEach((each, at) => each.setAttribute("aria-pressed", String(at === number)));
  show(all[number][0], all[number][1].map(([name, character]) => [name, character]));
}

function show(heading, found) {
  shown = found;
  drawn = 0;
  results.scrollTop = 0;
  const title = document.createElement("h3");
  title.textContent = found.length ? heading : "No emoji found";
  const grid = document.createElement("div");
  grid.className = "p-emoji_picker__grid";
  results.replaceChildren(title, grid);
  more();
}

function more() {
  const grid = $(".p-emoji_picker__grid", results);
  grid.append(...shown.slice(drawn, drawn + CHUNK).map(button));
  drawn += CHUNK;
}

function button([name, character]) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "p-emoji_picker__emoji";
  made.ariaLabel = name;
  made.title = `:${name}:`;
  made.dataset.name = name;
  made.dataset.qa = "emoji_list_item";
  made.append(glyph(character));
  return made;
}

function pick(made) {
  picker.hidePopover();
  choose(made.dataset.name, made.textContent);
}

results.addEventListener("scroll", () => {
  if (drawn < shown.length && results.scrollHeight - results.scrollTop - results.clientHeight < 200) more();
}, { passive: true });
results.addEventListener("click", (event) => {
  const made = event.target.closest(".p-emoji_picker__emoji");
  if (made) pick(made);
});
for (const kind of ["pointerover", "focusin"]) {
  results.addEventListener(kind, (event) => {
    const made = event.target.closest(".p-emoji_picker__emoji");
    footer.textContent = made ? `:${made.dataset.name}:` : "";
  });
}
search.addEventListener("input", () => {
  const wanted = search.value.trim().replace(/^:|:$/g, "").toLowerCase();
  if (wanted) show("Search results", findEmoji(wanted, all));
  else category(0);
});
picker.addEventListener("keydown", (event) => {
  const buttons = $$(".p-emoji_picker__emoji", results);
  const at = buttons.indexOf(document.activeElement);
  const columns = getComputedStyle($(".p-emoji_picker__grid", results)).gridTemplateColumns.split(" ").length;
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  if (event.key === "Enter" && document.activeElement === search) {
    event.preventDefault();
    if (buttons[0]) pick(buttons[0]);
  } else if (event.key === "ArrowDown" && document.activeElement === search) {
    event.preventDefault();
    buttons[0]?.focus();
  } else if (at >= 0 && steps[event.key]) {
    event.preventDefault();
    const next = buttons[at + steps[event.key]];
    (next || (steps[event.key] < 0 ? search : buttons.at(-1))).focus();
  }
});
