// What is being sent: it stands in the list at once as it will look, until the server's own row takes its place.
import { now } from "/static/clock.js";
import { element, show } from "./drawing.js";
import { uploadAll } from "./uploads.js";
import { $, $$, Unreached, data, post, settings } from "./work.js";

const GROUPED = 5 * 60;
let number = 0;

// Sends in the order of writing; resolves with what the server tells of the message.
export function dispatch({ form, url, fields, lines, files, keeper }) {
  const row = fields.post_at || !listOf(form) ? null : addMessage(form, lines, files);
  const attempt = () => {
    const run = async () => post(url, files.length ? { ...fields, files: await uploaded(row, files) } : fields);
    return (keeper ? keeper.after(run) : run()).then((told) => arrived(row, told), (error) => {
      if (row && error instanceof Unreached) return waiting(row, attempt);
      removeRow(row);
      throw error;
    });
  };
  return attempt();
}

async function uploaded(row, files) {
  const bar = row && $("progress", row);
  return JSON.stringify(await uploadAll(files, (share) => {
    if (bar) bar.value = share;
  }));
}

function arrived(row, told) {
  if (!row) return told;
  const there = $(`[data-key="${told.ts}"]`, row.parentElement);
  if (there) row.remove();
  delete row.dataset.held;
  row.dataset.key = told.ts;
  return told;
}

// Not sent: until its writer tries again, or lets it go (then nobody hears of it any more).
function waiting(row, attempt) {
  const note = element("div", "c-unsent", element("span", "", "Not sent."));
  note.role = "alert";
  $(".c-message_kit__gutter__right", row).append(note);
  row.classList.add("c-unsent_row");
  return new Promise((answer) => {
    const leave = (act) => () => {
      note.remove();
      row.classList.remove("c-unsent_row");
      act();
    };
    note.append(button("Retry", leave(() => answer(attempt()))), button("Delete", leave(() => removeRow(row))));
  });
}

function button(label, act) {
  const made = element("button", "c-unsent__button", label);
  made.type = "button";
  made.addEventListener("click", act);
  return made;
}

// --- rows of one's own -----------------------------------------------------------------------------------

// The list that a form's messages appear in, if it shows the newest.
export function listOf(form) {
  const pane = form.closest(".p-flexpane");
  const list = pane ? $(".p-thread__items", pane) : form.closest("#footer") && $("#messages .p-message_list__items");
  return list && !list.dataset.until ? list : null;
}

function addMessage(form, lines, files) {
  const me = data.people.find((each) => each.id === document.body.dataset.me);
  const body = element("div", "c-message__body", show(lines));
  body.dataset.qa = "message-text";
  const attached = files.map((file) => element("div", "c-sending_file", file.title || file.name));
  if (files.length) attached.push(progress());
  return addRow(form, { name: me.label, initials: me.initials, color: me.color }, [body, ...attached], { continued: continues(form) });
}

function progress() {
  const made = element("progress", "c-sending_progress");
  [made.max, made.value, made.ariaLabel] = [1, 0, "Uploading"];
  return made;
}

function continues(form) {
  const last = $$("[data-qa=message_container]", listOf(form)).at(-1);
  const recent = last && now() / 1000 - Number(last.dataset.msgTs) < GROUPED;
  return Boolean(recent) && last.dataset.mine !== undefined && !last.matches(".c-message_kit--notice");
}

function clock() {
  const hour = settings.time24 ? "2-digit" : "numeric";
  return now().toLocaleTimeString("en-US", { hour, minute: "2-digit", hour12: !settings.time24 });
}

// A row that the server does not know of: it stays until it is taken away.
export function addRow(form, author, inside, { note = "", continued = false } = {}) {
  const list = listOf(form);
  const left = element("div", "c-message_kit__gutter__left");
  const right = element("div", "c-message_kit__gutter__right");
  if (!continued) {
    left.append(face(author));
    const header = element("div", "c-message__header", element("span", "c-message__sender c-message__sender_button", author.name), element("span", "c-timestamp", clock()));
    if (note) right.append(element("div", "c-message_kit__only", note));
    right.append(header);
  }
  right.append(...inside);
  const kit = element("div", `c-message_kit__background${continued ? " c-message_kit--continued" : ""}`, element("div", "c-message_kit__gutter", left, right));
  const row = element("div", "c-virtual_list__item", kit);
  row.role = "listitem";
  row.dataset.held = "";
  row.dataset.key = `local-${number += 1}`;
  list.append(row);
  const scroller = list.closest("[data-scroller]");
  scroller.scrollTop = scroller.scrollHeight;
  return row;
}

function face({ initials, color }) {
  const made = element("span", "c-avatar", initials);
  made.ariaHidden = "true";
  made.style.cssText = `--face:${color};--size:36px`;
  return made;
}

export function removeRow(row) {
  row?.remove();
}
