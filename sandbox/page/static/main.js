// Entry point: loads the state, listens to events and updates the parts of the page.

import { closeActivity, openActivity, tellParticipants } from "./activity.js";
import { act, become, getState, listen } from "./api.js";
import { drawTyping, openCommand, refreshComposer, refuse, showComposer } from "./composer.js";
import { openForm } from "./form_dialog.js";
import { refreshTimes } from "./markdown.js";
import { goTo } from "./messages.js";
import { togglePanel } from "./panel.js";
import { drawHeader, drawSidebar, neighbour } from "./sidebar.js";
import { apply, load, markSeen, slashCommands, store, WAITING } from "./store.js";
import { drawTimeline, forgetDrawn } from "./timeline.js";

const REFRESH_MS = 10_000;
const ACTIVITY_LINK = /^https:\/\/discord\.com\/activities\/(\d+)(?:\?|$)/;
const finePointer = window.matchMedia("(pointer: fine)");

let turn = Promise.resolve();

const connectAnew = listen({
  onOpen() {
    store.connected = true;
    refuse("");
    inTurn(fetchAll);
  },
  onLost() {
    store.connected = false;
    if (store.ready) drawHeader(togglePanel);
  },
  onEvent: (event) => inTurn(() => (event.type === "places" ? fetchAll() : take(event))),
});

/** Runs tasks one after the other: an event that arrives during a fetch of the state may be newer than it. */
function inTurn(work) {
  turn = turn.then(work).catch(reportError);
}

/** Reloads the state. Drafts and open forms stay unless the channel or persona has changed. */
async function fetchAll() {
  const { channel, you } = store;
  try {
    load(await getState());
  } catch (error) {
    refuse(error.message);
    return;
  }
  forgetDrawn();
  if (store.channel === channel && store.you.id === you?.id) drawParts();
  else drawAll();
}

function take(event) {
  if (!store.ready) return;
  if (event.type === "activity") openActivity(event, refuse);
  if (event.type === "participants") tellParticipants(event);
  const here = apply(event);
  if (event.type === "commands" || event.type === "presence" || event.type === "clock") {
    forgetDrawn();
    refreshComposer();
  }
  if (event.type === "typing" || event.type === "message") drawTyping();
  if (here) drawTimeline({ toNewest: isOwn(event) });
  markIfRead();
  sidebar();
  drawHeader(togglePanel);
  const form = event.type === "interaction" && event.interaction.modal;
  if (form && here && !document.querySelector("dialog.form")) openForm(event.interaction, store.bot);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest("a[href]");
  if (link?.dataset.message) {
    open(link.hash.slice(1));
    goTo(link.dataset.message);
  }
  const found = link && ACTIVITY_LINK.exec(link.href);
  if (!found || found[1] !== store.bot?.id) return;
  event.preventDefault();
  const custom_id = new URL(link.href).searchParams.get("custom_id") ?? "";
  act("follow-link", { channel_id: store.channel, custom_id }).catch((error) => refuse(error.message));
});
setInterval(refreshTimes, REFRESH_MS);
window.addEventListener("hashchange", () => open(decodeURIComponent(location.hash.slice(1))));
document.addEventListener("visibilitychange", () => {
  if (!store.ready) return;
  markIfRead();
  sidebar();
  drawHeader(togglePanel);
});
document.addEventListener("command", (event) => {
  const command = slashCommands().find((candidate) => candidate.name === event.detail);
  if (command) openCommand(command);
});
document.addEventListener("keydown", (event) => {
  if (!event.altKey || !store.ready || !["ArrowUp", "ArrowDown"].includes(event.key)) return;
  const next = neighbour(event.key === "ArrowDown" ? 1 : -1);
  location.hash = next;
  open(next); // immediately, because the next key press starts from this channel
  event.preventDefault();
});

/** Whether this user caused the event; then the timeline scrolls to it. */
function isOwn(event) {
  if (event.type === "message") return event.message.author.id === store.you.id && !event.message.edited_timestamp;
  return event.type === "interaction" && event.interaction.type === 2 && event.interaction.stage === WAITING;
}

function open(id) {
  if (!store.channels.some((channel) => channel.id === id) || id === store.channel) return;
  store.channel = id;
  drawAll();
}

function drawAll() {
  drawParts({ toNewest: true });
  showComposer({ focus: finePointer.matches });
}

function drawParts({ toNewest = false } = {}) {
  markIfRead();
  sidebar();
  drawHeader(togglePanel);
  drawTimeline({ toNewest });
  refreshComposer();
  drawTyping();
}

function markIfRead() {
  if (!document.hidden) markSeen(store.channel);
}

function sidebar() {
  drawSidebar((id) => {
    closeActivity();
    become(id);
    store.connected = false;
    connectAnew();
  });
}
