// The list of channels, and the choice of the persona.

import { avatar, h, icon, redraw } from "./dom.js";
import { menuButton } from "./menu.js";
import { iconOf, nameOf, openChannel, store, unreadIn } from "./store.js";

const channels = document.querySelector("#channels");
const sidebar = document.querySelector("#sidebar");
const veil = document.querySelector("#veil");
const you = document.querySelector("#you");
const narrow = window.matchMedia("(max-width: 720px)");

veil.addEventListener("click", closeDrawer);
narrow.addEventListener("change", closeDrawer);
document.addEventListener("keydown", (event) => event.key === "Escape" && document.body.classList.contains("drawer") && closeDrawer());
closeDrawer();

/** Opens the list as a drawer, on narrow screens. */
export function openDrawer() {
  document.body.classList.add("drawer");
  sidebar.inert = false;
  veil.hidden = false;
  channels.querySelector("[aria-current]")?.focus();
}

export function closeDrawer() {
  const was = document.body.classList.contains("drawer");
  document.body.classList.remove("drawer");
  sidebar.inert = narrow.matches;
  veil.hidden = true;
  if (was) document.querySelector("#open-channels")?.focus();
}

export function drawSidebar(onBecome) {
  const groups = new Map();
  const list = ordered();
  for (const channel of list) groups.set(channel.guild, [...(groups.get(channel.guild) ?? []), channel]);
  const about = [store.channel, store.online, list.map((channel) => [channel, unreadIn(channel.id)])];
  redraw(channels, about, () => [...groups].map(([guild, inside]) => h("section", {},
    h("h2", {}, guild ?? "Direct messages"),
    h("ul", {}, inside.map((channel) => h("li", {}, channelLink(channel)))))));
  redraw(you, [store.you.id, store.personas], () => [youButton(onBecome)]);
}

/** The channels in display order: threads after their channel, archived ones only while open. */
function ordered() {
  const shown = store.channels.filter((channel) => !channel.archived || channel.id === store.channel);
  const roots = shown.filter((channel) => !channel.parent_id);
  return roots.flatMap((root) => [root, ...shown.filter((channel) => channel.parent_id === root.id)]);
}

function channelLink(channel) {
  const here = channel.id === store.channel;
  const unread = here ? 0 : unreadIn(channel.id);
  return h("a", {
    href: `#${channel.id}`,
    "aria-current": here ? "page" : undefined,
    class: `${unread ? "unread" : ""} ${channel.parent_id ? "thread" : ""}`,
    title: channel.has_bot ? undefined : "The bot is not a member here: you bring it along as a user app",
    onclick: closeDrawer,
  },
  channel.guild ? icon(iconOf(channel)) : h("span", { class: `with-presence ${store.online ? "online" : ""}` }, avatar(store.bot, "small")),
  h("span", { class: "channel-name" }, channel.name),
  !channel.has_bot && h("small", {}, "user app"),
  unread > 0 && h("span", { class: "count" }, String(unread), h("span", { class: "visually-hidden" }, " unread")));
}

function youButton(onBecome) {
  const persona = store.personas.find((candidate) => candidate.id === store.you.id);
  const items = () => store.personas.map((candidate) => ({
    label: candidate.name,
    description: roleOf(candidate),
    picture: avatar(candidate, "small"),
    value: candidate.id,
    checked: candidate.id === store.you.id,
  }));
  const label = `You are ${persona.name}, ${roleOf(persona)}. Be somebody else`;
  return menuButton({ id: "be-somebody", class: "persona", "aria-label": label },
    items, { label: "Be somebody else", onChoose: ([id]) => onBecome(id) },
    avatar(persona, "small"), h("span", { class: "grow" }, h("strong", {}, persona.name), h("small", {}, roleOf(persona))), icon("switch"));
}

function roleOf(persona) {
  if (persona.manages) return "Manages the server";
  return persona.installed ? "Member, has the app" : "Member without the app";
}

/** The channel above or below the open one in the list. */
export function neighbour(step) {
  const list = ordered();
  const index = list.findIndex((channel) => channel.id === store.channel);
  return list.at((index + step) % list.length).id;
}

export function drawHeader(onPanel) {
  const header = document.querySelector("#header");
  const channel = openChannel();
  const status = !store.connected ? "Connection lost, trying again…" : store.online ? `${store.bot.name} is online` : `${store.bot.name} is offline`;
  const unread = store.channels.reduce((sum, other) => sum + (other.id === store.channel ? 0 : unreadIn(other.id)), 0);
  document.title = `${unread ? `(${unread}) ` : ""}${nameOf(channel)} · Local chat`;
  const about = [channel, status, unread, document.querySelector("#panel").hidden];
  redraw(header, about, () => [
    h("button", { type: "button", id: "open-channels", class: "icon-button", "aria-label": unread ? `Channels, ${unread} unread` : "Channels", onclick: openDrawer },
      icon("list"), unread > 0 && h("span", { class: "dot" })),
    icon(iconOf(channel)), h("h1", {}, channel.name), h("small", { class: "topic" }, topic(channel)),
    h("span", { class: `presence ${store.connected && store.online ? "online" : ""}`, role: "status" }, h("span", {}, status)),
    h("button", { type: "button", id: "open-panel", class: "icon-button", "aria-label": "Workshop: look, clock and faults", title: "Workshop",
      "aria-expanded": String(!document.querySelector("#panel").hidden), "aria-controls": "panel", onclick: onPanel }, icon("tools")),
  ]);
}

function topic(channel) {
  const parent = store.channels.find((candidate) => candidate.id === channel.parent_id);
  if (parent) return `${[`in #${parent.name}`, ...channel.tags].join(" · ")}${channel.locked ? ", locked" : channel.archived ? ", archived" : ""}`;
  if (!channel.has_bot) return `${store.bot.name} is not in this server`;
  return channel.guild ? channel.guild : "Direct messages";
}
