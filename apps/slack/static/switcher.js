// Jumping to a conversation by a few letters of its name.
import { $, data, failed, leave, post } from "./work.js";

const MOST = 12;
const dialog = $("#switcher");
const input = $("input", dialog);
const listbox = $("#switcher-list");
let options = [];
let chosen = 0;

function icon(name) {
  const mark = document.createElement("span");
  mark.className = "c-autocomplete__mark";
  mark.ariaHidden = "true";
  mark.append($(`#icon-${name}`).content.cloneNode(true));
  return mark;
}

function face({ initials, color }) {
  const mark = document.createElement("span");
  mark.className = "c-avatar";
  mark.ariaHidden = "true";
  mark.textContent = initials;
  mark.style.cssText = `--face:${color};--size:20px`;
  return mark;
}

const person = (id) => data.people.find((each) => each.id === id) || { initials: "", color: "#868686" };
const marks = {
  public: (place) => icon(place.archived ? "archive" : "hash"),
  private: () => icon("lock"),
  im: (place) => face(person(place.with)),
  mpim: () => icon("people"),
};

function candidates() {
  const { places, people } = data;
  const talkedTo = new Set(places.map((each) => each.with));
  const mine = places.filter((each) => each.member && !each.archived);
  const others = places.filter((each) => !each.member || each.archived);
  const known = (each) => ({
    label: each.name, words: each.name.toLowerCase(), mark: marks[each.kind](each),
    note: each.archived ? "Archived" : each.member ? "" : "Not joined", href: each.href, unread: each.unread,
  });
  return [
    ...mine.filter((each) => each.unread).map(known),
    ...mine.filter((each) => !each.unread).map(known),
    ...people.filter((each) => !talkedTo.has(each.id) && each.id !== "USLACKBOT").map((each) => ({
      label: each.name, words: `${each.label} ${each.real} ${each.handle}`.toLowerCase(), note: each.title, person: each.id, mark: face(each),
    })),
    ...others.map(known),
  ];
}

// Every word has to be in the name; a name that begins with it all comes first.
function matches(wanted) {
  const words = wanted.split(/\s+/).filter(Boolean);
  const found = candidates().filter(({ words: name }) =>
    words.every((word) => name.includes(word)));
  const rank = ({ words: name }) => (name.startsWith(wanted) ? 0 : ` ${name}`.includes(` ${wanted}`) ? 1 : 2);
  return wanted ? found.sort((one, other) => rank(one) - rank(other)) : found;
}

function update() {
  const wanted = input.value.trim().toLowerCase().replace(/^[#@]/, "");
  options = matches(wanted).slice(0, MOST);
  if (wanted) options.push({ label: `Search messages for “${input.value.trim()}”`, mark: icon("search"), note: "", search: input.value.trim() });
  listbox.replaceChildren(...options.map(row));
  select(0);
}

function row(option, number) {
  const shown = document.createElement("div");
  shown.role = "option";
  shown.id = `jump-${number}`;
  shown.className = `c-autocomplete__option${option.unread ? " c-autocomplete__option--unread" : ""}`;
  const label = document.createElement("b");
  label.textContent = option.label;
  const note = document.createElement("small");
  note.textContent = option.note;
  shown.append(option.mark, label, note);
  shown.addEventListener("click", () => go(option));
  shown.addEventListener("pointermove", () => select(number));
  return shown;
}

function select(number) {
  if (!options.length) return;
  chosen = (number + options.length) % options.length;
  [...listbox.children].forEach((each, at) => each.setAttribute("aria-selected", String(at === chosen)));
  input.setAttribute("aria-activedescendant", `jump-${chosen}`);
  listbox.children[chosen].scrollIntoView({ block: "nearest" });
}

function go(option) {
  dialog.close();
  if (option.href) leave(option.href);
  else if (option.search) leave(`${document.body.dataset.root}search?${new URLSearchParams({ q: option.search })}`);
  else post(data.open, { users: option.person }).then((told) => leave(told.url)).catch(failed);
}

export function jump() {
  input.value = "";
  update();
  dialog.showModal();
  input.focus();
}

input.addEventListener("input", update);
dialog.addEventListener("keydown", (event) => {
  const keys = { ArrowDown: () => select(chosen + 1), ArrowUp: () => select(chosen - 1), Enter: () => options[chosen] && go(options[chosen]) };
  if (!keys[event.key]) return;
  event.preventDefault();
  keys[event.key]();
});
