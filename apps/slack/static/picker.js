// The emoji picker: categories, a search, a skin tone, and what to do with the one that is chosen.
import { chip, chooseTone, emojiNames, findEmoji, frequent, toned, used } from "./emoji.js";
import { element, image } from "./drawing.js";
import { place } from "./popovers.js";
import { $, $$, failed, settings } from "./work.js";

const CHUNK = 90;
const CELL = ".p-emoji_picker__emoji";
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
let sections = [];
let flat = [];
let drawn = 0;
let choose = () => {};

// `chosen` gets the emoji's name, its character, and the chip that stands for it in a field.
export async function pickEmoji(anchor, chosen) {
  choose = chosen;
  known = await emojiNames();
  tabs.replaceChildren(...categories().map(([label]) => tab(label)));
  showTones();
  showAll();
  place(picker, anchor);
  search.focus();
}

function categories() {
  const often = frequent();
  return [...(often.length ? [["Frequently Used", often]] : []), ...known.categories];
}

function tab(label) {
  const button = element("button", "p-emoji_picker__tab", glyph(known.byName.get(ICONS[label]) || sectionOf(label)[1][0]));
  button.type = "button";
  button.ariaLabel = label;
  button.title = label;
  button.addEventListener("click", () => {
    if (wanted()) showAll();
    goTo(label);
  });
  return button;
}

const sectionOf = (label) => categories().find(([each]) => each === label);

function glyph({ character, picture, name }) {
  const made = element("span", "c-emoji", picture ? image(picture, "") : character || `:${name}:`);
  made.ariaHidden = "true";
  return made;
}

function showAll() {
  search.value = "";
  show(categories());
  showTab();
}

// One section after the other; what is far down is drawn when somebody gets there.
function show(found) {
  sections = found;
  flat = found.flatMap(([label, group]) => group.map((emoji) => [label, emoji]));
  drawn = 0;
  results.scrollTop = 0;
  results.replaceChildren(...(flat.length ? [] : [element("h3", "", "No emoji found")]));
  more();
}

function more(to = drawn + CHUNK) {
  for (const [label, emoji] of flat.slice(drawn, to)) {
    if (results.lastElementChild?.dataset.label !== label) {
      const grid = element("div", "p-emoji_picker__grid");
      grid.dataset.label = label;
      results.append(element("h3", "", label), grid);
    }
    results.lastElementChild.append(cell(emoji));
  }
  drawn = Math.max(drawn, to);
}

function goTo(label) {
  more(flat.findIndex(([each]) => each === label) + CHUNK);
  results.scrollTop += heading(label).getBoundingClientRect().top - results.getBoundingClientRect().top;
  showTab(label);
}

const heading = (label) => $(`[data-label="${label}"]`, results).previousElementSibling;

function showTab(label = sections[0][0]) {
  for (const each of tabs.children) each.setAttribute("aria-pressed", String(each.ariaLabel === label));
}

function scrolled() {
  if (drawn < flat.length && results.scrollHeight - results.scrollTop - results.clientHeight < 200) more();
  const top = results.getBoundingClientRect().top + 4;
  const passed = $$(".p-emoji_picker__grid", results).filter((grid) => grid.previousElementSibling.getBoundingClientRect().top <= top);
  if (!wanted() && passed.length) showTab(passed.at(-1).dataset.label);
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
  const { scrollTop } = results;
  const reached = drawn;
  show(wanted() ? [["Search results", findEmoji(wanted())]] : categories());
  more(reached);
  results.scrollTop = scrollTop;
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

results.addEventListener("scroll", scrolled, { passive: true });
results.addEventListener("click", (event) => {
  const made = event.target.closest(CELL);
  if (made) pick(made);
});
for (const kind of ["pointerover", "focusin"]) {
  results.addEventListener(kind, (event) => {
    const made = event.target.closest(CELL);
    footer.textContent = made ? `:${made.dataset.name}:` : "";
  });
}
search.addEventListener("input", () => {
  if (!wanted()) showAll();
  else {
    show([["Search results", findEmoji(wanted())]]);
    showTab("");
  }
});

function walkTones(event) {
  const all = $$("button", tones);
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  all[(all.indexOf(document.activeElement) + step + all.length) % all.length].focus();
}

// A step may lead to cells that are still to be drawn; up and down go by where things stand.
function walk(event, all, at) {
  const steps = { ArrowRight: 1, ArrowLeft: -1, Home: -at, End: flat.length - 1 - at };
  const sideways = steps[event.key];
  if (sideways === undefined && !["ArrowDown", "ArrowUp"].includes(event.key)) return;
  event.preventDefault();
  more(Math.max(drawn, Math.min(flat.length, at + (sideways ?? 0) + CHUNK)));
  const next = sideways === undefined ? beside(all[at], event.key === "ArrowDown" ? 1 : -1) : $$(CELL, results)[at + sideways];
  if (next) next.focus();
  else if (event.key === "ArrowUp" || event.key === "ArrowLeft") search.focus();
}

// The nearest cell of the next row.
function beside(cell, way) {
  const { left, top } = cell.getBoundingClientRect();
  const places = $$(CELL, results).map((each) => [each, each.getBoundingClientRect()]);
  const beyond = places.filter(([, place]) => (place.top - top) * way > 1);
  const row = Math.min(...beyond.map(([, place]) => Math.abs(place.top - top)));
  const near = beyond.filter(([, place]) => Math.abs(Math.abs(place.top - top) - row) < 1);
  return near.sort(([, one], [, other]) => Math.abs(one.left - left) - Math.abs(other.left - left))[0]?.[0];
}

picker.addEventListener("keydown", (event) => {
  const buttons = $$(CELL, results);
  const at = buttons.indexOf(document.activeElement);
  if (event.key === "Escape") {
    event.preventDefault();
    picker.hidePopover();
  } else if (tones.contains(document.activeElement)) walkTones(event);
  else if (event.key === "Enter" && document.activeElement === search) {
    event.preventDefault();
    if (buttons[0]) pick(buttons[0]);
  } else if (event.key === "ArrowDown" && document.activeElement === search) {
    event.preventDefault();
    buttons[0]?.focus();
  } else if (at >= 0) walk(event, buttons, at);
});
