// When a message is to be sent, if not now: the menu beside Send, the dialog for any time, what is told of it.
import { place, walk } from "./popovers.js";
import { $, $$, failed, getJSON, settings } from "./work.js";

const menu = $("#schedule-menu");
const dialog = $("#schedule-dialog");
let composer = null;

export async function scheduling(from, anchor) {
  composer = from;
  if (composer.empty) {
    composer.field.focus();
    return;
  }
  if (composer.attachments.any) {
    composer.tell("A message with files cannot be scheduled. Send it now, or take the files out.");
    return;
  }
  const times = await getJSON(settings.schedule).catch(failed);
  if (!times) return;
  const items = $$("[data-when]", menu);
  times.options.forEach(([label, seconds], number) => {
    items[number].textContent = label;
    items[number].dataset.when = seconds;
  });
  const form = $("form", dialog);
  [form.date.min, form.date.value, form.time.value] = [times.today, times.date, times.time];
  $("#schedule-zone").textContent = `Time zone: ${times.zone.replaceAll("_", " ")}`;
  place(menu, anchor);
  items[0].focus();
}

function choose(event) {
  const item = event.target.closest("[role=menuitem]");
  if (!item) return;
  menu.hidePopover();
  if (item.dataset.when) composer.send({ post_at: item.dataset.when }).catch(failed);
  else dialog.showModal();
}

function chosen(event) {
  event.preventDefault();
  const { date, time } = event.target;
  dialog.close();
  composer.send({ post_at: `${date.value}T${time.value}` }).catch(failed);
}

if (menu) {
  menu.addEventListener("click", choose);
  menu.addEventListener("keydown", (event) => walk(event, $$("[role=menuitem]", menu)));
  dialog.addEventListener("submit", chosen);
}
