// Puts the page together: channels, header, timeline, composer.

import { getState, listen } from "./api.js";
import { openCommand, refreshComposer, refuse, showComposer } from "./composer.js";
import { h, icon } from "./dom.js";
import { openForm } from "./form_dialog.js";
import { refreshTimes } from "./markdown.js";
import { isNotice, renderMessage, renderNotice } from "./messages.js";
import { apply, FAILED, load, slashCommands, store } from "./store.js";

const channels = document.querySelector("#channels");
const header = document.querySelector("#header");
const timeline = document.querySelector("#timeline");
const GROUP_MS = 5 * 60 * 1000;
const NEAR_END = 120;
const drawn = new Map();

listen({
  async onOpen() {
    try {
      load(await getState());
    } catch (error) {
      refuse(error.message);
      return;
    }
    store.connected = true;
    drawn.clear();
    drawAll();
  },
  onLost() {
    store.connected = false;
    if (store.ready) drawHeader();
  },
  async onEvent(event) {
    if (!store.ready) return;
    if (event.type === "places") {
      load(await getState());
      drawAll();
      return;
    }
    const here = apply(event);
    if (event.type === "presence") drawHeader();
    if (event.type === "commands" || event.type === "presence") {
      drawn.clear();
      refreshComposer();
    }
    if (here) drawTimeline();
    else markUnread(event);
    const form = event.type === "interaction" && event.interaction.modal;
    if (form && here && !document.querySelector("dialog.form")) openForm(event.interaction, store.bot);
  },
});
setInterval(refreshTimes, 10_000);
window.addEventListener("hashchange", () => open(decodeURIComponent(location.hash.slice(1))));

const unread = new Set();

function markUnread(event) {
  if (event.type !== "message") return;
  unread.add(event.message.channel_id);
  drawChannels();
}

function open(id) {
  if (!store.channels.some((channel) => channel.id === id) || id === store.channel) return;
  store.channel = id;
  drawAll();
}

function drawAll() {
  unread.delete(store.channel);
  drawChannels();
  drawHeader();
  drawTimeline({ jump: true });
  showComposer({ focus: window.matchMedia("(pointer: fine)").matches });
}

function drawChannels() {
  const groups = Map.groupBy
    ? Map.groupBy(store.channels, (channel) => channel.guild)
    : store.channels.reduce((map, channel) => map.set(channel.guild, [...(map.get(channel.guild) ?? []), channel]), new Map());
  channels.replaceChildren(...[...groups].map(([guild, list]) => h("section", {},
    h("h2", {}, guild ?? "Direct messages"),
    h("ul", {}, list.map((channel) => h("li", {}, h("a", {
      href: `#${channel.id}`,
      "aria-current": channel.id === store.channel ? "page" : undefined,
      class: unread.has(channel.id) ? "unread" : "",
      title: channel.has_bot ? undefined : "The bot is not a member here: you bring it along as a user app",
    }, icon(channel.guild ? "hash" : "at"), h("span", {}, channel.name), !channel.has_bot && h("small", {}, "user app"))))))));
}

function drawHeader() {
  const channel = store.channels.find((candidate) => candidate.id === store.channel);
  const status = !store.connected ? "Connection lost, trying again…" : store.online ? `${store.bot.name} is online` : `${store.bot.name} is offline`;
  document.title = `${channel.guild ? "#" : "@"}${channel.name} · Local chat`;
  header.replaceChildren(icon(channel.guild ? "hash" : "at"), h("h1", {}, channel.name),
    h("span", { class: `presence ${store.connected && store.online ? "online" : ""}`, role: "status" }, status));
}

function drawTimeline({ jump = false } = {}) {
  const atEnd = jump || timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < NEAR_END;
  const held = heldFocus();
  const rows = [...messageRows(), ...noticeRows()].sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1));
  replaceRows(rows.length ? rows.map((row) => row.element) : [welcome()]);
  held?.();
  if (atEnd) {
    timeline.scrollTop = timeline.scrollHeight;
    requestAnimationFrame(() => { timeline.scrollTop = timeline.scrollHeight; });
  }
}

function messageRows() {
  let before = null;
  return [...store.messages.values()]
    .filter((message) => message.channel_id === store.channel)
    .sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1))
    .map((message) => {
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

/** An element is kept as long as what it shows stays the same. */
function cached(message, compact) {
  const about = [...store.interactions.values()].filter((interaction) => interaction.message_id === message.id);
  const shown = JSON.stringify([message, compact, about]);
  const known = drawn.get(message.id);
  if (known?.shown === shown) return known.element;
  const element = renderMessage(message, compact, refuse);
  drawn.set(message.id, { shown, element });
  return element;
}

function noticeRows() {
  return [...store.interactions.values()]
    .filter((interaction) => interaction.channel_id === store.channel && isNotice(interaction))
    .filter((interaction) => interaction.type === 2 || interaction.stage === FAILED)
    .map((interaction) => ({ id: interaction.id, element: renderNotice(interaction, refuse) }));
}

/** Only what differs is touched, so that pictures do not flicker and a selection of text stays. */
function replaceRows(elements) {
  const wanted = new Set(elements);
  for (const child of [...timeline.children]) if (!wanted.has(child)) child.remove();
  elements.forEach((element, index) => {
    if (timeline.children[index] !== element) timeline.insertBefore(element, timeline.children[index] ?? null);
  });
}

/** Remembers which component has the focus, to give it back to the one that takes its place. */
function heldFocus() {
  const focused = document.activeElement;
  const row = focused?.closest?.("#timeline .message");
  if (!row) return null;
  const customId = focused.dataset.customId;
  return () => {
    if (document.activeElement === focused) return;
    const now = timeline.querySelector(`.message[data-id="${row.dataset.id}"]`);
    const same = customId && now?.querySelector(`[data-custom-id="${CSS.escape(customId)}"]:not(:disabled)`);
    (same || now?.querySelector("button:not(:disabled)") || timeline).focus({ preventScroll: true });
  };
}

/** What an empty channel shows: the commands there are. */
function welcome() {
  const commands = slashCommands();
  const intro = commands.length
    ? "Type / in the box below, or start with one of these:"
    : store.online ? "No commands are registered for this channel." : "Waiting for a bot to connect.";
  return h("div", { class: "welcome" }, h("h2", {}, "Nothing here yet"), h("p", {}, intro),
    h("div", { class: "cards" }, commands.map((command) => h("button", { type: "button", class: "card", onclick: () => openCommand(command) },
      h("span", { class: "command-name" }, `/${command.name}`), h("span", {}, command.description)))));
}
