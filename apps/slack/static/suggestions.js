// What @, # and : offer to complete.
import { $, data, escaped, getJSON } from "./work.js";

const MOST = 8;
const box = $("#autocomplete");
const listbox = $("#autocomplete-list");
const EVERYBODY = [
  ["here", "Notify every active member of this channel"],
  ["channel", "Notify everyone in this channel"],
  ["everyone", "Notify everyone in the workspace"],
];
let composer = null;
let length = 0;
let options = [];
let chosen = 0;
let asked = null;
let names = null;

const isOpen = () => box.matches(":popover-open");

export async function emojiNames() {
  asked ??= getJSON(data.emoji);
  try {
    names = await asked;
  } catch (error) {
    asked = null;
    throw error;
  }
  return names;
}

export function findEmoji(wanted, all) {
  const found = [];
  for (const [, group] of all) {
    for (const [name, character, others] of group) {
      const ranks = [name, ...others].filter((each) => each.includes(wanted))
        .map((each) => (each === wanted ? 0 : each.startsWith(wanted) ? 1 : 2));
      if (ranks.length) found.push([Math.min(...ranks), name, character]);
    }
  }
  return found.sort((one, other) => one[0] - other[0]).map(([, name, character]) => [name, character]);
}

function typedName() {
  const { anchorNode, anchorOffset, isCollapsed } = getSelection();
  if (!isCollapsed || anchorNode?.nodeType !== Node.TEXT_NODE) return null;
  const before = anchorNode.data.slice(0, anchorOffset);
  const found = before.match(/(?:^|[\s(\u200b])(?:(@)([\p{L}\p{N}._'-]*(?: [\p{L}\p{N}._'-]+)?)|(#)([\p{L}\p{N}_-]*)|(:)([a-z0-9_+-]{2,}))$/u);
  if (!found) return null;
  const [, at, person, hash, place, , emoji] = found;
  if (at) return { sign: "@", wanted: person.toLowerCase(), length: person.length + 1 };
  if (hash) return { sign: "#", wanted: place.toLowerCase(), length: place.length + 1 };
  return { sign: ":", wanted: emoji, length: emoji.length + 1 };
}

function people(wanted) {
  const begins = (text) => ` ${text.toLowerCase()}`.includes(` ${wanted}`);
  const found = data.people.filter((each) => begins(each.label) || begins(each.real) || begins(each.handle)
    || begins(each.handle.replaceAll(".", " ")));
  const all = found.map((each) => ({
    token: `<@${each.id}>`, shown: `@${each.label}`, kind: "user", mark: each.initials, color: each.color,
    label: each.label === each.real ? each.name : `${each.name} ${each.real}`, note: each.title,
  }));
  const broad = EVERYBODY.filter(([name]) => name.startsWith(wanted)).map(([name, note]) => ({
    token: `<!${name}>`, shown: `@${name}`, kind: "broadcast", mark: "@", label: `@${name}`, note,
  }));
  return [...all, ...broad];
}

function places(wanted) {
  const found = data.places.filter((each) => ["public", "private"].includes(each.kind) && !each.archived
    && each.name.toLowerCase().includes(wanted));
  found.sort((one, other) => Number(other.name.startsWith(wanted)) - Number(one.name.startsWith(wanted)));
  return found.map((each) => ({
    token: `<#${each.id}|${escaped(each.name)}>`, shown: `#${each.name}`, kind: "channel", mark: "#",
    label: each.name, note: each.member ? "" : "Not joined",
  }));
}

function emoji(wanted) {
  if (!names) {
    emojiNames().then(() => suggest(composer), () => {});
    return [];
  }
  return findEmoji(wanted, names).map(([name, character]) => ({
    token: `:${name}:`, shown: character, kind: "emoji", mark: character, label: `:${name}:`, note: "",
  }));
}

export function suggest(from) {
  composer = from;
  const typed = typedName();
  const makers = { "@": people, "#": places, ":": emoji };
  options = typed ? makers[typed.sign](typed.wanted).slice(0, MOST) : [];
  if (!options.length) return closeSuggestions();
  length = typed.length;
  chosen = 0;
  render();
  return undefined;
}

function render() {
  listbox.replaceChildren(...options.map(row));
  const field = composer.editor.closest(".c-composer__box").getBoundingClientRect();
  box.style.left = `${field.left}px`;
  box.style.width = `${Math.min(field.width, 420)}px`;
  box.style.bottom = `${innerHeight - field.top + 4}px`;
  if (!isOpen()) box.showPopover();
  composer.editor.setAttribute("aria-controls", listbox.id);
  select(0);
}

function row(option, number) {
  const shown = document.createElement("div");
  shown.role = "option";
  shown.id = `suggestion-${number}`;
  shown.className = "c-autocomplete__option";
  const mark = document.createElement("span");
  mark.className = option.kind === "user" ? "c-avatar" : option.kind === "emoji" ? "c-emoji" : "c-autocomplete__mark";
  mark.textContent = option.mark;
  mark.ariaHidden = "true";
  if (option.color) mark.style.cssText = `--face:${option.color};--size:20px`;
  const label = document.createElement("b");
  label.textContent = option.label;
  const note = document.createElement("small");
  note.textContent = option.note;
  shown.append(mark, label, note);
  shown.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    chosen = number;
    choose();
  });
  shown.addEventListener("pointermove", () => select(number));
  return shown;
}

function select(number) {
  chosen = (number + options.length) % options.length;
  [...listbox.children].forEach((each, at) => each.setAttribute("aria-selected", String(at === chosen)));
  composer.editor.setAttribute("aria-activedescendant", `suggestion-${chosen}`);
}

function choose() {
  const { token, shown, kind } = options[chosen];
  const from = composer;
  const selection = getSelection();
  const { anchorNode, anchorOffset } = selection;
  selection.setBaseAndExtent(anchorNode, anchorOffset - length, anchorNode, anchorOffset);
  closeSuggestions();
  from.put(token, shown, kind);
  document.execCommand("insertText", false, " ");
}

// A key that the open list takes for itself.
export function suggesting(event) {
  if (!isOpen()) return false;
  const keys = {
    ArrowDown: () => select(chosen + 1),
    ArrowUp: () => select(chosen - 1),
    Enter: choose,
    Tab: choose,
    Escape: closeSuggestions,
  };
  const act = event.shiftKey ? undefined : keys[event.key];
  if (!act) return false;
  event.preventDefault();
  event.stopPropagation();
  act();
  return true;
}

export function closeSuggestions() {
  if (!isOpen()) return;
  box.hidePopover();
  composer.editor.removeAttribute("aria-activedescendant");
  composer.editor.removeAttribute("aria-controls");
}
