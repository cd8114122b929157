// The workshop panel: theme, the chat's clock, and fault injection.

import { act, look, remove } from "./api.js";
import { h, icon } from "./dom.js";
import { formatted } from "./markdown.js";
import { now } from "./store.js";

const panel = document.querySelector("#panel");
const problem = h("p", { class: "problem", role: "alert" });
const waiting = h("ul", { class: "waiting", "aria-label": "Faults that wait" });
const clock = h("time", {});
const THEMES = [["system", "As the system"], ["light", "Light"], ["dark", "Dark"]];
const STEPS = [["1 minute", 60], ["15 minutes", 900], ["1 hour", 3600], ["1 day", 86400]];
const KINDS = [
  ["latency", "Answers come late"],
  ["429", "429: asked too often"],
  ["500", "500: nothing happens"],
  ["lost", "500, although it happened"],
  ["reset", "connection reset"],
  ["reset after", "connection reset, although it happened"],
  ["disconnect", "connection closed"],
  ["disconnect after", "connection closed, although it happened"],
  ["cut", "half an answer, although it happened"],
  ["no json", "a page of HTML, although it happened"],
  ["silence", "it happens, and the answer comes late"],
];
const DEEDS = [
  ["drop", "Drop the connection"],
  ["forget", "Drop it and forget the session"],
  ["reconnect", "Ask to reconnect"],
  ["invalidate", "Invalidate the session"],
  ["lose-acks", "Lose three heartbeat acks"],
];

let asked = 0;
let answered = 0; // number of the latest request whose answer is shown
setInterval(showClock, 1000);

export function togglePanel() {
  const opens = panel.hidden;
  if (opens && !panel.firstChild) build();
  panel.hidden = !opens;
  document.body.classList.toggle("with-panel", opens);
  document.querySelector("#open-panel")?.setAttribute("aria-expanded", String(opens));
  if (opens) {
    refresh(look("faults"));
    showClock();
    panel.querySelector("h2").focus();
  } else document.querySelector("#open-panel")?.focus();
}

function build() {
  panel.addEventListener("keydown", (event) => event.key === "Escape" && togglePanel());
  panel.replaceChildren(
    h("header", {}, h("h2", { tabindex: "-1" }, "Workshop"),
      h("button", { type: "button", class: "icon-button", "aria-label": "Close the workshop", onclick: togglePanel }, icon("close"))),
    problem,
    group("Look", lookField()),
    group("Clock", h("p", {}, clock), h("small", {}, "Puts the chat's clock forward: tokens and deadlines expire. A bot in a process of its own keeps its own time."),
      h("div", { class: "row" }, STEPS.map(([name, seconds]) => small(`+${name}`, () => act("clock", { seconds }).then(showClock))))),
    group("Requests", faultForm(), waiting, small("Clear all faults", () => refresh(remove("faults")))),
    group("Gateway", h("div", { class: "row" }, DEEDS.map(([deed, name]) => small(name, () => refresh(act("gateway", { do: deed })))))),
    group("Keys", h("dl", {}, KEYS.flatMap(([key, what]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, what)]))));
}

const KEYS = [["/", "commands, in the message box"], ["Alt + ↑ ↓", "the next channel"], ["Esc", "leaves a command, list or panel"]];

function group(name, ...children) {
  return h("section", { "aria-label": name }, h("h3", {}, name), children);
}

function small(name, onclick) {
  return h("button", { type: "button", class: "button secondary small", onclick: () => attempt(onclick) }, name);
}

function lookField() {
  const chosen = document.documentElement.dataset.theme;
  return h("div", { class: "segments", role: "radiogroup", "aria-label": "Theme" }, THEMES.map(([value, name]) => h("label", {},
    h("input", { type: "radio", name: "theme", value, checked: value === chosen, onchange: () => setTheme(value) }), h("span", {}, name))));
}

function setTheme(value) {
  localStorage.setItem("theme", value);
  document.documentElement.dataset.theme = value;
}

function faultForm() {
  const kind = h("select", { name: "kind" }, KINDS.map(([value, name]) => h("option", { value }, name)));
  const seconds = h("input", { type: "number", min: "0", max: "60", step: "any", value: "2" });
  const times = h("input", { type: "number", min: "1", step: "1", value: "1", placeholder: "always" });
  const path = h("input", { type: "text", placeholder: "any, or such as ^POST /channels", spellcheck: "false", autocomplete: "off" });
  return h("form", {
    onsubmit: (event) => {
      event.preventDefault();
      const fault = { kind: kind.value, seconds: Number(seconds.value), times: times.value === "" ? null : Number(times.value), path: path.value };
      attempt(() => refresh(act("faults", fault)));
    },
  },
  labelled("What goes wrong", kind),
  h("div", { class: "pair" }, labelled("Seconds", seconds), labelled("Times", times)),
  labelled("Which requests", path),
  h("button", { type: "submit", class: "button primary small" }, "Let it go wrong"));
}

function labelled(name, control) {
  return h("label", { class: "field" }, h("span", { class: "field-name" }, name), control);
}

async function attempt(deed) {
  problem.textContent = "";
  try {
    await deed();
  } catch (error) {
    problem.textContent = error.message;
  }
}

/** Shows the faults in an answer, unless the answer to a later request is shown already. */
async function refresh(request) {
  const turn = ++asked;
  await attempt(async () => {
    const { faults, acks_to_lose: acks } = await request;
    if (turn < answered) return;
    answered = turn;
    const lines = faults.map((fault) => `${fault.kind}${["latency", "429", "silence"].includes(fault.kind) ? ` ${fault.seconds} s` : ""}, ${fault.times === null ? "always" : `${fault.times} ${fault.times === 1 ? "time" : "times"}`}, ${fault.path || "any request"}`);
    if (acks) lines.push(`${acks} heartbeat acks to lose`);
    waiting.replaceChildren(...(lines.length ? lines : ["Everything works."]).map((line) => h("li", {}, line)));
  });
}

function showClock() {
  if (panel.hidden) return;
  const date = new Date(now());
  clock.dateTime = date.toISOString();
  clock.textContent = formatted(date, "S");
}
