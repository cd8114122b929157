// The messages of the open channel, and the welcome of an empty one.

import { openCommand, refuse } from "./composer.js";
import { h, icon } from "./dom.js";
import { isNotice, renderDay, renderMessage, renderNotice, renderThreadStart } from "./messages.js";
import { byId, FAILED, firstCommands, FORUM, iconOf, messagesOf, nameOf, openChannel, store } from "./store.js";

const timeline = document.querySelector("#timeline");
const jump = h("button", { type: "button", id: "to-newest", class: "button primary small", hidden: true, onclick: toEnd }, icon("down"), "To the newest");
timeline.after(jump);
let following = true; // whether new messages scroll into view; false after the user scrolls up
timeline.addEventListener("scroll", () => {
  following = timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < NEAR_END;
  jump.hidden = following;
}, { passive: true });
new ResizeObserver(() => following && store.ready && messagesOf(store.channel).length && toEnd()).observe(timeline);

const GROUP_MS = 5 * 60 * 1000;
const NEAR_END = 120;
const DISCORD_EPOCH_MS = 1_420_070_400_000;
const CARDS = 9;
const drawn = new Map();

/** Clears the cache of drawn messages, after a change that affects all of them. */
export function forgetDrawn() {
  drawn.clear();
}

export function drawTimeline({ toNewest = false } = {}) {
  following ||= toNewest;
  const stay = following;
  const held = heldFocus();
  const rows = [...messageRows(), ...noticeRows(), ...threadRows()].sort(byId);
  replaceRows(rows.length ? withDays(rows) : [welcome()]);
  held?.();
  if (!rows.length) timeline.scrollTop = 0;
  else if (stay) {
    toEnd();
    requestAnimationFrame(toEnd);
  }
}

function toEnd() {
  following = true;
  timeline.scrollTop = timeline.scrollHeight;
  jump.hidden = true;
}

function messageRows() {
  let before = null;
  return messagesOf(store.channel).map((message) => {
    const compact = follows(message, before);
    before = message;
    return { id: message.id, element: cached(message, compact) };
  });
}

function follows(message, before) {
  return before !== null && before.author.id === message.author.id && !message.used && !message.message_reference
    && (before.flags & 64) === (message.flags & 64)
    && new Date(message.timestamp) - new Date(before.timestamp) < GROUP_MS;
}

/** The element of a message, reused as long as its content is the same. */
function cached(message, compact) {
  const about = [...store.interactions.values()].filter((interaction) => interaction.message_id === message.id);
  const thread = store.channels.find((channel) => channel.id === message.id);
  const source = store.messages.get(message.message_reference?.message_id);
  const shown = JSON.stringify([message, compact, about, thread, source]);
  const known = drawn.get(message.id);
  if (known?.shown === shown) return known.element;
  const element = renderMessage(message, compact, refuse);
  keepOpened(known?.element, element);
  drawn.set(message.id, { shown, element });
  return element;
}

/** Keeps opened spoilers open when their message changes. */
function keepOpened(before, after) {
  const covers = after.querySelectorAll(".spoiler");
  before?.querySelectorAll(".spoiler").forEach((cover, index) => {
    if (cover.classList.contains("open")) covers[index]?.click();
  });
}

function noticeRows() {
  return [...store.interactions.values()]
    .filter((interaction) => interaction.channel_id === store.channel && isNotice(interaction))
    .filter((interaction) => interaction.type === 2 || interaction.stage === FAILED)
    .map((interaction) => ({ id: interaction.id, element: renderNotice(interaction, refuse) }));
}

/** Notices of threads that were not started from a message; all posts of a forum. */
function threadRows() {
  const forum = openChannel().type === FORUM;
  return store.channels
    .filter((channel) => channel.parent_id === store.channel)
    .filter((channel) => forum || (channel.owner?.bot && !store.messages.has(channel.id)))
    .map((channel) => ({ id: channel.id, element: renderThreadStart(channel) }));
}

/** The rows, with separators between days. */
function withDays(rows) {
  let before = null;
  return rows.flatMap(({ id, element }) => {
    const date = new Date(Number(BigInt(id) >> 22n) + DISCORD_EPOCH_MS);
    const day = date.toDateString();
    const begins = day !== before;
    before = day;
    return begins ? [renderDay(date), element] : [element];
  });
}

/** Changes only rows that differ, so that pictures do not flicker and selected text stays selected. */
function replaceRows(elements) {
  const wanted = new Set(elements);
  for (const child of [...timeline.children]) if (!wanted.has(child)) child.remove();
  elements.forEach((element, index) => {
    if (timeline.children[index] !== element) timeline.insertBefore(element, timeline.children[index] ?? null);
  });
}

/** Remembers the focused component; the result moves the focus to its replacement. */
function heldFocus() {
  const focused = document.activeElement;
  const row = focused?.closest?.("#timeline .message");
  if (!row) return null;
  const called = nameOfControl(focused);
  return () => {
    if (document.activeElement === focused) return;
    const now = timeline.querySelector(`.message[data-id="${row.dataset.id}"]`);
    const controls = [...now?.querySelectorAll("button:not(:disabled), a, .spoiler") ?? []];
    const same = controls.find((control) => control.dataset.customId && control.dataset.customId === focused.dataset.customId)
      ?? controls.find((control) => nameOfControl(control) === called)
      ?? controls.find((control) => control.dataset.customId);
    (same ?? timeline).focus({ preventScroll: true });
  };
}

function nameOfControl(control) {
  return control.ariaLabel ?? control.textContent;
}

/** The content of an empty channel: commands to try first. */
function welcome() {
  const channel = openChannel();
  const commands = firstCommands();
  const shown = commands.slice(0, CARDS);
  const more = commands.length - shown.length;
  return h("div", { class: "welcome" },
    h("span", { class: "emblem" }, icon(iconOf(channel))),
    h("h2", {}, `Welcome to ${nameOf(channel)}`), h("p", {}, explained(channel, commands.length)),
    h("div", { class: "cards" }, shown.map((command) => h("button", { type: "button", class: "card", onclick: () => openCommand(command) },
      h("span", { class: "command-name" }, `/${command.name}`), h("span", {}, command.description)))),
    more > 0 && h("p", { class: "more" }, `Type / for ${more} more.`));
}

function explained(channel, commands) {
  if (!store.online) return "Waiting for a bot to connect.";
  if (channel.type === FORUM) return "There are no posts yet.";
  if (commands) return "Type / in the box below, or start with one of these:";
  if (!channel.has_bot) return `${store.bot.name} is not a member here, and you have not added it to your account, so there are no commands.`;
  return "No commands are registered for this channel.";
}
