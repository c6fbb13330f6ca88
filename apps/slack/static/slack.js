// Makes the page that the server rendered quick: see the modules.
import { $, $$, failed, ready } from "./work.js";
import * as actions from "./actions.js";
import * as apps from "./apps.js";
import * as conversation from "./conversation.js";
import * as files from "./files.js";
import * as keys from "./keys.js";
import * as views from "./views.js";
import { startComposers } from "./composer.js";
import { flushDrafts } from "./drafts.js";
import { emojiNames } from "./emoji.js";

const collapsed = `slack-collapsed:${document.body.dataset.root}`;

function collapse(name, closed) {
  const section = $(`.p-channel_sidebar__section[data-section="${name}"]`);
  section.classList.toggle("p-channel_sidebar__section--collapsed", closed);
  section.setAttribute("aria-expanded", String(!closed));
  $("[data-do=collapse]", section).setAttribute("aria-expanded", String(!closed));
}

function toggleSection(button) {
  const closed = new Set(JSON.parse(localStorage.getItem(collapsed) || "[]"));
  const name = button.dataset.section;
  if (!closed.delete(name)) closed.add(name);
  localStorage.setItem(collapsed, JSON.stringify([...closed]));
  collapse(name, closed.has(name));
}

const deeds = {
  ...actions.deeds,
  ...apps.deeds,
  ...views.deeds,
  ...files.deeds,
  collapse: toggleSection,
  "close-thread": () => conversation.closeThread(),
  latest: () => conversation.latest().catch(failed),
  older: () => conversation.extend("older"),
  newer: () => conversation.extend("newer"),
  shortcuts: keys.showShortcuts,
};

function clicked(event) {
  if (event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const person = event.target.closest(".c-member_slug[data-member-id]");
  const asked = person || event.target.closest("button[data-do], a[data-do]");
  const deed = person ? views.deeds.profile : deeds[asked?.dataset.do];
  if (deed) {
    event.preventDefault();
    deed(asked);
    return;
  }
  const link = event.target.closest("a[href]");
  if (link && !link.target && !link.hash) document.documentElement.dataset.pending = "leaving";
}

function submitted(event) {
  const form = event.target;
  if (event.defaultPrevented || form.method === "dialog") return;
  if (form.dataset.do === "react") {
    event.preventDefault();
    deeds.react(form);
  } else if (form.dataset.sent) event.preventDefault();
  else {
    if (form.method === "post") form.dataset.sent = "1";
    document.documentElement.dataset.pending = "leaving";
  }
}

const sent = async (told) => {
  await conversation.answered();
  if (told.truncated) return;
  for (const box of $$("[data-scroller]")) {
    if (box.contains($(`[data-msg-ts="${told.ts}"]`, box))) box.scrollTop = box.scrollHeight;
  }
};

for (const name of JSON.parse(localStorage.getItem(collapsed) || "[]")) collapse(name, true);
document.addEventListener("click", clicked);
document.addEventListener("submit", submitted);
for (const module of [conversation, actions, keys, views, apps]) module.start();
startComposers(document, sent);
flushDrafts();
if (conversation.here?.footer === "composer" && !conversation.here.at && !matchMedia("(pointer: coarse)").matches) {
  ($("#secondary .ql-editor") || $("#footer .ql-editor")).focus();
}
addEventListener("focusin", () => emojiNames().catch(() => {}), { once: true });
ready();
