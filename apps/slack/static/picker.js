// The emoji picker: categories, a search, a skin tone, and what to do with the one that is chosen.
import { chip, chooseTone, emojiNames, findEmoji, frequent, toned, used } from "./emoji.js";
import { element, image } from "./drawing.js";
import { place } from "./popovers.js";
import { $, $$, failed, settings } from "./work.js";

const CHUNK = 90;
const ICONS = {
  "Frequently Used": "clock3", "Smileys & People": "grinning", "Animals & Nature": "dog", "Food & Drink": "pizza",
  Activities: "soccer", "Travel & Places": "car", Objects: "bulb", Symbols: "heart", Flags: "checkered_flag",
};
const picker = $("#emoji-picker");
const search = $("input", picker);
const results = $(".p-emoji_picker__results", picker);
const tabs = $(".p-emoji_picker__tabs", picker);
const footer = $(".p-emoji_picker__told", picker);
const tones = $(".p-emoji_picker__tones", picker);
const hand = $("[data-tone-button]", picker);
let known = null;
let shown = [];
let drawn = 0;
let choose = () => {};

// `chosen` gets the emoji's name, its character, and the chip that stands for it in a field.
export async function pickEmoji(anchor, chosen) {
  choose = chosen;
  known = await emojiNames();
  tabs.replaceChildren(...categories().map(([label]) => tab(label)));
  search.value = "";
  showTones();
  showCategory(categories()[0][0]);
  place(picker, anchor);
  search.focus();
}

function categories() {
  const often = frequent();
  return [...(often.length ? [["Frequently Used", often]] : []), ...known.categories];
}

function tab(label) {
  const button = element("button", "p-emoji_picker__tab", glyph(known.byName.get(ICONS[label]) || categories().find(([each]) => each === label)[1][0]));
  button.type = "button";
  button.ariaLabel = label;
  button.title = label;
  button.addEventListener("click", () => {
    search.value = "";
    showCategory(label);
  });
  return button;
}

function glyph({ character, picture, name }) {
  const made = element("span", "c-emoji", picture ? image(picture, "") : character || `:${name}:`);
  made.ariaHidden = "true";
  return made;
}

function showCategory(label) {
  for (const each of tabs.children) each.setAttribute("aria-pressed", String(each.ariaLabel === label));
  show(label, categories().find(([each]) => each === label)[1]);
}

function show(heading, found) {
  shown = found;
  drawn = 0;
  results.scrollTop = 0;
  results.replaceChildren(element("h3", "", found.length ? heading : "No emoji found"), element("div", "p-emoji_picker__grid"));
  more();
}

function more() {
  $(".p-emoji_picker__grid", results).append(...shown.slice(drawn, drawn + CHUNK).map(cell));
  drawn += CHUNK;
}

function cell(emoji) {
  const fit = toned(emoji);
  const made = element("button", "p-emoji_picker__emoji", glyph(fit));
  made.type = "button";
  made.ariaLabel = emoji.name;
  made.title = `:${fit.name}:`;
  made.dataset.name = fit.name;
  made.dataset.qa = "emoji_list_item";
  made.emoji = fit;
  return made;
}

function pick(made) {
  picker.hidePopover();
  used(made.emoji);
  choose(made.emoji.name, made.emoji.character, chip(made.emoji));
}

// --- skin tones ------------------------------------------------------------------------------------------

function showTones() {
  const wave = known.byName.get("hand");
  hand.replaceChildren(glyph(toned(wave)));
  tones.hidden = true;
  tones.replaceChildren(...[0, 2, 3, 4, 5, 6].map((tone) => {
    const made = element("button", "p-emoji_picker__tone", glyph(toned(wave, tone)));
    made.type = "button";
    made.role = "radio";
    made.ariaLabel = tone ? `Skin tone ${tone}` : "Default skin tone";
    made.ariaChecked = String(tone === settings.skin_tone);
    made.addEventListener("click", () => setTone(tone));
    return made;
  }));
}

function setTone(tone) {
  chooseTone(tone).catch(failed);
  showTones();
  const words = wanted();
  if (words) show("Search results", findEmoji(words));
  else showCategory($("[aria-pressed=true]", tabs).ariaLabel);
  hand.setAttribute("aria-expanded", "false");
  hand.focus();
}

hand.addEventListener("click", () => {
  tones.hidden = !tones.hidden;
  hand.setAttribute("aria-expanded", String(!tones.hidden));
  if (!tones.hidden) $("[aria-checked=true]", tones).focus();
});

// --- looking around --------------------------------------------------------------------------------------

const wanted = () => search.value.trim().replace(/^:|:$/g, "").toLowerCase();

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
  for (const each of tabs.children) each.setAttribute("aria-pressed", "false");
  if (wanted()) show("Search results", findEmoji(wanted()));
  else showCategory(categories()[0][0]);
});

function walkTones(event) {
  const all = $$("button", tones);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
}

// A step may lead to cells that are still to be drawn.
function walk(event, buttons, at) {
  const columns = getComputedStyle($(".p-emoji_picker__grid", results)).gridTemplateColumns.split(" ").length;
  const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns, Home: -at, End: shown.length - 1 - at };
  if (steps[event.key] === undefined) return;
  event.preventDefault();
  while (at + steps[event.key] >= drawn && drawn < shown.length) more();
  const all = $$(".p-emoji_picker__emoji", results);
  const next = all[at + steps[event.key]];
  (next || (steps[event.key] < 0 ? search : all.at(-1))).focus();
}

picker.addEventListener("keydown", (event) => {
  const buttons = $$(".p-emoji_picker__emoji", results);
  const at = buttons.indexOf(document.activeElement);
  if (tones.contains(document.activeElement)) walkTones(event);
  else if (event.key === "Enter" && document.activeElement === search) {
    event.preventDefault();
    if (buttons[0]) pick(buttons[0]);
  } else if (event.key === "ArrowDown" && document.activeElement === search) {
    event.preventDefault();
    buttons[0]?.focus();
  } else if (at >= 0) walk(event, buttons, at);
});
